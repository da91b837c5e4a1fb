"""Throwaway houses and databases, for benchmarks, pictures and tests."""
