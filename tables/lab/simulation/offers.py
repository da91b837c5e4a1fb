"""What a session may play: every game with every structure that it goes with, and rotations."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tables.engine.hand.start_checks import misfit
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import MAX_SEATS, SeatNo
from tables.engine.table.bridge import structure_of
from tables.engine.table.options import check_options
from tables.engine.table.state import Leg, LimitKind, Stakes, TableConfig, TableOptions

SMALL_BLIND, BIG_BLIND = 5, 10
HIGHER = 2 * BIG_BLIND
ANTE, BRING_IN = 2, 3
LIMITS: tuple[LimitKind, ...] = ("nl", "pl", "fixed", "spread", "step_spread", "stud_split")

_LIMIT_FIGURES: Mapping[LimitKind, tuple[int, tuple[int, ...]]] = {
    "nl": (0, ()),
    "pl": (0, ()),
    "fixed": (HIGHER, ()),
    "spread": (0, (4 * BIG_BLIND,)),
    "step_spread": (0, (2 * BIG_BLIND, 3 * BIG_BLIND, 5 * BIG_BLIND)),
    "stud_split": (HIGHER, ()),
}
"""Higher limit and largest bets."""
_USUAL: Mapping[GameCode, LimitKind] = {
    "omaha": "pl",
    "omaha8": "fixed",
    "omaha5": "pl",
    "omaha5_8": "pl",
    "omaha6": "pl",
    "omaha6_8": "pl",
    "courchevel": "pl",
    "courchevel8": "pl",
    "stud7": "stud_split",
    "stud8": "stud_split",
    "razz": "stud_split",
    "draw5": "fixed",
    "triple27": "fixed",
    "badugi": "fixed",
}
"""How a game is mostly bet; what is not here, no-limit."""
ROTATIONS: Mapping[str, tuple[tuple[GameCode, LimitKind], ...]] = {
    "horse": (
        ("holdem", "fixed"),
        ("omaha8", "fixed"),
        ("razz", "stud_split"),
        ("stud7", "stud_split"),
        ("stud8", "stud_split"),
    ),
    "8-game": (
        ("triple27", "fixed"),
        ("holdem", "fixed"),
        ("omaha8", "fixed"),
        ("razz", "stud_split"),
        ("stud7", "stud_split"),
        ("stud8", "stud_split"),
        ("holdem", "nl"),
        ("omaha", "pl"),
    ),
}
MIXED = "mixed"
"""All rotations, one after the other."""


class Offer(Struct, frozen=True):
    """One kind of table."""

    name: str
    """A game's code, or a rotation's name."""
    limit: str
    """The betting structure; `mixed` in a rotation."""
    legs: tuple[Leg, ...]

    @property
    def max_players(self) -> SeatNo:
        """How many can sit down: a rotation's smallest game decides."""
        return min(MAX_SEATS, *[GAMES[leg.game].max_seats for leg in self.legs])

    def config(self, rules: RuleSet) -> TableConfig:
        """Return the table, without rake and options."""
        first = self.legs[0]
        return TableConfig(
            game=first.game,
            seat_count=self.max_players,
            stakes=first.stakes,
            rules=rules,
            book="play",
            rotation=self.legs if len(self.legs) > 1 else (),
        )


def every_offer() -> Iterator[Offer]:
    """Yield every game with every structure that it may be played with, then the rotations."""
    for game in GAMES:
        for limit in limits_of(game):
            yield single(game, limit)
    yield from mixed()


def mixed() -> Iterator[Offer]:
    """Yield the rotations."""
    for name in ROTATIONS:
        yield rotation(name)


def single(game: str, limit: str | None = None) -> Offer:
    """Return a table of one game, with its usual structure unless another one is named."""
    code = GAMES[game].code
    found = [known for known in limits_of(game) if known == (limit or usual_limit(game))]
    return Offer(game, found[0], (Leg(code, stakes_of(game, found[0])),))


def rotation(name: str) -> Offer:
    """Return a table that plays several games in turn."""
    legs = [Leg(game, stakes_of(game, limit)) for game, limit in ROTATIONS[name]]
    return Offer(name, MIXED, tuple(legs))


def usual_limit(game: str) -> LimitKind:
    """Return how a game is mostly bet."""
    return _USUAL.get(GAMES[game].code, "nl")


def limits_of(game: str) -> tuple[LimitKind, ...]:
    """Return the structures that a game may be played with (R-TAB-5)."""
    row = GAMES[game]
    return tuple(
        limit for limit in LIMITS if misfit(structure_of(stakes_of(game, limit)), row) is None
    )


def stakes_of(game: str, limit: LimitKind) -> Stakes:
    """Return blinds of 5 and 10, in stud antes and a bring-in; short deck has a button blind."""
    higher, largest = _LIMIT_FIGURES[limit]
    family = GAMES[game].family
    is_big_bet = limit in {"nl", "pl"}
    has_ante = family == "stud" or game == "short_deck"
    return Stakes(
        small_blind_chips=0 if has_ante else SMALL_BLIND,
        big_blind_chips=0 if family == "stud" and not is_big_bet else BIG_BLIND,
        lower_limit_chips=BIG_BLIND,
        ante_chips=ANTE if has_ante else 0,
        limit=limit,
        higher_limit_chips=higher,
        max_bets_chips=largest,
        bring_in_chips=BRING_IN if family == "stud" else 0,
    )


_OPTIONS: tuple[Mapping[str, int | str], ...] = (
    {"straddle": "button", "max_straddles": 2},
    {"straddle": "utg", "max_straddles": 2},
    {"run_it_times": 3},
    {"bomb_pot_every_hands": 5, "bomb_pot_boards": 2},
    {"kill": "full", "kill_pot_chips": 8 * BIG_BLIND},
    {"may_buy_button": True},
)


def with_options(config: TableConfig) -> TableConfig:
    """Return the table with every option that its games can have; hands are shown by hand."""
    rules = replace(config.rules, showdown_mode="manual")
    config = replace(config, rules=rules)
    for wanted in _OPTIONS:
        if wanted.get("straddle") and config.options.straddle != "off":
            continue
        tried = replace(config, options=_changed(config.options, wanted))
        try:
            check_options(tried)
        except RuleViolation:
            continue  # the game has no such option
        config = tried
    return config


def _changed(options: TableOptions, wanted: Mapping[str, int | str]) -> TableOptions:
    changed: TableOptions = replace(options, **wanted)
    return changed
