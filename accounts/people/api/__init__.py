"""REST for people: who is let in, oneself and one's sessions, whom the floor enters."""
