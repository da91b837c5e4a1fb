"""Random tables of any game, structure, option and rotation, and random play at them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from tables.engine.hand.commands import Act, Command, TimeOut
from tables.engine.hand.events import RakePlan
from tables.engine.hand.legal import legal
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet
from tables.engine.table.state import Leg, Stakes, TableConfig, TableOptions

SEAT_COUNT = 6
_STRUCTURES: dict[str, dict[str, Any]] = {
    "nl": {},
    "pl": {},
    "fixed": {"higher_limit_chips": 20},
    "spread": {"max_bets_chips": (50,)},
    "step_spread": {"max_bets_chips": (20, 50)},
}
_STUD = {**_STRUCTURES, "stud_split": {"higher_limit_chips": 20}}
del _STUD["fixed"]


def random_stakes(random: Random, game: GameCode) -> Stakes:
    """Return stakes that the game may be played for, in any structure."""
    is_stud = GAMES[game].family == "stud"
    limit, figures = random.choice(list((_STUD if is_stud else _STRUCTURES).items()))
    has_button_blind = game == "short_deck" and random.random() < 0.5
    is_big = not is_stud or limit in {"nl", "pl"}
    return Stakes(
        small_blind_chips=0 if is_stud or has_button_blind else 5,
        big_blind_chips=10 if is_big else 0,
        lower_limit_chips=10,
        ante_chips=random.choice((1, 2)) if is_stud or has_button_blind else random.choice((0, 1)),
        big_blind_ante_chips=0 if is_stud else random.choice((0, 0, 4)),
        limit=limit,  # type: ignore[arg-type]
        bring_in_chips=random.choice((2, 5)) if is_stud else 0,
        **figures,
    )


def random_leg(random: Random) -> Leg:
    """Return any game of the house with stakes that fit it."""
    game = random.choice([game.code for game in GAMES.values()])
    return Leg(game, random_stakes(random, game))


def random_options(random: Random) -> TableOptions:
    """Return any options; a game without some of them cannot have been meant."""
    return TableOptions(
        straddle=random.choice(("off", "utg", "button")),
        max_straddles=random.choice((1, 2)),
        run_it_times=random.choice((1, 2, 3)),
        bomb_pot_every_hands=random.choice((0, 1, 3)),
        bomb_pot_ante_big_blinds=random.choice((1, 2)),
        bomb_pot_boards=random.choice((1, 2, 3)),
        board_count=random.choice((1, 1, 2)),
        kill=random.choice(("off", "half", "full")),
        kill_pot_chips=random.choice((0, 30)),
        may_buy_button=random.random() < 0.5,
    )


def random_config(random: Random) -> TableConfig:
    """Return a table of one game or of several in turn; not every one of them can be opened."""
    legs = tuple(random_leg(random) for _ in range(random.choice((1, 2, 4))))
    rules = replace(
        random.choice((HOUSE, STANDARD)),
        omaha_seats="2-10",
        button_headsup_no_double_bb=random.random() < 0.3,
        stud_rotate_dealer=random.random() < 0.5,
        short_deck_trips_beat_straight=random.random() < 0.5,
    )
    return TableConfig(
        game=legs[0].game,
        seat_count=SEAT_COUNT,
        stakes=legs[0].stakes,
        rules=_quick(rules),
        rake=RakePlan(percent_bp=500, cap_chips=4),
        options=random_options(random) if random.random() < 0.8 else TableOptions(),
        rotation=legs if len(legs) > 1 else (),
        rotate_by=random.choice(("orbit", "hands", "minutes")),
        rotate_every=random.choice((1, 2)),
    )


def _quick(rules: RuleSet) -> RuleSet:
    """Small buy-ins: blinds and antes put players all-in."""
    return replace(rules, stakes_min_buy_in_factor=4)


def without_options(config: TableConfig) -> Iterator[TableConfig]:
    """Yield the table, then with ever fewer options, at last with none."""
    yield config
    for field in ("kill", "may_buy_button", "straddle", "board_count", "run_it_times"):
        default = getattr(TableOptions(), field)
        config = replace(config, options=replace(config.options, **{field: default}))
        yield config
    yield replace(config, options=TableOptions())


def random_act(random: Random, hand: Hand) -> Command:
    """Return something that the player to act may do, in any game, or his time-out."""
    choices = legal(hand)
    assert choices is not None
    if random.random() < 0.03:
        return TimeOut(choices.seat, choices.turn)
    kinds = choices.kinds
    if len(kinds) > 1 and random.random() < 0.6:
        kinds = tuple(kind for kind in kinds if kind not in {"fold", "all_in"}) or kinds
    kind = random.choice(kinds)
    act = Act(choices.seat, choices.turn, kind)
    if kind in {"bet", "raise"}:
        low, high = choices.min_to_chips, choices.max_to_chips
        if choices.bring_in_chips and low == choices.bring_in_chips:
            low = high if choices.has_two_amounts else min(high, low + 1)  # more than the bring-in
        between = [] if choices.has_two_amounts else [random.randint(low, high)]
        return replace(act, to_chips=random.choice([low, high, *between]))
    if kind == "discard":
        count = random.randint(choices.min_cards, choices.max_cards)
        held = hand.of(choices.seat).positions
        return replace(act, cards=tuple(random.sample(held, count)))
    if kind == "run_it":
        return replace(act, times=random.randint(1, choices.max_times))
    return act
