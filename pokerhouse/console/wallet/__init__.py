"""One's wallet: how much one has, and what moved it."""
