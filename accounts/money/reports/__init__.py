"""Reports for accountants."""
