"""What the floor asks of tables; each command writes its audit row in its own transaction."""

from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

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
from tables.live.directory import table_of_hand
from tables.live.feed import types_between
from tables.services import seating
from tables.services.notices import Notice
from tables.services.players import check_number, named
from tables.services.running import Decide, Receipt, Refused, checked, run
from tables.services.unit_of_work import Meta, StaffNote, UnitOfWork


class Removed(Struct, frozen=True):
    """What taking somebody out of his seat did."""

    receipt: Receipt
    is_after_hand: bool
    """He has cards: he plays the hand to its end, then he is out."""


class AlreadyTakenBack(Refused):
    """The hand was taken back before."""

    code: ClassVar[str] = "already_taken_back"


class PlayerGone(Refused):
    """Who won or lost in the hand has left his seat; `seats` says which. Then the books correct."""

    code: ClassVar[str] = "player_gone"


_BY_RULE: Mapping[str, type[Refused]] = {
    "already_taken_back": AlreadyTakenBack,
    "player_gone": PlayerGone,
}

_STEPS: Mapping[TableState, tuple[str, Callable[[int], TableCommand]]] = {
    TableState.PAUSED: ("table.pause", lambda _: table_commands.PauseTable()),
    TableState.PLAYING: ("table.resume", lambda _: table_commands.ResumeTable()),
    TableState.CLOSED: ("table.close", table_commands.CloseTable),
}
"""By the state that is asked for: what the audit row calls it, and the command."""


def open_table(*, name: str, config: TableConfig, meta: Meta) -> tuple[TableId, Receipt]:
    """
    Open a table; its id follows from actor and command id, so that a repeat means the same table.

    :raises NameTaken: if another table is called so.
    :raises Refused: if the configuration is impossible.
    """
    table_id = new_table_id(meta)
    facts: dict[str, object] = {"name": name, "game": config.game, "book": config.book}
    noted = _noted(meta, "table.open", f"table:{table_id}", facts)
    with named():
        return table_id, seating.open_table(table_id=table_id, config=config, name=name, meta=noted)


def new_table_id(meta: Meta) -> TableId:
    """Return the id of the table that the command opens."""
    return TableId(id_of_command("table", meta.actor, meta.key))


def move_table(
    *, table_id: TableId, to: TableState, reason: str, version: int, meta: Meta
) -> Receipt:
    """
    Pause a table, let it go on, or close it (after the running hand).

    :raises Stale: if staff changed the table since it had `version`.
    :raises TableClosed, Refused: if it is in no state for that.
    """
    action, command = _STEPS[to]
    noted = _noted(meta, action, f"table:{table_id}", {"reason": reason})

    def decide(work: UnitOfWork) -> None:
        work.at_table(command(meta.at_ms))

    return _change(table_id, version, noted, [action, reason], decide)


def request_bomb_pot(*, table_id: TableId, meta: Meta) -> Receipt:
    """
    Play the next hand as a bomb pot; in a rotation the next hand of a game that has them.

    :raises TableClosed, Refused: if none is played there, or one has been asked for already.
    """
    action = "table.request_bomb_pot"
    noted = _noted(meta, action, f"table:{table_id}", {})

    def decide(work: UnitOfWork) -> None:
        work.at_table(table_commands.RequestBombPot())

    with named():
        return run(table_id=table_id, meta=noted, body=[action], decide=decide)


def change_stakes(
    *,
    table_id: TableId,
    stakes: Stakes,
    rotation: tuple[Leg, ...] = (),
    version: int,
    meta: Meta,
) -> Receipt:
    """
    Play for other stakes from the next hand on; `rotation` has each leg's, where there is one.

    :raises Stale: if staff changed the table since it had `version`.
    :raises TableClosed, Refused: if no hand could be played for them.
    """
    command = checked(table_commands.ChangeStakes(stakes, rotation))
    after = _played(command.stakes, command.rotation)
    noted = _noted(meta, "table.change_stakes", f"table:{table_id}", {"after": after})

    def decide(work: UnitOfWork) -> None:
        config = work.live.table.config
        work.noted["before"] = _played(config.stakes, config.rotation) if config else None
        work.at_table(command)

    return _change(table_id, version, noted, ["table.change_stakes", after], decide)


