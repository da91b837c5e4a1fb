"""
What happens at a table because time passed or a hand ended.

Each task names the turn or the hand that it is about and does nothing if that has passed, so it may
run twice or late. At its end the agenda's row is marked done, unless it was planned anew meanwhile.
After a temporary fault the row stays undone and the relay sends it again; Celery repeats nothing.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from celery import shared_task
from django.db import OperationalError

from pokerhouse.agenda.done import done
from pokerhouse.commands.meta import BySystem, Meta
from pokerhouse.common import house_clock
from pokerhouse.common.ids import TableId
from pokerhouse.eventstore.errors import FeedBusy
from tables.services import clock, hands
from tables.services.between_hands import between_hands
from tables.services.refusals import Refused

HOUSE = BySystem("house")
EXPIRE_TURN = "tables.expire_turn"
log = logging.getLogger(__name__)
CURABLE = (FeedBusy, OperationalError)


@contextmanager
def leaving_to_relay(what: str) -> Iterator[None]:
    """Let a temporary fault end the task; its row stays undone."""
    try:
        yield
    except CURABLE as error:
        log.warning("%s is left to the relay: %s", what, error)


@shared_task(name=EXPIRE_TURN, acks_late=True, ignore_result=True)
def expire_turn(
    *, table_id: str, hand_id: str, turn: int, shard: str, key: str, generation: int, **_: object
) -> None:
    """Act for a player whose time ran out."""
    with leaving_to_relay(f"Turn {turn} of hand {hand_id}"):
        meta = Meta(HOUSE, f"expire {hand_id} {turn}", house_clock.read())
        table, hand = TableId(UUID(table_id)), UUID(hand_id)
        clock.expire_turn(table_id=table, hand_id=hand, turn=turn, meta=meta)
        done(shard=UUID(shard), key=key, generation=generation, at=meta.at)


@shared_task(name="tables.manage_seats", acks_late=True, ignore_result=True)
def manage_seats(
    *, table_id: str, hand_no: int, shard: str, key: str, generation: int, **_: object
) -> None:
    """Let happen what waited for the end of hand `hand_no`; if this cannot, the next deal does."""
    with leaving_to_relay(f"What waited for hand {hand_no} of table {table_id}"):
        meta = Meta(HOUSE, f"seats {table_id} {hand_no}", house_clock.read())
        between_hands(table_id=TableId(UUID(table_id)), hand_no=hand_no, meta=meta)
        done(shard=UUID(shard), key=key, generation=generation, at=meta.at)


@shared_task(name="tables.start_next_hand", acks_late=True, ignore_result=True)
def start_next_hand(
    *, table_id: str, hand_no: int, shard: str, key: str, generation: int, **_: object
) -> None:
    """
    Deal hand `hand_no`.

    Where the table is not ready any more the row is done all the same: the command that makes it
    ready plans the next deal.
    """
    with leaving_to_relay(f"Hand {hand_no} of table {table_id}"):
        meta = Meta(HOUSE, f"start {table_id} {hand_no}", house_clock.read())
        try:
            hands.start_next_hand(table_id=TableId(UUID(table_id)), hand_no=hand_no, meta=meta)
        except Refused as refusal:
            log.info("Hand %d of table %s is not dealt: %s", hand_no, table_id, refusal)
        done(shard=UUID(shard), key=key, generation=generation, at=meta.at)


def extend_turn(*, args: dict[str, Any], by_ms: int, outage: str) -> None:
    """Give the turn of an agenda row `by_ms` more (`agenda.clocks`); once an outage."""
    clock.extend(
        table_id=TableId(UUID(args["table_id"])),
        hand_id=UUID(args["hand_id"]),
        turn=args["turn"],
        by_ms=by_ms,
        meta=Meta(HOUSE, f"{outage} {args['hand_id']} {args['turn']}", house_clock.read()),
    )
