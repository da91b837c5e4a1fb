"""The pages for the games of the house, for which tables are opened."""
