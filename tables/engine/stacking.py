"""Decks in which known cards come to known seats: for records, scenarios and tests."""

from collections.abc import Mapping, Sequence

from tables.engine.cards import DECK_SIZE
from tables.engine.commands import Command, StartHand
from tables.engine.dealing import hole_dealt
from tables.engine.decide import advance
from tables.engine.errors import RuleViolation
from tables.engine.events import BoardDealt, CardsDealt, CardsDiscarded, HandEvent, HoleDealt
from tables.engine.games import FULL_DECK, GAMES
from tables.engine.starting import clockwise
from tables.engine.state import Hand
from tables.engine.terms import Card, Position, SeatNo


def stacked_deck(
    command: StartHand,
    hole: Mapping[SeatNo, Sequence[Card | None]],
    board: Sequence[Card | None],
) -> list[Card | None]:
    """
    Return a deck that deals `hole` and `board` of a flop game; None elsewhere.

    Boards may be short: what is missing stays unknown.
    """
    game = GAMES[command.game]
    rules = command.rules
    order = tuple(entry.seat for entry in clockwise(command.seats, command.button))
    cards: list[Card | None] = [None] * len(game.deck)
    for dealt in hole_dealt(order, game.hole_count, rules).hands:
        for position, card in zip(dealt.positions, hole.get(dealt.seat, ()), strict=False):
            cards[position] = card
    at = len(order) * game.hole_count
    faces = list(board)
    for street in game.streets:
        if street.board:
            at += 1 if rules.deal_burn else 0
        for _ in range(street.board):
            cards[at] = faces.pop(0) if faces else None
            at += 1
    return cards


def filled(cards: Sequence[Card | None], deck: Sequence[Card] = FULL_DECK) -> list[Card | None]:
    """Return `cards` with every unknown place taken by a card that is not in use yet."""
    spare = sorted(set(deck) - {card for card in cards if card is not None})
    return [spare.pop() if card is None else card for card in cards]


class Script:
    """
    The cards that each seat and the board get, in order, whoever folds on the way.

    Which place of the deck a street's card has depends on who is still in. So the deck for a
    command is found by trying: what the command would deal says where the next cards lie.
    """

    def __init__(
        self,
        hands: Mapping[SeatNo, Sequence[Card | None]],
        board: Sequence[Card | None] = (),
        *,
        deck: Sequence[Card] = FULL_DECK,
    ) -> None:
        self._hands = hands
        self._board = board
        self._deck = deck
        self._known: dict[Position, Card | None] = {}

    def cards_for(self, hand: Hand | None, command: Command) -> list[Card | None]:
        """Return the deck with which `command` deals what the script says, as far as it does."""
        for _ in range(DECK_SIZE):
            cards = [self._known.get(position) for position in range(len(self._deck))]
            try:
                events, _ = advance(hand, command, filled(cards, self._deck))
            except RuleViolation:
                return cards  # whatever is wrong is found with any cards
            if not self._learn(hand, events):
                return cards
        raise AssertionError("a script deals no card twice")

    def _learn(self, hand: Hand | None, events: Sequence[HandEvent]) -> bool:
        """Note where the script's next cards lie; stop at the first that were not known."""
        counts = (
            {}
            if hand is None
            else {seat.seat: len(seat.positions) + len(seat.discarded) for seat in hand.seats}
        )
        board_count = 0 if hand is None else len(hand.board)
        for event in events:
            places: list[tuple[Position, Card | None]] = []
            match event:
                case HoleDealt() | CardsDealt():
                    for dealt in event.hands:
                        places += self._next(dealt.seat, dealt.positions, counts)
                case CardsDiscarded():
                    places += self._next(event.seat, event.positions, counts)
                case BoardDealt(board=0):  # a second board gets what is left
                    faces = self._board[board_count : board_count + len(event.positions)]
                    board_count += len(event.positions)
                    places += zip(event.positions, faces, strict=False)
                case _:
                    pass
            fresh = [place for place in places if place[0] not in self._known]
            if fresh:
                self._known.update(fresh)
                return True
        return False

    def _next(
        self, seat: SeatNo, positions: Sequence[Position], counts: dict[SeatNo, int]
    ) -> list[tuple[Position, Card | None]]:
        first = counts.get(seat, 0)
        counts[seat] = first + len(positions)
        cards = self._hands.get(seat, ())[first : first + len(positions)]
        padded = (*cards, *[None] * (len(positions) - len(cards)))
        return list(zip(positions, padded, strict=True))
