"""What the floor asks of tables; each command writes its audit row in its own transaction."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pokerhouse.common.ids import HandId, TableId
from tables.engine import table_commands
from tables.engine.commands import VoidHand
from tables.engine.errors import RuleViolation
from tables.engine.table_commands import TableCommand
from tables.engine.table_state import TableConfig, TableState
from tables.queries.lobby import table_of_hand
from tables.services import seating
from tables.services.draft import Draft, Meta, StaffNote, id_of_command
from tables.services.players import named
from tables.services.running import Receipt, run

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
    table_id = TableId(id_of_command("table", meta))
    facts: dict[str, object] = {"name": name, "game": config.game, "book": config.book}
    noted = _noted(meta, "table.open", f"table:{table_id}", facts)
    with named():
        return table_id, seating.open_table(table_id=table_id, config=config, name=name, meta=noted)


def move_table(*, table_id: TableId, to: TableState, reason: str, meta: Meta) -> Receipt:
    """
    Pause a table, let it go on, or close it (after the running hand).

    :raises TableClosed, Refused: if it is in no state for that.
    """
    action, command = _STEPS[to]
    noted = _noted(meta, action, f"table:{table_id}", {"reason": reason})

    def think(draft: Draft) -> None:
        draft.at_table(command(meta.at_ms))

    with named():
        return run(table_id=table_id, meta=noted, body=[action, reason], think=think)


def void_hand(*, hand_id: HandId, reason: str, meta: Meta) -> Receipt:
    """
    Take a running hand back: every contribution returns.

    :raises UnknownHand: if there is none.
    :raises HandOver: if it has been settled, or taken back before.
    """
    table_id = table_of_hand(hand_id)
    noted = _noted(meta, "hand.void", f"hand:{hand_id}", {"reason": reason})

    def think(draft: Draft) -> None:
        hand = draft.room.hand
        if draft.room.hand_id != hand_id or hand is None or hand.is_over:
            raise RuleViolation("hand_over")
        draft.in_hand(VoidHand(reason))

    with named():
        body = ["hand.void", str(hand_id), reason]
        return run(table_id=table_id, meta=noted, body=body, think=think)


def _noted(meta: Meta, action: str, target: str, facts: dict[str, object]) -> Meta:
    return replace(meta, note=StaffNote(action, target, {**facts, "command": meta.key}))
