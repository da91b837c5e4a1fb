"""Opening tables, and commands that are no commands."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from pokerhouse.commands.meta import BySystem, Meta
from pokerhouse.common.ids import TableId, new_id
from pokerhouse.eventstore.errors import FeedExists
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table.state import TableOptions
from tables.services import seats
from tables.services.refusals import Malformed, Refused
from tests.support import play, seating
from tests.support.rooms import (
    AT,
    CONFIG,
    everything,
    meta,
    open_table,
    player,
    start_hand,
)

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")


def test_a_table_is_opened_once() -> None:
    table_id = open_table(players=2)
    before = everything()
    with pytest.raises(FeedExists):
        seating.open_table(table_id=table_id, config=CONFIG, meta=meta())
    assert everything() == before


def test_a_repeated_opening_gets_the_first_answer() -> None:
    table_id, same = TableId(new_id()), meta("open once")
    first = seating.open_table(table_id=table_id, config=CONFIG, meta=same)
    again = seating.open_table(table_id=table_id, config=CONFIG, meta=same)
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert again.to_seq == first.to_seq == 1


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"seat_count": 99}, "table_size"),
        ({"game": "omaha", "seat_count": 5}, "table_size"),
        ({"game": "razz"}, "structure"),
        ({"options": TableOptions(kill="full")}, "option_not_in_game"),
        ({"rules": replace(HOUSE, stakes_min_buy_in_factor=-5)}, "rules_out_of_range"),
        ({"chip_unit": 0}, "amount_out_of_range"),
    ],
)
def test_a_refused_opening_leaves_nothing_and_its_id_free(
    changes: dict[str, object], rule: str
) -> None:
    table_id = TableId(new_id())
    before = everything()
    with pytest.raises(Refused) as caught:
        seating.open_table(table_id=table_id, config=replace(CONFIG, **changes), meta=meta())
    assert caught.value.facts["rule"] == rule
    assert everything() == before
    assert seating.open_table(table_id=table_id, config=CONFIG, meta=meta()).to_seq == 1


@pytest.mark.parametrize("field", ["book", "game", "rules", "stakes", "is_tournament"])
def test_what_is_of_a_wrong_type_never_reaches_a_feed(field: str) -> None:
    table_id = TableId(new_id())
    before = everything()
    with pytest.raises(Malformed):
        seating.open_table(
            table_id=table_id, config=replace(CONFIG, **{field: "nonsense"}), meta=meta()
        )
    assert everything() == before


@pytest.mark.parametrize("reason", [5, None, "", "a\x00b", "x" * 501, ["a"]])
def test_a_void_without_a_readable_reason_is_refused(reason: object) -> None:
    table_id = open_table()
    start_hand(table_id)
    before = everything()
    with pytest.raises(Malformed):
        play.void_hand(table_id=table_id, reason=reason, meta=meta())  # type: ignore[arg-type]
    assert everything() == before


def test_a_repeat_that_comes_later_is_the_same_command() -> None:
    table_id = open_table(players=2)
    later = Meta(BySystem("tester"), key="leave once", at=AT + timedelta(minutes=5))
    first = seats.leave(table_id=table_id, player=player(1), meta=meta("leave once"))
    again = seats.leave(table_id=table_id, player=player(1), meta=later)
    assert again.is_repeat
    assert again.to_seq == first.to_seq
