"""A table's life: open, playing, paused, closing, closed (docs/cash-room.md#games-and-tables)."""

import pytest
from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GameCode
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet
from tables.engine.rules.terms import MAX_CHIPS
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.decide import NEW_TABLE, decide_table
from tables.engine.table.state import Stakes, TableConfig, TableState
from tests.support.tables import STAKES, TestTable, player, refusal_code


def _config(
    game: GameCode = "holdem",
    seats: int = 6,
    stakes: Stakes = STAKES,
    rules: RuleSet = HOUSE,
    *,
    is_tournament: bool = False,
) -> TableConfig:
    return TableConfig(
        game=game, seat_count=seats, stakes=stakes, rules=rules, is_tournament=is_tournament
    )


@pytest.mark.parametrize(
    ("config", "limits"),
    [
        (_config("holdem", 1), (2, 10)),
        (_config("holdem", 11), (2, 10)),
        (_config("omaha", 5), (6, 10)),
        (_config("omaha", 11), (6, 10)),
        (_config("omaha", 1, rules=STANDARD), (2, 10)),
        (_config("omaha", 1, is_tournament=True), (2, 10)),
    ],
)
def test_a_game_has_its_number_of_seats(config: TableConfig, limits: tuple[int, int]) -> None:
    """R-TAB-2, R-TAB-3, `omaha.seats`."""
    with pytest.raises(RuleViolation) as refused:
        decide_table(NEW_TABLE, cmd.OpenTable(config))

    assert refused.value.code == "table_size"
    assert refused.value.facts == {"min": limits[0], "max": limits[1]}


@pytest.mark.parametrize(
    "config",
    [
        _config("holdem", 2),
        _config("holdem", 10),
        _config("omaha", 6),
        _config("omaha", 2, rules=STANDARD),
        _config("omaha", 2, is_tournament=True),
    ],
)
def test_a_table_of_a_proper_size_opens(config: TableConfig) -> None:
    """R-TAB-2, R-TAB-3."""
    assert decide_table(NEW_TABLE, cmd.OpenTable(config)) == (ev.TableOpened(config),)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("small_blind_chips", -1),
        ("small_blind_chips", 11),
        ("small_blind_chips", 2.5),
        ("lower_limit_chips", 2**53),
        ("big_blind_chips", 0),
        ("lower_limit_chips", 0),
        ("ante_chips", -1),
        ("big_blind_ante_chips", -1),
    ],
)
def test_stakes_that_no_hand_could_post_are_refused(field: str, value: float) -> None:
    """R-BLD-2: 0 ≤ SB ≤ BB is all that the engine asks."""
    stakes = replace(STAKES, **{field: value})
    at = TestTable(1, 2)
    before = at.bytes()

    assert refusal_code(lambda: at.do(cmd.ChangeStakes(stakes))) == "stakes_invalid"
    assert (
        refusal_code(lambda: decide_table(NEW_TABLE, cmd.OpenTable(_config(stakes=stakes))))
        == "stakes_invalid"
    )
    assert at.bytes() == before


