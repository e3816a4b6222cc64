"""Whether predicates say what a statement says: `weaknesses` asks the rules of the other files."""
