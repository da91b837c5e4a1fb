"""Errors that a user meets: a code for programs, facts, and a sentence for people."""

from typing import ClassVar


class DomainError(Exception):
    """
    A request that the house refuses; nothing was changed.

    `code` is a stable snake_case word; `facts` are JSON-ready values that help to do better.
    """

    code: ClassVar[str] = "refused"

    def __init__(self, detail: str = "", **facts: object) -> None:
        super().__init__(detail or self.code)
        self.detail = detail
        self.facts = facts
