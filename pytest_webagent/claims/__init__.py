"""Claims about a page: derivations, worked out on what it shows to a text, a truth, or what is wrong with them."""
