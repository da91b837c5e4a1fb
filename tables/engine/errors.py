"""The one exception of the engines."""


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
        return f"{self.code} {self.facts}" if self.facts else self.code
