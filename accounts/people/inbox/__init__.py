"""What the house tells one person: a feed of his own."""
