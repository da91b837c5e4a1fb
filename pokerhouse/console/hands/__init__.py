"""The hands that one was dealt in."""
