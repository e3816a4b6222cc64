"""Options and settings of a session and of a test, and the header that tells of them."""
