"""Commands at a real table: store, sealed deck and ledger in one transaction."""

import traceback
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connections
from msgspec.structs import replace
from pytest_django import Settings

from accounts.money.ledger.balances import stacks_at, wallet_of
from accounts.money.ledger.chart import Book
from accounts.money.ledger.errors import DayClosed, InsufficientFunds
from pokerhouse.commands.meta import BySystem, Meta
from pokerhouse.common.ids import TableId
from pokerhouse.eventstore.errors import IdempotencyMismatch
from pokerhouse.eventstore.sealing import UnknownKey
from pokerhouse.eventstore.store import read_feed, read_stream
from tables.dealer import open_deck, opening, verify_opening
from tables.engine.hand.evolve import fold
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table.events import TopUpDropped
from tables.engine.table.state import EntryChoice
from tables.live import codec
from tables.live import table as live_tables
from tables.services import clock
from tables.services.refusals import Refused
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

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")


def test_a_seat_is_taken_with_money_from_the_wallet() -> None:
    table_id = open_table(players=2, buy_in=1000, wallet=1500)
    assert wallet_of(player(1), Book.PLAY) == 500
    assert stacks_at(table_id, Book.PLAY) == {player(1): 1000, player(2): 1000}


def test_nobody_sits_down_with_more_than_his_wallet_holds() -> None:
    table_id = open_table(players=2)
    deposit(player(5), 999)
    before = everything()
    with pytest.raises(InsufficientFunds):
        seating.take_seat(
            table_id=table_id,
            seat=5,
            player=player(5),
            buy_in_chips=1000,
            entry=EntryChoice.POST,
            meta=meta(),
        )
    assert everything() == before


def test_a_refusal_of_the_rules_names_the_rule_and_changes_nothing() -> None:
    """R-STK-2"""
    table_id = open_table(players=2)
    deposit(player(5), 1000)
    before = everything()
    with pytest.raises(Refused) as caught:
        seating.take_seat(
            table_id=table_id,
            seat=5,
            player=player(5),
            buy_in_chips=99,
            entry=EntryChoice.POST,
            meta=meta(),
        )
    assert caught.value.facts == {"rule": "buyin_min", "min": 100}
    assert everything() == before


def queueing_table() -> TableId:
    rules = replace(HOUSE, stakes_queue_top_up=True)
    return open_table(players=3, buy_in=1000, wallet=1500, config=replace(CONFIG, rules=rules))


def test_a_top_up_is_queued_only_if_the_wallet_covers_it() -> None:
    table_id = queueing_table()
    start_hand(table_id)
    before = everything()
    with pytest.raises(InsufficientFunds):
        seating.top_up(table_id=table_id, seat=1, added_chips=501, meta=meta())
    assert everything() == before
    seating.top_up(table_id=table_id, seat=1, added_chips=500, meta=meta())
    check_down(table_id)
    stack = stacks_at(table_id, Book.PLAY)[player(1)]
    live = manage_seats(table_id)
    seat = live.table.seat(1)
    assert seat is not None
    assert seat.stack_chips == stacks_at(table_id, Book.PLAY)[player(1)]
    assert seat.stack_chips == stack + 500
    assert wallet_of(player(1), Book.PLAY) == 0


def test_a_queued_top_up_that_is_no_longer_covered_is_dropped_and_the_hand_ends() -> None:
    """docs/security.md#half-a-hand: nobody can keep a lost hand from ending."""
    table_id = queueing_table()
    start_hand(table_id)
    seating.top_up(table_id=table_id, seat=1, added_chips=500, meta=meta())
    withdraw(player(1), 100)
    assert check_down(table_id).table.hand is None
    manage_seats(table_id)
    assert wallet_of(player(1), Book.PLAY) == 400
    dropped = [e for e in read_feed(table_id) if e.type == "table.top_up_dropped"]
    assert [codec.table_event(e) for e in dropped] == [TopUpDropped(1, 500, "insufficient_funds")]


def test_a_hand_belongs_to_the_gaming_day_in_which_it_began() -> None:
    """The day is cut at 06:00 while nothing stops (docs/ledger.md#gaming-days)."""
    table_id = open_table()
    night = datetime(2026, 12, 1, 5, 59, tzinfo=UTC)
    play.start_hand(table_id=table_id, meta=Meta(BySystem("tester"), "at night", night))
    morning = night + timedelta(minutes=2)
    for number in range(2):
        hand = live_tables.get(table_id).hand
        assert hand is not None
        assert hand.actor is not None
        play.act(
            table_id=table_id,
            seat=hand.actor,
            turn=hand.turn,
            kind="fold",
            meta=Meta(BySystem("tester"), f"fold {number}", morning),
        )
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT gaming_day FROM ledger_transaction WHERE kind = 'hand'")
        assert cursor.fetchall() == [(date(2026, 11, 30),)]


