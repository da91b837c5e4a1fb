"""What every writer asks of a hand: that it is whole and over, and which cards it may name."""

from collections.abc import Mapping, Sequence

from tables.engine.events import (
    CardsShown,
    HandEvent,
    HandFinished,
    HandStarted,
    HandVoided,
    HoleDealt,
)
from tables.engine.terms import Card, SeatNo
from tables.histories.errors import Unwritable

Cards = Sequence[Card | None]


def started_of(events: Sequence[HandEvent]) -> HandStarted:
    """
    Return how the hand began.

    :raises Unwritable: if the events are not a whole hand's, or it was taken back.
    """
    started = events[0] if events else None
    if not isinstance(started, HandStarted):
        raise Unwritable("The events are not those of a whole hand.")
    if any(isinstance(event, HandVoided) for event in events):
        raise Unwritable("The hand was taken back.")
    return started


def finished_of(events: Sequence[HandEvent]) -> HandFinished:
    """
    Return how the hand ended.

    :raises Unwritable: if it is not over.
    """
    finished = events[-1]
    if not isinstance(finished, HandFinished):
        raise Unwritable("The hand is not over.")
    return finished


def dealt_cards(
    events: Sequence[HandEvent],
    hole: Mapping[SeatNo, Sequence[Card]] | None,
    deck: Cards | None,
) -> dict[SeatNo, Cards]:
    """Return each seat's cards as they were dealt: of `deck`, of `hole`, else unknown (None)."""
    dealt_to: dict[SeatNo, Cards] = {}
    for event in events:
        if isinstance(event, HoleDealt):
            for dealt in event.hands:
                faces = [deck[position] for position in dealt.positions] if deck else dealt.faces
                dealt_to[dealt.seat] = faces or [None] * len(dealt.positions)
    return {**dealt_to, **(hole or {})}


def known_cards(
    events: Sequence[HandEvent],
    hole: Mapping[SeatNo, Sequence[Card]] | None,
    deck: Cards | None,
) -> dict[SeatNo, Cards]:
    """Return each seat's cards as the hand's end leaves them: those that were shown as well."""
    shown = {event.seat: event.faces for event in events if isinstance(event, CardsShown)}
    return {**dealt_cards(events, hole, deck), **shown, **(hole or {})}
