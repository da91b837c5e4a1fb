"""Players and people: who they are, how they stand, and what staff decides about them."""
