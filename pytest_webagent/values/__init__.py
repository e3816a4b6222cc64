"""Numbers, amounts and days as texts say them, and whether two texts say the same."""
