"""Tools for data in files: SQL, CSV, JSON and charts."""
