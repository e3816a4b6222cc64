"""The real Django admin over a small library, and its tests in plain English."""