def test_a_hand_whose_key_is_lost_can_still_be_voided(settings: Settings) -> None:
    table_id = open_table()
    start_hand(table_id)
    settings.MASTER_KEY = "cd" * 32
    live_tables.evict_all()
    act(table_id, "call")
    act(table_id, "call")
    with pytest.raises(UnknownKey):
        act(table_id, "check")  # it would deal the flop
    play.void_hand(table_id=table_id, reason="the key is lost", meta=meta())
    assert stacks_at(table_id, Book.PLAY) == {player(seat): 1000 for seat in (1, 2, 3)}


def test_a_process_beside_the_feed_finds_back_after_a_restore() -> None:
    table_id = open_table()
    live = start_hand(table_id)
    beside = replace(live, head=replace(live.head, epoch=7))
    live_tables.put(beside)
    act(table_id, "call")
    assert live_tables.get(table_id).head.epoch == live.head.epoch


def test_no_card_stands_in_the_locals_of_a_refused_action() -> None:
    """Traces hold no live card, also those that print their locals."""
    table_id = open_table()
    live = start_hand(table_id)
    with pytest.raises(Refused) as caught:
        act(table_id, "check")
    trace = "".join(
        traceback.TracebackException.from_exception(caught.value, capture_locals=True).format()
    )
    assert "cards = <a sealed deck>" in trace
    assert ", ".join(str(card) for card in live.faces()[:6]) not in trace


def test_a_settled_hand_moves_the_stacks_in_the_books_too() -> None:
    table_id = open_table()
    start_hand(table_id)
    live = check_down(table_id)
    stacks = {seat.player: seat.stack_chips for _, seat in live.table.occupied()}
    assert stacks == stacks_at(table_id, Book.PLAY)
    assert sum(stacks.values()) == 3000
    assert live.table.hand is None


def test_a_hand_read_back_from_the_store_folds_to_the_same_state() -> None:
    table_id = open_table()
    start_hand(table_id)
    played = check_down(table_id)
    assert played.hand_id is not None
    stored = read_stream(table_id, played.hand_id)
    assert fold([codec.hand_event(event) for event in stored]) == played.hand


def test_a_process_that_knows_nothing_finds_the_table_in_the_middle_of_a_hand() -> None:
    table_id = open_table()
    running = start_hand(table_id)
    live_tables.evict_all()
    assert live_tables.get(table_id) == replace(running, recent=())


def test_the_deck_is_sealed_behind_its_commitment_and_opens_to_the_dealt_cards() -> None:
    table_id = open_table()
    live = start_hand(table_id)
    assert live.hand_id is not None
    events = [codec.hand_event(event) for event in read_stream(table_id, live.hand_id)]
    assert [type(event).__name__ for event in events[:2]] == ["HandStarted", "DeckSealed"]
    assert live.sealed is not None
    assert live.hand is not None
    root = live.hand.started.commitment
    assert verify_opening(root, opening(open_deck(live.hand_id, live.sealed), 0))


def test_no_stored_byte_of_a_running_hand_holds_the_deck_in_clear() -> None:
    table_id = open_table()
    live = start_hand(table_id)
    assert live.sealed is not None
    assert live.hand_id is not None
    deck = open_deck(live.hand_id, live.sealed)
    clear = bytes(deck.faces)
    salts = deck.salts
    for stored in read_feed(table_id):
        assert clear not in stored.data
        assert not any(salt in stored.data or salt.hex().encode() in stored.data for salt in salts)
        if stored.type == "hand.hole_dealt":
            assert stored.data.count(b'"faces":[]') == 3


def test_a_repeated_action_has_one_effect_and_the_first_answer() -> None:
    table_id = open_table()
    hand = start_hand(table_id).hand
    assert hand is not None
    assert hand.actor is not None
    same = meta("call once")
    first = play.act(table_id=table_id, seat=hand.actor, turn=hand.turn, kind="call", meta=same)
    act(table_id, "call")  # the feed moves on
    before = everything()
    again = play.act(table_id=table_id, seat=hand.actor, turn=hand.turn, kind="call", meta=same)
    assert again.is_repeat
    assert (again.from_seq, again.to_seq, again.turn) == (
        first.from_seq,
        first.to_seq,
        first.turn,
    )
    assert everything() == before


