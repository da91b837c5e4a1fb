"""
What the hub needs to know of a channel: how to open it for a reader and how to read on.

The apps above register theirs in a `Wiring`; pokerhouse itself knows no table. All methods here
run on a thread that has a database connection.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeAlias
from uuid import UUID

from msgspec import Struct

from pokerhouse.common.access import Access, Scope
from pokerhouse.common.errors import DomainError

UserId: TypeAlias = UUID


class UnknownChannel(Exception):
    """There is no such channel; the socket ends with 4404."""


class ForbiddenChannel(Exception):
    """Not for this user; the socket ends with 4403."""


class Projected(Struct, frozen=True, gc=False):
    """One event as its readers may see it; None stands for "hidden"."""

    seq: int
    public: bytes | None
    own: Mapping[UserId, bytes | None] = {}
    """For those who see it otherwise than everybody."""

    def seen_by(self, user: UserId) -> bytes | None:
        """Return the frame for `user`, or None: only the number is for him."""
        return self.own.get(user, self.public)


class Snapshot(Struct, frozen=True, gc=False):
    """A channel's state for one reader, and the number up to which it is true: one read."""

    seq: int
    epoch: int
    state: Any


class Channel(Protocol):
    """A feed, as sockets follow it."""

    @property
    def name(self) -> str:
        """What clients call it, as `table:{id}`."""

    @property
    def shard(self) -> UUID:
        """The feed that the bell and the heads name."""

    def head(self) -> tuple[int, int]:
        """
        Return the feed's last number and its epoch.

        :raises UnknownChannel: if there is no such feed.
        """

    def snapshot(self, user: UserId) -> Snapshot:
        """Return the state as `user` may see it."""

    def read(
        self, after_seq: int, epoch: int, limit: int, users: Collection[UserId]
    ) -> Sequence[Projected]:
        """Return the events behind `after_seq`, for everybody and for each of `users`."""


class Principal(Struct, frozen=True, gc=False):
    """Who speaks over a socket, and the session or token that lets him."""

    user: UserId
    access: Access


class SocketAuthenticators(Protocol):
    """How people are known, brought by the app that knows them; all methods run on a thread."""

    def by_cookie(self, session: str) -> Principal | None:
        """Return who holds the browser session."""

    def by_token(self, token: str) -> Principal | None:
        """Return whose the app's session token is."""

    def by_ticket(self, ticket: str) -> Principal | None:
        """Return whose the ticket is, and spend it."""

    def still_valid(self, principals: Collection[Principal]) -> set[Principal]:
        """Return those of `principals` whose sessions stand."""


Heads: TypeAlias = Callable[[Collection[UUID]], Sequence[tuple[UUID, int, int]]]
"""Returns shard, last number and epoch of those of the given shards that it knows."""


class SocketCommand(Struct, frozen=True, gc=False):
    """A command as it came in: whose, under which id, and when it was read."""

    principal: Principal
    key: str
    at: datetime


class Done(Struct, frozen=True, gc=False):
    """A command's effect, after COMMIT."""

    result: Any
    is_replayed: bool = False


class Command(Struct, frozen=True):
    """A message that changes something: the class of its body, and the service behind it."""

    body: type[Struct]
    scope: Scope
    """What a personal token must be good for."""
    run: Callable[[Any, SocketCommand], Done]
    """Raises DomainError for what the house refuses."""


class ChannelForms(Struct, frozen=True):
    """What a channel sends, for the document: no code reads it while frames are sent."""

    snapshot: type[Struct]
    events: Mapping[str, type[Struct]]
    """The body of each event, by its type."""


class Wiring(Struct, frozen=True):
    """Everything that the apps bring to the socket."""

    channels: Mapping[str, Callable[[str, UserId], Channel]]
    """By prefix (`table`): the channel of a key, which may raise Unknown- or ForbiddenChannel."""
    commands: Mapping[str, Command]
    """By message type."""
    problem: Callable[[DomainError], dict[str, Any]]
    """The body that REST would answer a refusal with."""
    private: frozenset[str] = frozenset()
    """Prefixes under which each user follows a feed of his own (`me`)."""
    keyless: frozenset[str] = frozenset()
    """Prefixes that are whole names: there is one such channel."""
    forms: Mapping[str, ChannelForms] = {}
    """By prefix."""
    heads: tuple[Heads, ...] = ()
    """Where feeds end that are not in the event store."""
