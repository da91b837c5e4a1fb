"""A player's actions over a socket: the bodies of REST, the services of REST."""

from typing import Annotated, Any, ClassVar
from uuid import UUID

from msgspec import Meta as Limits

from pokerhouse.common.access import Scope
from pokerhouse.common.ids import HandId, PlayerId
from pokerhouse.common.money import MAX_AMOUNT
from pokerhouse.realtime.channels import Asked, Command, Done
from pokerhouse.realtime.protocol import Body
from tables.engine.hand.commands import ActionKind
from tables.engine.rules.terms import Chips, Position, TurnNo
from tables.services import actions as acting
from tables.services.running import Receipt
from tables.services.unit_of_work import Meta

MAX_TURN = 10_000
"""Beyond any hand's number of decisions."""

MAX_POSITION = 999
MAX_CARDS = 10
MAX_BOARDS = 10


class _InTurn(Body, frozen=True, forbid_unknown_fields=True):
    hand: UUID
    turn: Annotated[TurnNo, Limits(ge=1, le=MAX_TURN)]


class Act(_InTurn, frozen=True, forbid_unknown_fields=True):
    """
    Answer a turn. `to` is the street's total of a bet or raise, never an increment.

    `cards` are what `discard` puts away, by their positions in the deck; `n` is how many boards
    `run_it` asks for.
    """

    TYPE: ClassVar[str] = "act"

    action: ActionKind
    to: Annotated[Chips, Limits(ge=1, le=MAX_AMOUNT)] | None = None
    cards: Annotated[
        tuple[Annotated[Position, Limits(ge=0, le=MAX_POSITION)], ...], Limits(max_length=MAX_CARDS)
    ] = ()
    n: Annotated[int, Limits(ge=1, le=MAX_BOARDS)] | None = None


class Show(_InTurn, frozen=True, forbid_unknown_fields=True):
    """Show one's cards at the showdown: `act` with the action `show`."""

    TYPE: ClassVar[str] = "show"


class Muck(_InTurn, frozen=True, forbid_unknown_fields=True):
    """Throw the hand away unseen at the showdown: `act` with the action `muck`."""

    TYPE: ClassVar[str] = "muck"


def _act(body: Act, asked: Asked) -> Done:
    choice = acting.Choice(body.to, body.cards, body.n)
    return _done(_acted(body, asked, body.action, choice))


def _show(body: Show, asked: Asked) -> Done:
    return _done(_acted(body, asked, "show"))


def _muck(body: Muck, asked: Asked) -> Done:
    return _done(_acted(body, asked, "muck"))


def _acted(
    body: _InTurn, asked: Asked, kind: ActionKind, choice: acting.Choice = acting.NO_CHOICE
) -> Receipt:
    return acting.act(
        hand_id=HandId(body.hand),
        player=PlayerId(asked.caller.user),
        turn=body.turn,
        kind=kind,
        choice=choice,
        meta=Meta(actor=str(asked.caller.user), key=asked.key, at=asked.at),
    )


def _done(receipt: Receipt) -> Done:
    result: dict[str, Any] = {
        "from_seq": receipt.from_seq,
        "seq": receipt.to_seq,
        "turn": receipt.turn,
    }
    return Done(result, is_replayed=receipt.is_repeat)


COMMANDS = {
    Act.TYPE: Command(Act, Scope.PLAY, _act),
    Show.TYPE: Command(Show, Scope.PLAY, _show),
    Muck.TYPE: Command(Muck, Scope.PLAY, _muck),
}
"""By message type."""
