"""Tests that are run several times, by us or by another plugin."""
