"""REST for people: who is let in, and what everybody may see and change about himself."""
