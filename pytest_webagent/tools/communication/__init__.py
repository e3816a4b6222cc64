"""Tools that speak with people, and the one that gives up."""
