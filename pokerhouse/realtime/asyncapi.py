"""The socket's contract as AsyncAPI 3, made from the message classes; its examples are tested."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, defstruct

from pokerhouse.common.property_words import PROPERTY_WORDS
from pokerhouse.common.struct_forms import Time
from pokerhouse.common.struct_schema import Schema, components_of, ref_to
from pokerhouse.realtime import protocol
from pokerhouse.realtime.channels import Wiring
from pokerhouse.realtime.frame_forms import frame_form
from pokerhouse.realtime.protocol import Body

VECTORS = Path(__file__).parents[1] / "docs" / "vectors"
"""The golden frames: each message's example is one of them."""

_CLIENT: tuple[type[Body], ...] = (protocol.Hello, protocol.Sub, protocol.Unsub, protocol.Ping)
_ANSWERS: tuple[type[Any], ...] = (
    protocol.Welcome,
    protocol.Ack,
    protocol.Nack,
    protocol.Pong,
)


def document(wiring: Wiring) -> dict[str, Any]:
    """Return the AsyncAPI document of a house with these channels and commands."""
    commands = {name: command.body for name, command in wiring.commands.items()}
    plain: dict[str, type[Struct]] = {body.TYPE: body for body in _CLIENT}
    bodies = plain | commands
    sent_frames = _frames(wiring)
    received = {
        name: _from_client(name, body, needs_id=name in commands) for name, body in bodies.items()
    }
    sent = {name: _message(form, {"payload": ref_to(form)}) for name, form in sent_frames.items()}
    for side, messages in (("client", received), ("house", sent)):
        for name, examples in _examples(side):
            if name in messages:
                messages[name].setdefault("examples", []).append(examples)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "pokerhouse socket",
            "version": "1.0.0",
            "description": "One socket, many channels; pokerhouse/docs/protocol.md explains it.",
        },
        "servers": {
            "house": {
                "host": "{host}",
                "protocol": "wss",
                "description": "The house that serves this document.",
                "variables": {"host": {"description": "Its name and port."}},
            }
        },
        "channels": {"socket": _socket(wiring, received, sent)},
        "operations": {
            "clientSpeaks": _operation("receive", "client", received, "What a client may send."),
            "houseSpeaks": _operation("send", "house", sent, "What the house sends."),
        },
        "components": {
            "messages": {
                **{f"client.{name}": message for name, message in received.items()},
                **{f"house.{name}": message for name, message in sent.items()},
            },
            "schemas": {
                **components_of(bodies.values(), PROPERTY_WORDS, is_sent=False),
                **components_of(sent_frames.values(), PROPERTY_WORDS, is_sent=True),
            },
        },
    }


def _frames(wiring: Wiring) -> dict[str, type[Struct]]:
    """Return the form of every frame of the house, by the message's name."""
    frames = {body.TYPE: _answer_form(body) for body in _ANSWERS}
    frames["resumed"] = frame_form("resumed", protocol.Resumed)
    frames["skip"] = protocol.Skip
    for prefix, forms in wiring.forms.items():
        frames[f"{prefix}.snapshot"] = frame_form("snapshot", forms.snapshot)
        for kind, body in forms.events.items():
            frames[f"{prefix}.{kind}"] = frame_form(kind, body)
    return frames


def _answer_form(body: type[Any]) -> type[Struct]:
    """Return the form of a frame that belongs to no channel."""
    fields: list[tuple[str, Any]] = [("ts", Time), ("d", body)]
    form = defstruct(f"{body.__name__}Frame", fields, tag_field="t", tag=body.TYPE, frozen=True)
    form.__doc__ = body.__doc__
    return form


def _socket(wiring: Wiring, received: Schema, sent: Schema) -> Schema:
    names = ", ".join(
        f"`{prefix}`" if prefix in wiring.keyless else f"`{prefix}:{{id}}`"
        for prefix in sorted(wiring.channels)
    )
    return {
        "address": "/ws",
        "servers": [{"$ref": "#/servers/house"}],
        "description": f"Subprotocol `pokerhouse.v1`. Channels: {names}.",
        "messages": {
            f"{side}.{name}": {"$ref": f"#/components/messages/{side}.{name}"}
            for side, messages in (("client", received), ("house", sent))
            for name in messages
        },
    }


def _operation(action: str, side: str, names: Schema, summary: str) -> Schema:
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{side}.{name}"} for name in names],
    }


def _from_client(name: str, body: type[Struct], *, needs_id: bool) -> Schema:
    payload = {
        "type": "object",
        "properties": {
            "t": {"const": name, "description": PROPERTY_WORDS["t"]},
            "id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 64,
                "description": "Of the client's choice; the answer names it, and a repeat has it.",
            },
            "d": ref_to(body),
        },
        "required": ["t", "id", "d"] if needs_id else ["t"],
        "additionalProperties": False,
    }
    return _message(body, {"payload": payload})


def _message(kind: type[Any], parts: Schema) -> Schema:
    return {"summary": (kind.__doc__ or "").strip().splitlines()[0], **parts}


def _examples(side: str) -> Iterator[tuple[str, Schema]]:
    """Yield the golden frames by the names of their messages."""
    if side == "client":
        for vector in _vectors("client_frames"):
            if "body" in vector:
                frame = json.loads(vector["text"])
                yield frame["t"], {"name": vector["name"], "payload": frame}
        return
    for vector in _vectors("house_frames"):
        yield vector["frame"]["t"], {"name": vector["name"], "payload": vector["frame"]}
    for vector in _vectors("table_frames"):
        if vector["frame"] is not None:
            example = {"name": f"for {vector['viewer']}", "payload": vector["frame"]}
            yield f"table.{vector['name']}", example
    for vector in _vectors("channel_frames"):
        yield vector["message"], {"name": vector["name"], "payload": vector["frame"]}


def _vectors(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text())
    return found
