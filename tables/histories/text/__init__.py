"""Hands as text, line by line as PokerStars players and their programs know it."""
