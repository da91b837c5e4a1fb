"""The one exception of the engines."""

MAX_ECHOED = 2**53 - 1
"""A larger number is no number in every JSON."""


class RuleViolation(Exception):
    """
    A command that the rules forbid; the state is as it was.

    `code` is the rule's word in lower case (RULES R-ACT-9: E_NOT_TURN is `not_turn`); `facts` are
    JSON-ready values that help the player to do better (`min_to`, `max_to`, `to_call` …).
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
    return repr(value)[:20]
