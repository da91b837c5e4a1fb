"""
The socket's messages, `pokerhouse.v1`: what a client may send and what the house answers.

A frame that is no message of the protocol at all ends the socket (`BadFrame`, 4400). One whose
body is wrong is answered by a `nack` with a problem that says where (`BadBody`), and changes
nothing. Unknown fields are refused in both.
"""

import re
from datetime import UTC, datetime
from enum import IntEnum
from http import HTTPStatus
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

SUBPROTOCOL = "pokerhouse.v1"

MAX_FRAME_IN_BYTES = 8 * 1024
MAX_FRAME_OUT_BYTES = 64 * 1024
MAX_RESUMED_EVENTS = 500
"""Whoever is further behind gets a snapshot."""

FrameId = Annotated[str, Meta(min_length=1, max_length=64)]
ChannelName = Annotated[str, Meta(min_length=1, max_length=80)]
Seq = Annotated[int, Meta(ge=0, lt=2**53)]
Token = Annotated[str, Meta(min_length=1, max_length=200)]


class Close(IntEnum):
    """Why the house ends a socket."""

    ERROR = 1011
    RESTART = 1012
    OVERLOADED = 1013
    BAD_FRAME = 4400
    NOT_SIGNED_IN = 4401
    FORBIDDEN = 4403
    UNKNOWN_CHANNEL = 4404
    SLOW = 4408
    RATE = 4429


_STEP = re.compile(r"\w+")
"""A field's name or a place in a list, in the path that msgspec ends its sentence with."""


class BadFrame(Exception):
    """Not a message of the protocol; the socket ends with 4400."""


class BadBody(Exception):
    """A message whose body is refused; `problem` is the answer's."""

    def __init__(self, frame_id: str | None, detail: str, code: str = "invalid") -> None:
        super().__init__(detail)
        self.frame_id = frame_id
        text, _, path = detail.partition(" - at `$")
        steps = _STEP.findall(path.partition("[...]")[0])  # msgspec does not say which of a dict
        errors = [{"pointer": "/".join(["/d", *steps]), "code": code, "detail": text}]
        self.problem = make_problem(400, code, text, errors=errors)


# --- From the client: {t, id, d} ---------------------------------------------------------------


class Body(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The `d` of a client's frame."""

    TYPE: ClassVar[str]


class Hello(Body, frozen=True, forbid_unknown_fields=True):
    """The first frame of a client that has neither cookie nor token: a single-use ticket."""

    TYPE: ClassVar[str] = "hello"

    ticket: Token


class Sub(Body, frozen=True, forbid_unknown_fields=True):
    """Follow a channel: from behind `after_seq`, or from a snapshot."""

    TYPE: ClassVar[str] = "sub"

    ch: ChannelName
    after_seq: Seq | None = None
    ep: Seq | None = None
    """The epoch that `after_seq` belongs to; a feed of another one is answered by a snapshot."""


class Unsub(Body, frozen=True, forbid_unknown_fields=True):
    """Follow a channel no longer."""

    TYPE: ClassVar[str] = "unsub"

    ch: ChannelName


class Ping(Body, frozen=True, forbid_unknown_fields=True):
    """A sign of life at least every `heartbeat_ms`."""

    TYPE: ClassVar[str] = "ping"

    t0: int | float = 0
    """The client's clock, given back unread."""
    seen: Annotated[dict[ChannelName, Seq], Meta(max_length=32)] = {}
    """The last number that the client has of each channel."""


class Envelope(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A client's frame before its body is read."""

    t: Annotated[str, Meta(min_length=1, max_length=32)]
    id: FrameId | None = None
    d: Raw = Raw(b"{}")


BodyT = TypeVar("BodyT", bound=Struct)

_envelopes = msgspec.json.Decoder(Envelope)


def read_envelope(text: str | bytes | None) -> Envelope:
    """
    Return the frame's type, id and unread body.

    :raises BadFrame: if it is too large, no JSON, or no envelope.
    """
    if text is None:
        raise BadFrame("binary frames are not spoken here")
    raw = text.encode() if isinstance(text, str) else text
    if len(raw) > MAX_FRAME_IN_BYTES:
        raise BadFrame("frame too large")
    try:
        return _envelopes.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadFrame(str(error)) from error


def read_body(envelope: Envelope, body_class: type[BodyT]) -> BodyT:
    """
    Return the frame's body.

    :raises BadBody: if its fields are not those of `body_class`.
    """
    try:
        return msgspec.json.decode(envelope.d, type=body_class)
    except msgspec.ValidationError as error:
        raise BadBody(envelope.id, str(error)) from error


# --- From the house: {t, ch, seq, ep, ts, d} ---------------------------------------------------


class Frame(Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """A frame of the house. Frames that belong to no channel have neither ch, seq nor ep."""

    t: str
    ch: str | None = None
    seq: int | None = None
    ep: int | None = None
    ts: str
    d: Any = None


class Welcome(Struct, frozen=True, gc=False):
    """`hello`: the socket is open and signed in."""

    TYPE: ClassVar[str] = "hello"

    heartbeat_ms: int
    server_now: str
    user: str


class Resumed(Struct, frozen=True, gc=False):
    """`resumed`: the channel's events from behind the client's number follow, each as a frame."""

    TYPE: ClassVar[str] = "resumed"

    after_seq: int
    to_seq: int
    """The last one that follows at once."""


class Skip(Struct, frozen=True, kw_only=True, tag_field="t", tag="skip", gc=False):
    """`skip`: the numbers of events that this client may not see."""

    ch: str
    ep: int
    from_seq: int = msgspec.field(name="from")
    """The first number that it stands for."""
    to_seq: int = msgspec.field(name="to")
    """The last number that it stands for."""


class Ack(Struct, frozen=True, gc=False):
    """`ack`: the command has had its effect; sent after COMMIT only."""

    TYPE: ClassVar[str] = "ack"

    id: str | None
    result: Any = None
    is_replayed: bool = False
    """An answer that was given before to the same id."""


class Nack(Struct, frozen=True, gc=False):
    """`nack`: refused, nothing was changed. `problem` is the body that REST answers with."""

    TYPE: ClassVar[str] = "nack"

    id: str | None
    problem: dict[str, Any]


class Pong(Struct, frozen=True, gc=False):
    """`pong`: the client's clock, and the house's when it read the ping and when it answered."""

    TYPE: ClassVar[str] = "pong"

    t0: int | float
    t1: int
    t2: int
    server_now: str


_encoder = msgspec.json.Encoder()


def encode(frame: Struct) -> bytes:
    """Return the frame as it goes out."""
    return _encoder.encode(frame)


def answer(body: Welcome | Ack | Nack | Pong, at: datetime) -> bytes:
    """Return a frame that belongs to no channel."""
    return _encoder.encode(Frame(t=body.TYPE, ts=timestamp(at), d=body))


def skip(channel: str, epoch: int, from_seq: int, to_seq: int) -> bytes:
    """Return the frame that stands for hidden events."""
    return _encoder.encode(Skip(ch=channel, ep=epoch, from_seq=from_seq, to_seq=to_seq))


def timestamp(at: datetime) -> str:
    """Return RFC 3339 in UTC with milliseconds."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def make_problem(status: int, code: str, detail: str, **facts: object) -> dict[str, Any]:
    """Return a problem body (RFC 9457) as REST answers with it."""
    return {
        **facts,
        "type": f"/problems/{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "instance": "",
        "code": code,
    }
