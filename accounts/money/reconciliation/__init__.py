"""Invariants that the ledger can check by itself."""
