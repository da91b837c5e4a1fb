"""The lobby: which tables there are."""
