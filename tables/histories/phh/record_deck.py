"""The deck that deals a record's cards: it does not know all of them, and some come again."""

from collections.abc import Mapping, Sequence

from tables.engine.hand.commands import Command, StartHand
from tables.engine.hand.decide import advance
from tables.engine.hand.events import CardsDealt, HandEvent
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Card, Position, SeatNo
from tables.engine.stacked_deck import Faces, Script, stacked_deck
from tables.histories.phh.record_discard_piles import DiscardPiles


class CardsByPlace(list[Card | None]):
    """Cards by position, and how the discard piles were shuffled (R-LOW-6)."""

    def __init__(self, cards: Faces, orders: Mapping[int, Mapping[int, int]]) -> None:
        super().__init__(cards)
        self._orders = orders

    def order(self, pool: int, size: int) -> list[int]:
        """Return the pile's order: what the record says, the rest as it lies."""
        known = self._orders.get(pool, {})
        rest = [at for at in range(size) if at not in set(known.values())]
        return [known[at] if at in known else rest.pop(0) for at in range(size)]


class RecordDeck(Script):
    """A script with a record's gaps, and the discards that come again in it."""

    def __init__(
        self, start: StartHand, hands: Mapping[SeatNo, Faces], boards: Sequence[Faces]
    ) -> None:
        self._game = GAMES[start.game]
        super().__init__(hands, *boards, deck=self._game.deck)
        self._discard_piles = DiscardPiles(self._game.deck_size)
        self._whole: CardsByPlace | None = None
        if self._game.family == "flop" and len(boards) == 1:  # all places are known before
            self._whole = CardsByPlace(stacked_deck(start, hands, boards[0]), {})

    def cards_before(
        self, hand: Hand | None, command: Command, speaker: SeatNo | None
    ) -> CardsByPlace:
        """
        Return the deck with which `command` deals what the record says.

        `speaker` is who acts next in the record, if anybody: an open card of stud that it does
        not know is one with which he does.
        """
        if self._whole is not None:
            return self._whole
        closed = self._unknown_open(self._try(hand, command))
        if closed:
            self._open(hand, command, closed, speaker)
        return self._deck()

    def _deck(self) -> CardsByPlace:
        known = {**self._known, **self._discard_piles.guessed}
        return CardsByPlace(
            [known.get(at) for at in range(self._game.deck_size)], self._discard_piles.orders
        )

    def _filled(self) -> CardsByPlace:
        return CardsByPlace(super()._filled(), self._discard_piles.orders)

    def _put_into_pile(self, position: Position, card: Card | None, after: Hand) -> None:
        self._discard_piles.put(after, position, card, self._known)

    def _unknown_open(self, events: Sequence[HandEvent]) -> list[tuple[SeatNo, Position]]:
        """Return the open cards of stud that the record does not know."""
        return [
            (dealt.seat, position)
            for event in events
            if isinstance(event, CardsDealt)
            and self._game.streets[self._game.index[event.street]].up
            for dealt in event.hands
            for position in dealt.positions
            if dealt.faces and self._known.get(position) is None
        ]

    def _open(
        self,
        hand: Hand | None,
        command: Command,
        closed: Sequence[tuple[SeatNo, Position]],
        speaker: SeatNo | None,
    ) -> None:
        """Choose cards that nothing in the record contradicts: not even who speaks first."""
        for seat, position in closed:
            spare = self._spare(is_strong=(seat == speaker) != (hand is None))
            if spare:
                self._known[position] = spare[0]
        for _, position in closed:
            usual = self._known[position]
            for card in (usual, *self._spare(is_strong=True)):
                self._known[position] = card
                if self._speaker(hand, command) in {speaker, None}:
                    return
            self._known[position] = usual

    def _spare(self, *, is_strong: bool) -> list[Card]:
        """Return cards of which the record knows nothing, weak or strong ones first."""
        named = {card for faces in (*self._hands.values(), *self._boards) for card in faces}
        named.update(self._known.values())
        spare = [card for card in self._game.deck if card not in named]
        if self._game.is_low_stud:
            aces = [card for card in spare if card // 4 == 12]
            spare = (aces + [card for card in spare if card // 4 < 12])[::-1]
        return spare[::-1] if is_strong else spare

    def _speaker(self, hand: Hand | None, command: Command) -> SeatNo | None:
        return advance(hand, command, self._filled())[1].actor
