"""Invariants that the books can prove alone."""
