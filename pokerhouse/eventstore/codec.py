"""Canonical JSON: the bytes that are stored are the bytes that are hashed, written once."""

from datetime import UTC, datetime, timedelta

import msgspec

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

_encoder = msgspec.json.Encoder(order="sorted")


class EventMeta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who did it, by which command, and the time of the house (RFC 3339, milliseconds, UTC)."""

    actor: str
    command: str | None
    at: str


_meta_decoder = msgspec.json.Decoder(EventMeta)


def encode(value: object) -> bytes:
    """Return `value` as JSON with sorted keys and no blanks: equal values, equal bytes."""
    return _encoder.encode(value)


def encode_meta(*, actor: str, command: str | None, at: datetime) -> bytes:
    """Return the `meta` bytes of the events of one command; all of them share it."""
    return _encoder.encode(EventMeta(actor, command, house_time(at)))


def decode_meta(meta: bytes) -> EventMeta:
    """
    Return the meta that `encode_meta` encoded.

    :raises msgspec.ValidationError: if the bytes are not the JSON of a meta.
    """
    return _meta_decoder.decode(meta)


def house_time(at: datetime) -> str:
    """Return `at` as RFC 3339 with milliseconds, UTC, such as 2026-11-30T18:00:00.000Z."""
    assert at.tzinfo is not None, "a time without a time zone"
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def time_ms(text: str) -> int:
    """Return the milliseconds since 1970 of a time that `house_time` wrote."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def since_epoch_ms(at: datetime) -> int:
    """Return the milliseconds since 1970 of `at`, cut off as `house_time` cuts them."""
    return (at - _EPOCH) // _MILLISECOND
