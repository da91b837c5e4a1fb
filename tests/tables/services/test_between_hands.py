"""Between hands at a real table: the hand's end posts the hand, all that waited comes after it."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connections, transaction
from msgspec.structs import replace

from accounts.money.ledger.balances import stacks_at, wallet_of
from accounts.money.ledger.chart import Book
from accounts.people.inbox.models import InboxItem
from pokerhouse.agenda.models import Agenda
from pokerhouse.commands.meta import ByStaff, BySystem, Meta
from pokerhouse.common.ids import HandId, PlayerId, TableId
from pokerhouse.eventstore.codec import decode_meta
from pokerhouse.eventstore.errors import FeedBusy
from pokerhouse.eventstore.store import read_feed
from tables import tasks
from tables.audit.house import audit
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table.state import EntryChoice, SeatStatus, SitOutWhen
from tables.engine.table.waiting import is_owed
from tables.live import table as live_tables
from tables.services import between_hands as between
from tables.services import clock, floor, seats
from tables.services.refusals import AlreadySeated, PlayerGone, Refused, SeatTaken
from tests.support import play, seating
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
    withdraw,
)
from tests.support.threads import together

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")

QUEUEING = replace(CONFIG, rules=replace(HOUSE, stakes_queue_top_up=True))


def types(table_id: TableId) -> list[str]:
    """Return what happened at the table, in order."""
    return [event.type for event in read_feed(table_id)]


def since(table_id: TableId, known: int) -> list[str]:
    """Return what happened after the first `known` events."""
    return types(table_id)[known:]


def rows(table_id: TableId) -> dict[str, Agenda]:
    """Return the table's rows of the agenda by key."""
    return {row.key: row for row in Agenda.objects.filter(shard=table_id)}


def arguments(row: Agenda) -> dict[str, Any]:
    """Return what the relay sends for a row."""
    return {**row.args, "shard": str(row.shard), "key": row.key, "generation": row.generation}


def broken(table_id: TableId) -> list[str]:
    """Return which laws do not hold, in books and feeds."""
    laws, figures = audit(AT)
    assert figures.tables >= 1, table_id
    return [law.name for law in laws if not law.is_kept]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The house's clock: whatever the test puts in front."""
    times = [AT]
    monkeypatch.setattr("pokerhouse.common.house_clock.read", lambda: times[0])
    return times


def by_house() -> Meta:
    """Return the meta of a command of the house's own."""
    return replace(meta(), who=BySystem("house"))


def leaving(table_id: TableId) -> None:
    """Let the player of seat 1, who has just called, ask to leave: another one's turn."""
    act(table_id, "call")
    seating.leave(table_id=table_id, seat=1, meta=meta())


def settled(players_count: int = 3) -> TableId:
    """Return a table whose hand has ended; seat 1 leaves, seat 2 sits out, seat 3 buys 500."""
    table_id = open_table(players=players_count, wallet=1500, config=QUEUEING)
    start_hand(table_id)
    leaving(table_id)
    seating.sit_out(table_id=table_id, seat=2, when=SitOutWhen.NEXT_HAND, meta=meta())
    seating.top_up(table_id=table_id, seat=3, added_chips=500, meta=meta())
    check_down(table_id)
    return table_id


# The hand's last action


def test_the_last_action_of_a_hand_settles_it_and_nothing_else() -> None:
    table_id = settled()

    assert types(table_id)[-2:] == ["hand.finished", "table.hand_settled"]
    table = live_tables.get(table_id).table
    assert [number for number, _ in table.occupied()] == [1, 2, 3]
    assert is_owed(table)
    assert wallet_of(player(1), Book.PLAY) == 500
    assert wallet_of(player(3), Book.PLAY) == 500
    assert InboxItem.objects.count() == 0
    assert broken(table_id) == []


def test_no_wallet_and_no_inbox_can_keep_the_last_action_of_a_hand_waiting() -> None:
    """They are locked by somebody else all the while; what waited has to wait for them."""
    table_id = open_table(wallet=1500, config=QUEUEING)
    start_hand(table_id)
    leaving(table_id)
    seating.top_up(table_id=table_id, seat=3, added_chips=500, meta=meta())
    withdraw(player(3), 100)  # its player will be told that it was dropped
    with transaction.atomic(using="owner"):
        with connections["owner"].cursor() as cursor:
            cursor.execute(
                "SELECT b.account FROM ledger_balance b JOIN ledger_account a ON a.id = b.account"
                " WHERE a.code = 2010 FOR UPDATE OF b"
            )
            assert len(cursor.fetchall()) == 3
            cursor.execute("LOCK TABLE inbox_head, inbox_item IN EXCLUSIVE MODE")

        check_down(table_id)

        assert types(table_id)[-1] == "table.hand_settled"
        with pytest.raises(FeedBusy):
            manage_seats(table_id)
    assert types(table_id)[-1] == "table.hand_settled"
    manage_seats(table_id)
    assert types(table_id)[-2:] == ["table.player_left", "table.top_up_dropped"]


