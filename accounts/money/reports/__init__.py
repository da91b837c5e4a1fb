"""What accountants read."""
