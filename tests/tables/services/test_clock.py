"""A table's clock and its agenda row, at a real table."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest
from msgspec.structs import replace

from pokerhouse.agenda.models import Agenda
from pokerhouse.commands.meta import BySystem, Meta
from pokerhouse.common.ids import TableId
from pokerhouse.eventstore.store import read_stream
from tables.engine.hand.events import TimedOut
from tables.engine.rules.ruleset import HOUSE
from tables.live import codec
from tables.live import table as live_tables
from tables.services import clock
from tests.support.rooms import (
    AT,
    CONFIG,
    act,
    check_down,
    everything,
    meta,
    open_table,
    start_hand,
)

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")


def test_a_clock_expires_at_its_deadline_and_not_before() -> None:
    """R-TIM-2, docs/security.md#outages"""
    table_id = open_table()
    live = start_hand(table_id)
    assert live.hand is not None
    assert live.hand_id is not None
    act(table_id, "call")  # the button has called; the small blind is silent
    before = everything()
    early = AT + timedelta(milliseconds=30_399)
    assert expire(table_id, live.hand_id, 2, early) is None
    assert everything() == before
    assert expire(table_id, live.hand_id, 2, early + timedelta(milliseconds=1)) is not None
    assert expire(table_id, live.hand_id, 2, early + timedelta(seconds=9)) is None
    last = codec.hand_event(read_stream(table_id, live.hand_id)[-2])
    assert isinstance(last, TimedOut)


def test_an_outage_gives_the_running_turn_its_time_back() -> None:
    table_id = open_table()
    live = start_hand(table_id)
    assert live.hand_id is not None
    clock.extend(table_id=table_id, hand_id=live.hand_id, turn=1, by_ms=5000, meta=meta())
    at_first_deadline = AT + timedelta(milliseconds=30_400)
    assert expire(table_id, live.hand_id, 1, at_first_deadline) is None
    live_tables.evict_all()
    assert live_tables.get(table_id).deadline_ms == (live.deadline_ms or 0) + 5000
    assert expire(table_id, live.hand_id, 1, at_first_deadline + timedelta(seconds=5)) is not None


def test_each_step_of_a_table_plans_the_next_one() -> None:
    """One agenda row a table, the turn's clock or the next deal."""
    table_id = open_table()
    assert agenda(table_id) == ("tables.start_next_hand", {"hand_no": 1})
    live = start_hand(table_id)
    owed = {"hand_id": str(live.hand_id), "turn": 1}
    assert agenda(table_id) == ("tables.expire_turn", owed)
    act(table_id, "call")
    assert agenda(table_id) == ("tables.expire_turn", owed | {"turn": 2})
    check_down(table_id)
    assert agenda(table_id) == ("tables.start_next_hand", {"hand_no": 2})


def expire(table_id: TableId, hand_id: UUID, turn: int, at: datetime) -> object:
    moment = Meta(BySystem("house"), f"expire {turn} {at}", at)
    return clock.expire_turn(table_id=table_id, hand_id=hand_id, turn=turn, meta=moment)


def agenda(table_id: TableId) -> tuple[str, dict[str, object]]:
    row = Agenda.objects.get(shard=table_id, key="play")
    assert row.args.pop("table_id") == str(table_id)
    return row.task, row.args


def test_a_days_protection_is_used_up_and_then_a_silent_player_folds() -> None:
    """R-TIM-8: `timeout.protect_per_day`; counted for the player, over hands and tables."""
    rules = replace(HOUSE, timeout_protect_per_day=1)
    outcomes: list[str] = []
    for _ in range(2):
        table_id = open_table(config=replace(CONFIG, rules=rules))
        live = start_hand(table_id)
        act(table_id, "call")
        hand = live_tables.get(table_id).hand
        assert live.hand_id is not None
        assert hand is not None
        silent = next(e.player for e in hand.started.seats if e.seat == hand.actor)
        assert silent == hand.started.seats[0].player  # the small blind, at both tables
        expire(table_id, live.hand_id, 2, AT + timedelta(seconds=31))
        events = [codec.hand_event(event) for event in read_stream(table_id, live.hand_id)]
        outcomes += [event.outcome for event in events if isinstance(event, TimedOut)]
    assert outcomes == ["all_in", "folded"]