def _played(stakes: Stakes, rotation: tuple[Leg, ...]) -> dict[str, object]:
    """Return what a table is played for, as the staff's book says it."""
    told: dict[str, object] = msgspec.to_builtins(stakes)
    return told | {"rotation": msgspec.to_builtins(rotation)} if rotation else told


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
    action = "seat.remove"
    noted = _noted(meta, action, f"table:{table_id}", {"seat": seat, "reason": reason})

    def decide(work: UnitOfWork) -> None:
        sitting = seated(work.live.table, seat)
        if player is not None and sitting.player != player:
            raise RuleViolation("not_seated", seat=seat)
        events = work.at_table(table_commands.Leave(seat, meta.at_ms))
        applied = "after_hand" if isinstance(events[0], LeaveRequested) else "now"
        work.noted |= {"player": str(sitting.player), "applied": applied}
        told = {"seat": seat, "applied": applied}
        work.notices.append(Notice(sitting.player, "seat.removed", told))

    with named():
        check_number(seat)
    body = [action, seat, str(player) if player else None, reason]
    receipt = _change(table_id, version, noted, body, decide)
    happened = types_between(table_id, receipt.from_seq, receipt.to_seq)
    return Removed(receipt, is_after_hand=type_of(LeaveRequested) in happened)


def void_hand(*, hand_id: HandId, reason: str, meta: Meta) -> Receipt:
    """
    Take a hand back: the running one, or the last one until the table's next hand begins.

    Every contribution returns; of a settled hand rake and jackpot drop too, and its posting is
    reversed (CASH, Rulings).
    :raises UnknownHand: if there is none.
    :raises HandOver: if another hand has begun since, or it was voided while it ran.
    :raises AlreadyTakenBack: if it was settled and taken back before.
    :raises PlayerGone: if somebody who won or lost in it is not there any more.
    :raises TableClosed, Refused: by the table's rules.
    """
    table_id = table_of_hand(hand_id)
    noted = _noted(meta, "hand.void", f"hand:{hand_id}", {"reason": reason})

    def decide(work: UnitOfWork) -> None:
        hand = work.live.hand
        if work.live.hand_id != hand_id or hand is None or hand.phase == VOIDED:
            raise RuleViolation("hand_over")
        work.noted["was_settled"] = hand.is_over
        if hand.is_over:
            work.take_back(reason)
        else:
            work.in_hand(VoidHand(reason))

    with named(_BY_RULE):
        body = ["hand.void", str(hand_id), reason]
        return run(table_id=table_id, meta=noted, body=body, decide=decide)


def _noted(meta: Meta, action: str, target: str, facts: dict[str, object]) -> Meta:
    return replace(meta, note=StaffNote(action, target, {**facts, "command": meta.key}))


def _change(
    table_id: TableId, version: int, meta: Meta, body: list[object], decide: Decide
) -> Receipt:
    """
    Run what staff change of the table that they saw at `version` (`Room.staff_version`).

    The version is no part of what was asked for: a repeat is answered whatever it names. It is
    looked at where the rules are, so that kept state which is behind the feed refuses nothing.
    """

    def decide_if_unchanged(work: UnitOfWork) -> None:
        if work.live.staff_version != version:
            raise RuleViolation(Stale.code, version=work.live.staff_version)
        decide(work)

    try:
        with named():
            return run(table_id=table_id, meta=meta, body=body, decide=decide_if_unchanged)
    except Refused as refused:
        if refused.facts["rule"] != Stale.code:
            raise
        raise Stale(int(str(refused.facts["version"]))) from refused
