"""REST for tables: the lobby, seats, play, hands, and the floor."""
