"""Who is signed in: views, pages and sockets all use this function."""

from typing import TypeAlias

from accounts.people.models import User

Person: TypeAlias = User
"""The person of a request. Other modules than services and queries must not use his row."""


def signed_in(user: object) -> Person | None:
    """Return the person if `user` is one who has signed in; None for a stranger."""
    return user if isinstance(user, User) else None
