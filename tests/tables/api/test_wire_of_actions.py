"""Each action of the engine has a wire form, and each choice that it offers is told."""

from pathlib import Path
from typing import Any, get_args
from uuid import UUID

import msgspec
import pytest

import pokerhouse
from pokerhouse.common.ids import HandId
from tables.api.serializers import ActionInput
from tables.engine.hand import commands
from tables.engine.hand.commands import ActionKind, Command
from tables.engine.hand.legal import Legal
from tables.realtime.commands import COMMANDS
from tables.services.actions import Decision

PROTOCOL = (Path(pokerhouse.__file__).parent / "docs" / "protocol.md").read_text()
HAND = "01936f00-0000-7000-8000-000000000003"
KINDS = get_args(ActionKind)
WIRE_OF_FIELDS = {
    "turn": "turn",
    "kind": "action",
    "to_chips": "to",
    "cards": "cards",
    "times": "n",
}
"""Fields of `commands.Act` and their names on the wire; the seat is the house's to know."""

BY_THE_HOUSE = {"StartHand", "TimeOut", "VoidHand"}
"""The agenda and the staff send these."""
BY_THE_FLOOR = {"DeclareMisdeal", "EnterCards", "CorrectBoard"}


def rest(**body: Any) -> ActionInput:
    return ActionInput(data={"turn": 3, **body})


@pytest.mark.parametrize("kind", KINDS)
def test_an_action_is_taken_over_rest_and_socket_alike(kind: str) -> None:
    form = rest(action=kind, to=40, cards=[0, 53], n=2)
    assert form.is_valid(), form.errors
    body = {"hand": HAND, "turn": 3, "action": kind, "to": 40, "cards": [0, 53], "n": 2}
    acted = msgspec.convert(body, Decision)
    assert acted == Decision(HandId(UUID(HAND)), 3, kind, 40, (0, 53), 2)  # type: ignore[arg-type]
    assert {**form.validated_data} == {name: body[name] for name in body if name != "hand"}


def test_every_field_of_a_decision_has_its_name_on_the_wire() -> None:
    engine = {field.name for field in msgspec.structs.fields(commands.Act)} - {"seat"}
    assert engine == set(WIRE_OF_FIELDS)
    wire = set(WIRE_OF_FIELDS.values())
    assert wire <= set(ActionInput().fields)
    assert wire == {field.name for field in msgspec.structs.fields(Decision)} - {"hand"}


def test_every_command_of_a_hand_is_a_players_or_has_its_sender() -> None:
    assert {cls.__name__ for cls in get_args(Command)} == {"Act", *BY_THE_HOUSE, *BY_THE_FLOOR}
    assert set(COMMANDS) == {"act", "show", "muck"}


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"cards": ["As"]}, "cards"),
        ({"cards": [True]}, "cards"),
        ({"cards": [-1]}, "cards"),
        ({"cards": [1_000]}, "cards"),
        ({"cards": list(range(11))}, "cards"),
        ({"n": 0}, "n"),
        ({"n": "2"}, "n"),
        ({"n": 11}, "n"),
    ],
)
def test_cards_are_positions_and_never_faces(wrong: dict[str, Any], pointer: str) -> None:
    """A command's body is stored: no face may stand in it."""
    form = rest(action="discard", **wrong)
    assert not form.is_valid()
    assert list(form.errors) == [pointer]
    with pytest.raises(msgspec.ValidationError, match=rf"\$\.{pointer}"):
        msgspec.convert({"hand": HAND, "turn": 3, "action": "discard", **wrong}, Decision)


@pytest.mark.parametrize("field", [field.name for field in msgspec.structs.fields(Legal)])
def test_every_choice_of_a_turn_is_told_and_explained(field: str) -> None:
    """The snapshot and `turn_started` hold `Legal` as it is."""
    assert f"`{field}`" in PROTOCOL
    fields = msgspec.to_builtins(Legal(1, 3, ("fold",)))
    assert field in fields
