"""Tournaments: structure, clock, seating and payouts, on top of the tables."""
