"""Benchmarks: ratios against a baseline in the same run (`manage.py bench`); never tests."""
