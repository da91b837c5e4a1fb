"""The games as data: streets, cards a street, who opens, hand rules. A variant is a row."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tables.engine.rules.ranking import HandRule
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Card, SeatNo

GameCode: TypeAlias = Literal[
    "holdem",
    "short_deck",
    "pineapple",
    "crazy_pineapple",
    "omaha",
    "omaha8",
    "omaha5",
    "omaha5_8",
    "omaha6",
    "omaha6_8",
    "courchevel",
    "courchevel8",
    "stud7",
    "stud8",
    "razz",
    "draw5",
    "single27",
    "triple27",
    "badugi",
]
Family: TypeAlias = Literal["flop", "stud", "draw"]
Tier: TypeAlias = Literal[0, 1]
LOWER: Final[Tier] = 0
HIGHER: Final[Tier] = 1

FULL_DECK: Final[tuple[Card, ...]] = tuple(range(52))
SHORT_DECK: Final[tuple[Card, ...]] = tuple(range(16, 52))
"""Sixes to aces (R-LOW-7)."""


class Street(Struct, frozen=True):
    """One betting round and what comes before it: discards, then new cards."""

    name: str
    tier: Tier
    """Which limit is bet in a split limit (R-FL-1)."""
    down: int = 0
    """Cards to each hand, face down."""
    up: int = 0
    """Cards to each hand, face up (R-DEA-4)."""
    board: int = 0
    """Community cards, after a burn (R-DEA-3)."""
    draw_up_to: int = 0
    """How many cards each hand may exchange first (R-LOW-6)."""
    put_away: int = 0
    """How many cards each hand must put away first, without getting new ones."""

    @property
    def has_discards(self) -> bool:
        """Whether every hand owes a decision on its cards before the betting."""
        return self.draw_up_to > 0 or self.put_away > 0


class Game(Struct, frozen=True):
    """A variant of poker."""

    code: GameCode
    family: Family
    streets: tuple[Street, ...]
    hand_rules: tuple[HandRule, ...]
    """One rule, or that of the high half and that of the low half (R-LOW-2)."""
    min_seats: SeatNo
    max_seats: SeatNo
    deck: tuple[Card, ...] = FULL_DECK
    is_low_stud: bool = False
    """Razz: the highest door card brings in, the lowest board speaks first (R-LOW-3)."""
    has_ranges: bool = False
    """Whether `stud.open_pair` and `stud.late_streets` hold; else limits are exact (R-LOW-4)."""
    hole_count: int = 0
    """Cards dealt face down before the first round."""
    index: dict[str, int] = {}
    """Street's name → its place."""
    is_stud: bool = False
    """Whether it is of the family `stud`; kept, because every decision asks for it."""
    deck_size: int = 0
    deck_bytes: bytes = b""
    """The deck's cards, a byte each."""
    last_discards: int = 0
    """The place of the last street that begins with discards; 0: there is none."""
    board_count: int = 0
    """Community cards of all streets."""
    board_street_count: int = 0
    """How many streets have community cards; each burns a card."""

    @property
    def is_split(self) -> bool:
        """Whether a low hand may take half of each pot."""
        return len(self.hand_rules) > 1

    @property
    def can_play_the_board(self) -> bool:
        """Whether the community cards alone may be a hand (R-SHW-3)."""
        return self.family == "flop" and self.hand_rules[0] in _ANY_FIVE


_ANY_FIVE: Final = ("best5", "short_deck", "short_deck_trips")


def _flop(
    code: GameCode,
    hole: int,
    *hand_rules: HandRule,
    seats: tuple[SeatNo, SeatNo] = (2, 10),
    first_board: int = 0,
    put_away_before: str = "",
    deck: tuple[Card, ...] = FULL_DECK,
) -> Game:
    def away(name: str) -> int:
        return 1 if name == put_away_before else 0

    streets = (
        Street("preflop", LOWER, down=hole, board=first_board),
        Street("flop", LOWER, board=3 - first_board, put_away=away("flop")),
        Street("turn", HIGHER, board=1, put_away=away("turn")),
        Street("river", HIGHER, board=1),
    )
    return Game(
        code=code,
        family="flop",
        streets=streets,
        hand_rules=hand_rules,
        min_seats=seats[0],
        max_seats=seats[1],
        deck=deck,
        hole_count=hole,
    )


