"""A settled hand is taken back: table, books, agenda and notices in one transaction, or nothing."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from accounts.audit_trail.models import AuditEntry
from accounts.money.ledger import chart
from accounts.money.ledger.balances import balance_of, stacks_at, wallet_of
from accounts.money.ledger.chart import Book
from accounts.money.ledger.errors import DayClosed
from accounts.people.inbox.models import InboxItem
from pokerhouse.agenda.models import Agenda
from pokerhouse.commands.meta import ByStaff, BySystem, Meta
from pokerhouse.common.ids import HandId, TableId, new_id
from pokerhouse.eventstore.store import read_feed, read_stream
from tables.audit.house import audit
from tables.engine.hand.events import RakePlan
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table.events import HandTakenBack, SeatStack
from tables.engine.table.state import EntryChoice, SeatStatus, Stakes
from tables.live import codec
from tables.live import table as live_tables
from tables.models import HandEntry
from tables.services import floor
from tables.services.refusals import AlreadyTakenBack, HandOver, PlayerGone
from tables.services.unit_of_work import Receipt
from tests.support import play, seating
from tests.support.ledger import close_day, rows
from tests.support.rooms import (
    AT,
    CONFIG,
    act,
    check_down,
    deposit,
    everything,
    manage_seats,
    meta,
    open_table,
    player,
    start_hand,
)

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")

BOSS = UUID(int=7)
CHIPS = {1: 50, 2: 150, 3: 150}
WORKED = replace(
    CONFIG,
    stakes=Stakes(small_blind_chips=2, big_blind_chips=5, lower_limit_chips=5),
    rake=RakePlan(percent_bp=500, cap_chips=5, jackpot_drop_chips=1, jackpot_min_players=3),
)
A_WINS_MAIN_AND_B_SIDE = (18).to_bytes(32)


def void(hand_id: UUID | None, *, at: datetime = AT, key: str | None = None) -> Receipt:
    """Take the hand back as a manager does."""
    assert hand_id is not None
    how = replace(meta(key), who=ByStaff(BOSS), at=at)
    return floor.void_hand(hand_id=HandId(hand_id), reason="fouled deck", meta=how)


def is_refused(hand_id: UUID | None, refusal: type[Exception], **more: Any) -> dict[str, Any]:
    """Expect this refusal, and that nothing changed; return its facts."""
    before = everything(), AuditEntry.objects.count(), list(HandEntry.objects.values())
    with pytest.raises(refusal) as caught:
        void(hand_id, **more)
    after = everything(), AuditEntry.objects.count(), list(HandEntry.objects.values())
    assert after == before
    facts: dict[str, Any] = getattr(caught.value, "facts", {})
    return facts


def seated_with(chips: dict[int, int]) -> TableId:
    """Open the table of docs/ledger.md#worked-example; A, B and C sit in seats 1, 2 and 3."""
    table_id = TableId(new_id())
    seating.open_table(table_id=table_id, config=WORKED, meta=meta())
    for seat, amount in chips.items():
        deposit(player(seat), amount)
        seating.take_seat(
            table_id=table_id,
            seat=seat,
            player=player(seat),
            buy_in_chips=amount,
            entry=EntryChoice.POST,
            meta=meta(),
        )
    return table_id


def all_in(table_id: TableId, seed: bytes = A_WINS_MAIN_AND_B_SIDE) -> live_tables.LiveTable:
    """Play a hand in which everybody goes all in."""
    play.start_hand(table_id=table_id, meta=meta(), seed=seed)
    while (hand := live_tables.get(table_id).hand) is not None and hand.actor is not None:
        act(table_id, "all_in")
    return live_tables.get(table_id)


def stacks(table_id: TableId) -> dict[int, int]:
    """Return the stacks at the table, which are those in the books."""
    live = live_tables.get(table_id)
    at_table = {seat.player: seat.stack_chips for _, seat in live.table.occupied()}
    in_books = stacks_at(table_id, Book.PLAY)
    assert {who: chips for who, chips in at_table.items() if chips} == in_books
    return {number: seat.stack_chips for number, seat in live.table.occupied()}


def broken() -> list[str]:
    """Return the laws of the house that do not hold."""
    return [law.name for law in audit(AT)[0] if not law.is_kept]


