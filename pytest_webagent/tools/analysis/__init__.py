"""Reading a page as a whole: its content as Markdown, and its pictures."""
