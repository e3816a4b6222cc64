"""Tests that are written as YAML."""
