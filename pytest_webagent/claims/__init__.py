"""What words mean on a page, and what an answer follows from.

- `questions` reads a question; `naming`, `explanation`, `counting`, `ranking` and `arithmetic` are its kinds. What comes is an `outcome`: a text
  with the places it was read from, or why there is none.
- `resolver` finds what a noun phrase means: each of its words has to be explained by a name of the thing. It builds on `value_finder` (values by their
  labels) and `page_terms` (the page in terms).
- `statements` reads a statement or a question for a yes or no: what has to hold is a `condition`.
- `citations` gives an outcome the derivations that it follows from, and `predicates` a statement those that hold where it is true: so they are for
  the embedded model, for the judge, for plans and for checks.
- `derivation` is what is cited for an answer, and `evaluation` works it out again, with `elements`, `existence`, `comparison` and `patterns`.
"""
