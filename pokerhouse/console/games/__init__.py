"""The games of the house: what tables are opened for."""
