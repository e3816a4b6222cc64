"""Where what a call or a person means is on the page: coordinates, marks, words, models that look."""
