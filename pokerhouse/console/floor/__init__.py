"""The pages on which the floor runs the tables."""
