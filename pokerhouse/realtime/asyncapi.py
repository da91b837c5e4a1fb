"""The socket's contract as AsyncAPI 3, made from the message classes."""

from typing import Any

import msgspec
from msgspec import Struct

from pokerhouse.realtime import protocol
from pokerhouse.realtime.channels import Wiring
from pokerhouse.realtime.protocol import Body

SCHEMA_REF = "#/components/schemas/{name}"
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
    schemas = _Schemas((*bodies.values(), *_ANSWERS, protocol.Resumed, protocol.Skip))
    sent = {
        name: _from_client(name, body, schemas, needs_id=name in commands)
        for name, body in bodies.items()
    }
    answered = {body.TYPE: _answer(body, schemas) for body in _ANSWERS}
    answered[protocol.Resumed.TYPE] = _of_channel(
        protocol.Resumed.TYPE, protocol.Resumed, schemas.of(protocol.Resumed)
    )
    answered["skip"] = {
        "summary": _summary(protocol.Skip),
        "payload": schemas.of(protocol.Skip),
    }
    answered["snapshot"] = _of_channel("snapshot", None, {"type": "object"})
    answered["event"] = _of_channel(None, None, {"type": "object"})
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "pokerhouse socket",
            "version": "1.0.0",
            "description": "One socket, many channels; pokerhouse/docs/protocol.md explains it.",
        },
        "channels": {
            "socket": {
                "address": "/ws",
                "description": "Subprotocol `pokerhouse.v1`. Channels: "
                + ", ".join(
                    f"`{prefix}`" if prefix in wiring.keyless else f"`{prefix}:{{id}}`"
                    for prefix in sorted(wiring.channels)
                )
                + ".",
                "messages": {
                    f"{side}.{name}": {"$ref": f"#/components/messages/{side}.{name}"}
                    for side, names in (("client", sent), ("house", answered))
                    for name in names
                },
            }
        },
        "operations": {
            "clientSpeaks": _operation("receive", "client", sent),
            "houseSpeaks": _operation("send", "house", answered),
        },
        "components": {
            "messages": {
                **{f"client.{name}": message for name, message in sent.items()},
                **{f"house.{name}": message for name, message in answered.items()},
            },
            "schemas": schemas.components,
        },
    }


class _Schemas:
    def __init__(self, classes: tuple[type[Struct], ...]) -> None:
        refs, self.components = msgspec.json.schema_components(classes, ref_template=SCHEMA_REF)
        self._ref_of = dict(zip(classes, refs, strict=True))

    def of(self, kind: type[Struct]) -> dict[str, Any]:
        return self._ref_of[kind]


def _operation(action: str, side: str, names: dict[str, Any]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{side}.{name}"} for name in names],
    }


def _from_client(
    name: str, body: type[Struct], schemas: _Schemas, *, needs_id: bool
) -> dict[str, Any]:
    return {
        "summary": _summary(body),
        "payload": {
            "type": "object",
            "properties": {
                "t": {"const": name},
                "id": {"type": "string", "minLength": 1, "maxLength": 64},
                "d": schemas.of(body),
            },
            "required": ["t", "id", "d"] if needs_id else ["t"],
            "additionalProperties": False,
        },
    }


def _answer(body: type[Any], schemas: _Schemas) -> dict[str, Any]:
    return {
        "summary": _summary(body),
        "payload": {
            "type": "object",
            "properties": {
                "t": {"const": body.TYPE},
                "ts": {"type": "string", "format": "date-time"},
                "d": schemas.of(body),
            },
            "required": ["t", "ts", "d"],
        },
    }


def _of_channel(kind: str | None, body: type[Any] | None, data: dict[str, Any]) -> dict[str, Any]:
    summary = "A channel's state." if kind else "One event, named by `t`."
    return {
        "summary": _summary(body) if body else summary,
        "payload": {
            "type": "object",
            "properties": {
                "t": {"const": kind} if kind else {"type": "string"},
                "ch": {"type": "string"},
                "seq": {"type": "integer"},
                "ep": {"type": "integer"},
                "ts": {"type": "string", "format": "date-time"},
                "d": data,
            },
            "required": ["t", "ch", "seq", "ep", "ts", "d"],
        },
    }


def _summary(kind: type[Any]) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]
