"""Recordings in a session of pytest: which test has which, and when they are written."""
