"""Tools for the files of a test's workspace."""
