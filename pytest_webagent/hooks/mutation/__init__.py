"""Tests that are run again on a page with a fault in it."""
