"""Answers of other types than text: read from what a model writes, and each value of them looked for in the evidence."""
