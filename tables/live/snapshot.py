"""A table as it stands, for one viewer: what a client starts from and returns to."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

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
    Hand,
    SeatState,
)
from tables.engine.rules.terms import SeatNo
from tables.engine.table.stakes import min_buy_in_chips
from tables.engine.table.state import Seat, Table
from tables.engine.view import Viewer
from tables.live import table as live_tables
from tables.live.directory import tables_of
from tables.live.feed import seat_in, viewer_of
from tables.live.stakes import told_of
from tables.live.table import LiveTable
from tables.live.wire import cards_text, time_text

_ASKS = {BETTING: "action", DISCARDING: "discard", AGREEING: "run_it", SHOWDOWN: "show"}
_STATUS = {ABLE: "able", ALL_IN: "all_in", TIMED_OUT: "timed_out", FOLDED: "folded"}


def state_of(live: LiveTable, player: PlayerId | None, server_now: str) -> dict[str, Any]:
    """Return the snapshot of the table for `player`; None is a spectator. JSON-ready."""
    viewer = viewer_of(live, player)
    return {
        "seq": live.head.seq,
        "epoch": live.head.epoch,
        "table": _table(live, live.table),
        "seats": [_seat(number, seat) for number, seat in live.table.occupied()],
        "hand": _hand(live, live.hand) if live.hand is not None else None,
        "turn": _turn(live, viewer),
        "you": _you(live, viewer, player),
        "server_now": server_now,
    }


def seats_of(player: PlayerId) -> list[dict[str, Any]]:
    """Return where the player sits, and with what; JSON-ready."""
    seated_at = [(table_id, live_tables.newest(table_id)) for table_id in tables_of(player)]
    return [
        {"table": str(table_id), **_seat(number, seat)}
        for table_id, live in seated_at
        for number, seat in live.table.occupied()
        if seat.player == player
    ]


def named_seats(seats: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the seats of a snapshot with their players' screen names; the feed has ids only."""
    names = screen_names([UUID(seat["player"]) for seat in seats])
    return [{**seat, "name": names.get(UUID(seat["player"]), "")} for seat in seats]


def buy_in_range(live: LiveTable) -> dict[str, int | None]:
    """Return what a newcomer may buy in for; `max` is None where there is no maximum (R-STK-2)."""
    config = live.config
    return {"min": min_buy_in_chips(config), "max": config.rules.stakes_max_buy_in}


def _table(live: LiveTable, table: Table) -> dict[str, Any]:
    config = live.config
    return {
        "state": table.state.value,
        "version": etag(live.staff_version),
        **told_of(config),
        "seat_count": config.seat_count,
        "book": config.book,
        "rules": config.rules.id,
        "hand_no": table.hand_no,
        "owing": _owing(table),
    }


def _owing(table: Table) -> dict[str, Any] | None:
    """Return which seats will have missed a blind when the running hand is settled (R-MIS-1)."""
    lineup = table.hand
    if lineup is None:
        return None
    return {
        "missed_small": list(lineup.missed_small),
        "missed_big": list(lineup.missed_big),
        "still_owing": list(lineup.still_owing),
    }


def _seat(number: SeatNo, seat: Seat) -> dict[str, Any]:
    return {
        "seat": number,
        "player": str(seat.player),
        "stack_chips": seat.stack_chips,
        "status": seat.status.value,
        "standing": seat.standing.value,
        "missed_small": seat.missed_small,
        "missed_big": seat.missed_big,
    }


def _hand(live: LiveTable, hand: Hand) -> dict[str, Any]:
    return {
        "hand": str(live.hand_id),
        "hand_no": hand.started.hand_no,
        "game": hand.game.code,
        "family": hand.game.family,
        "structure": msgspec.to_builtins(hand.started.structure),
        "options": msgspec.to_builtins(hand.started.options),
        "button": hand.started.button,
        "big_blind": hand.started.big_blind,
        "street": hand.street_data.name,
        "board": cards_text(hand.board),
        "more_boards": [cards_text(board) for board in hand.more_boards],
        "run_it_times": hand.unusual.run_it_times,
        "pot_chips": hand.pot_chips,
        "price_chips": hand.price_chips,
        "is_over": hand.is_over,
        "is_voided": live.is_hand_voided,
        "commitment": hand.started.commitment,
        "seats": [_in_hand(seat) for seat in hand.seats],
    }


def _in_hand(seat: SeatState) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "stack_chips": seat.stack_chips,
        "street_chips": seat.street_chips,
        "total_chips": seat.total_chips,
        "status": _STATUS[seat.status],
        "has_timed_out": seat.has_timed_out,
        "card_count": len(seat.positions),
        "upcards": cards_text(seat.upcards),
        "drawn_count": seat.drawn_count,
        "cards": cards_text(seat.faces),
    }


def _turn(live: LiveTable, viewer: Viewer) -> dict[str, Any] | None:
    hand = live.hand
    if hand is None or hand.actor is None or live.deadline_ms is None:
        return None
    turn: dict[str, Any] = {
        "turn": hand.turn,
        "seat": hand.actor,
        "asks": _ASKS[hand.phase],
        "deadline_at": time_text(live.deadline_ms),
    }
    if viewer.seat == hand.actor:
        turn["legal"] = msgspec.to_builtins(legal(hand))
    return turn


def _you(live: LiveTable, viewer: Viewer, player: PlayerId | None) -> dict[str, Any] | None:
    """Return the viewer's seat, the cards that he holds, each with its name, and his settings."""
    if viewer.seat is None:
        return None
    hand = live.hand
    sitting = next((seat for _, seat in live.table.occupied() if seat.player == player), None)
    dealt = seat_in(hand.started, player) if hand is not None else None
    positions = hand.of(dealt).positions if hand is not None and dealt is not None else ()
    cards = tuple([viewer.own_cards.get(position) for position in positions])
    return {
        "seat": viewer.seat,
        "cards": cards_text(cards),
        "positions": list(positions),
        "straddle": sitting is not None and sitting.wants_straddle,
        "run_it_twice": sitting is not None and sitting.runs_it,
    }
