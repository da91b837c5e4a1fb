"""The live feed: the bell, the hub of a web process, and the socket protocol `pokerhouse.v1`."""
