"""The lobby: the list of tables, and the channel that says when it changes."""
