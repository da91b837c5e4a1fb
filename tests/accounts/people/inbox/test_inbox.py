"""A person's inbox: what puts something in, in which transaction, and how he reads it."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, connections, transaction
from msgspec.structs import replace

from accounts.people import services as people
from accounts.people.errors import StandingRefused
from accounts.people.inbox import queries
from accounts.people.inbox import services as inbox
from accounts.people.inbox.models import InboxItem
from pokerhouse.commands.meta import BySystem, Meta
from pokerhouse.common.clock import now
from pokerhouse.common.ids import TableId
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table.state import SitOutWhen
from tables.live import table as live_tables
from tables.services import clock
from tests.support import seating
from tests.support.people import Api, app_of, by, person
from tests.support.rooms import (
    AT,
    CONFIG,
    act,
    check_down,
    manage_seats,
    meta,
    open_table,
    player,
    start_hand,
    withdraw,
)
from tests.support.threads import together

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

ANNA, BERT = UUID(int=1), UUID(int=2)


def put(who: UUID, kind: str = "test.told", **facts: object) -> int:
    with transaction.atomic():
        return inbox.put(person=who, kind=kind, at=AT, facts=facts)


def notices(who: UUID) -> list[tuple[int, str, dict[str, Any]]]:
    """Return number, kind and facts of all that `who` was told."""
    return [(n["seq"], n["t"], n["d"]) for n in queries.read(who, after_seq=0, limit=200)]


def test_each_person_has_his_own_numbers_without_gaps() -> None:
    assert [put(ANNA), put(BERT), put(ANNA)] == [1, 1, 2]
    assert queries.head_of(ANNA) == (2, 1)
    assert queries.head_of(UUID(int=3)) == (0, 1)


def test_what_is_rolled_back_leaves_no_gap() -> None:
    put(ANNA)
    with transaction.atomic():
        inbox.put(person=ANNA, kind="test.told", at=AT)
        transaction.set_rollback(True)
    assert put(ANNA) == 2
    assert [seq for seq, _, _ in notices(ANNA)] == [1, 2]


def test_who_is_told_by_several_at_once_gets_every_number_once() -> None:
    def tell() -> list[int]:
        return [put(ANNA) for _ in range(10)]

    numbers = [seq for seqs in together([tell] * 4) for seq in seqs]
    assert sorted(numbers) == list(range(1, 41))
    assert [seq for seq, _, _ in notices(ANNA)] == list(range(1, 41))


def test_a_notice_is_never_changed() -> None:
    """docs/security.md#history"""
    put(ANNA)
    for change in ("UPDATE inbox_item SET kind = 'x'", "DELETE FROM inbox_item"):
        with pytest.raises(IntegrityError), transaction.atomic(using="owner"):
            connections["owner"].cursor().execute(change)
    assert notices(ANNA) == [(1, "test.told", {})]


def queueing_table() -> TableId:
    rules = replace(HOUSE, stakes_queue_top_up=True)
    return open_table(players=3, buy_in=1000, wallet=1500, config=replace(CONFIG, rules=rules))


def test_a_player_is_told_that_his_top_up_was_dropped() -> None:
    table_id = queueing_table()
    start_hand(table_id)
    seating.top_up(table_id=table_id, seat=1, added_chips=500, meta=meta())
    withdraw(player(1), 100)
    check_down(table_id)
    assert notices(player(1)) == []
    manage_seats(table_id)
    facts = {"table": str(table_id), "seat": 1, "chips": 500, "code": "insufficient_funds"}
    assert notices(player(1)) == [(1, "seat.top_up_dropped", facts)]
    assert notices(player(2)) == notices(player(3)) == []


def expire(table_id: TableId) -> int:
    """Let the running turn's time run out; return whose it was."""
    live = live_tables.get(table_id)
    assert live.hand is not None
    assert live.hand_id is not None
    assert live.hand.actor is not None
    at = AT + timedelta(milliseconds=live.expires_ms - Meta(BySystem("house"), "", AT).at_ms)
    clock.expire_turn(
        table_id=table_id,
        hand_id=live.hand_id,
        turn=live.hand.turn,
        meta=replace(meta(), who=BySystem("house"), at=at),
    )
    return live.hand.actor


def test_a_player_is_told_that_a_time_out_sat_him_out() -> None:
    """R-TIM-8"""
    table_id = open_table(2)
    start_hand(table_id)
    seat = expire(table_id)
    manage_seats(table_id)
    assert notices(player(seat)) == [(1, "seat.timed_out", {"table": str(table_id), "seat": seat})]
    assert notices(player(3 - seat)) == []


def test_who_asked_to_sit_out_is_not_told_that_he_does() -> None:
    table_id = open_table(2)
    live = start_hand(table_id)
    assert live.hand is not None
    seat = live.hand.actor
    assert seat is not None
    seating.sit_out(table_id=table_id, seat=seat, when=SitOutWhen.NEXT_HAND, meta=meta())
    expire(table_id)
    manage_seats(table_id)
    assert notices(player(seat)) == []


def test_an_ordinary_hand_tells_nobody_anything() -> None:
    table_id = open_table(2)
    start_hand(table_id)
    act(table_id, "fold")
    assert InboxItem.objects.count() == 0


def test_a_suspended_person_finds_out_when_he_is_back() -> None:
    anna = person("Anna")
    people.suspend(person=anna.id, reason="a reason for staff", meta=by(None, now()))
    with pytest.raises(StandingRefused):
        people.suspend(person=anna.id, reason="again", meta=by(None, now()))
    people.unsuspend(person=anna.id, reason="enough", meta=by(None, now()))
    assert notices(anna.id) == [(1, "person.suspended", {}), (2, "person.unsuspended", {})]
    people.bar(person=anna.id, reason="for good", meta=by(None, now()))
    assert len(notices(anna.id)) == 2


def test_one_reads_ones_own_inbox_from_where_one_was() -> None:
    anna, bert = person("Anna"), person("Bert")
    for chips in (10, 20, 30):
        put(anna.id, "seat.top_up_dropped", chips=chips)
    put(bert.id, "test.told")
    api = app_of("Anna")
    first = api("get", "/api/v1/me/inbox?limit=2").json
    assert (first["seq"], [n["d"] for n in first["events"]]) == (2, [{"chips": 10}, {"chips": 20}])
    second = api("get", "/api/v1/me/inbox?after_seq=2").json
    assert second["seq"] == 3
    assert second["events"] == [
        {
            "t": "seat.top_up_dropped",
            "ch": "me",
            "seq": 3,
            "ep": 1,
            "ts": "2026-11-30T18:00:00.000Z",
            "d": {"chips": 30},
        }
    ]
    assert api("get", "/api/v1/me/inbox?after_seq=3").json["events"] == []


@pytest.mark.parametrize(
    "query", ["after_seq=-1", "after_seq=x", "limit=0", "limit=201", "person=1", "after_seq=1.5"]
)
def test_a_question_that_is_wrong_is_refused(query: str) -> None:
    person("Anna")
    assert app_of("Anna")("get", f"/api/v1/me/inbox?{query}").refusal == (400, "invalid")


def test_a_stranger_has_no_inbox() -> None:
    assert Api()("get", "/api/v1/me/inbox").refusal == (401, "not_authenticated")
