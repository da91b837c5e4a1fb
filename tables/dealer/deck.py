"""
A shuffled deck: faces in dealing order, each with the salt that hides it in the commitment.

Discards that follow the deck are shuffled too (R-LOW-6): their order comes from the salts of the
whole deck, so it is fixed before the first card, needs no other secret, and whoever has opened
every card can work it out again.
"""

import hmac
from collections.abc import Sequence
from typing import NoReturn, Self

from tables.dealer.orders import blocks, permuted
from tables.engine.rules.terms import Card, Position

SALT_BYTES = 16

_PILE_KEY = b"pokerhouse discards v1"
_PILE = b"pokerhouse heap v1"  # in the proofs of dealt hands, so it stays


class Faces(tuple[Card, ...]):  # noqa: SLOT001 - a tuple cannot have slots that hold a key
    """
    Cards that print nothing, because their holder may be among a traceback's locals.

    With the salts of their deck they also say how a discard pile is shuffled; without them none
    is.
    """

    _pile_key: bytes

    def __new__(cls, faces: Sequence[Card], salts: Sequence[bytes] = ()) -> Self:
        """Return the faces, with the key that the salts give."""
        made = super().__new__(cls, faces)
        made._pile_key = hmac.digest(b"".join(salts), _PILE_KEY, "sha256")
        return made

    def order(self, pool: int, size: int) -> Sequence[Position]:
        """
        Return in which order the `pool`-th pile of `size` discards follows the deck (R-LOW-6).

        The k-th new card is the order's k-th card of the pile. Source: fair-deal.md.
        """
        label = _PILE + bytes((pool, size))
        return permuted(range(size), blocks(self._pile_key, label))

    def __repr__(self) -> str:
        return f"<{len(self)} cards, face down>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("faces are not pickled or copied; they leave the process only sealed")


class Deck:
    """
    Faces and salts by position, 0 on top; the most secret value of the house.

    It lives for one call and leaves the process only sealed. So it is not a dataclass or a
    Struct: it prints no face, cannot be pickled or copied, and no encoder knows how to write it.
    """

    __slots__ = ("faces", "salts")

    faces: Faces
    salts: tuple[bytes, ...]

    def __init__(self, faces: Sequence[Card], salts: Sequence[bytes]) -> None:
        assert len(faces) == len(salts), "every card has a salt"
        object.__setattr__(self, "faces", Faces(faces, salts))
        object.__setattr__(self, "salts", tuple(salts))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a shuffled deck never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a shuffled deck never changes")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        return self.faces == other.faces and self.salts == other.salts

    def __hash__(self) -> int:
        return hash((self.faces, self.salts))

    def __repr__(self) -> str:
        return f"<Deck of {len(self.faces)} cards, face down>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a deck is not pickled or copied; it leaves the process only sealed")


def pack(deck: Deck) -> bytes:
    """Return the deck as one byte a face, then the salts: 884 bytes for 52 cards. To be sealed."""
    return bytes(deck.faces) + b"".join(deck.salts)


def unpack(packed: bytes) -> Deck:
    """Return the deck that `pack` wrote."""
    size, rest = divmod(len(packed), 1 + SALT_BYTES)
    assert rest == 0, "not a packed deck"
    salts = [packed[at : at + SALT_BYTES] for at in range(size, len(packed), SALT_BYTES)]
    return Deck(tuple(packed[:size]), salts)
