"""Amounts: integers of the smallest unit, never floats."""

MAX_AMOUNT = 2**53 - 1
"""The largest amount of chips or minor units: what every JSON reader still holds exactly."""
