"""
The shuffle: a 256-bit seed, an HMAC-SHA256 stream, and Fisher–Yates without modulo bias.

52! is below 2^226, so a seed of 256 bits can give every order. One seed gives the faces and,
from a second stream, the salts: a known seed reproduces a hand to the byte.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from tables.dealer.deck import SALT_BYTES, Deck
from tables.dealer.orders import blocks, permuted
from tables.engine.rules.terms import Card, SeatNo

SEED_BYTES = 32
FULL_DECK = range(52)
MAX_DECK = 64
"""Leaves of the commitment's tree; a byte is enough for every draw."""

# No label begins another one, so no two uses of the seed ever hash the same message.
_FACES = b"pokerhouse faces v1"
_SALTS = b"pokerhouse salts v1"
_ENTROPY = b"pokerhouse entropy v1"
_SEED = b"pokerhouse seed v1"
_DRAW = b"pokerhouse draw v1"


def shuffle(
    seed: bytes | None = None,
    entropy: Sequence[bytes] = (),
    *,
    faces: Sequence[Card] = FULL_DECK,
) -> Deck:
    """
    Return `faces` in an order that nobody can foresee, with a fresh salt for each (R-TAB-4).

    `seed`: 32 bytes; the operating system's generator by default, given for a hand that is to be
    reproduced. `entropy`: what players threw in after they saw `seed_commitment(seed)`; other
    bytes, or the same in another order, give another deck.

    Source: docs/security.md#the-shuffle.
    """
    seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
    assert len(seed) == SEED_BYTES, "a seed has 256 bits"
    assert 0 < len(faces) <= MAX_DECK, "the commitment's tree has 64 leaves"
    if entropy:
        seed = _mixed(seed, entropy)
    return Deck(permuted(faces, blocks(seed, _FACES)), _salts(seed, len(faces)))


def seed_commitment(seed: bytes) -> str:
    """Return the hex digest that pins the house's seed before players throw in their entropy."""
    return hashlib.sha256(_SEED + seed).hexdigest()


def draw_cards(seats: Sequence[SeatNo], seed: bytes | None = None) -> dict[SeatNo, Card]:
    """
    Return one face-up card for each ready seat, dealt from the lowest seat up (R-BTN-1).

    The draw has a deck of its own. The first hand is dealt from another one, even if both get the
    same `seed`, so the public draw tells nothing about the hand.
    """
    assert len(set(seats)) == len(seats), "a seat draws once"
    own_seed = None if seed is None else hashlib.sha256(_DRAW + seed).digest()
    return dict(zip(sorted(seats), shuffle(own_seed).faces, strict=False))


def _salts(seed: bytes, size: int) -> list[bytes]:
    stream = blocks(seed, _SALTS)
    halves: list[bytes] = []
    for _ in range((size + 1) // 2):
        block = next(stream)
        halves += (block[:SALT_BYTES], block[SALT_BYTES:])
    return halves[:size]


def _mixed(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """Each part has its length before it, so ("ab", "c") and ("a", "bc") differ."""
    parts = b"".join(len(part).to_bytes(4, "big") + part for part in entropy)
    return hmac.digest(seed, _ENTROPY + parts, "sha256")
