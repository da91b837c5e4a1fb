"""Where the tests' own data is, wherever a test stands."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
CHECKOUT = TESTS.parent
DATA = TESTS / "data"
