"""What may be read of tables, for whom."""
