"""How somebody was let in: by a session, or by a personal token with its scopes."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class AccessKind(StrEnum):
    """A session of a browser or an app, or a script's token."""

    SESSION = "session"
    TOKEN = "token"  # noqa: S105  a kind, no secret


class Scope(StrEnum):
    """What a personal token is good for; a session is good for everything."""

    READ = "read"
    """What the person may see as a player."""
    PLAY = "play"
    """What the person may do as a player."""
    STAFF = "staff"
    """What the person may see and do for the house."""


@dataclass(frozen=True, slots=True)
class Access:
    """
    The session or token that a request or socket came with.

    `id` names it without giving it away: a token's id, or the digest of a session's key.
    """

    kind: AccessKind
    id: UUID
    scopes: frozenset[Scope] = frozenset(Scope)
    proofs: tuple[tuple[str, float], ...] = ()
    """How and when (Unix time) the person proved who he is in this session, oldest first."""

    @property
    def has_second_factor(self) -> bool:
        return any(method == "mfa" for method, _ in self.proofs)

    def proved_since(self, moment: float) -> bool:
        """Return whether the person proved who he is after `moment` (Unix time)."""
        return any(at > moment for _, at in self.proofs)
