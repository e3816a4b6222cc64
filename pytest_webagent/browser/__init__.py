"""The browser: starting it, the session of one test, and what is seen of a page."""
