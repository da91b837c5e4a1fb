"""The games of the house, for which tables are opened."""
