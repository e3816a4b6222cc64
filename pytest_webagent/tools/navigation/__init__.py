"""Moving from page to page in one tab."""
