"""
What one viewer may see of an event: an allow-list, so that a new event is hidden until it is
listed. Hidden cards are never in an event; a player's own are added for him alone.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tables.engine.hand import events as hand_events
from tables.engine.hand.events import CardsDealt, CardsDiscarded, DealtHand, HandEvent, HoleDealt
from tables.engine.rules.audience import Audience
from tables.engine.rules.terms import Card, Position, SeatNo
from tables.engine.table import events as table_events
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

VISIBLE: frozenset[type] = frozenset(
    {
        hand_events.HandStarted,
        hand_events.Posted,
        hand_events.HoleDealt,
        hand_events.CardsDealt,
        hand_events.DiscardsBegun,
        hand_events.CardsDiscarded,
        hand_events.StubExtended,
        hand_events.BroughtIn,
        hand_events.CardExposed,
        hand_events.CardsEntered,
        hand_events.BoardCorrected,
        hand_events.RunItAnswered,
        hand_events.TurnStarted,
        hand_events.Folded,
        hand_events.Checked,
        hand_events.Called,
        hand_events.Bet,
        hand_events.Raised,
        hand_events.TimedOut,
        hand_events.BoardDealt,
        hand_events.UncalledReturned,
        hand_events.CardsShown,
        hand_events.CardsMucked,
        hand_events.BoardDeclared,
        hand_events.PotAwarded,
        hand_events.HandFinished,
        hand_events.HandVoided,
        table_events.TableOpened,
        table_events.TablePaused,
        table_events.TableResumed,
        table_events.TableClosing,
        table_events.TableClosed,
        table_events.StakesChanged,
        table_events.PlayerSeated,
        table_events.PlayerMovedIn,
        table_events.PlayerMovedOut,
        table_events.PlayerLeft,
        table_events.LeaveRequested,
        table_events.PlayerBusted,
        table_events.ToppedUp,
        table_events.TopUpQueued,
        table_events.TopUpDropped,
        table_events.SitOutRequested,
        table_events.SatOut,
        table_events.SatIn,
        table_events.ButtonDrawn,
        table_events.HandStarted,
        table_events.HandSettled,
        table_events.HandVoided,
        table_events.HandTakenBack,
        table_events.SeatOptionsChanged,
        table_events.BombPotRequested,
        table_events.ClockExtended,
    }
)
"""Events that somebody may see; whether it is this viewer is the event's `AUDIENCE`."""


def project(event: FeedEvent, viewer: Viewer) -> FeedEvent | None:
    """Return `event` as `viewer` may see it; None if he may see only that there was one."""
    if type(event) not in VISIBLE:
        return None
    match event.AUDIENCE:
        case Audience.EVERYONE:
            return _with_own_cards(event, viewer)
        case Audience.SEAT:
            return event if _seat_of(event) == viewer.seat else None
        case Audience.NOBODY:
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
