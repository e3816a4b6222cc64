"""A page as a person reads it: what its elements say, in what state they are, what they stand in and are called."""
