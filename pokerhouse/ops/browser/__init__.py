"""People at a real browser, for pictures, benchmarks and tests."""
