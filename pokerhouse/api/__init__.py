"""What every REST endpoint shares: problems, permissions, the request's id, the schema's pages."""
