"""What a person may be in the house."""

from enum import StrEnum


class Role(StrEnum):
    """A role; one person may hold several."""

    PLAYER = "player"
    FLOOR = "floor"
    DEALER = "dealer"
    CAGE = "cage"
    ACCOUNTANT = "accountant"
    AUDITOR = "auditor"
    """Reads everything that the accountant reads, writes nothing."""
    MANAGER = "manager"
    ADMIN = "admin"
    """Users and settings; no game, no money."""


STAFF = frozenset(Role) - {Role.PLAYER}
"""The roles that act for the house: second factor, re-authentication, audit."""
