"""Tools that read the web without the tab in front: HTTP calls, pages as Markdown."""
