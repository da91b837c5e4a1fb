"""Which hand is best; the only file that knows the evaluator."""

from phevaluator import evaluator

__all__ = ["evaluator"]
