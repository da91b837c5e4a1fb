"""The commitment: the tree as documented, openings of every position, and what is refused."""

import json
from hashlib import sha256
from uuid import UUID

import pytest
from msgspec.structs import replace

from tables.dealer import Deck, commitment, opening, proof, shuffle, verify_opening
from tables.engine.rules.cards import text_of

SEED = bytes(range(32))
HAND = UUID("01900000-0000-7000-8000-000000000001")


def tree(deck: Deck, first: int, leaves: int) -> bytes:
    """The tree of the documentation, from the top down."""
    if leaves > 1:
        half = leaves // 2
        return sha256(b"\x01" + tree(deck, first, half) + tree(deck, first + half, half)).digest()
    if first >= len(deck.faces):
        return sha256(b"\x02").digest()
    return sha256(bytes([0, first, deck.faces[first]]) + deck.salts[first]).digest()


@pytest.mark.parametrize("size", [1, 2, 3, 31, 32, 33, 36, 51, 52, 63, 64])
def test_the_root_is_that_of_the_documented_tree(size: int) -> None:
    deck = shuffle(SEED, faces=range(size))

    assert commitment(deck) == tree(deck, 0, 64).hex()


def test_a_seed_gives_the_same_root_for_ever() -> None:
    assert commitment(shuffle(SEED)) == (
        "c30ae6680e973ba25c2f037086223fce42e01afc8bc2818c2aae36c3bbcc42e8"
    )


@pytest.mark.parametrize("size", [36, 52])
def test_every_position_of_a_deck_opens(size: int) -> None:
    """docs/security.md#the-deck."""
    deck = shuffle(SEED, faces=range(52 - size, 52))
    root = commitment(deck)

    for position in range(size):
        opened = opening(deck, position)
        assert (opened.position, opened.card) == (position, deck.faces[position])
        assert verify_opening(root, opened)


def test_an_opening_of_another_card_position_or_root_does_not_verify() -> None:
    """docs/security.md#the-deck: a deck changed after the deal is found."""
    deck = shuffle(SEED)
    root, opened = commitment(deck), opening(deck, 7)

    assert verify_opening(root, opened)
    assert not verify_opening(root, replace(opened, card=deck.faces[8]))
    assert not verify_opening(root, replace(opened, position=8))
    assert not verify_opening(root, replace(opened, salt=deck.salts[8]))
    assert not verify_opening(commitment(shuffle(bytes(32))), opened)
    assert not verify_opening("", opened)


def test_an_opening_of_impossible_shape_does_not_verify_and_does_not_raise() -> None:
    deck = shuffle(SEED)
    root, opened = commitment(deck), opening(deck, 0)

    for wrong in (
        replace(opened, position=-64),
        replace(opened, position=64),
        replace(opened, card=-1),
        replace(opened, card=52),
        replace(opened, salt=b""),
        replace(opened, salt=opened.salt + b"\x00"),
        replace(opened, path=()),
        replace(opened, path=opened.path[:5]),
        replace(opened, path=(*opened.path, bytes(32))),
        replace(opened, path=(opened.path[0][:31], *opened.path[1:])),
    ):
        assert not verify_opening(root, wrong)


def test_a_node_is_never_taken_for_a_leaf() -> None:
    """Domain separation: hashes of leaves begin with 0, of nodes with 1, of empty places with 2."""
    deck = shuffle(SEED, faces=range(52))
    one_less = Deck(deck.faces[:51], deck.salts[:51])

    assert commitment(deck) != commitment(one_less)
    assert not verify_opening(commitment(one_less), opening(deck, 51))


@pytest.mark.parametrize("position", [-1, 52])
def test_a_position_outside_the_deck_cannot_be_opened(position: int) -> None:
    with pytest.raises(AssertionError, match="no such position"):
        opening(shuffle(SEED), position)


def test_a_proof_is_json_with_text_cards_and_hex() -> None:
    deck = shuffle(SEED)
    opened = opening(deck, 51)

    document = proof(HAND, deck, [51, 0])

    assert json.loads(json.dumps(document)) == document
    assert list(document) == ["hand", "root", "openings"]
    assert document["hand"] == "01900000-0000-7000-8000-000000000001"
    assert document["root"] == commitment(deck)
    assert isinstance(document["openings"], list)
    assert [each["position"] for each in document["openings"]] == [51, 0]
    assert document["openings"][0] == {
        "position": 51,
        "card": text_of(deck.faces[51]),
        "salt": opened.salt.hex(),
        "path": [sibling.hex() for sibling in opened.path],
    }


def test_a_proof_holds_no_salt_and_no_card_of_another_position() -> None:
    """docs/security.md#hidden-cards: mucked cards stay secret; a path holds hashes only."""
    deck = shuffle(SEED)

    text = json.dumps(proof(HAND, deck, [3]))

    assert [p for p, salt in enumerate(deck.salts) if salt.hex() in text] == [3]
    assert [card for card in deck.faces if f'"{text_of(card)}"' in text] == [deck.faces[3]]
