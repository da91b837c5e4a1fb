"""Which hand is best; the only file that knows the evaluator."""
