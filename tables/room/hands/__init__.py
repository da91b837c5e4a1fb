"""Hands that were played: lists, events, histories, proofs."""
