"""How a test ended, and what it did with the agent until then."""
