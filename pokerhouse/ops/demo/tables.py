"""The demo's tables: two of hold'em with free seats, and one each of other kinds of games."""

from msgspec import Struct

from tables.engine.hand.events import RakePlan
from tables.engine.rules.games import GameCode
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table.state import Leg, LimitKind, Stakes, TableConfig, TableOptions

HOLDEM_SEATS_TAKEN = 4
"""Of six: two are free for people."""
OTHER_SEATS_TAKEN = 3
"""Enough to be played, and few enough for a small machine."""

_RAKE = RakePlan(percent_bp=500, cap_chips=30, jackpot_drop_chips=1)


class DemoTable(Struct, frozen=True):
    """One table, and how many bots sit at it."""

    name: str
    config: TableConfig
    bot_count: int = OTHER_SEATS_TAKEN
    slowness: int = 3
    """How many times longer than at hold'em its bots think, and its hands pause."""


def blinds(limit: LimitKind = "nl") -> Stakes:
    """Return the stakes of a game with blinds of 5 and 10; fixed limits are 10 and 20."""
    return Stakes(
        small_blind_chips=5,
        big_blind_chips=10,
        lower_limit_chips=10,
        limit=limit,
        higher_limit_chips=20 if limit == "fixed" else 0,
    )


STUD_5_10_20 = Stakes(
    small_blind_chips=0,
    big_blind_chips=0,
    lower_limit_chips=10,
    limit="stud_split",
    higher_limit_chips=20,
    ante_chips=5,
    bring_in_chips=5,
)
HORSE = (
    Leg("holdem", blinds("fixed")),
    Leg("omaha8", blinds("fixed")),
    Leg("razz", STUD_5_10_20),
    Leg("stud7", STUD_5_10_20),
    Leg("stud8", STUD_5_10_20),
)


def config(
    game: GameCode,
    stakes: Stakes,
    *,
    rotation: tuple[Leg, ...] = (),
    run_it_times: int = 1,
) -> TableConfig:
    """Return a table of six seats in play money."""
    return TableConfig(
        game=game,
        seat_count=6,
        stakes=stakes,
        rules=HOUSE,
        book="play",
        rake=_RAKE,
        options=TableOptions(run_it_times=run_it_times),
        rotation=rotation,
    )


_HOLDEM = config("holdem", blinds())

HOLDEM = (
    DemoTable("Baden-Baden", _HOLDEM, HOLDEM_SEATS_TAKEN, 1),
    DemoTable("Travemuende", _HOLDEM, HOLDEM_SEATS_TAKEN, 1),
)
OTHERS = (
    DemoTable("Duisburg", config("omaha", blinds("pl"), run_it_times=2)),
    DemoTable("Wiesbaden", config("stud7", STUD_5_10_20)),
    DemoTable("Westerland", config("triple27", blinds("fixed"))),
    DemoTable("Lindau", config("holdem", blinds("fixed"), rotation=HORSE)),
)
HURRIED = tuple(
    DemoTable(f"{table.name}, fast", table.config, table.bot_count, 1) for table in HOLDEM
)
"""For tests that need many hands soon; other games would slow them down."""
