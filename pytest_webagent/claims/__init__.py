"""What words mean on a page, and what an answer follows from.

- `questions` reads a question; `naming`, `explanation`, `counting`, `ranking` and `arithmetic` are its kinds. What comes is an `outcome`: a text
  with the places it was read from, or why there is none.
- `resolver` finds what a noun phrase means: each of its words has to be explained by a name of the thing. It builds on `value_finder` (values by their
  labels) and `page_terms` (the page in terms).
- `derivation` is what is cited for an answer, and `evaluation` works it out again, with `elements`, `existence`, `comparison` and `patterns`.
"""
