"""A table: the felt, and the modules that draw it."""
