"""Gaming days: they begin at a configured hour, not at midnight."""
