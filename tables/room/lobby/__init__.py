"""The lobby: which tables there are, and the channel that says when that changes."""
