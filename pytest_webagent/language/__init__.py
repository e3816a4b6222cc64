"""What words mean, as data: one table for each kind of word, read by all who read English."""
