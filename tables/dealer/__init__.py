"""
The dealer: the only randomness of the house, and the only code that holds a whole deck.

`deal_hand` shuffles, commits and seals; `open_deck` gives the deck back for one call of `decide`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload
from uuid import UUID

from pokerhouse.eventstore.sealing import Sealed, key_ring, master_key, seal, unseal
from tables.dealer.commitment import Opening, commitment, opening, proof, verify_opening
from tables.dealer.deck import Deck, Faces, pack, unpack
from tables.dealer.shuffling import FULL_DECK, draw_cards, seed_commitment, shuffle
from tables.engine.rules.terms import Card, Position

__all__ = [
    "DealtDeck",
    "Deck",
    "Opening",
    "SealedFaces",
    "commitment",
    "deal_hand",
    "draw_cards",
    "open_deck",
    "opening",
    "pack",
    "proof",
    "seed_commitment",
    "shuffle",
    "unpack",
    "verify_opening",
]


@dataclass(frozen=True, slots=True)
class DealtDeck:
    """A hand's deck with what the hand's stream records of it."""

    deck: Deck
    root: str
    """Hex; public, in `hand_started`."""
    sealed: Sealed
    """For `deck_sealed`; opens only with the master key."""


def deal_hand(
    hand_id: UUID,
    *,
    seed: bytes | None = None,
    entropy: Sequence[bytes] = (),
    faces: Sequence[Card] = FULL_DECK,
) -> DealtDeck:
    """
    Return a fresh deck for the hand, its commitment, and the deck sealed under the hand's key.

    :raises NoMasterKey: if the house has no key to seal with.
    """
    deck = shuffle(seed, entropy, faces=faces)
    return DealtDeck(deck, commitment(deck), seal(master_key(), hand_id, pack(deck)))


def open_deck(hand_id: UUID, sealed: Sealed) -> Deck:
    """
    Return the deck that `deal_hand` sealed for this hand.

    :raises UnknownKey: if it was sealed under a master key that the house no longer holds.
    :raises SealBroken: if the sealed bytes were altered or belong to another hand.
    :raises NoMasterKey: if the house has no usable key.
    """
    return unpack(unseal(key_ring(), hand_id, sealed))


class SealedFaces(Sequence[Card]):
    """
    The faces of a sealed deck, for one call of `decide`; opened when the first is asked for.

    Most decisions deal nothing, and opening costs as much as deciding. Prints nothing.
    """

    __slots__ = ("_faces", "_hand_id", "_sealed")

    def __init__(self, hand_id: UUID, sealed: Sealed) -> None:
        self._hand_id, self._sealed = hand_id, sealed
        self._faces: Faces | None = None

    @overload
    def __getitem__(self, at: int) -> Card: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Card]: ...
    def __getitem__(self, at: int | slice) -> Card | Sequence[Card]:
        """
        Return the face at a position, or those of a slice.

        :raises UnknownKey, SealBroken, NoMasterKey: as `open_deck`.
        """
        return self._opened()[at]

    def __len__(self) -> int:
        return len(self._opened())

    def order(self, pool: int, size: int) -> Sequence[Position]:
        """Return how a discard pile is shuffled; raises what opening the deck raises."""
        return self._opened().order(pool, size)

    def __repr__(self) -> str:
        return "<a sealed deck>"

    def _opened(self) -> Faces:
        if self._faces is None:
            self._faces = open_deck(self._hand_id, self._sealed).faces
        return self._faces