@pytest.mark.parametrize(
    "more",
    [
        {"ante_chips": 86},
        {"big_blind_ante_chips": 50, "ante_chips": 36},
        {"small_blind_chips": 5, "big_blind_chips": 101},
        {"lower_limit_chips": MAX_CHIPS // 10 + 1},
    ],
)
def test_a_cash_game_whose_smallest_buy_in_pays_no_hand_is_refused(more: dict[str, int]) -> None:
    """R-STK-2, R-BLD-2: who sits down with the minimum can post blind and antes."""
    stakes = replace(STAKES, lower_limit_chips=10, big_blind_chips=15)
    assert decide_table(NEW_TABLE, cmd.OpenTable(_config(stakes=replace(stakes, ante_chips=85))))
    wrong = _config(stakes=replace(stakes, **more))

    assert refusal_code(lambda: decide_table(NEW_TABLE, cmd.OpenTable(wrong))) == "stakes_invalid"
    blinds = replace(STAKES, ante_chips=1000)  # a tournament's stacks owe nothing to a minimum
    assert decide_table(NEW_TABLE, cmd.OpenTable(_config(stakes=blinds, is_tournament=True)))


def test_new_stakes_are_played_from_the_next_hand() -> None:
    """R-TRN-LVL-1: the running hand keeps its posts."""
    at = TestTable(1, 2, 3).draw(1)
    running = at.start()
    at.do(cmd.ChangeStakes(replace(STAKES, small_blind_chips=10, big_blind_chips=20)))

    assert at.table.hand == running
    assert [post.amount_chips for post in running.posts] == [5, 10]
    at.settle()
    assert [post.amount_chips for post in at.start().posts] == [10, 20]


def test_nothing_is_asked_of_a_table_that_was_not_opened() -> None:
    for command in (
        cmd.PauseTable(),
        cmd.StartHand(),
        cmd.CloseTable(0),
        cmd.ForceMoveOut(1),
        cmd.Leave(1, 0),
        cmd.VoidHand(0),
        cmd.TakeSeat(seat=1, player=player(1), buy_in_chips=100, at_ms=0),
    ):
        assert refusal_code(lambda asked=command: decide_table(NEW_TABLE, asked)) == (  # type: ignore[misc]
            "table_not_open"
        )


def test_what_the_engine_does_not_know_is_refused() -> None:
    config = replace(_config(), game="hold-em")

    assert refusal_code(lambda: decide_table(NEW_TABLE, cmd.OpenTable(config))) == "unknown_game"
    assert refusal_code(lambda: decide_table(NEW_TABLE, "open")) == (  # type: ignore[arg-type]
        "unknown_command"
    )


def test_a_table_opens_once() -> None:
    at = TestTable(1)

    assert refusal_code(lambda: at.do(cmd.OpenTable(_config()))) == "table_already_open"


def test_the_first_hand_makes_an_open_table_a_playing_one() -> None:
    at = TestTable(1, 2).draw(1)
    assert at.state() is TableState.OPEN

    at.start()

    assert at.state() is TableState.PLAYING


def test_a_paused_table_deals_no_hand_and_draws_no_button() -> None:
    at = TestTable(1, 2).draw(1)
    at.do(cmd.PauseTable())

    assert refusal_code(at.start) == "table_paused"
    assert refusal_code(lambda: at.draw(1)) == "table_paused"
    assert refusal_code(lambda: at.do(cmd.PauseTable())) == "table_paused"
    at.do(cmd.ResumeTable())
    assert at.state() is TableState.OPEN
    assert refusal_code(lambda: at.do(cmd.ResumeTable())) == "not_paused"


def test_a_hand_that_runs_when_the_table_is_paused_is_settled_as_ever() -> None:
    at = TestTable(1, 2).draw(1)
    at.start()
    at.do(cmd.PauseTable())

    at.settle({1: 900, 2: 1_100})

    assert at.state() is TableState.PAUSED
    assert at.table.hand is None
    at.do(cmd.ResumeTable())
    assert at.state() is TableState.PLAYING


def test_closing_between_hands_pays_everybody_out() -> None:
    """R-STK-5."""
    at = TestTable(2, 5)

    assert at.do(cmd.CloseTable(7)) == (
        ev.PlayerLeft(seat=2, player=player(2), paid_out_chips=1_000, at_ms=7),
        ev.PlayerLeft(seat=5, player=player(5), paid_out_chips=1_000, at_ms=7),
        ev.TableClosed(),
    )
    assert at.state() is TableState.CLOSED
    assert at.table.occupied() == []


def test_closing_in_a_hand_waits_for_its_end() -> None:
    rules = replace(HOUSE, stakes_queue_top_up=True)
    at = TestTable(1, 2, rules=rules).draw(1)
    at.start()
    at.do(cmd.TopUp(1, 50))

    assert at.do(cmd.CloseTable(1)) == (ev.TableClosing(),)
    assert refusal_code(lambda: at.sit(3)) == "table_closed"
    assert refusal_code(lambda: at.do(cmd.CloseTable(1))) == "table_closed"
    assert at.settle({1: 400, 2: 1_600}, at_ms=9)[1:] == (
        ev.TopUpDropped(1, 50, "table_closed"),
        ev.PlayerLeft(seat=1, player=player(1), paid_out_chips=400, at_ms=9),
        ev.PlayerLeft(seat=2, player=player(2), paid_out_chips=1_600, at_ms=9),
        ev.TableClosed(),
    )
    assert refusal_code(at.start) == "table_closed"


def test_a_tournament_table_closes_when_its_players_have_been_moved() -> None:
    """R-TRN-ADD-1: nobody is paid out of it."""
    at = TestTable(1, is_tournament=True)

    assert refusal_code(lambda: at.do(cmd.CloseTable(0))) == "table_occupied"
    assert at.do(cmd.ForceMoveOut(1)) == (ev.PlayerMovedOut(1, player(1), 1_000),)
    assert at.do(cmd.CloseTable(0)) == (ev.TableClosed(),)
