"""The games as data: streets, cards a street, hand rule. Another variant is another row."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tables.engine.ranking import HandRule
from tables.engine.terms import SeatNo

GameCode: TypeAlias = Literal["holdem", "omaha"]


class Street(Struct, frozen=True):
    """One betting round and the cards that come before it."""

    name: str
    hole_down: int = 0
    """Cards to each hand, face down."""
    board: int = 0
    """Community cards, after a burn (R-DEA-3)."""


class Game(Struct, frozen=True):
    """A variant of poker."""

    code: GameCode
    streets: tuple[Street, ...]
    hand_rule: HandRule
    min_seats: SeatNo
    max_seats: SeatNo
    hole_count: int
    """How many cards each hand holds in the end."""


def _flop_game(code: GameCode, hole: int, hand_rule: HandRule, min_seats: int) -> Game:
    return Game(
        code=code,
        streets=(
            Street("preflop", hole_down=hole),
            Street("flop", board=3),
            Street("turn", board=1),
            Street("river", board=1),
        ),
        hand_rule=hand_rule,
        min_seats=min_seats,
        max_seats=10,
        hole_count=hole,
    )


GAMES: dict[str, Game] = {
    game.code: game
    for game in (
        _flop_game("holdem", 2, "best5", min_seats=2),  # R-TAB-3
        _flop_game("omaha", 4, "exactly2of4", min_seats=6),  # R-TAB-2, `omaha.seats`
    )
}
