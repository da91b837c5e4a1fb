"""Signing in and up, and choosing a language."""
