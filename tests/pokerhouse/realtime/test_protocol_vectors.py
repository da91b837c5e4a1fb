"""The golden frames that any client may test itself against, and the committed AsyncAPI."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from pokerhouse.realtime import asyncapi, protocol
from pokerhouse.realtime.protocol import (
    Ack,
    BadBody,
    BadFrame,
    Frame,
    Hello,
    Nack,
    Ping,
    Pong,
    Resumed,
    Sub,
    Unsub,
    Welcome,
    make_problem,
)
from pokerhouse.wiring import wiring

DOCS = Path(protocol.__file__).parent.parent / "docs"
CLIENT = json.loads((DOCS / "vectors/client_frames.json").read_text())
HOUSE = json.loads((DOCS / "vectors/house_frames.json").read_text())
BODIES: dict[str, type[Struct]] = {
    **{body.TYPE: body for body in (Hello, Sub, Unsub, Ping)},
    **{name: command.body for name, command in wiring().commands.items()},
}

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
NOW = "2026-11-30T18:00:00.000Z"
TABLE = "table:01936f00-0000-7000-8000-000000000001"
PROBLEM = make_problem(400, "unknown_message", "There is no such message.")
RESULT = {"seq": 44, "turn": 3}


@pytest.mark.parametrize("vector", CLIENT, ids=lambda vector: vector["name"])
def test_a_clients_frame_is_read_as_its_vector_says(vector: dict[str, Any]) -> None:
    if "close" in vector:
        with pytest.raises(BadFrame):
            protocol.read_envelope(vector["text"])
        return
    envelope = protocol.read_envelope(vector["text"])
    if "pointer" in vector:
        with pytest.raises(BadBody) as caught:
            protocol.read_body(envelope, BODIES[envelope.t])
        assert [error["pointer"] for error in caught.value.problem["errors"]] == [vector["pointer"]]
        assert caught.value.problem["code"] == "invalid"
    else:
        body = protocol.read_body(envelope, BODIES[envelope.t])
        assert json.loads(msgspec.json.encode(body)) == vector["body"]


def made(name: str) -> bytes:
    """Return the frame of this name as the house makes it."""
    return {
        "hello": protocol.answer(Welcome(20_000, NOW, "01936f00-0000-7000-8000-000000000002"), AT),
        "resumed": protocol.encode(
            Frame(t="resumed", ch=TABLE, seq=41, ep=1, ts=NOW, d=Resumed(41, 44))
        ),
        "skip": protocol.skip(TABLE, 1, 42, 43),
        "ack": protocol.answer(Ack("c-17", RESULT), AT),
        "ack again": protocol.answer(Ack("c-17", RESULT, is_replayed=True), AT),
        "nack": protocol.answer(Nack("c-18", PROBLEM), AT),
        "pong": protocol.answer(Pong(1764525600000.25, 1796061600000, 1796061600001, NOW), AT),
    }[name]


@pytest.mark.parametrize("vector", HOUSE, ids=lambda vector: vector["name"])
def test_a_frame_of_the_house_is_its_vector(vector: dict[str, Any]) -> None:
    assert json.loads(made(vector["name"])) == vector["frame"]


def test_the_committed_asyncapi_is_what_the_classes_say() -> None:
    """`manage.py asyncapi --write` writes it anew."""
    committed = json.loads((DOCS / "asyncapi.json").read_text())
    assert committed == json.loads(msgspec.json.encode(asyncapi.document(wiring())))