def test_the_worked_example_is_settled_and_taken_back_to_the_last_chip() -> None:
    """A is in for 50, B and C 150; rake 5 and jackpot 1; A wins the main pot, B the side pot."""
    table_id = seated_with(CHIPS)
    live = all_in(table_id)
    rake, jackpot = chart.rake(table_id, Book.PLAY), chart.jackpot(table_id, Book.PLAY)
    assert stacks(table_id) == {1: 144, 2: 200, 3: 0}
    assert (balance_of(rake), balance_of(jackpot)) == (5, 1)
    hand_events = read_stream(table_id, live.hand_id or BOSS)
    live_tables.evict_all()

    receipt = void(live.hand_id)

    assert stacks(table_id) == CHIPS
    assert (balance_of(rake), balance_of(jackpot)) == (0, 0)
    [stored] = read_feed(table_id, receipt.from_seq - 1)
    assert codec.table_event(stored) == HandTakenBack(
        hand_no=1,
        stacks=(SeatStack(3, 150), SeatStack(1, 50), SeatStack(2, 150)),
        returned_chips=6,
    )
    assert read_stream(table_id, live.hand_id or BOSS) == hand_events
    [(settled,)] = rows("SELECT id FROM ledger_transaction WHERE kind = 'hand'")
    assert rows(
        "SELECT reverses, source_stream, source_version, gaming_day, memo, actor, line_count"
        " FROM ledger_transaction WHERE kind = 'void'"
    ) == [(settled, table_id, stored.version, date(2026, 11, 30), "fouled deck", str(BOSS), 5)]
    assert broken() == []


def test_it_is_in_the_staffs_book_once_and_says_that_it_was_settled() -> None:
    table_id = open_table()
    first = start_hand(table_id).hand_id
    void(first)
    start_hand(table_id)
    second = check_down(table_id).hand_id
    void(second)
    found = AuditEntry.objects.filter(action="hand.void").order_by("id")
    assert [(row.actor, row.target, row.facts["reason"]) for row in found] == [
        (BOSS, f"hand:{hand}", "fouled deck") for hand in (first, second)
    ]
    assert [row.facts["was_settled"] for row in found] == [False, True]


def test_everybody_who_was_dealt_in_is_told_of_either_kind() -> None:
    table_id = open_table()
    hands = [start_hand(table_id).hand_id]
    void(hands[0])
    start_hand(table_id)
    hands.append(check_down(table_id).hand_id)
    void(hands[1])
    for seat in (1, 2, 3):
        items = InboxItem.objects.filter(person=player(seat)).order_by("seq")
        assert [(item.kind, item.facts) for item in items] == [
            (
                "hand.voided",
                {
                    "table": str(table_id),
                    "seat": seat,
                    "hand": str(hand),
                    "hand_no": number,
                    "was_settled": number == 2,
                },
            )
            for number, hand in enumerate(hands, start=1)
        ]


def test_both_kinds_stand_in_the_rows_and_a_hand_that_counts_does_not() -> None:
    table_id = open_table()
    void(start_hand(table_id).hand_id)
    start_hand(table_id)
    check_down(table_id)
    start_hand(table_id)
    void(check_down(table_id).hand_id, at=AT.replace(minute=5))
    found = HandEntry.objects.order_by("hand_no").values_list("ended_at", "voided_at")
    assert list(found) == [(AT, AT), (AT, None), (AT, AT.replace(minute=5))]
    assert broken() == []


def test_a_hand_that_moved_nothing_posts_nothing() -> None:
    table_id = open_table(players=2)
    live = chopped(table_id)
    before = everything()

    void(live.hand_id)

    after = everything()
    books = [name for name in before if name.startswith("ledger")]
    assert [after[name] for name in books] == [before[name] for name in books]
    assert len(after["event"]) == len(before["event"]) + 1
    assert broken() == []


def chopped(table_id: TableId) -> live_tables.LiveTable:
    """Play hands until two players split a pot evenly."""
    for number in range(200):
        before = stacks(table_id)
        play.start_hand(table_id=table_id, meta=meta(), seed=number.to_bytes(32))
        live = check_down(table_id)
        if stacks(table_id) == before:
            return live
    pytest.fail("no pot was split")


def test_a_repeat_has_the_first_answer_and_another_command_is_refused() -> None:
    table_id = open_table()
    start_hand(table_id)
    hand_id = check_down(table_id).hand_id
    first = void(hand_id, key="once")
    before = everything()
    again = void(hand_id, key="once")
    assert (again.to_seq, again.is_repeat) == (first.to_seq, True)
    assert everything() == before
    assert is_refused(hand_id, AlreadyTakenBack) == {"rule": "already_taken_back"}


def test_a_running_hand_that_was_voided_is_not_taken_back_too() -> None:
    table_id = open_table()
    hand_id = start_hand(table_id).hand_id
    void(hand_id)
    assert is_refused(hand_id, HandOver) == {"rule": "hand_over"}


def test_a_hand_is_not_taken_back_once_the_next_one_was_dealt() -> None:
    table_id = open_table()
    start_hand(table_id)
    first = check_down(table_id).hand_id
    start_hand(table_id)
    is_refused(first, HandOver)
    second = check_down(table_id).hand_id
    is_refused(first, HandOver)
    void(second)
    is_refused(first, HandOver)


def test_a_winner_who_has_left_keeps_his_chips_and_the_hand_stands() -> None:
    table_id = seated_with(CHIPS)
    hand_id = all_in(table_id).hand_id
    seating.leave(table_id=table_id, seat=2, meta=meta())
    assert is_refused(hand_id, PlayerGone) == {"rule": "player_gone", "seats": [2]}
    assert wallet_of(player(2), Book.PLAY) == 200


