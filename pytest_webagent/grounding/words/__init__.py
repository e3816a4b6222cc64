"""Words to an element, without any model: what a description says, and what the page says of its elements."""
