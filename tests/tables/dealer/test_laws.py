"""Properties of commitment, packing and sealing over any seed, position and byte."""

from uuid import UUID

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pokerhouse.eventstore.sealing import SealBroken, key_id, seal, unseal
from tables.dealer import (
    Deck,
    Opening,
    commitment,
    draw_cards,
    opening,
    pack,
    proof,
    shuffle,
    unpack,
    verify_opening,
)
from tables.dealer.verify_deal import problem_of, root_of
from tables.engine.rules.cards import text_of

KEY = bytes(range(32))
HAND = UUID("01900000-0000-7000-8000-000000000001")

seeds = st.binary(min_size=32, max_size=32)
positions = st.integers(0, 51)
masks = st.integers(1, 255)


OPENING_BYTES = 2 + 16 + 6 * 32  # position, card, salt, path


def flipped(opened: Opening, at: int, mask: int) -> Opening:
    packed = bytearray((opened.position, opened.card)) + opened.salt + b"".join(opened.path)
    packed[at] ^= mask
    path = tuple(bytes(packed[step : step + 32]) for step in range(18, OPENING_BYTES, 32))
    return Opening(packed[0], packed[1], bytes(packed[2:18]), path)


@given(seeds, positions, st.integers(0, OPENING_BYTES - 1), masks)
def test_a_flipped_byte_anywhere_in_an_opening_is_found(
    seed: bytes, position: int, at: int, mask: int
) -> None:
    """docs/security.md#the-deck."""
    deck = shuffle(seed)
    opened = opening(deck, position)

    assert verify_opening(commitment(deck), opened)
    assert not verify_opening(commitment(deck), flipped(opened, at, mask))


@given(seeds, positions, st.integers(0, 31), masks)
def test_a_flipped_byte_of_the_root_is_found(
    seed: bytes, position: int, at: int, mask: int
) -> None:
    deck = shuffle(seed)
    root = bytearray.fromhex(commitment(deck))
    root[at] ^= mask

    assert not verify_opening(root.hex(), opening(deck, position))


@given(seeds, st.lists(positions, unique=True, min_size=1))
def test_the_players_script_agrees_with_the_house(seed: bytes, opened: list[int]) -> None:
    """Two implementations of one tree."""
    deck = shuffle(seed)

    document = proof(HAND, deck, opened)

    assert isinstance(document["openings"], list)
    for position, each in zip(opened, document["openings"], strict=True):
        assert problem_of(each) == ""
        assert root_of(each) == document["root"] == commitment(deck)
        assert (each["position"], each["card"]) == (position, text_of(deck.faces[position]))


@given(seeds, seeds)
def test_the_same_faces_under_other_salts_have_another_root(seed: bytes, other: bytes) -> None:
    """Else a player could try all cards against the leaves of a path."""
    deck, salts = shuffle(seed), shuffle(other).salts

    resalted = Deck(deck.faces, salts)

    assert (commitment(resalted) == commitment(deck)) == (seed == other)


@given(seeds, positions, st.data())
def test_one_changed_salt_or_two_swapped_cards_change_the_root(
    seed: bytes, position: int, data: st.DataObject
) -> None:
    deck = shuffle(seed)
    other = data.draw(positions.filter(lambda drawn: drawn != position))
    faces, salts = list(deck.faces), list(deck.salts)
    faces[position], faces[other] = faces[other], faces[position]
    salts[position] = bytes(16)

    assert commitment(Deck(faces, deck.salts)) != commitment(deck)
    assert commitment(Deck(deck.faces, salts)) != commitment(deck)


@given(seeds, st.integers(1, 52))
def test_a_shuffle_keeps_its_cards_and_packs_into_bytes_and_back(seed: bytes, size: int) -> None:
    """R-TAB-4: for every size of deck."""
    deck = shuffle(seed, faces=range(size))

    assert sorted(deck.faces) == list(range(size))
    assert len(set(deck.salts)) == size
    assert unpack(pack(deck)) == deck


@given(st.sets(st.integers(1, 10)), seeds)
def test_every_seat_draws_its_own_card(seats: set[int], seed: bytes) -> None:
    """R-BTN-1."""
    drawn = draw_cards(list(seats), seed)

    assert set(drawn) == seats
    assert len(set(drawn.values())) == len(seats)


@given(seeds, st.uuids(), st.binary(max_size=1000))
def test_what_is_sealed_opens_again(key: bytes, stream: UUID, plaintext: bytes) -> None:
    sealed = seal(key, stream, plaintext)

    assert unseal({sealed.key_id: key}, stream, sealed) == plaintext
    assert len(sealed.ciphertext) == len(plaintext) + 16


@given(st.uuids(), st.uuids(), st.binary(max_size=100))
def test_sealed_content_opens_in_its_own_stream_only(
    stream: UUID, other: UUID, plaintext: bytes
) -> None:
    """docs/security.md#hidden-cards: swapped streams do not open."""
    assume(other != stream)
    sealed = seal(KEY, stream, plaintext)

    with pytest.raises(SealBroken):
        unseal({key_id(KEY): KEY}, other, sealed)


@given(st.binary(max_size=100), st.data(), masks)
def test_a_flipped_byte_of_sealed_content_breaks_the_seal(
    plaintext: bytes, data: st.DataObject, mask: int
) -> None:
    sealed = seal(KEY, HAND, plaintext)
    altered = bytearray(sealed.nonce + sealed.ciphertext)
    altered[data.draw(st.integers(0, len(altered) - 1))] ^= mask

    with pytest.raises(SealBroken):
        unseal(
            {key_id(KEY): KEY},
            HAND,
            replace(sealed, nonce=bytes(altered[:12]), ciphertext=bytes(altered[12:])),
        )
