"""Claims of a statement as predicates: what has to hold on the page, also where it does not hold at the moment."""