def test_the_same_command_id_for_another_action_is_refused() -> None:
    table_id = open_table()
    hand = start_hand(table_id).hand
    assert hand is not None
    assert hand.actor is not None
    same = meta("one id")
    play.act(table_id=table_id, seat=hand.actor, turn=hand.turn, kind="call", meta=same)
    before = everything()
    with pytest.raises(IdempotencyMismatch):
        play.act(table_id=table_id, seat=hand.actor, turn=hand.turn, kind="fold", meta=same)
    assert everything() == before


def test_an_action_for_a_turn_that_has_passed_is_refused() -> None:
    table_id = open_table()
    hand = start_hand(table_id).hand
    assert hand is not None
    assert hand.actor is not None
    act(table_id, "call")
    before = everything()
    with pytest.raises(Refused) as caught:
        play.act(table_id=table_id, seat=hand.actor, turn=hand.turn, kind="call", meta=meta())
    assert caught.value.facts["rule"] == "not_turn"
    assert everything() == before


def test_a_stale_process_decides_from_the_feed_and_not_from_what_it_remembers() -> None:
    table_id = open_table()
    stale = start_hand(table_id)
    act(table_id, "call")
    live_tables.put(stale)  # another process, which has not heard of the call
    act_in_stale = play.act
    assert stale.hand is not None
    fresh_turn = stale.hand.turn + 1
    next_seat = {1: 2, 2: 3, 3: 1}[stale.hand.actor or 0]
    receipt = act_in_stale(
        table_id=table_id, seat=next_seat, turn=fresh_turn, kind="call", meta=meta()
    )
    assert receipt.turn == fresh_turn + 1


def test_a_silent_player_is_all_in_and_sits_out_from_the_next_hand() -> None:
    """R-TIM-3, R-TIM-8"""
    table_id = open_table()
    start_hand(table_id)
    act(table_id, "call")
    waiting = live_tables.get(table_id)
    assert waiting.hand is not None
    assert waiting.hand_id is not None
    silent = waiting.hand.actor
    assert silent is not None
    clock.expire_turn(
        table_id=table_id,
        hand_id=waiting.hand_id,
        turn=waiting.turn,
        meta=replace(meta(), at=AT + timedelta(seconds=31)),
    )
    check_down(table_id)
    seat = manage_seats(table_id).table.seat(silent)
    assert seat is not None
    assert seat.status.value == "sitting_out"


def test_leaving_pays_the_whole_stack_to_the_wallet() -> None:
    """R-STK-5"""
    table_id = open_table(players=2, buy_in=1000, wallet=1500)
    seating.leave(table_id=table_id, seat=1, meta=meta())
    assert wallet_of(player(1), Book.PLAY) == 1500
    assert stacks_at(table_id, Book.PLAY) == {player(2): 1000}


def test_a_top_up_in_a_running_hand_is_refused() -> None:
    """R-STK-3"""
    table_id = open_table()
    start_hand(table_id)
    before = everything()
    with pytest.raises(Refused) as caught:
        seating.top_up(table_id=table_id, seat=1, added_chips=500, meta=meta())
    assert caught.value.facts["rule"] == "topup_midhand"
    assert everything() == before


def test_a_voided_hand_gives_everything_back_and_posts_nothing() -> None:
    """R-MSD: every contribution returns; the next hand has the same button."""
    table_id = open_table()
    button = start_hand(table_id).table.hand
    assert button is not None
    act(table_id, "raise", 30)
    act(table_id, "call")
    books = everything()["ledger_entry"]
    play.void_hand(table_id=table_id, reason="a card fell on the floor", meta=meta())
    live = live_tables.get(table_id)
    assert [seat.stack_chips for _, seat in live.table.occupied()] == [1000, 1000, 1000]
    assert everything()["ledger_entry"] == books
    again = start_hand(table_id).table.hand
    assert again is not None
    assert again.positions == button.positions


def test_what_the_ledger_refuses_has_not_happened_at_the_table_either() -> None:
    """One transaction: the action that ends a hand on a closed day is refused whole."""
    table_id = open_table()
    start_hand(table_id)
    act(table_id, "fold")
    with connections["owner"].cursor() as cursor:
        for state in ("rolled", "closed"):
            cursor.execute("UPDATE gaming_day SET state = %s", [state])
    before = everything()
    with pytest.raises(DayClosed):
        act(table_id, "fold")
    assert everything() == before
