"""One tool with the actions of browser_use."""
