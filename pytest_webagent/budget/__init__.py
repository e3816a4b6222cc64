"""What tests may spend, and what they have spent: steps, seconds, tokens and US dollars."""