# What waited


def test_what_waited_happens_in_a_command_of_the_houses_own_with_its_postings() -> None:
    table_id = settled()
    known = len(types(table_id))
    stacks = stacks_at(table_id, Book.PLAY)

    manage_seats(table_id)

    assert since(table_id, known) == ["table.player_left", "table.sat_out", "table.topped_up"]
    assert len({event.meta for event in read_feed(table_id)[known:]}) == 1
    assert wallet_of(player(1), Book.PLAY) == 500 + stacks[player(1)]
    assert wallet_of(player(3), Book.PLAY) == 0
    assert stacks_at(table_id, Book.PLAY) == {
        player(2): stacks[player(2)],
        player(3): stacks[player(3)] + 500,
    }
    assert broken(table_id) == []


def test_the_end_of_a_hand_plans_the_task_and_the_deal_each_under_its_key() -> None:
    planned = rows(settled())

    assert set(planned) == {"play", "seats"}
    assert (planned["seats"].task, planned["seats"].due_at) == ("tables.manage_seats", AT)
    assert planned["seats"].args == {"table_id": str(planned["seats"].shard), "hand_no": 1}
    assert planned["play"].task == "tables.start_next_hand"
    pause = timedelta(milliseconds=CONFIG.hand_pause_ms)
    assert planned["play"].due_at == AT + pause


def test_where_nothing_waits_no_task_is_planned() -> None:
    table_id = open_table()
    start_hand(table_id)
    check_down(table_id)

    assert set(rows(table_id)) == {"play"}


def test_the_task_does_it_once_and_moves_no_deal(at: list[datetime]) -> None:
    table_id = settled()
    before = rows(table_id)

    tasks.manage_seats(**arguments(before["seats"]))

    after = rows(table_id)
    assert after["seats"].done_generation == after["seats"].generation == 1
    assert (after["play"].generation, after["play"].due_at, after["play"].done_generation) == (
        before["play"].generation,
        before["play"].due_at,
        before["play"].done_generation,
    )
    assert "table.player_left" in types(table_id)
    [actor] = {decode_meta(event.meta).actor for event in read_feed(table_id)[-3:]}
    assert actor == "house"
    known = everything("default")
    tasks.manage_seats(**arguments(before["seats"]))
    assert everything("default") == known


def test_the_next_deal_does_it_first_if_it_is_still_owed(at: list[datetime]) -> None:
    table_id = open_table(players=4, wallet=1500, config=QUEUEING)
    start_hand(table_id)
    act(table_id, "call")
    seating.leave(table_id=table_id, seat=1, meta=meta())
    check_down(table_id)
    known = len(types(table_id))
    row = rows(table_id)["play"]
    at.insert(0, row.due_at)

    tasks.start_next_hand(**arguments(row))

    assert since(table_id, known)[:2] == ["table.player_left", "table.hand_started"]
    assert types(table_id).count("hand.started") == 2
    late = rows(table_id)["seats"]
    done = everything("default")
    tasks.manage_seats(**arguments(late))
    assert everything("default") == done
    assert rows(table_id)["seats"].done_generation == late.generation


def test_where_too_few_stay_the_deal_pays_the_leavers_all_the_same(at: list[datetime]) -> None:
    table_id = open_table(players=2)
    start_hand(table_id)
    seating.leave(table_id=table_id, seat=2, meta=meta())
    check_down(table_id)
    row = rows(table_id)["play"]
    at.insert(0, row.due_at)

    tasks.start_next_hand(**arguments(row))

    assert types(table_id)[-1] == "table.player_left"
    assert rows(table_id)["play"].done_generation == row.generation
    assert is_owed(live_tables.get(table_id).table) is False


def test_a_rebuy_that_makes_the_next_hand_possible_does_not_put_it_off() -> None:
    """Its time counts from the hand's end, not from when the chips came."""
    table_id = open_table(players=2, wallet=2000, config=QUEUEING)
    start_hand(table_id)
    for seat in (1, 2):
        seating.top_up(table_id=table_id, seat=seat, added_chips=500, meta=meta())
    while (hand := live_tables.get(table_id).hand) is not None and hand.actor is not None:
        act(table_id, "all_in")
    before = rows(table_id)["play"]
    assert before.task == "tables.start_next_hand"

    manage_seats(table_id)

    assert "table.player_busted" not in types(table_id)
    after = rows(table_id)["play"]
    assert (after.generation, after.due_at) == (before.generation, before.due_at)
    start_hand(table_id)
    assert types(table_id).count("hand.started") == 2


