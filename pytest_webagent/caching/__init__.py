"""Keeps what is costly to work out and depends on nothing but its key."""