def _stud(
    code: GameCode, *hand_rules: HandRule, is_low: bool = False, has_ranges: bool = False
) -> Game:
    streets = (
        Street("third", LOWER, down=2, up=1),
        Street("fourth", LOWER, up=1),
        Street("fifth", HIGHER, up=1),
        Street("sixth", HIGHER, up=1),
        Street("seventh", HIGHER, down=1),
    )
    return Game(
        code=code,
        family="stud",
        streets=streets,
        hand_rules=hand_rules,
        min_seats=2,
        max_seats=9,
        is_low_stud=is_low,
        has_ranges=has_ranges,
        hole_count=2,
    )


def _draw(code: GameCode, hole: int, rule: HandRule, draws: int, max_seats: SeatNo) -> Game:
    """`max_seats`: all hands, one player's discards and a burn a round must fit into the deck."""
    after: tuple[tuple[str, Tier], ...] = (("draw", HIGHER),)
    if draws == 3:  # R-LOW-6
        after = (("first_draw", LOWER), ("second_draw", HIGHER), ("third_draw", HIGHER))
    streets = (
        Street("predraw", LOWER, down=hole),
        *(Street(name, tier, draw_up_to=hole) for name, tier in after),
    )
    return Game(
        code=code,
        family="draw",
        streets=streets,
        hand_rules=(rule,),
        min_seats=2,
        max_seats=max_seats,
        hole_count=hole,
    )


def _counted(game: Game) -> Game:
    """Return the game with the figures that hands ask for again and again."""
    streets = game.streets
    discards = [place for place, street in enumerate(streets) if street.has_discards]
    return replace(
        game,
        index={street.name: place for place, street in enumerate(streets)},
        is_stud=game.family == "stud",
        deck_size=len(game.deck),
        deck_bytes=bytes(game.deck),
        last_discards=max(discards, default=0),
        board_count=sum(street.board for street in streets),
        board_street_count=sum(street.board > 0 for street in streets),
    )


GAMES: dict[str, Game] = {
    game.code: _counted(game)
    for game in (
        _flop("holdem", 2, "best5"),  # R-TAB-3
        _flop("short_deck", 2, "short_deck", deck=SHORT_DECK),  # R-LOW-7
        _flop("pineapple", 3, "best5", put_away_before="flop"),
        _flop("crazy_pineapple", 3, "best5", put_away_before="turn"),
        _flop("omaha", 4, "exactly2of4", seats=(6, 10)),  # R-TAB-2, `omaha.seats`
        _flop("omaha8", 4, "exactly2of4", "low8_exactly2", seats=(6, 10)),
        _flop("omaha5", 5, "exactly2of5", seats=(2, 8)),
        _flop("omaha5_8", 5, "exactly2of5", "low8_exactly2", seats=(2, 8)),
        _flop("omaha6", 6, "exactly2of6", seats=(2, 7)),
        _flop("omaha6_8", 6, "exactly2of6", "low8_exactly2", seats=(2, 7)),
        _flop("courchevel", 5, "exactly2of5", seats=(2, 8), first_board=1),
        _flop("courchevel8", 5, "exactly2of5", "low8_exactly2", seats=(2, 8), first_board=1),
        _stud("stud7", "best5", has_ranges=True),  # R-TAB-1
        _stud("stud8", "best5", "low8"),  # R-LOW-4
        _stud("razz", "low_a5", is_low=True),  # R-LOW-3
        _draw("draw5", 5, "best5", 1, max_seats=8),
        _draw("single27", 5, "low_27", 1, max_seats=8),  # R-LOW-5
        _draw("triple27", 5, "low_27", 3, max_seats=6),
        _draw("badugi", 4, "badugi", 3, max_seats=8),
    )
}


_TRIPS_FIRST = replace(GAMES["short_deck"], hand_rules=("short_deck_trips",))


def game_of(code: GameCode, rules: RuleSet) -> Game:
    """Return the game as the switches of the table change it (R-LOW-7)."""
    if code == "short_deck" and rules.short_deck_trips_beat_straight:
        return _TRIPS_FIRST
    return GAMES[code]
