"""The one exception of the engines."""

MAX_ECHOED = 2**53 - 1
"""Larger numbers are not exact in every JSON reader."""
MAX_LETTERS = 20
"""How much of a refused value is repeated to the sender."""


class RuleViolation(Exception):
    """
    A command that the rules forbid; the state is as it was.

    `code` is a word of R-ACT-9 (scenarios write `not_turn` as E_NOT_TURN); `facts` are JSON-ready
    values that help the player to do better (`min_to`, `max_to`, `to_call` …).
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.code} ({told})" if told else self.code


def echoed(value: object) -> object:
    """Return a refused value as a fact: numbers and null as they came, else a few letters."""
    if value is None or (type(value) is int and abs(value) <= MAX_ECHOED):
        return value
    try:
        return repr(value)[:MAX_LETTERS]
    except ValueError:  # Python refuses to write numbers with thousands of digits
        return type(value).__name__


def echoed_word(word: str) -> object:
    """Return a refused word as it came, if it is short text that JSON can hold."""
    return word if word.isascii() and len(word) <= MAX_LETTERS else echoed(word)


def is_text(value: object) -> bool:
    """Return whether this is text that can be stored; half a surrogate pair cannot."""
    if type(value) is not str:
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
