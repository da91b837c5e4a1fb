"""Who is admitted to the next hand, and what he posts (R-ENT, R-MIS, R-TRN-SEA-2)."""

from collections.abc import Iterator

from msgspec import Struct

from tables.engine.rules.terms import Post, PostKind, SeatNo
from tables.engine.table.positions import is_between
from tables.engine.table.state import (
    EntryChoice,
    Positions,
    Seat,
    SeatStatus,
    Stakes,
    Standing,
    TableConfig,
)


class Candidates(Struct, frozen=True):
    """The seats that want cards, by what they may do. Each set contains the one before it."""

    takers: frozenset[SeatNo]
    """Seats for any position: established players, or everybody where the table is short."""
    playing: frozenset[SeatNo]
    """Seats that need not wait for the big blind."""
    ready: frozenset[SeatNo]
    """Seats that may become the big blind."""


def wants_cards(seat: Seat, config: TableConfig) -> bool:
    """Return whether the seat wants cards; in tournaments absent players are dealt in too."""
    if seat.stack_chips <= 0 or seat.status is SeatStatus.BUSTED:
        return False
    return config.is_tournament or seat.status is SeatStatus.IN


def candidates_of(seats: dict[SeatNo, Seat], config: TableConfig) -> Candidates:
    """
    Return which of `seats`, all of which want cards, may come in, and where.

    Source: R-ENT-1, R-ENT-4 (`entry.short_handed_free`), R-MIS-1, R-MIS-2. With fewer than two
    established players there is nobody to wait for, so everybody starts as at a new table.
    """
    ready = frozenset(seats)
    takers = frozenset(number for number in ready if seats[number].is_settled)
    if len(takers) < 2:
        return Candidates(ready, ready, ready)
    is_short = config.rules.entry_short_handed_free and not config.is_tournament
    if len(takers) == 2 and is_short:
        takers |= {number for number in ready if seats[number].standing is not Standing.ESTABLISHED}
    playing = takers | {number for number in ready if _comes_at_once(seats[number], config)}
    return Candidates(takers, playing, ready)


def _comes_at_once(seat: Seat, config: TableConfig) -> bool:
    is_moved = seat.standing is Standing.MOVED
    return config.is_tournament or is_moved or seat.entry is EntryChoice.POST


def wants_to_buy_button(seat: Seat) -> bool:
    """Return whether the player buys the button instead of waiting for the big blind."""
    return seat.entry is EntryChoice.BUY_BUTTON and seat.standing is not Standing.MOVED


def is_barred(number: SeatNo, seat: Seat, positions: Positions, config: TableConfig) -> bool:
    """
    Return whether the seat must let the button pass before it may come in.

    Source: R-ENT-3 (`entry.between_button_and_bb`): nobody comes in between button and big blind;
    in tournaments only not between button and small blind (R-TRN-SEA-2). Two-handed positions
    have no place for a third.
    """
    if positions.is_heads_up:
        return True
    if config.is_tournament:
        return is_between(number, positions.button, positions.small_blind)
    may_post = config.rules.entry_between_button_and_bb == "post"
    if may_post and seat.standing is not Standing.MOVED:
        return False
    return is_between(number, positions.button, positions.big_blind)


def owed_posts(number: SeatNo, seat: Seat, stakes: Stakes) -> Iterator[Post]:
    """
    Yield what the seat posts to come in before its big blind, the live part first.

    A newcomer owes a big blind. Of missed blinds up to one big blind is live and the rest dead; a
    short stack covers the live part first, because that post is taken first.
    Source: R-ENT-1, R-MIS-1.
    """
    if seat.standing is Standing.MOVED:
        return
    is_new = seat.standing is Standing.NEWCOMER
    owed = stakes.big_blind_chips if seat.missed_big or is_new else 0
    owed += stakes.small_blind_chips if seat.missed_small else 0
    live = min(owed, stakes.big_blind_chips)
    if live:
        yield Post(number, PostKind.LIVE, live)
    if owed > live:
        yield Post(number, PostKind.DEAD, owed - live)
