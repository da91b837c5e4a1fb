"""docs/protocol.md#commands: an action counts if it was read before the deadline and its grace."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pokerhouse.agenda import heartbeats, outages
from pokerhouse.agenda.models import Outage
from pokerhouse.commands.meta import ByPlayer, Meta
from pokerhouse.common.ids import HandId, PlayerId, TableId
from tables.live import table as live_tables
from tables.live.table import LiveTable
from tables.services import actions, clock
from tables.services.actions import Decision
from tables.services.refusals import NotYourTurn, TurnExpired
from tables.services.unit_of_work import Receipt
from tests.support.rooms import AT, everything, meta, open_table, player, start_hand

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")

IN_TIME_MS = 30_399
TOO_LATE_MS = 30_400


@pytest.fixture
def table_id() -> TableId:
    """A table at which turn 1 has begun at AT."""
    table_id = open_table()
    start_hand(table_id)
    return table_id


def call(live: LiveTable, after_ms: int, *, key: str = "call", other: int = 0) -> Receipt:
    """Let whoever owes turn 1 call, or the seat `other`, so long after the turn began."""
    assert live.hand is not None
    assert live.hand_id is not None
    seat = other or live.hand.actor
    assert seat is not None
    who = PlayerId(player(seat))
    return actions.act(
        decision=Decision(HandId(live.hand_id), turn=1, action="call"),
        player=who,
        meta=Meta(ByPlayer(who), key, AT + timedelta(milliseconds=after_ms)),
    )


def house_alive(after_ms: int) -> None:
    """Let web and relay be alive so long after the turn began."""
    at = AT + timedelta(milliseconds=after_ms)
    heartbeats.beat(heartbeats.WEB, "w", at=at)
    outages.watch(at=at)


def test_an_action_counts_until_the_grace_has_passed(table_id: TableId) -> None:
    house_alive(30_000)
    assert call(live_tables.get(table_id), IN_TIME_MS).turn == 2


def test_an_action_that_was_read_later_is_refused(table_id: TableId) -> None:
    house_alive(30_000)
    before = everything()
    with pytest.raises(TurnExpired) as caught:
        call(live_tables.get(table_id), TOO_LATE_MS)
    assert caught.value.facts == {"rule": "turn_expired", "turn": 1}
    assert everything() == before


def test_who_does_not_owe_the_turn_is_told_so_also_when_it_is_up(table_id: TableId) -> None:
    house_alive(30_000)
    live = live_tables.get(table_id)
    assert live.hand is not None
    other = next(seat for seat in (1, 2, 3) if seat != live.hand.actor)
    with pytest.raises(NotYourTurn):
        call(live, TOO_LATE_MS, other=other)


def test_a_late_repeat_of_an_action_in_time_gets_its_first_answer(table_id: TableId) -> None:
    house_alive(30_000)
    live = live_tables.get(table_id)
    first = call(live, IN_TIME_MS)
    again = call(live, TOO_LATE_MS)
    assert (again.is_repeat, again.to_seq) == (True, first.to_seq)


@pytest.mark.parametrize("last_sign_ms", [0, TOO_LATE_MS - 3001])
def test_in_an_outage_a_late_action_counts(table_id: TableId, last_sign_ms: int) -> None:
    """docs/security.md#outages"""
    house_alive(last_sign_ms)
    assert call(live_tables.get(table_id), TOO_LATE_MS).turn == 2


def test_three_seconds_of_silence_are_no_outage(table_id: TableId) -> None:
    house_alive(TOO_LATE_MS - 3000)
    with pytest.raises(TurnExpired):
        call(live_tables.get(table_id), TOO_LATE_MS)


def test_until_the_time_has_been_given_back_a_late_action_counts(table_id: TableId) -> None:
    house_alive(30_000)
    open_one = Outage(began_at=AT, ended_at=AT + timedelta(seconds=29), clocks=[])
    open_one.save(force_insert=True)
    assert call(live_tables.get(table_id), TOO_LATE_MS).turn == 2


def test_time_that_was_given_back_is_the_players(table_id: TableId) -> None:
    live = live_tables.get(table_id)
    assert live.hand_id is not None
    clock.extend(table_id=table_id, hand_id=live.hand_id, turn=1, by_ms=5000, meta=meta())
    live_tables.evict_all()
    house_alive(35_000)
    with pytest.raises(TurnExpired):
        call(live, TOO_LATE_MS + 5000, key="late")
    assert call(live, IN_TIME_MS + 5000).turn == 2


def test_only_a_late_action_asks_about_outages(table_id: TableId) -> None:
    house_alive(30_000)
    live = live_tables.get(table_id)

    def asks(after_ms: int) -> bool:
        with CaptureQueriesContext(connection) as queries, suppress(TurnExpired):
            call(live, after_ms)
        return any("FROM pulse" in query["sql"] for query in queries.captured_queries)

    assert asks(TOO_LATE_MS)
    assert not asks(IN_TIME_MS)
    assert live_tables.get(table_id).turn == 2
