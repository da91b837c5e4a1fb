"""
What one viewer may see of an event: its `AUDIENCE`, which every event has to state, says who.

Hidden cards are never in an event; a player's own are added for him alone.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from tables.engine.hand.events import CardsDealt, CardsDiscarded, DealtHand, HandEvent, HoleDealt
from tables.engine.rules.audience import Audience
from tables.engine.rules.terms import Card, Position, SeatNo
from tables.engine.table.events import TableEvent

FeedEvent: TypeAlias = HandEvent | TableEvent


class Viewer(Struct, frozen=True):
    """Somebody who reads a feed. Staff and spectators have no seat and no cards."""

    seat: SeatNo | None = None
    own_cards: Mapping[Position, Card] = {}
    """The faces of this seat's own hole cards, and of no others."""

    def __repr__(self) -> str:
        """Never a face: a viewer may end up in a log."""
        return f"Viewer(seat={self.seat})"


SPECTATOR = Viewer()


def _says_who_may_see_it(event_class: type[FeedEvent]) -> bool:
    """Return whether the class has an AUDIENCE of its own; what it inherits is nobody's word."""
    return "AUDIENCE" in vars(event_class)


_UNDECLARED = [cls.__name__ for cls in get_args(FeedEvent) if not _says_who_may_see_it(cls)]
assert not _UNDECLARED, f"who may see {', '.join(_UNDECLARED)}?"

_AUDIENCES: dict[type, Audience] = {cls: cls.AUDIENCE for cls in get_args(FeedEvent)}

VISIBLE: frozenset[type] = frozenset(
    cls for cls, audience in _AUDIENCES.items() if audience is not Audience.NOBODY
)
"""Events that somebody may see; whether it is this viewer is the event's `AUDIENCE`."""


def project(event: FeedEvent, viewer: Viewer) -> FeedEvent | None:
    """Return `event` as `viewer` may see it; None if he may see only that there was one."""
    match _AUDIENCES.get(type(event)):
        case Audience.EVERYONE:
            return _with_own_cards(event, viewer)
        case Audience.SEAT:
            return event if _seat_of(event) == viewer.seat else None
        case Audience.NOBODY | None:  # no event of a feed
            return None


def _seat_of(event: Any) -> SeatNo | None:
    seat: SeatNo | None = event.seat
    return seat


def _with_own_cards(event: FeedEvent, viewer: Viewer) -> FeedEvent:
    if viewer.seat is None or not viewer.own_cards:
        return event
    if isinstance(event, HoleDealt | CardsDealt):
        return replace(event, hands=tuple([_face_up(dealt, viewer) for dealt in event.hands]))
    if isinstance(event, CardsDiscarded):
        return _face_up(event, viewer)
    return event


_Dealt = TypeVar("_Dealt", DealtHand, CardsDiscarded)


def _face_up(dealt: _Dealt, viewer: Viewer) -> _Dealt:
    is_own = dealt.seat == viewer.seat and all(at in viewer.own_cards for at in dealt.positions)
    if not is_own or dealt.faces:
        return dealt
    return replace(dealt, faces=tuple([viewer.own_cards[at] for at in dealt.positions]))
