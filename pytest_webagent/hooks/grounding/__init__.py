"""The grounding model of a session, and where it runs."""
