"""The books as accountants read them."""
