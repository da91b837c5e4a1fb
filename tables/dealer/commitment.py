"""
The commitment to a deck: a Merkle root in `hand.started`, which is opened card by card.

The tree is a full binary tree over 64 leaves, whatever the size of the deck (SHA-256 throughout):

    leaf   of position p < size   H(0x00 ‖ p ‖ face ‖ salt)     one byte, one byte, 16 bytes
    leaf   of position p ≥ size   H(0x02)                       no card: nothing opens to it
    node                          H(0x01 ‖ left ‖ right)

Position p is the p-th leaf from the left. Its path is the six siblings from the leaf up; bit k
of p says on which side the k-th sibling stands (0: right, 1: left). `verify_deal.py` beside this
file is the same check in a player's hands, written apart from this one.
"""

from collections.abc import Iterable
from hashlib import sha256
from uuid import UUID

from msgspec import Struct

from tables.dealer.deck import SALT_BYTES, Deck
from tables.engine.rules.cards import DECK_SIZE, text_of
from tables.engine.rules.terms import Card, Position

DEPTH = 6
HASH_BYTES = 32

_LEAF = b"\x00"
_NODE = b"\x01"
# The root of an all-empty subtree, by height: most of them never need hashing.
_EMPTY = [sha256(b"\x02").digest()]
for _ in range(DEPTH):
    _EMPTY.append(sha256(_NODE + _EMPTY[-1] * 2).digest())


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """What shows that `card` lies at `position` of the committed deck, and nothing else of it."""

    position: Position
    card: Card
    salt: bytes
    path: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"<Opening of position {self.position}>"


def commitment(deck: Deck) -> str:
    """Return the hex root over all cards of the deck."""
    return _root(_layers(deck))


def opening(deck: Deck, position: Position) -> Opening:
    """Return the opening of one position. Only for a card that its reader may see."""
    return _opened(deck, _layers(deck), position)


def verify_opening(root: str, opened: Opening) -> bool:
    """Return whether `opened` belongs to `root`; malformed input is False, never an error."""
    if not (0 <= opened.position < DECK_SIZE and 0 <= opened.card < DECK_SIZE):
        return False
    if (
        len(opened.salt) != SALT_BYTES
        or [len(step) for step in opened.path] != [HASH_BYTES] * DEPTH
    ):
        return False
    value = _leaf(opened.position, opened.card, opened.salt)
    for height, sibling in enumerate(opened.path):
        is_right = opened.position >> height & 1
        value = _node(sibling, value) if is_right else _node(value, sibling)
    return value.hex() == root


def proof(hand_id: UUID, deck: Deck, positions: Iterable[Position]) -> dict[str, object]:
    """Return the JSON document that `verify_deal.py` checks; cards as text, bytes as hex."""
    layers = _layers(deck)
    opened = [_opened(deck, layers, position) for position in positions]
    return {
        "hand": str(hand_id),
        "root": _root(layers),
        "openings": [
            {
                "position": each.position,
                "card": text_of(each.card),
                "salt": each.salt.hex(),
                "path": [sibling.hex() for sibling in each.path],
            }
            for each in opened
        ],
    }


def _layers(deck: Deck) -> list[list[bytes]]:
    """The tree from the leaves to the root, without what is empty to the right."""
    layer = [
        _leaf(position, face, salt)
        for position, (face, salt) in enumerate(zip(deck.faces, deck.salts, strict=True))
    ]
    layers = [layer]
    for height in range(DEPTH):
        below = layer if len(layer) % 2 == 0 else [*layer, _EMPTY[height]]
        layer = [_node(left, right) for left, right in zip(below[::2], below[1::2], strict=True)]
        layers.append(layer)
    return layers


def _root(layers: list[list[bytes]]) -> str:
    return layers[DEPTH][0].hex()


def _opened(deck: Deck, layers: list[list[bytes]], position: Position) -> Opening:
    assert 0 <= position < len(deck.faces), "no such position in this deck"
    path = []
    for height in range(DEPTH):
        layer = layers[height]
        sibling = position >> height ^ 1
        path.append(layer[sibling] if sibling < len(layer) else _EMPTY[height])
    return Opening(position, deck.faces[position], deck.salts[position], tuple(path))


def _leaf(position: Position, card: Card, salt: bytes) -> bytes:
    return sha256(_LEAF + bytes((position, card)) + salt).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()
