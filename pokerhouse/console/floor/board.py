"""One table as the floor sees it: how it stands, who sits there with what, and what may be done."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.people.queries import screen_names
from pokerhouse.common.ids import HandId, TableId
from pokerhouse.console.game_words import in_words
from pokerhouse.eventstore.errors import UnknownFeed
from tables.engine.table.state import Seat, SeatStatus, TableState
from tables.live import table as live_tables
from tables.live.directory import UnknownTable
from tables.live.table import LiveTable
from tables.room.lobby import queries as rooms

PAGE: Final = "/floor/tables"
STATE_LEVELS: Final = {"paused": "warn", "closing": "info"}
"""How much a state presses; a table that plays says nothing, and one that waits or is closed
has a plain tag."""


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """A seat and who is in it; an empty one has no player."""

    number: int
    player: UUID | None = None
    name: str = ""
    stack_chips: int = 0
    signs: tuple[tuple[str, str], ...] = ()
    """How the player stands, each as level and words."""
    may_be_removed: bool = False


@dataclass(frozen=True, slots=True)
class TableBoard:
    """A table's page."""

    line: dict[str, Any]
    """As the lobby has it, in words."""
    version: int
    seats: tuple[BoardSeat, ...]
    hand_id: HandId | None
    """The running hand, or the last one."""
    hand_no: int
    is_hand_running: bool
    may_take_back: bool
    is_over: bool
    """Closed, or closing after this hand: nothing is changed any more."""

    @property
    def path(self) -> str:
        """The table's page."""
        return f"{PAGE}/{self.line['table']}"

    @property
    def seated_count(self) -> int:
        """How many sit there."""
        return sum(seat.player is not None for seat in self.seats)


def board_of(table_id: UUID) -> TableBoard:
    """
    Return the table as its feed stands now.

    :raises Http404: if there is none.
    """
    line, live = line_of(table_id), live_of(table_id)
    state = live.table.state
    is_over = state in {TableState.CLOSING, TableState.CLOSED}
    return TableBoard(
        line=in_words(line),
        version=live.staff_version,
        seats=_seats(live, may_be_removed=not is_over),
        hand_id=None if live.hand_id is None else HandId(live.hand_id),
        hand_no=live.table.hand_no,
        is_hand_running=live.table.hand is not None,
        may_take_back=live.hand_id is not None and not live.is_hand_voided and not is_over,
        is_over=is_over,
    )


def line_of(table_id: UUID) -> dict[str, Any]:
    """
    Return the lobby's line of a table, also of a closed one.

    :raises Http404: if there is none.
    """
    try:
        return rooms.table(TableId(table_id))
    except UnknownTable as error:
        raise Http404 from error


def live_of(table_id: UUID) -> LiveTable:
    """
    Return the table as its feed stands now.

    :raises Http404: if there is none.
    """
    try:
        return live_tables.newest(TableId(table_id))
    except UnknownFeed as error:
        raise Http404 from error


_STATUS: Final = {
    SeatStatus.SITTING_OUT: ("info", _("sitting out")),
    SeatStatus.BUSTED: ("warn", _("busted")),
}


def _seats(live: LiveTable, *, may_be_removed: bool) -> tuple[BoardSeat, ...]:
    occupied = dict(live.table.occupied())
    names = screen_names([UUID(str(seat.player)) for seat in occupied.values()])
    stacks = _stacks_in_hand(live)
    return tuple(
        BoardSeat(
            number=number,
            player=UUID(str(seat.player)),
            name=names.get(UUID(str(seat.player)), ""),
            stack_chips=stacks.get(number, seat.stack_chips),
            signs=tuple(_signs(seat)),
            may_be_removed=may_be_removed and not seat.is_leaving,
        )
        if (seat := occupied.get(number)) is not None
        else BoardSeat(number)
        for number in range(1, live.config.seat_count + 1)
    )


def _stacks_in_hand(live: LiveTable) -> dict[int, int]:
    """Return what players of the running hand still have behind."""
    if live.table.hand is None or live.hand is None:
        return {}
    return {seat.seat: seat.stack_chips for seat in live.hand.seats}


def _signs(seat: Seat) -> list[tuple[str, str]]:
    signs = []
    if seat.status in _STATUS:
        level, word = _STATUS[seat.status]
        signs.append((level, gettext(word)))
    if seat.is_leaving:
        signs.append(("info", gettext("leaves after this hand")))
    if seat.missed_big:
        signs.append(("info", gettext("owes the big blind")))
    elif seat.missed_small:
        signs.append(("info", gettext("owes the small blind")))
    return signs
