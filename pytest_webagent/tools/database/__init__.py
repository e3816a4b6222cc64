"""The tool for the configured database."""
