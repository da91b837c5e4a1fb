"""The tables as the floor runs them."""
