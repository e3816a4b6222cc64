"""Faults seeded into the page or the traffic of a test, to find out whether the test is able to fail."""
