"""Answering requests in place of a server."""
