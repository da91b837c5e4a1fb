"""
The bounds of what is asked for, in one place for every transport.

Requests have them in their types; the forms of REST are made from those (`pokerhouse.api.forms`).
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from pokerhouse.common.money import MAX_AMOUNT
from tables.engine.rules.cards import DECK_SIZE
from tables.engine.rules.terms import Chips, Position, TurnNo

MAX_TURN = 10_000
"""Beyond any hand's number of decisions."""

MAX_POSITION = 999
"""Beyond the names of any hand's shuffled discards, which begin behind the deck (R-LOW-6)."""

MAX_DECK_POSITION = DECK_SIZE - 1
MAX_CARDS = 10
MAX_BOARD_CARDS = 15
"""Three boards of five."""
MAX_BOARDS = 10
MAX_REASON = 500
MAX_LEGS = 32
MAX_BETS = 3

Turn: TypeAlias = Annotated[TurnNo, Meta(ge=1, le=MAX_TURN)]
"""The number of the decision in its hand: 1, 2, 3 …"""
Amount: TypeAlias = Annotated[Chips, Meta(ge=1, le=MAX_AMOUNT)]
Cards: TypeAlias = Annotated[
    tuple[Annotated[Position, Meta(ge=0, le=MAX_POSITION)], ...], Meta(max_length=MAX_CARDS)
]
"""Cards, by their places in the deck."""
Boards: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_BOARDS)]
"""How many boards `run_it` asks for."""
