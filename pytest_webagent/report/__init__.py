"""The trajectory of a test as files and as HTML."""
