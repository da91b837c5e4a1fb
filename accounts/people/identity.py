"""Who has signed in: the one function that views, pages and sockets ask."""

from typing import TypeAlias

from accounts.people.models import User

Person: TypeAlias = User
"""A person of the house, as requests carry him; only services and queries know his row."""


def signed_in(user: object) -> Person | None:
    """Return the person that a request or a session stands for; None for a stranger."""
    return user if isinstance(user, User) else None
