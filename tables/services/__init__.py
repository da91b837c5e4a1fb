"""What the house does at its tables: one command is one database transaction."""
