"""REST for people: signing in, oneself and one's sessions, players made by the floor."""
