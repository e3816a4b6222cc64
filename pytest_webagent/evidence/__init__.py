"""Answers that are worked out: derivations over what a page shows, and the judgement on an answer they are given for."""
