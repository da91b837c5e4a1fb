"""Commands whose postings wait for each other: the ledger names it, `execute` knows what it is."""

from threading import Barrier

import pytest
from django.db import transaction

from accounts.money.ledger import posting
from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.services import post
from pokerhouse.commands.answer import Answer
from pokerhouse.commands.retry import execute
from pokerhouse.common.ids import PlayerId, new_id
from pokerhouse.eventstore.commands import find_receipt, identify
from pokerhouse.eventstore.errors import FeedBusy
from pokerhouse.eventstore.store import append, open_feed, read_feed, read_head
from tests.support.feeds import counted
from tests.support.ledger import ACTOR, AT, MAIN, give, new_player, run_sql
from tests.support.threads import elsewhere, together

pytestmark = [pytest.mark.race, pytest.mark.usefixtures("house_db")]


def pay(player: PlayerId) -> None:
    """Post as a part of the caller's transaction."""
    draft = posting.deposit(player=player, drawer=new_id(), amount_cents=1, book=MAIN)
    post(draft, at=AT, actor=ACTOR, idem_key=str(new_id()))


def test_of_two_commands_that_post_in_opposite_order_one_is_decided_again() -> None:
    """PostgreSQL ends one of them; both have their effect once."""
    one, other = new_player(), new_player()
    give(one, 10)
    give(other, 10)
    both_hold_one = Barrier(2)
    attempts: list[str] = []

    def send(actor: str, first: PlayerId, second: PlayerId) -> Answer:
        shard = new_id()
        open_feed(shard)
        command = identify(shard=shard, actor=actor, key="k", body=b"")

        def attempt() -> bytes:
            attempts.append(actor)
            with transaction.atomic():
                append(read_head(shard), counted(new_id(), 1), command=command.record(b"paid"))
                pay(first)
                if attempts.count(actor) == 1:
                    both_hold_one.wait(timeout=30)
                pay(second)
            return b"paid"

        answer = execute(command, attempt)
        assert [event.seq for event in read_feed(shard)] == [1]
        return answer

    answers = together([lambda: send("a", one, other), lambda: send("b", other, one)])

    assert answers == [Answer(b"paid", is_repeat=False)] * 2
    assert sorted(attempts) in (["a", "a", "b"], ["a", "b", "b"])
    assert (wallet_of(one, book=MAIN), wallet_of(other, book=MAIN)) == (12, 12)


def test_a_command_whose_posting_waits_too_long_finds_the_feed_busy_and_has_no_effect() -> None:
    player, shard = new_player(), new_id()
    give(player, 10)
    head = open_feed(shard)
    command = identify(shard=shard, actor="a", key="k", body=b"")
    attempts: list[int] = []

    def attempt() -> bytes:
        attempts.append(1)
        with transaction.atomic():
            run_sql("SET LOCAL lock_timeout = 20")
            append(head, counted(new_id(), 1), command=command.record(b"paid"))
            pay(player)
        return b"paid"

    with transaction.atomic():
        pay(player)
        with pytest.raises(FeedBusy) as refusal:
            elsewhere(lambda: execute(command, attempt))

    assert refusal.value.facts == {"shard": str(shard)}
    assert attempts == [1]
    assert find_receipt(command) is None
    assert read_feed(shard) == []
    assert wallet_of(player, book=MAIN) == 11
