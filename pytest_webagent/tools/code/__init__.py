"""Tools that run what a model writes, in a sandbox."""
