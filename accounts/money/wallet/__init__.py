"""One's money off the tables."""
