"""Read-only questions to the books."""