def test_the_deal_and_the_task_at_the_same_moment_pay_once() -> None:
    table_id = settled(players_count=4)
    known = len(types(table_id))

    def deal() -> object:
        return play.start_hand(table_id=table_id, meta=by_house(), hand_no=2)

    def seats() -> object:
        return between.between_hands(table_id=table_id, hand_no=1, meta=by_house())

    together([deal, seats, seats])

    happened = since(table_id, known)
    assert happened[:4] == [
        "table.player_left",
        "table.sat_out",
        "table.topped_up",
        "table.hand_started",
    ]
    assert happened.count("table.player_left") == happened.count("table.topped_up") == 1
    assert broken(table_id) == []


def test_after_a_void_hand_what_waited_happens_too() -> None:
    table_id = open_table(wallet=1500)
    start_hand(table_id)
    leaving(table_id)
    play.void_hand(table_id=table_id, reason="fouled deck", meta=meta())
    assert set(rows(table_id)) == {"play", "seats"}

    manage_seats(table_id)

    assert wallet_of(player(1), Book.PLAY) == 1500
    assert types(table_id)[-1] == "table.player_left"


def test_a_table_that_closes_after_the_hand_pays_everybody_and_is_gone(
    at: list[datetime],
) -> None:
    table_id = open_table(wallet=1500)
    start_hand(table_id)
    seating.close_table(table_id=table_id, meta=meta())
    check_down(table_id)
    assert live_tables.get(table_id).table.state == "closing"

    tasks.manage_seats(**arguments(rows(table_id)["seats"]))

    assert types(table_id)[-4:] == [*["table.player_left"] * 3, "table.closed"]
    assert [wallet_of(player(seat), Book.PLAY) for seat in (1, 2, 3)] == [1505, 1490, 1505]
    assert stacks_at(table_id, Book.PLAY) == {}


# Wallets and inboxes


def test_a_wallet_that_is_emptied_after_it_was_asked_loses_the_top_up_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table_id = settled()
    readers: list[PlayerId] = []

    def ask(who: PlayerId, book: Book) -> int:
        held = wallet_of(who, book)
        if not readers:
            withdraw(player(3), 1)
        readers.append(who)
        return held

    monkeypatch.setattr(between, "wallet_of", ask)

    manage_seats(table_id)

    assert types(table_id)[-3:] == [
        "table.player_left",
        "table.sat_out",
        "table.top_up_dropped",
    ]
    assert wallet_of(player(3), Book.PLAY) == 499
    [item] = InboxItem.objects.all()
    assert (item.person, item.kind) == (player(3), "seat.top_up_dropped")
    assert item.facts == {
        "table": str(table_id),
        "seat": 3,
        "chips": 500,
        "code": "insufficient_funds",
    }
    assert broken(table_id) == []


def test_who_was_silent_is_told_that_he_sits_out_and_who_wished_it_is_not() -> None:
    table_id = open_table()
    start_hand(table_id)
    live = live_tables.get(table_id)
    assert live.hand is not None
    assert live.hand_id is not None
    silent = live.hand.actor
    assert silent is not None
    late = replace(meta(), at=AT + timedelta(seconds=31))
    clock.expire_turn(table_id=table_id, hand_id=live.hand_id, turn=live.turn, meta=late)
    wisher = silent % 3 + 1
    seating.sit_out(table_id=table_id, seat=wisher, when=SitOutWhen.NOW, meta=meta())
    check_down(table_id)
    assert InboxItem.objects.count() == 0

    manage_seats(table_id)

    [item] = InboxItem.objects.all()
    assert (item.person, item.kind) == (player(silent), "seat.timed_out")
    statuses = {n: seat.status for n, seat in live_tables.get(table_id).table.occupied()}
    assert statuses[silent] is statuses[wisher] is SeatStatus.SITTING_OUT


# What is asked between the end of a hand and what waited for it


def sit(table_id: TableId, seat: int, who: PlayerId) -> object:
    """Buy in as a player does."""
    return seats.buy_in(
        table_id=table_id,
        seat=seat,
        player=who,
        amount_chips=200,
        entry=EntryChoice.POST,
        meta=meta(),
    )


def test_a_leavers_seat_is_taken_until_he_is_gone_and_free_then() -> None:
    table_id = settled()
    deposit(player(9), 200)
    deposit(player(1), 200)
    before = everything()
    with pytest.raises(SeatTaken):
        sit(table_id, 1, player(9))
    with pytest.raises(AlreadySeated):
        sit(table_id, 4, player(1))
    assert everything() == before

    manage_seats(table_id)

    sit(table_id, 1, player(9))
    assert stacks_at(table_id, Book.PLAY)[player(9)] == 200
    assert broken(table_id) == []


