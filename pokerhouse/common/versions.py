"""
The versions of what staff edit: a change names the one that its sender has read.

Clients see a version as an ETag everywhere: in the header, in a body's `version`, in a refusal.
"""

from pokerhouse.common.errors import DomainError


def etag(version: int) -> str:
    """Return a version as clients read it and send it back in `If-Match`."""
    return f'"{version}"'


class Stale(DomainError):
    """Staff changed it since the sender read it; `version` is the current one, for `If-Match`."""

    code = "stale"

    def __init__(self, version: int) -> None:
        sentence = "It has been changed since you read it: look at it again before you change it."
        super().__init__(sentence, version=etag(version))
