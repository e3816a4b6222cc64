"""What `verdicts.py` tries: goals on two applications, as they are, redesigned, broken, and told by a liar."""
