"""Decks in which known cards come to known seats: for records, scenarios and tests."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tables.engine.hand.commands import Command, StartHand
from tables.engine.hand.dealing import hole_dealt
from tables.engine.hand.decide import advance
from tables.engine.hand.events import BoardDealt, CardsDealt, CardsDiscarded, HandEvent, HoleDealt
from tables.engine.hand.starting import clockwise
from tables.engine.hand.state import Hand
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import FULL_DECK, GAMES
from tables.engine.rules.terms import Card, Position, SeatNo

Faces: TypeAlias = Sequence[Card | None]
"""Cards in the order in which they come; None for any card."""


def stacked_deck(
    command: StartHand,
    hole: Mapping[SeatNo, Sequence[Card | None]],
    board: Sequence[Card | None],
) -> list[Card | None]:
    """
    Return a deck that deals `hole` and `board` of a flop game; None elsewhere.

    Boards may be incomplete: missing cards stay unknown.
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
    The cards that each seat and each board get, in order, whoever folds on the way.

    The place of a street's card in the deck depends on who is still in. So the deck for a command
    is found by a trial: the events of the command show where the next cards lie.
    """

    def __init__(
        self,
        hands: Mapping[SeatNo, Faces],
        *boards: Faces,
        deck: Sequence[Card] = FULL_DECK,
    ) -> None:
        self._hands = hands
        self._boards = boards
        self._cards = deck
        self._known: dict[Position, Card | None] = {}
        self._counts: dict[SeatNo, int] = {}
        self._board_counts: dict[int, int] = {}
        """How many cards seats and boards have so far; the state says it before each command."""

    def cards_for(self, hand: Hand | None, command: Command) -> list[Card | None]:
        """Return the deck with which `command` deals what the script says, as far as it does."""
        self._try(hand, command)
        return self._deck()

    def _try(self, hand: Hand | None, command: Command) -> Sequence[HandEvent]:
        """Note where the command's cards lie; return its events with arbitrary other cards."""
        try:
            events, after = advance(hand, command, self._filled())
        except RuleViolation:
            return ()  # a wrong command is refused whatever the cards are
        self._count(hand)
        for event in events:
            self._learn(event, after)
        return events

    def _deck(self) -> list[Card | None]:
        return [self._known.get(at) for at in range(len(self._cards))]

    def _filled(self) -> list[Card | None]:
        return filled(self._deck(), self._cards)

    def _count(self, hand: Hand | None) -> None:
        seats = hand.seats if hand else ()
        self._counts = {seat.seat: len(seat.positions) + len(seat.discarded) for seat in seats}
        boards = hand.boards if hand else ()
        shared = hand.game.streets[0].board if hand else 0  # of Courchevel: before boards part
        self._board_counts = {
            number: len(board) - (shared if number else 0) for number, board in enumerate(boards)
        }

    def _learn(self, event: HandEvent, after: Hand) -> None:
        match event:
            case HoleDealt() | CardsDealt():
                for dealt in event.hands:
                    self._deal(dealt.seat, dealt.positions, after)
            case CardsDiscarded():
                self._deal(event.seat, event.positions, after)
            case BoardDealt():
                board = self._boards[event.board] if event.board < len(self._boards) else ()
                count = self._board_counts.get(event.board, 0)
                self._put(event.positions, board[count:], after)
                self._board_counts[event.board] = count + len(event.positions)
            case _:
                pass

    def _deal(self, seat: SeatNo, positions: Sequence[Position], after: Hand) -> None:
        count = self._counts.get(seat, 0)
        self._put(positions, self._hands.get(seat, ())[count:], after)
        self._counts[seat] = count + len(positions)

    def _put(self, positions: Sequence[Position], faces: Faces, after: Hand) -> None:
        padded = (*faces[: len(positions)], *[None] * (len(positions) - len(faces)))
        for position, card in zip(positions, padded, strict=True):
            if position < len(self._cards):
                self._known[position] = card
            else:
                self._put_into_pile(position, card, after)

    def _put_into_pile(self, position: Position, card: Card | None, after: Hand) -> None:
        """A discard pile is not scripted: its cards lie where they were put away."""
