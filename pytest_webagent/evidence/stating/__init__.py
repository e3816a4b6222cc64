"""Whether predicates are about what a statement is about: its words, its row, all that it speaks of, its states."""
