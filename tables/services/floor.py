"""What the floor asks of tables; asked by staff, each command writes its audit row with it."""

from typing import ClassVar

import msgspec
from msgspec import Struct

from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import HandId, PlayerId, TableId, id_of_command
from pokerhouse.common.versions import Stale
from tables.engine.hand.commands import VoidHand
from tables.engine.hand.state import VOIDED
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import SeatNo
from tables.engine.table import commands as table_commands
from tables.engine.table.commands import TableCommand
from tables.engine.table.events import LeaveRequested
from tables.engine.table.seating import seated
from tables.engine.table.state import Leg, Stakes, TableConfig, TableState
from tables.live.codec import type_of
from tables.live.directory import is_name_taken, table_of_hand
from tables.live.feed import types_between
from tables.services.bounds import MAX_REASON
from tables.services.notices import Notice
from tables.services.refusals import Malformed, NameTaken, Refused, check_seat_number, named
from tables.services.run import Decide, checked, run, run_first
from tables.services.unit_of_work import Receipt, StaffNote, UnitOfWork


class OpenTableRequest(CommandRequest, frozen=True):
    """What is asked for: a table; `name` is how the lobby calls it."""

    NAME: ClassVar[str] = "table.open"

    config: TableConfig
    name: str


class MoveTableRequest(CommandRequest, frozen=True):
    """What is asked for: a pause of the table, its end, or that it goes on."""

    NAME: ClassVar[str] = "table.move"

    to: TableState
    reason: str


class BombPotRequest(CommandRequest, frozen=True):
    """What is asked for: a bomb pot as the next hand."""

    NAME: ClassVar[str] = "table.request_bomb_pot"


