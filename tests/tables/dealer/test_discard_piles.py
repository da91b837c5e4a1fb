"""How discards are shuffled before they follow the deck (R-LOW-6, fair-deal.md)."""

import hashlib
import hmac
import pickle
from collections import Counter
from collections.abc import Iterator
from uuid import UUID

import pytest

from tables.dealer import SealedFaces, deal_hand, shuffle
from tables.dealer.deck import Deck, Faces
from tables.engine.rules.games import SHORT_DECK

HAND = UUID(int=1)


def pile_order(salts: tuple[bytes, ...], pile: int, size: int) -> list[int]:
    """Return the order as fair-deal.md has it, written apart from the house's code."""
    key = hmac.new(b"".join(salts), b"pokerhouse discards v1", hashlib.sha256).digest()

    def stream() -> Iterator[int]:
        for counter in range(1000):
            label = b"pokerhouse heap v1" + bytes((pile, size)) + counter.to_bytes(4, "big")
            yield from hmac.new(key, label, hashlib.sha256).digest()

    drawn, order = stream(), list(range(size))
    for left in range(size, 1, -1):
        byte = next(byte for byte in drawn if byte < 256 - 256 % left)
        order[left - 1], order[byte % left] = order[byte % left], order[left - 1]
    return order


def test_an_order_can_be_worked_out_from_the_salts_by_the_paper() -> None:
    deck = shuffle(bytes(32))
    for pile, size in ((0, 1), (0, 2), (0, 17), (1, 17), (2, 51)):
        assert list(deck.faces.order(pile, size)) == pile_order(deck.salts, pile, size)


def test_every_pile_and_every_deck_has_an_order_of_its_own() -> None:
    one, other = shuffle(bytes(32)).faces, shuffle(b"\1" * 32).faces
    orders = [tuple(o) for o in (one.order(0, 20), one.order(1, 20), other.order(0, 20))]
    assert len(set(orders)) == 3
    assert all(sorted(order) == list(range(20)) for order in orders)
    assert tuple(one.order(0, 20)) == orders[0]


def test_each_card_of_a_pile_comes_first_equally_often() -> None:
    """6 cards, 6,000 decks: within 5 standard deviations of 1,000."""
    decks = (Deck((0,), (number.to_bytes(16, "big"),)) for number in range(6_000))
    first = Counter(deck.faces.order(0, 6)[0] for deck in decks)
    assert all(abs(first[place] - 1_000) < 145 for place in range(6))


def test_a_sealed_deck_gives_the_order_of_its_deck() -> None:
    dealt = deal_hand(HAND, seed=bytes(32), faces=SHORT_DECK)
    sealed = SealedFaces(HAND, dealt.sealed)
    assert len(sealed) == 36
    assert list(sealed.order(1, 9)) == pile_order(dealt.deck.salts, 1, 9)


def test_faces_tell_neither_card_nor_key_and_do_not_leave_the_process() -> None:
    faces = shuffle(bytes(32)).faces
    assert (repr(faces), f"{faces}") == ("<52 cards, face down>",) * 2
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(faces)
    assert faces == tuple(faces)
    assert isinstance(faces, Faces)
