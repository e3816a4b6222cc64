"""The language: one file per family of phrases, each a table of patterns and what they mean.

Only what needs no page to be understood; everything else is read by `step_reader`, and its verbs are data in `language/deeds`.
"""