class ChangeStakesRequest(CommandRequest, frozen=True):
    """What is asked for: other stakes; `rotation` has each leg's, where there is one."""

    NAME: ClassVar[str] = "table.change_stakes"

    stakes: Stakes
    rotation: tuple[Leg, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return what the table is played for, as the audit trail says it."""
        stakes: dict[str, object] = msgspec.to_builtins(self.stakes)
        if not self.rotation:
            return stakes
        return stakes | {"rotation": msgspec.to_builtins(self.rotation)}


class RemovePlayerRequest(CommandRequest, frozen=True):
    """What is asked for: that whoever sits there, or this player there, leaves."""

    NAME: ClassVar[str] = "seat.remove"

    seat: SeatNo
    player: PlayerId | None
    reason: str


class TakeHandBackRequest(CommandRequest, frozen=True):
    """What is asked for: that the hand counts for nothing."""

    NAME: ClassVar[str] = "hand.void"

    hand: HandId
    reason: str


class Removed(Struct, frozen=True):
    """What taking somebody out of his seat did."""

    receipt: Receipt
    is_after_hand: bool
    """He has cards: he plays the hand to its end, then he is out."""


def open_table(
    *, config: TableConfig, name: str = "", table_id: TableId | None = None, meta: Meta
) -> tuple[TableId, Receipt]:
    """
    Open a table with a feed of its own.

    Its id follows from actor and command id, so that a repeat means the same table, unless the
    caller has one already.

    :raises FeedExists: if there is a table under this id.
    :raises NameTaken: if another table is called so.
    :raises Refused: if the configuration is impossible.
    """
    opened = new_table_id(meta) if table_id is None else table_id
    command = checked(table_commands.OpenTable(config))
    facts: dict[str, object] = {"name": name, "game": config.game, "book": config.book}

    def decide(work: UnitOfWork) -> None:
        work.name = name
        work.note = StaffNote("table.open", f"table:{opened}", facts)
        work.at_table(command)

    if name and is_name_taken(name, opened):
        raise NameTaken("Another table is called so.", name=name)
    asked = OpenTableRequest(command.config, name)
    with named():
        return opened, run_first(table_id=opened, meta=meta, asked=asked, decide=decide)


def new_table_id(meta: Meta) -> TableId:
    """Return the id of the table that the command opens."""
    return TableId(id_of_command("table", meta.actor, meta.key))


def move_table(
    *, table_id: TableId, to: TableState, reason: str = "", version: int | None = None, meta: Meta
) -> Receipt:
    """
    Pause a table, let it go on, or close it (after the running hand).

    :raises Stale: if staff changed the table since it had `version`; None changes any.
    :raises TableClosed, Refused: if it is in no state for that.
    """
    action, command = _step(to, meta)

    def decide(work: UnitOfWork) -> None:
        work.note = StaffNote(action, f"table:{table_id}", {"reason": reason})
        work.at_table(command)

    return _change(table_id, version, meta, MoveTableRequest(to, reason), decide)


def request_bomb_pot(*, table_id: TableId, meta: Meta) -> Receipt:
    """
    Play the next hand as a bomb pot; in a rotation the next hand of a game that has them.

    :raises TableClosed, Refused: if none is played there, or one has been asked for already.
    """

    def decide(work: UnitOfWork) -> None:
        work.note = StaffNote(BombPotRequest.NAME, f"table:{table_id}", {})
        work.at_table(table_commands.RequestBombPot())

    with named():
        return run(table_id=table_id, meta=meta, asked=BombPotRequest(), decide=decide)


def change_stakes(
    *,
    table_id: TableId,
    stakes: Stakes,
    rotation: tuple[Leg, ...] = (),
    version: int | None = None,
    meta: Meta,
) -> Receipt:
    """
    Play for other stakes from the next hand on; `rotation` has each leg's, where there is one.

    :raises Stale: if staff changed the table since it had `version`; None changes any.
    :raises TableClosed, Refused: if no hand could be played for them.
    """
    asked = checked(ChangeStakesRequest(stakes, rotation))

    def decide(work: UnitOfWork) -> None:
        config = work.live.table.config
        before = ChangeStakesRequest(config.stakes, config.rotation).as_dict() if config else None
        facts: dict[str, object] = {"before": before, "after": asked.as_dict()}
        work.note = StaffNote(asked.NAME, f"table:{table_id}", facts)
        work.at_table(table_commands.ChangeStakes(asked.stakes, asked.rotation))

    return _change(table_id, version, meta, asked, decide)


def remove_player(
    *,
    table_id: TableId,
    seat: SeatNo,
    player: PlayerId | None = None,
    reason: str,
    version: int,
    meta: Meta,
) -> Removed:
    """
    Take whoever sits there out of the game: between hands at once, else when the hand has ended.

    His stack goes to his wallet, and his inbox says that the house did it. `player` is whom the
    sender saw there: players come and go without a new version, so only this keeps his successor.

    :raises Stale: if staff changed the table since it had `version`.
    :raises SeatEmpty, NoSuchSeat: if nobody sits there.
    :raises NotSeated: if somebody else sits there than `player`.
    :raises Refused: if he leaves already.
    """
    check_seat_number(seat)

    def decide(work: UnitOfWork) -> None:
        sitting = seated(work.live.table, seat)
        if player is not None and sitting.player != player:
            raise RuleViolation("not_seated", seat=seat)
        events = work.at_table(table_commands.Leave(seat, meta.at_ms))
        applied = "after_hand" if isinstance(events[0], LeaveRequested) else "now"
        facts = {"seat": seat, "reason": reason, "player": str(sitting.player), "applied": applied}
        work.note = StaffNote(RemovePlayerRequest.NAME, f"table:{table_id}", facts)
        notice = {"seat": seat, "applied": applied}
        work.notices.append(Notice(sitting.player, "seat.removed", notice))

    receipt = _change(table_id, version, meta, RemovePlayerRequest(seat, player, reason), decide)
    happened = types_between(table_id, receipt.from_seq, receipt.to_seq)
    return Removed(receipt, is_after_hand=type_of(LeaveRequested) in happened)


def void_hand(*, hand_id: HandId, reason: str, meta: Meta) -> Receipt:
    """
    Take a hand back: the running one, or the last one until the table's next hand begins.

    Every contribution returns; of a settled hand rake and jackpot drop too, and its posting is
    reversed (docs/cash-room.md#taking-a-hand-back). A running hand is voided also where its deck's
    key is lost. `reason` is 1 to MAX_REASON printable characters.

    :raises UnknownHand: if there is none.
    :raises HandOver: if another hand has begun since, or it was voided while it ran.
    :raises AlreadyTakenBack: if it was settled and taken back before.
    :raises PlayerGone: if somebody who won or lost in it is not there any more.
    :raises TableClosed, Refused: by the table's rules.
    :raises Malformed: if the reason is none.
    """
    if type(reason) is not str or not 0 < len(reason) <= MAX_REASON or not reason.isprintable():
        sentence = f"A reason is 1 to {MAX_REASON} printable characters."
        raise Malformed(sentence)
    table_id = table_of_hand(hand_id)

    def decide(work: UnitOfWork) -> None:
        hand = work.live.hand
        if work.live.hand_id != hand_id or hand is None or hand.phase == VOIDED:
            raise RuleViolation("hand_over")
        facts = {"reason": reason, "was_settled": hand.is_over}
        work.note = StaffNote(TakeHandBackRequest.NAME, f"hand:{hand_id}", facts)
        if hand.is_over:
            work.take_back(reason)
        else:
            work.in_hand(VoidHand(reason))

    with named():
        asked = TakeHandBackRequest(hand_id, reason)
        return run(table_id=table_id, meta=meta, asked=asked, decide=decide)


def _step(to: TableState, meta: Meta) -> tuple[str, TableCommand]:
    """Return what the audit trail calls the step to this state, and its command."""
    match to:
        case TableState.PAUSED:
            return "table.pause", table_commands.PauseTable()
        case TableState.PLAYING:
            return "table.resume", table_commands.ResumeTable()
        case TableState.CLOSED:
            return "table.close", table_commands.CloseTable(meta.at_ms)
        case _:
            raise AssertionError(to)


def _change(
    table_id: TableId, version: int | None, meta: Meta, asked: CommandRequest, decide: Decide
) -> Receipt:
    """
    Run what staff change of the table that they saw at `version` (`LiveTable.staff_version`).

    The version is no part of what is asked for: a repeat is answered whatever it names. It is
    looked at where the rules are, so that cached state which is behind the feed refuses nothing.
    """

    def decide_if_unchanged(work: UnitOfWork) -> None:
        if version is not None and work.live.staff_version != version:
            raise RuleViolation(Stale.code, version=work.live.staff_version)
        decide(work)

    try:
        with named():
            return run(table_id=table_id, meta=meta, asked=asked, decide=decide_if_unchanged)
    except Refused as refused:
        if refused.rule != Stale.code:
            raise
        raise Stale(int(str(refused.facts["version"]))) from refused
