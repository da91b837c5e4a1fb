"""What must be true of a house at any moment, asked of its events and its books."""
