"""The judgement on an answer: what it claims, whether its evidence says so, and whether the run bears it out."""
