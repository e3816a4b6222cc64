"""Authors and their books."""
