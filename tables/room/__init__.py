"""What makes tables a room: one folder a feature, each with its services, queries and API."""
