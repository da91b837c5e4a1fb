"""Live feeds: the hub of a web process, and the socket protocol `pokerhouse.v1`."""
