"""The cage: cash in, cash out."""
