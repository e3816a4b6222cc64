"""The embedded model: a planner for plain English that needs no key and refuses what it does not understand."""
