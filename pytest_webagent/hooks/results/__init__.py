"""What is kept and shown of a session: files, the summary, the log of tool calls and its table."""
