"""
Anchors: heads of chains, signed into an append-only file outside the database (ADR 0010).

Whoever can write the whole database can cut off a feed's end and set its head back: every hash
still fits. An anchor that was written before shows that the feed was longer. Each line of the file
holds the heads that moved since the line before, that line's hash, and an Ed25519 signature of both
under a key derived from the house's master key. The public key alone verifies a file.

    <signature, hex> {"at": …, "prev": <sha256 of the line before>, "heads": {shard: [seq, hash]}}

A line that a crash cut short has no line break: it was never an anchor and is overwritten.
"""

import fcntl
import hashlib
import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pokerhouse.common.errors import DomainError
from pokerhouse.eventstore.connection import driver_cursor
from pokerhouse.eventstore.errors import UnknownFeed
from pokerhouse.eventstore.sealing import key_ring, master_key
from pokerhouse.eventstore.verify import Fault, FaultKind, FeedReport, verify_all, verify_feed

PAGE_HEADS = 1000
_NO_LINE = "0" * 64
_SIGNATURE_HEX = 128

_HEADS = """
SELECT shard, seq, hash FROM feed_head
WHERE ($1::uuid IS NULL OR shard > $1::uuid) AND seq > 0 ORDER BY shard LIMIT $2::bigint
"""
_EVENT = "SELECT stream, hash FROM event WHERE shard = $1 AND seq = $2::bigint"


class Point(msgspec.Struct, frozen=True, array_like=True):
    """Where a feed was at an anchor: its number of events and the last one's hash, in hex."""

    seq: int
    hash: str


class Anchor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the file."""

    at: datetime
    prev: str
    heads: dict[UUID, Point]


class AnchorsBroken(DomainError):
    """The file of anchors was changed, or another house signed it."""

    code = "anchors_broken"


Points = Mapping[UUID, Point]


# --- writing -------------------------------------------------------------------------------------


def anchor(file: Path, *, at: datetime) -> int:
    """
    Add a line with every head that moved since the last one; return how many there are.

    :raises AnchorsBroken: if the file's lines are not this house's; nothing is added then.
    :raises NoMasterKey: if there is no key to sign with.
    """
    key = signing_key(master_key())
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+b") as stream:
        fcntl.flock(handle, fcntl.LOCK_EX)
        content = stream.read()
        whole = content[: content.rfind(b"\n") + 1]
        known: dict[UUID, Point] = {}
        prev = _NO_LINE
        for line, kept in _lines(whole, _public_keys()):
            known.update(kept.heads)
            prev = _hash_of(line)
        moved = {shard: point for shard, point in _heads() if known.get(shard) != point}
        body = msgspec.json.encode(Anchor(at, prev, moved))
        stream.seek(len(whole))
        stream.truncate()
        stream.write(key.sign(body).hex().encode() + b" " + body + b"\n")
        stream.flush()
        os.fsync(handle)
        return len(moved)


def _heads() -> Iterator[tuple[UUID, Point]]:
    after: UUID | None = None
    cursor = driver_cursor()
    while rows := cursor.execute(_HEADS, (after, str(PAGE_HEADS)), binary=True).fetchall():
        for shard, seq, hash_ in rows:
            yield shard, Point(seq, hash_.hex())
        after = rows[-1][0]


# --- reading -------------------------------------------------------------------------------------


def read_anchors(file: Path) -> Points:
    """
    Return the last anchored point of each feed.

    :raises AnchorsBroken: if a line is not what this house signed, or a line is missing.
    """
    content = file.read_bytes()
    points: dict[UUID, Point] = {}
    for _, kept in _lines(content[: content.rfind(b"\n") + 1], _public_keys()):
        points.update(kept.heads)
    return points


def verify_anchored(points: Points, feed: UUID | None = None) -> Iterator[FeedReport]:
    """
    Verify every feed, or the one given, against its chain and against `points`.

    A feed that an anchor knows and the database does not is reported too.
    """
    missing = {shard for shard in points if feed in (None, shard)}
    for report in verify_all() if feed is None else [_verify_one(feed, points)]:
        missing.discard(report.shard)
        point = points.get(report.shard)
        if report.fault is None and point is not None:
            yield msgspec.structs.replace(report, fault=_anchor_fault(report.shard, point))
        else:
            yield report
    for shard in sorted(missing):
        yield FeedReport(shard, 0, _anchor_fault(shard, points[shard]))


def _verify_one(feed: UUID, points: Points) -> FeedReport:
    try:
        return verify_feed(feed)
    except UnknownFeed:
        if feed not in points:
            raise
        return FeedReport(feed, 0, None)


def _anchor_fault(shard: UUID, point: Point) -> Fault | None:
    """Return what contradicts the anchor of a feed, or None where its event is still there."""
    row = driver_cursor().execute(_EVENT, (shard, str(point.seq)), binary=True).fetchone()
    if row is None:
        detail = f"an anchor says that the feed had {point.seq} events"
        return Fault(shard, point.seq, None, FaultKind.ANCHOR, detail)
    stream, stored = row
    if stored.hex() == point.hash:
        return None
    return Fault(shard, point.seq, stream, FaultKind.ANCHOR, "an anchor has another hash of it")


def _lines(content: bytes, keys: list[Ed25519PublicKey]) -> Iterator[tuple[bytes, Anchor]]:
    prev = _NO_LINE
    for number, line in enumerate(content.splitlines(), 1):
        signature, body = line[:_SIGNATURE_HEX], line[_SIGNATURE_HEX + 1 :]
        if not any(_is_signed(key, signature, body) for key in keys):
            sentence = f"Line {number} of the anchors is not what this house signed."
            raise AnchorsBroken(sentence, line=number)
        kept = msgspec.json.decode(body, type=Anchor)
        if kept.prev != prev:
            sentence = f"A line before line {number} of the anchors is missing."
            raise AnchorsBroken(sentence, line=number)
        prev = _hash_of(line)
        yield line, kept


def _hash_of(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()


# --- keys ----------------------------------------------------------------------------------------


def signing_key(master: bytes) -> Ed25519PrivateKey:
    """Return the key that anchors are signed with, derived from a master key."""
    derived = HKDF(SHA256(), 32, salt=b"pokerhouse anchors v1", info=b"ed25519").derive(master)
    return Ed25519PrivateKey.from_private_bytes(derived)


def _public_keys() -> list[Ed25519PublicKey]:
    """Return the keys of the current and the retired master keys."""
    return [signing_key(master).public_key() for master in key_ring().values()]


def _is_signed(key: Ed25519PublicKey, signature: bytes, body: bytes) -> bool:
    try:
        key.verify(bytes.fromhex(signature.decode()), body)
    except (InvalidSignature, ValueError):
        return False
    return True
