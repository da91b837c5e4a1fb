"""The present state of a table for one viewer; clients begin with it."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, structs

from accounts.people.queries import screen_names
from pokerhouse.common.ids import PlayerId
from pokerhouse.common.versions import etag
from tables.engine.hand.legal import legal
from tables.engine.hand.state import (
    ABLE,
    AGREEING,
    ALL_IN,
    BETTING,
    DISCARDING,
    FOLDED,
    SHOWDOWN,
    TIMED_OUT,
    SeatState,
)
from tables.engine.rules.terms import SeatNo
from tables.engine.table.stakes import min_buy_in_chips
from tables.engine.table.state import Seat, Table
from tables.engine.view import Viewer
from tables.live import table as live_tables
from tables.live.directory import tables_of
from tables.live.feed import seat_in, viewer_of
from tables.live.state_forms import (
    Asks,
    BuyInRange,
    HandSeatView,
    HandSnapshot,
    HandStatus,
    HandView,
    NamedSeatView,
    OwingView,
    SeatView,
    StaffSeatView,
    TableSnapshot,
    TableView,
    TurnView,
    YouView,
)
from tables.live.table import LiveTable
from tables.live.wire import card_texts, time_text

_ASKS: dict[int, Asks] = {
    BETTING: "action",
    DISCARDING: "discard",
    AGREEING: "run_it",
    SHOWDOWN: "show",
}
_STATUS: dict[int, HandStatus] = {
    ABLE: "able",
    ALL_IN: "all_in",
    TIMED_OUT: "timed_out",
    FOLDED: "folded",
}


def snapshot_for(live: LiveTable, player: PlayerId | None, server_now: str) -> TableSnapshot:
    """Return the snapshot of the table for `player`, or for a spectator if None."""
    viewer = viewer_of(live, player)
    return TableSnapshot(
        seq=live.head.seq,
        epoch=live.head.epoch,
        table=_table(live, live.table),
        seats=tuple([_seat(number, seat) for number, seat in live.table.occupied()]),
        hand=_hand(live) if live.hand is not None else None,
        turn=_turn(live, viewer),
        you=_you(live, viewer, player),
        server_now=server_now,
    )


def hand_part(snapshot: TableSnapshot) -> HandSnapshot:
    """Return the part of the snapshot about the running or last hand."""
    return HandSnapshot(
        seq=snapshot.seq,
        hand=snapshot.hand,
        turn=snapshot.turn,
        you=snapshot.you,
        server_now=snapshot.server_now,
    )


def state_of(live: LiveTable, player: PlayerId | None, server_now: str) -> dict[str, Any]:
    """Return the snapshot of the table for `player`, ready for JSON."""
    return as_dict(snapshot_for(live, player, server_now))


def as_dict(form: Struct) -> dict[str, Any]:
    """Return a struct of the wire, ready for JSON."""
    made: dict[str, Any] = msgspec.to_builtins(form)
    return made


def seats_of(player: PlayerId) -> list[StaffSeatView]:
    """Return all seats of the player, with their stacks."""
    seated_at = [(table_id, live_tables.newest(table_id)) for table_id in tables_of(player)]
    return [
        StaffSeatView(**structs.asdict(_seat(number, seat)), table=table_id)
        for table_id, live in seated_at
        for number, seat in live.table.occupied()
        if seat.player == player
    ]


def named_seats(seats: Sequence[SeatView]) -> tuple[NamedSeatView, ...]:
    """Return the seats of a snapshot with their players' screen names; the feed has ids only."""
    names = screen_names([seat.player for seat in seats])
    return tuple(
        [NamedSeatView(**structs.asdict(seat), name=names.get(seat.player, "")) for seat in seats]
    )


def buy_in_range(live: LiveTable) -> BuyInRange:
    """Return the least and the most that a newcomer may buy in for (R-STK-2)."""
    config = live.config
    return BuyInRange(min_buy_in_chips(config), config.rules.stakes_max_buy_in)


def _table(live: LiveTable, table: Table) -> TableView:
    config = live.config
    return TableView(
        state=table.state,
        version=etag(live.staff_version),
        game=config.game,
        stakes=config.stakes,
        options=config.options,
        rotation=config.rotation,
        rotate_by=config.rotate_by,
        rotate_every=config.rotate_every,
        seat_count=config.seat_count,
        book=config.book,
        rules=config.rules.id,
        hand_no=table.hand_no,
        owing=_owing(table),
    )


def _owing(table: Table) -> OwingView | None:
    lineup = table.hand
    if lineup is None:
        return None
    return OwingView(lineup.missed_small, lineup.missed_big, lineup.still_owing)


def _seat(number: SeatNo, seat: Seat) -> SeatView:
    return SeatView(
        seat=number,
        player=seat.player,
        stack_chips=seat.stack_chips,
        status=seat.status,
        standing=seat.standing,
        missed_small=seat.missed_small,
        missed_big=seat.missed_big,
    )


def _hand(live: LiveTable) -> HandView:
    hand_id, hand = live.last_hand
    return HandView(
        hand=hand_id,
        hand_no=hand.started.hand_no,
        game=hand.game.code,
        family=hand.game.family,
        structure=hand.started.structure,
        options=hand.started.options,
        button=hand.started.button,
        big_blind=hand.started.big_blind,
        street=hand.street_data.name,
        board=card_texts(hand.board),
        more_boards=[card_texts(board) for board in hand.more_boards],
        run_it_times=hand.extras.run_it_times,
        pot_chips=hand.pot_chips,
        price_chips=hand.price_chips,
        is_over=hand.is_over,
        is_voided=live.is_hand_voided,
        commitment=hand.started.commitment,
        seats=tuple([seat_in_hand(seat) for seat in hand.seats]),
    )


def seat_in_hand(seat: SeatState) -> HandSeatView:
    """Return what everybody may see of a seat that was dealt in."""
    return HandSeatView(
        seat=seat.seat,
        stack_chips=seat.stack_chips,
        street_chips=seat.street_chips,
        total_chips=seat.total_chips,
        status=_STATUS[seat.status],
        has_timed_out=seat.has_timed_out,
        card_count=len(seat.positions),
        upcards=card_texts(seat.upcards),
        drawn_count=seat.drawn_count,
        cards=card_texts(seat.faces),
    )


def _turn(live: LiveTable, viewer: Viewer) -> TurnView | None:
    hand = live.hand
    if hand is None or hand.actor is None or live.deadline_ms is None:
        return None
    return TurnView(
        turn=hand.turn,
        seat=hand.actor,
        asks=_ASKS[hand.phase],
        deadline_at=time_text(live.deadline_ms),
        legal=(legal(hand) or UNSET) if viewer.seat == hand.actor else UNSET,
    )


def _you(live: LiveTable, viewer: Viewer, player: PlayerId | None) -> YouView | None:
    """Return the viewer's seat, his cards with their positions, and his options."""
    if viewer.seat is None:
        return None
    hand = live.hand
    sitting = next((seat for _, seat in live.table.occupied() if seat.player == player), None)
    dealt = seat_in(hand.started, player) if hand is not None else None
    positions = hand.of(dealt).positions if hand is not None and dealt is not None else ()
    cards = tuple([viewer.own_cards.get(position) for position in positions])
    return YouView(
        seat=viewer.seat,
        cards=card_texts(cards),
        positions=list(positions),
        straddle=sitting is not None and sitting.wants_straddle,
        run_it_twice=sitting is not None and sitting.runs_it,
    )
