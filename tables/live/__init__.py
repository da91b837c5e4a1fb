"""One table in memory and on the wire: its fold, its snapshot, its feed and frames."""
