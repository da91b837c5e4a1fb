"""Notices in players' inboxes about what commands of others did to them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from accounts.people.inbox import services as inbox
from pokerhouse.common.ids import TableId
from pokerhouse.realtime.notify import publish_feed_moved
from tables.engine.rules.terms import SeatNo
from tables.engine.table.events import (
    HandTakenBack,
    HandVoided,
    SatOut,
    TableEvent,
    TopUpDropped,
)
from tables.engine.table.evolve import evolve_table
from tables.engine.table.state import Seat, SettledHand, SitOutWhen, Table
from tables.live import lobby_version
from tables.live.table import LiveTable

_WITH_NOTICE = (TopUpDropped, HandVoided, HandTakenBack)


class Notice(Struct, frozen=True):
    """A message for one player's inbox."""

    player: UUID
    kind: str
    facts: dict[str, object]


def notices_of(before: LiveTable, events: Sequence[TableEvent]) -> list[Notice]:
    """
    Return the notices about `events`, which follow `before`, for players who may not be watching.

    They are about top-ups that were dropped and hands that were voided or taken back.
    """
    if not any(isinstance(event, _WITH_NOTICE) for event in events):
        return []
    found: list[Notice] = []
    table = before.table
    for event in events:
        match event:
            case HandVoided() | HandTakenBack():
                found += _voided(before.hand_id, table, event)
            case TopUpDropped():
                facts = {"chips": event.dropped_chips, "code": event.code}
                found.append(_notice(table, event.seat, "seat.top_up_dropped", facts))
            case _:
                pass
        table = evolve_table(table, event)
    return found


def of_time_outs(before: Table, events: Sequence[TableEvent]) -> list[Notice]:
    """
    Return the notices for players who sit out between hands because they timed out (R-TIM-8).

    A player who asked to sit out gets none.
    """
    return [
        _notice(before, event.seat, "seat.timed_out", {})
        for event in events
        if isinstance(event, SatOut) and not _wanted_out(before, event.seat)
    ]


def send(table_id: TableId, notices: Sequence[Notice], at: datetime) -> None:
    """Put the notices into the inboxes, ordered by person, in the command's transaction."""
    for notice in sorted(notices, key=lambda notice: notice.player):
        facts = {"table": str(table_id), **notice.facts}
        inbox.put(person=notice.player, kind=notice.kind, at=at, facts=facts)


def publish_lobby_moved() -> None:
    """Publish that the lobby has changed; call it after COMMIT."""
    publish_feed_moved(lobby_version.SHARD, lobby_version.version())


def _voided(
    hand_id: UUID | None, table: Table, event: HandVoided | HandTakenBack
) -> Iterator[Notice]:
    """Yield a notice for everybody who was dealt in, also for those who have left since."""
    was_settled = isinstance(event, HandTakenBack)
    hand = table.settled if was_settled else table.hand
    assert hand is not None, "the event is about a hand that was dealt"
    for dealt in hand.nets if isinstance(hand, SettledHand) else hand.dealt:
        facts = {"hand": str(hand_id), "hand_no": event.hand_no, "was_settled": was_settled}
        yield Notice(dealt.player, "hand.voided", {"seat": dealt.seat, **facts})


def _notice(table: Table, number: SeatNo, kind: str, facts: dict[str, object]) -> Notice:
    return Notice(_seat(table, number).player, kind, {"seat": number, **facts})


def _wanted_out(table: Table, number: SeatNo) -> bool:
    return _seat(table, number).sit_out_request in {SitOutWhen.NOW, SitOutWhen.NEXT_HAND}


def _seat(table: Table, number: SeatNo) -> Seat:
    seat = table.seat(number)
    assert seat is not None, "the event is about somebody who sits there"
    return seat
