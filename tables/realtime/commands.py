"""A player's actions over a socket: the bodies of REST, the services of REST."""

from typing import Any, ClassVar

from pokerhouse.commands.meta import ByPlayer, Meta
from pokerhouse.common.access import Scope
from pokerhouse.common.ids import HandId, PlayerId
from pokerhouse.realtime.channels import Command, Done, SocketCommand
from pokerhouse.realtime.protocol import Body
from tables.services import actions
from tables.services.actions import Decision
from tables.services.bounds import Turn


class Show(Body, frozen=True, forbid_unknown_fields=True):
    """Show one's cards at the showdown: `act` with the action `show`."""

    TYPE: ClassVar[str] = "show"

    hand: HandId
    turn: Turn


class Muck(Body, frozen=True, forbid_unknown_fields=True):
    """Throw the hand away unseen at the showdown: `act` with the action `muck`."""

    TYPE: ClassVar[str] = "muck"

    hand: HandId
    turn: Turn


def _act(body: Decision, received: SocketCommand) -> Done:
    player = PlayerId(received.principal.user)
    meta = Meta(ByPlayer(player), key=received.key, at=received.at)
    receipt = actions.act(decision=body, player=player, meta=meta)
    result: dict[str, Any] = {
        "from_seq": receipt.from_seq,
        "seq": receipt.to_seq,
        "turn": receipt.turn,
    }
    return Done(result, is_replayed=receipt.is_repeat)


def _show(body: Show, received: SocketCommand) -> Done:
    return _act(Decision(body.hand, body.turn, "show"), received)


def _muck(body: Muck, received: SocketCommand) -> Done:
    return _act(Decision(body.hand, body.turn, "muck"), received)


COMMANDS = {
    "act": Command(Decision, Scope.PLAY, _act),
    Show.TYPE: Command(Show, Scope.PLAY, _show),
    Muck.TYPE: Command(Muck, Scope.PLAY, _muck),
}
"""By message type."""
