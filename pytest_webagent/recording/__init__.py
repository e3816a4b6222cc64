"""Recordings: what a run did that reached its goal, written down so that it is done again without a model."""
