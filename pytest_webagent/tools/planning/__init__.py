"""Tools that keep a plan, and that do many things by one call."""
