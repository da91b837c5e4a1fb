"""What all writers need: a hand that is complete and over, and the cards that they may show."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from tables.engine.hand.dealing import faces_at
from tables.engine.hand.events import (
    BoardCorrected,
    BoardDealt,
    CardExposed,
    CardsDealt,
    CardsDiscarded,
    CardsEntered,
    CardsShown,
    HandEvent,
    HandFinished,
    HandStarted,
    HandVoided,
    HoleDealt,
)
from tables.engine.hand.evolve import evolve
from tables.engine.hand.state import Hand
from tables.engine.rules.cards import text_of
from tables.engine.rules.terms import Card, Position, SeatNo
from tables.histories.errors import Unwritable

Cards = Sequence[Card | None]

PLAY_MONEY: Final = "PPC"
NO_CURRENCY: Final = ""
"""Of tournament chips, as in Open Hand History's example of a tournament."""


class HandInfo(Struct, frozen=True, kw_only=True):
    """Data of a hand that its events do not have: its id, table, time and currency."""

    hand: str
    started_at: str
    """RFC 3339, UTC."""
    table: str
    seat_count: int
    currency: str = PLAY_MONEY
    exponent: int = 0
    """How many digits of the amounts come after the point."""
    is_tournament: bool = False
    site: str = "pokerhouse"


def started_of(events: Sequence[HandEvent]) -> HandStarted:
    """
    Return the hand's first event.

    :raises Unwritable: if the events are not those of a whole hand, or it was voided.
    """
    started = events[0] if events else None
    if not isinstance(started, HandStarted):
        raise Unwritable("The events are not those of a whole hand.")
    if any(isinstance(event, HandVoided) for event in events):
        raise Unwritable("The hand was taken back.")
    return started


def finished_of(events: Sequence[HandEvent]) -> HandFinished:
    """
    Return the hand's last event.

    :raises Unwritable: if it is not over.
    """
    finished = events[-1]
    if not isinstance(finished, HandFinished):
        raise Unwritable("The hand is not over.")
    return finished


class VisibleCards:
    """
    The cards of a hand that its reader may see, event by event.

    These are the open cards, those of `hole` (by seat, in the order in which they came) and, for an
    auditor, the whole `deck`.
    """

    def __init__(
        self,
        events: Sequence[HandEvent],
        hole: Mapping[SeatNo, Cards] | None = None,
        deck: Cards | None = None,
    ) -> None:
        self.hand: Hand | None = None
        """The hand after the events that were applied so far."""
        self._deck = deck
        self._to_come = {seat: list(cards) for seat, cards in (hole or {}).items()}
        self._faces: dict[Position, Card | None] = {}
        for event in events:
            if isinstance(event, CardsEntered):  # open all the time; written down later
                self._learn(event.positions, event.faces)

    def apply(self, event: HandEvent) -> None:
        """Apply the next event."""
        self.hand = evolve(self.hand, event)
        if isinstance(event, CardExposed):
            self._learn((event.position,), (event.face,))
        for seat, positions in arrivals(event):
            mine = self._to_come.get(seat, [])
            self._learn(positions, mine[: len(positions)])
            del mine[: len(positions)]
            if self._deck is not None and self.hand is not None:
                self._learn(positions, faces_at(self.hand, self._deck, positions))
        for positions, faces in _open_cards(event):
            self._learn(positions, faces)

    def known(self) -> dict[Position, Card]:
        """Return the cards that the reader knows now, by position."""
        return {at: card for at, card in self._faces.items() if card is not None}

    def of(self, positions: Iterable[Position]) -> list[Card | None]:
        """Return the faces at these positions; None for a card that the reader does not know."""
        return [self._faces.get(position) for position in positions]

    def texts(self, positions: Iterable[Position]) -> list[str]:
        """Return the names of those cards at these positions that the reader knows."""
        return [text_of(card) for card in self.of(positions) if card is not None]

    def board_texts(self, positions: Iterable[Position]) -> list[str]:
        """
        Return the names of community cards.

        :raises Unwritable: if one of them is unknown.
        """
        faces = self.of(positions)
        if None in faces:
            raise Unwritable("A card of the board is unknown.")
        return [text_of(card) for card in faces if card is not None]

    def _learn(self, positions: Sequence[Position], faces: Cards) -> None:
        for position, face in zip(positions, faces, strict=False):
            if face is not None:
                self._faces[position] = face


def faces_of(
    events: Sequence[HandEvent],
    hole: Mapping[SeatNo, Cards] | None,
    deck: Cards | None,
) -> dict[Position, Card]:
    """
    Return the cards that a writer may show, by position: those of the events, `hole` and `deck`.

    `hole` has a seat's cards in the order in which they came, also those that it drew.
    """
    visible = VisibleCards(events, hole, deck)
    for event in events:
        visible.apply(event)
    return visible.known()


def arrivals(event: HandEvent) -> Iterator[tuple[SeatNo, tuple[Position, ...]]]:
    """Yield the seats that got cards, with the positions of these cards."""
    if isinstance(event, HoleDealt | CardsDealt):
        for dealt in event.hands:
            yield dealt.seat, dealt.positions
    elif isinstance(event, CardsDiscarded):
        yield event.seat, event.positions
    elif isinstance(event, CardExposed) and event.replaced_by is not None:
        yield event.seat, (event.replaced_by,)


def _open_cards(event: HandEvent) -> Iterator[tuple[tuple[Position, ...], Cards]]:
    """Yield the places whose faces the event itself names."""
    if isinstance(event, HoleDealt | CardsDealt):
        for dealt in event.hands:
            yield dealt.positions, dealt.faces
    elif isinstance(event, CardsDiscarded | BoardDealt | CardsShown | BoardCorrected):
        yield event.positions, event.faces
