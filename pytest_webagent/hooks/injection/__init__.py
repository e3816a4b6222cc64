"""The fixture that plants orders into a page of the user's own, and what is told of it."""
