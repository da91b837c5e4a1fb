"""Dealing a hand: the deck, its root and its seal belong together, and come back."""

from uuid import UUID

import pytest
from pytest_django import Settings

from pokerhouse.eventstore.sealing import NoMasterKey, SealBroken, UnknownKey, key_id
from tables.dealer import commitment, deal_hand, open_deck, pack, shuffle, unpack

SEED = bytes(range(32))
OLD_KEY, NEW_KEY = "ab" * 32, "cd" * 32
HAND = UUID("01900000-0000-7000-8000-000000000001")
OTHER_HAND = UUID("01900000-0000-7000-8000-000000000002")


@pytest.fixture(autouse=True)
def keys(settings: Settings) -> None:
    settings.MASTER_KEY = OLD_KEY
    settings.RETIRED_MASTER_KEYS = []


def test_a_dealt_hand_is_a_shuffled_deck_its_root_and_its_seal() -> None:
    dealt = deal_hand(HAND, seed=SEED)

    assert dealt.deck == shuffle(SEED)
    assert dealt.root == commitment(dealt.deck)
    assert dealt.sealed.key_id == key_id(bytes.fromhex(OLD_KEY))
    assert open_deck(HAND, dealt.sealed) == dealt.deck


def test_a_hand_without_a_seed_gets_a_fresh_deck() -> None:
    """R-TAB-4: reshuffled for every hand."""
    assert deal_hand(HAND).root != deal_hand(HAND).root


def test_entropy_and_faces_reach_the_shuffle() -> None:
    dealt = deal_hand(HAND, seed=SEED, entropy=[b"seat 1"], faces=range(16, 52))

    assert dealt.deck == shuffle(SEED, [b"seat 1"], faces=range(16, 52))
    assert open_deck(HAND, dealt.sealed) == dealt.deck


def test_a_sealed_deck_opens_for_its_own_hand_only() -> None:
    sealed = deal_hand(HAND, seed=SEED).sealed

    with pytest.raises(SealBroken):
        open_deck(OTHER_HAND, sealed)


def test_the_seal_holds_no_face_and_no_salt_in_clear() -> None:
    """docs/security.md#hidden-cards: a dump of the database shows no card."""
    dealt = deal_hand(HAND, seed=SEED)

    assert bytes(dealt.deck.faces[:4]) not in dealt.sealed.ciphertext
    assert all(salt not in dealt.sealed.ciphertext for salt in dealt.deck.salts)


def test_decks_of_a_retired_key_still_open_and_new_ones_use_the_new_key(
    settings: Settings,
) -> None:
    old = deal_hand(HAND, seed=SEED)
    settings.MASTER_KEY = NEW_KEY
    settings.RETIRED_MASTER_KEYS = [OLD_KEY]

    new = deal_hand(HAND, seed=SEED)

    assert open_deck(HAND, old.sealed) == open_deck(HAND, new.sealed) == old.deck
    assert new.sealed.key_id == key_id(bytes.fromhex(NEW_KEY)) != old.sealed.key_id


def test_a_deck_of_a_key_that_was_thrown_away_names_the_key(settings: Settings) -> None:
    old = deal_hand(HAND, seed=SEED)
    settings.MASTER_KEY = NEW_KEY

    with pytest.raises(UnknownKey) as caught:
        open_deck(HAND, old.sealed)

    assert caught.value.facts == {"key_id": old.sealed.key_id}


def test_no_hand_is_dealt_without_a_master_key(settings: Settings) -> None:
    settings.MASTER_KEY = ""

    with pytest.raises(NoMasterKey):
        deal_hand(HAND)


def test_a_packed_deck_is_a_byte_a_face_and_sixteen_a_salt() -> None:
    deck = shuffle(SEED)

    assert len(pack(deck)) == 52 + 52 * 16
    assert pack(deck)[:52] == bytes(deck.faces)
    assert pack(deck)[52:68] == deck.salts[0]
    assert unpack(pack(deck)) == deck


def test_bytes_that_are_no_packed_deck_are_a_programmers_error() -> None:
    with pytest.raises(AssertionError, match="not a packed deck"):
        unpack(bytes(883))
