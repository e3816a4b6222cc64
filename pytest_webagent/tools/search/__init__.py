"""Searching the web."""
