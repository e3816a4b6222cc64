"""A small web shop and its tests in plain English."""
