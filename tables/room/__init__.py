"""The card room around the tables: a folder for each feature, with services, queries and API."""
