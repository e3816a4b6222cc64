"""Derivations worked out on a page: which elements are meant, what they say, and what it comes to."""
