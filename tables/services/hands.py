"""Hands: start one, act in it, take it back; `clock` acts for the silent."""

from accounts.money.days.days import gaming_day_of
from pokerhouse.common.ids import TableId, new_id
from tables.dealer import deal_hand
from tables.dealer.button import draw_for_button
from tables.engine.hand.commands import Act, ActionKind, Command, VoidHand
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Chips, SeatNo, TurnNo
from tables.engine.table import commands as table_commands
from tables.engine.table.bridge import hand_to_deal
from tables.live import table as live_tables
from tables.services.running import Malformed, Receipt, checked, run
from tables.services.unit_of_work import Meta, UnitOfWork

MAX_REASON = 500


def start_hand(
    *, table_id: TableId, meta: Meta, hand_no: int | None = None, seed: bytes | None = None
) -> Receipt | None:
    """
    Deal the table's next hand; the first one after the draw for the button (R-BTN-1).

    `hand_no` is the hand that is meant: None is returned if it has begun already, so that a task
    may run twice or late. `seed` makes the shuffle repeatable, for `manage.py deal` and tests; a
    house never gives one.

    :raises Refused: with fewer than two ready players, in a running hand, at a closed table.
    """
    if hand_no is not None and live_tables.get(table_id).table.hand_no >= hand_no:
        return None

    def decide(work: UnitOfWork) -> None:
        draw = draw_for_button(work.live.table, seed, at_ms=meta.at_ms)
        if draw is not None:
            work.at_table(draw)
        work.at_table(table_commands.StartHand(meta.at_ms))
        if work.live.table.hand is not None:  # else the last players asked to sit out
            _deal(work, seed)

    return run(table_id=table_id, meta=meta, body=["start_hand", hand_no], decide=decide)


def act(
    *,
    table_id: TableId,
    seat: SeatNo,
    turn: TurnNo,
    kind: ActionKind,
    to_chips: Chips | None = None,
    meta: Meta,
) -> Receipt:
    """
    Record `seat`'s decision for `turn`, and everything that follows from it without another one.

    :raises Refused: if that turn has passed or the rules forbid it; `rule` says which.
    """
    return take_turn(table_id=table_id, decision=Act(seat, turn, kind, to_chips), meta=meta)


def take_turn(*, table_id: TableId, decision: Act, meta: Meta) -> Receipt:
    """
    Record a decision of any kind, with the cards or boards that it names.

    :raises Refused: as `act`.
    """
    return _in_hand(table_id, meta, decision)


def void_hand(*, table_id: TableId, reason: str, meta: Meta) -> Receipt:
    """
    Take the running hand back: every contribution returns, button and blinds are as before it.

    Works without the deck's key. `reason` is 1 to MAX_REASON printable characters.
    :raises Refused: `hand_over` when it has been settled; then `floor.void_hand` takes it back.
    :raises Malformed: if the reason is none.
    """
    if type(reason) is not str or not 0 < len(reason) <= MAX_REASON or not reason.isprintable():
        sentence = f"A reason is 1 to {MAX_REASON} printable characters."
        raise Malformed(sentence)
    return _in_hand(table_id, meta, VoidHand(reason))


def _in_hand(table_id: TableId, meta: Meta, given: Command) -> Receipt:
    command = checked(given)

    def decide(work: UnitOfWork) -> None:
        if work.live.hand is not None and work.live.hand.is_over:
            raise RuleViolation("hand_over")
        work.in_hand(command)

    return run(table_id=table_id, meta=meta, body=[type(command).__name__, command], decide=decide)


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
