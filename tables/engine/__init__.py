"""The rules of poker, pure: `decide` turns a command into events, `evolve` folds them."""