def test_a_top_up_that_comes_before_the_queued_one_is_judged_with_it() -> None:
    table_id = settled()
    deposit(player(3), 100)
    stack = stacks_at(table_id, Book.PLAY)[player(3)]
    seating.top_up(table_id=table_id, seat=3, added_chips=100, meta=meta())
    assert types(table_id)[-1] == "table.top_up_queued"

    manage_seats(table_id)

    assert stacks_at(table_id, Book.PLAY)[player(3)] == stack + 600
    assert wallet_of(player(3), Book.PLAY) == 0


def test_who_leaves_before_his_chips_came_takes_his_stack_and_keeps_the_money() -> None:
    table_id = settled()
    stack = stacks_at(table_id, Book.PLAY)[player(3)]
    known = len(types(table_id))

    seating.leave(table_id=table_id, seat=3, meta=meta())

    assert since(table_id, known) == ["table.top_up_dropped", "table.player_left"]
    assert wallet_of(player(3), Book.PLAY) == 500 + stack
    manage_seats(table_id)
    assert since(table_id, known)[2:] == ["table.player_left", "table.sat_out"]
    assert broken(table_id) == []


def void(table_id: TableId) -> None:
    """Take the last hand back as the floor does."""
    hand_id = live_tables.get(table_id).hand_id
    assert hand_id is not None
    how = replace(meta(), who=ByStaff(player(8)))
    floor.void_hand(hand_id=HandId(hand_id), reason="fouled deck", meta=how)


def test_a_hand_that_is_taken_back_before_its_leaver_is_gone_gives_him_his_chips() -> None:
    table_id = settled()
    void(table_id)
    assert set(stacks_at(table_id, Book.PLAY).values()) == {1000}

    manage_seats(table_id)

    assert wallet_of(player(1), Book.PLAY) == 1500
    assert stacks_at(table_id, Book.PLAY) == {player(2): 1000, player(3): 1500}
    assert broken(table_id) == []


def test_a_hand_is_not_taken_back_once_its_leaver_is_gone() -> None:
    table_id = settled()
    manage_seats(table_id)
    before = everything()

    with pytest.raises(PlayerGone):
        void(table_id)

    assert everything() == before


# Leaving in a hand


def actor_of(table_id: TableId) -> int:
    """Return who owes a decision."""
    hand = live_tables.get(table_id).hand
    assert hand is not None
    assert hand.actor is not None
    return hand.actor


def leave(table_id: TableId, seat: int) -> None:
    """Let whoever sits there end his game."""
    seating.leave(table_id=table_id, seat=seat, meta=meta())


def test_who_leaves_in_his_turn_ends_it_at_once_as_his_clock_would() -> None:
    """R-TIM-4: without money in the pot he is folded."""
    table_id = open_table()
    start_hand(table_id)
    leaver = actor_of(table_id)
    known = len(types(table_id))

    leave(table_id, leaver)

    assert since(table_id, known) == [
        "table.leave_requested",
        "hand.timed_out",
        "hand.turn_started",
    ]
    hand = live_tables.get(table_id).hand
    assert hand is not None
    assert hand.actor != leaver
    assert hand.of(leaver).has_timed_out
    check_down(table_id)
    manage_seats(table_id)
    assert wallet_of(player(leaver), Book.PLAY) == 2000
    assert InboxItem.objects.count() == 0
    assert broken(table_id) == []


def test_heads_up_nobody_waits_for_who_leaves_in_his_turn() -> None:
    """R-TIM-3, R-TIM-5: he is all-in for his blind, and the board is run out."""
    table_id = open_table(players=2)
    start_hand(table_id)
    leaver = actor_of(table_id)

    leave(table_id, leaver)

    assert types(table_id)[-1] == "table.hand_settled"
    assert "hand.board_dealt" in types(table_id)
    manage_seats(table_id)
    moved = wallet_of(player(leaver), Book.PLAY) - 2000
    assert moved in {-5, 0, 5}
    assert broken(table_id) == []


def test_who_leaves_in_anothers_turn_may_still_act_when_his_comes() -> None:
    """The hand is played on."""
    table_id = open_table()
    start_hand(table_id)
    leaver = actor_of(table_id) % 3 + 1
    leave(table_id, leaver)
    act(table_id, "call")

    assert actor_of(table_id) == leaver
    act(table_id, "raise", 30)
    assert types(table_id)[-1] == "hand.turn_started"
    assert "hand.timed_out" not in types(table_id)


def test_a_leave_that_is_refused_ends_no_turn() -> None:
    table_id = open_table()
    start_hand(table_id)
    leaver = actor_of(table_id) % 3 + 1
    leave(table_id, leaver)
    act(table_id, "call")
    before = everything()

    with pytest.raises(Refused) as refused:
        leave(table_id, leaver)

    assert refused.value.facts["rule"] == "already_leaving"
    assert everything() == before
