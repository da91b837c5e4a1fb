"""
What the hub needs to know of a channel: how to open it for a reader and how to read on.

The apps register their channels in a `Wiring`, because pokerhouse itself may know no table. All
methods here run on a thread that has a database connection.
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
    """This user may not read the channel; the socket ends with 4403."""


class Projected(Struct, frozen=True, gc=False):
    """One event as its readers may see it; None means that it is hidden from them."""

    seq: int
    public: bytes | None
    own: Mapping[UserId, bytes | None] = {}
    """Frames for those users who see something else than the public."""

    def seen_by(self, user: UserId) -> bytes | None:
        """Return the frame for `user`, or None if he may know the event's number only."""
        return self.own.get(user, self.public)


class Snapshot(Struct, frozen=True, gc=False):
    """A channel's state for one reader, and the number of the last event in it; read at once."""

    seq: int
    epoch: int
    state: Any


class Channel(Protocol):
    """A feed that sockets can subscribe to."""

    @property
    def name(self) -> str:
        """The name that clients use, such as `table:{id}`."""

    @property
    def shard(self) -> UUID:
        """The feed's id in `FeedMoved` and in the heads."""

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
        """Return the events after `after_seq`, as the public and each of `users` may see them."""


class Principal(Struct, frozen=True, gc=False):
    """Who is signed in on a socket, and by which session or token."""

    user: UserId
    access: Access


class SocketAuthenticators(Protocol):
    """Identifies people; the app that knows them brings it. All methods run on a thread."""

    def by_cookie(self, session: str) -> Principal | None:
        """Return the owner of the browser session."""

    def by_token(self, token: str) -> Principal | None:
        """Return the owner of the app's session token."""

    def by_ticket(self, ticket: str) -> Principal | None:
        """Return the owner of the ticket, and use it up."""

    def still_valid(self, principals: Collection[Principal]) -> set[Principal]:
        """Return those of `principals` whose sessions are still valid."""


Heads: TypeAlias = Callable[[Collection[UUID]], Sequence[tuple[UUID, int, int]]]
"""Returns the shard, last number and epoch of each of the given shards that it knows."""


class SocketCommand(Struct, frozen=True, gc=False):
    """A command's circumstances: who sent it, its id, and when it was read."""

    principal: Principal
    key: str
    at: datetime


class Done(Struct, frozen=True, gc=False):
    """The result of a command, after COMMIT."""

    result: Any
    is_replayed: bool = False


class Command(Struct, frozen=True):
    """A message that changes something: the class of its body, and the service that it calls."""

    body: type[Struct]
    scope: Scope
    """The scope that a personal token needs."""
    run: Callable[[Any, SocketCommand], Done]
    """Raises DomainError if the command is refused."""


class ChannelForms(Struct, frozen=True):
    """What a channel sends. Only the documentation is made of it; no frame is."""

    snapshot: type[Struct]
    events: Mapping[str, type[Struct]]
    """The body of each event, by its type."""


class Wiring(Struct, frozen=True):
    """Everything that the apps bring to the socket."""

    channels: Mapping[str, Callable[[str, UserId], Channel]]
    """
    By prefix (`table`): a function that returns the channel of a key.

    It may raise UnknownChannel or ForbiddenChannel.
    """
    commands: Mapping[str, Command]
    """By message type."""
    problem: Callable[[DomainError], dict[str, Any]]
    """Returns the body with which REST would answer a refused command."""
    private: frozenset[str] = frozenset()
    """Prefixes under which each user has a feed of his own (`me`)."""
    keyless: frozenset[str] = frozenset()
    """Prefixes that are a whole name, because there is only one such channel (`lobby`)."""
    forms: Mapping[str, ChannelForms] = {}
    """By prefix."""
    heads: tuple[Heads, ...] = ()
    """Functions that return where feeds end that are not in the event store."""
