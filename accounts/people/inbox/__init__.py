"""A person's inbox of notices, which is a feed of his own."""
