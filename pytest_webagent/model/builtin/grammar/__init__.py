"""The language: one file per family of phrases, each a table of patterns and what they mean.

To teach the planner a verb, add a line to the table of its family.
"""
