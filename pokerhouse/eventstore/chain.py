"""
The hash chain: each event's hash covers all that is evidence in it, and the hash before it.

    hash = sha256(prev_hash, then each of: shard, seq, stream_kind, stream, version, type, schema,
                  data, meta)

Every field follows its own length (4 bytes, big-endian), so that no two different events
give the same bytes. Ids are their 16 bytes; numbers are big-endian, 8 bytes for `seq`, 4 for
`version`, 2 for `schema`; text is UTF-8; `data` and `meta` are the stored bytes as they are, never
JSON encoded again. `prev_hash` is 32 raw bytes, for the first event of a feed `GENESIS`.
"""

from hashlib import sha256
from struct import Struct
from typing import Protocol
from uuid import UUID

GENESIS = bytes(32)

_pack_shard_seq_length = Struct(">I16sIqI").pack
_pack_stream_version_length = Struct(">I16sIiI").pack
_pack_schema_length = Struct(">IhI").pack
_pack_length = Struct(">I").pack


class Evidence(Protocol):
    """What of an event is hashed, beside its place in the feed."""

    @property
    def stream_kind(self) -> str: ...
    @property
    def stream(self) -> UUID: ...
    @property
    def version(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def schema(self) -> int: ...
    @property
    def data(self) -> bytes: ...
    @property
    def meta(self) -> bytes: ...


def event_hash(prev_hash: bytes, shard: UUID, seq: int, event: Evidence) -> bytes:
    """Return the hash, 32 bytes, of `event` as number `seq` of `shard`'s feed."""
    kind = event.stream_kind.encode()
    type_ = event.type.encode()
    data = event.data
    meta = event.meta
    return sha256(
        prev_hash
        + _pack_shard_seq_length(16, shard.bytes, 8, seq, len(kind))
        + kind
        + _pack_stream_version_length(16, event.stream.bytes, 4, event.version, len(type_))
        + type_
        + _pack_schema_length(2, event.schema, len(data))
        + data
        + _pack_length(len(meta))
        + meta
    ).digest()