def test_who_decides_from_what_he_remembers_takes_the_right_one_back() -> None:
    """A process that has not heard of the hand's end, and one that has not heard of the deal."""
    table_id = open_table()
    running = start_hand(table_id)
    check_down(table_id)
    live_tables.put(running)
    void(running.hand_id)
    assert stacks(table_id) == {1: 1000, 2: 1000, 3: 1000}

    start_hand(table_id)
    settled = check_down(table_id)
    start_hand(table_id)
    before = everything()
    live_tables.put(settled)
    with pytest.raises(HandOver):
        void(settled.hand_id)
    assert everything() == before


def test_the_reversal_belongs_to_the_hands_day_until_that_is_closed() -> None:
    """A closed day never gets an entry; the correction goes into the open one."""
    night = datetime(2026, 12, 1, 5, 59, tzinfo=UTC)
    for is_closed in (False, True):
        table_id = open_table()
        how = Meta(BySystem("tester"), f"at night, {is_closed}", night)
        play.start_hand(table_id=table_id, meta=how, seed=bytes(32))
        hand_id = check_down(table_id).hand_id
        if is_closed:
            close_day()
        void(hand_id, at=night + timedelta(minutes=2))
    found = rows("SELECT gaming_day FROM ledger_transaction WHERE kind = 'void' ORDER BY id")
    assert found == [(date(2026, 11, 30),), (date(2026, 12, 1),)]
    assert broken() == []


def test_what_no_open_day_takes_has_not_happened_at_the_table_either() -> None:
    table_id = open_table()
    start_hand(table_id)
    hand_id = check_down(table_id).hand_id
    close_day()
    is_refused(hand_id, DayClosed)


def test_chips_that_were_queued_for_the_end_of_the_hand_stay() -> None:
    rules = replace(HOUSE, stakes_queue_top_up=True)
    table_id = open_table(config=replace(CONFIG, rules=rules))
    start_hand(table_id)
    seating.top_up(table_id=table_id, seat=2, added_chips=300, meta=meta())
    hand_id = check_down(table_id).hand_id
    manage_seats(table_id)
    void(hand_id)
    assert stacks(table_id) == {1: 1000, 2: 1300, 3: 1000}


def test_chips_that_are_queued_still_come_to_the_stack_as_if_the_hand_had_not_been() -> None:
    rules = replace(HOUSE, stakes_queue_top_up=True)
    table_id = open_table(config=replace(CONFIG, rules=rules))
    start_hand(table_id)
    seating.top_up(table_id=table_id, seat=2, added_chips=300, meta=meta())
    void(check_down(table_id).hand_id)
    assert stacks(table_id) == {1: 1000, 2: 1000, 3: 1000}
    manage_seats(table_id)
    assert stacks(table_id) == {1: 1000, 2: 1300, 3: 1000}


def test_the_busted_play_on_and_the_deal_is_planned_that_was_impossible() -> None:
    table_id = open_table(players=2)
    all_in(table_id)
    live = manage_seats(table_id)
    [loser] = [n for n, seat in live.table.occupied() if seat.status is SeatStatus.BUSTED]
    planned = planned_row(table_id)

    void(live.hand_id)

    row = planned_row(table_id)
    assert (row.task, row.args["hand_no"]) == ("tables.start_next_hand", 2)
    assert row.generation == planned.generation + 1
    seat = live_tables.get(table_id).table.seat(loser)
    assert seat is not None
    assert (seat.status, seat.stack_chips) == (SeatStatus.IN, 1000)
    lineup = start_hand(table_id).table.hand
    assert lineup is not None
    assert sorted(dealt.stack_chips for dealt in lineup.dealt) == [1000, 1000]


def test_a_deal_that_was_planned_already_is_not_planned_again() -> None:
    table_id = open_table()
    start_hand(table_id)
    hand_id = check_down(table_id).hand_id
    before = planned_row(table_id)
    void(hand_id)
    after = planned_row(table_id)
    assert (after.task, after.args, after.generation, after.due_at) == (
        "tables.start_next_hand",
        before.args,
        before.generation,
        before.due_at,
    )


def test_a_paused_table_takes_back_and_plans_no_deal() -> None:
    table_id = open_table(players=2)
    live = all_in(table_id)
    seating.pause_table(table_id=table_id, meta=meta())
    before = planned_row(table_id)
    void(live.hand_id)
    assert planned_row(table_id).generation == before.generation
    seating.resume_table(table_id=table_id, meta=meta())
    assert planned_row(table_id).task == "tables.start_next_hand"


def planned_row(table_id: TableId) -> Agenda:
    """Return the table's row of the agenda."""
    return Agenda.objects.get(shard=table_id, key="play")
