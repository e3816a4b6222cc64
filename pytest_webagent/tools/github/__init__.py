"""Tools that speak with GitHub."""
