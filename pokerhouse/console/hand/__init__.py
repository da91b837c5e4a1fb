"""A finished hand, step by step, and the proof of its deal."""
