"""Starts a hand. Then players act by `actions`, or `clock` for them; `floor` takes hands back."""

from typing import ClassVar

from accounts.money.days.days import gaming_day_of
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import TableId, new_id
from tables.dealer import deal_hand
from tables.dealer.button import draw_for_button
from tables.engine.rules.games import GAMES
from tables.engine.table import commands as table_commands
from tables.engine.table.bridge import hand_to_deal
from tables.engine.table.waiting import is_owed
from tables.live import table as live_tables
from tables.services.between_hands import between_hands
from tables.services.run import run
from tables.services.unit_of_work import Receipt, UnitOfWork


class StartNextHand(CommandRequest, frozen=True):
    """A request to deal the table's next hand, which must have the number `hand_no` if given."""

    NAME: ClassVar[str] = "table.start_next_hand"

    hand_no: int | None


def start_next_hand(
    *, table_id: TableId, meta: Meta, hand_no: int | None = None, seed: bytes | None = None
) -> Receipt | None:
    """
    Deal the table's next hand; before the first one, draw for the button (R-BTN-1).

    Return None if hand `hand_no` has begun already, so that a task may run twice or late. `seed`
    makes the shuffle repeatable, for `manage.py deal` and tests only.

    What waited for the end of the last hand is carried out first, if it has not been. It is a
    command of its own, so that a deal locks no wallet, and so that its effect stays if no hand can
    be dealt.

    :raises Refused: with fewer than two ready players, in a running hand, at a closed table.
    """
    table = live_tables.newest(table_id).table
    if hand_no is not None and table.hand_no >= hand_no:
        return None
    if is_owed(table):
        between_hands(table_id=table_id, hand_no=table.hand_no, meta=meta)

    def decide(work: UnitOfWork) -> None:
        draw = draw_for_button(work.live.table, seed, at_ms=meta.at_ms)
        if draw is not None:
            work.at_table(draw)
        work.at_table(table_commands.StartHand(meta.at_ms))
        if work.live.table.hand is not None:  # None: too few players, because some sit out now
            _deal(work, seed)

    return run(table_id=table_id, meta=meta, request=StartNextHand(hand_no), decide=decide)


def _deal(work: UnitOfWork, seed: bytes | None) -> None:
    hand_id = new_id()
    lineup = work.live.table.hand
    assert lineup is not None
    dealt = deal_hand(hand_id, seed=seed, faces=GAMES[lineup.game].deck)
    command = hand_to_deal(
        work.live.table,
        commitment=dealt.root,
        gaming_day=gaming_day_of(work.meta.at).isoformat(),
    )
    work.start_hand(hand_id, dealt, command)
