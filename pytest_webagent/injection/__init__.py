"""Orders that strangers write into a page, and a model that does whatever it reads."""
