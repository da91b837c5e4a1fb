"""A deck in which known cards come to known seats: for records, scenarios and tests."""

from collections.abc import Mapping, Sequence

from tables.engine.cards import DECK_SIZE
from tables.engine.commands import StartHand
from tables.engine.dealing import hole_dealt
from tables.engine.games import GAMES
from tables.engine.starting import clockwise
from tables.engine.terms import Card, SeatNo


def stacked_deck(
    command: StartHand,
    hole: Mapping[SeatNo, Sequence[Card | None]],
    board: Sequence[Card | None],
) -> list[Card | None]:
    """
    Return a deck that deals `hole` and `board` when `command` is decided; None elsewhere.

    Boards may be short: what is missing stays unknown.
    """
    game = GAMES[command.game]
    rules = command.rules
    order = tuple(entry.seat for entry in clockwise(command.seats, command.button))
    cards: list[Card | None] = [None] * DECK_SIZE
    for dealt in hole_dealt(order, game.hole_count, rules).hands:
        for position, card in zip(dealt.positions, hole.get(dealt.seat, ()), strict=False):
            cards[position] = card
    at = len(order) * game.hole_count
    faces = list(board)
    for street in game.streets[1:]:
        at += 1 if rules.deal_burn else 0
        for _ in range(street.board):
            cards[at] = faces.pop(0) if faces else None
            at += 1
    return cards


def filled(cards: Sequence[Card | None]) -> list[Card | None]:
    """Return `cards` with every unknown place taken by a card that is not in use yet."""
    spare = sorted(set(range(DECK_SIZE)) - {card for card in cards if card is not None})
    return [spare.pop() if card is None else card for card in cards]
