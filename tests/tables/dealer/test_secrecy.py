"""Nothing that holds a live card prints it, pickles it or lets an encoder write it."""

import copy
import json
import pickle
import traceback
from collections.abc import Callable
from uuid import UUID

import msgspec
import pytest

from pokerhouse.common.errors import DomainError
from pokerhouse.eventstore.sealing import seal, unseal
from tables.dealer import DealtDeck, Deck, commitment, opening, pack, shuffle

SEED = bytes(range(32))
KEY = b"\xab" * 32
HAND = UUID("01900000-0000-7000-8000-000000000001")
DECK = shuffle(SEED)
DEALT = DealtDeck(DECK, commitment(DECK), seal(KEY, HAND, pack(DECK)))


def test_a_deck_says_its_size_and_nothing_else() -> None:
    assert repr(DECK) == str(DECK) == f"{DECK}" == "<Deck of 52 cards, face down>"


def test_a_dealt_deck_shows_what_is_public() -> None:
    assert repr(DEALT) == (
        "DealtDeck(deck=<Deck of 52 cards, face down>, "
        f"root='{DEALT.root}', sealed=<Sealed under key {DEALT.sealed.key_id}, 900 bytes>)"
    )


def test_an_opening_prints_its_position_only() -> None:
    """An opening may be made before its card is public."""
    assert repr(opening(DECK, 5)) == "<Opening of position 5>"


def test_two_decks_with_the_same_faces_print_the_same_as_two_others() -> None:
    """Non-interference: what is printed does not depend on the cards."""
    assert repr(shuffle(bytes(32))) == repr(DECK)


@pytest.mark.parametrize(
    "leave",
    [pickle.dumps, copy.copy, copy.deepcopy, json.dumps, msgspec.json.encode, msgspec.to_builtins],
)
def test_a_deck_is_not_copied_and_no_encoder_writes_it(leave: Callable[[object], object]) -> None:
    with pytest.raises(TypeError):
        leave(DECK)


@pytest.mark.parametrize("leave", [pickle.dumps, copy.deepcopy, json.dumps, msgspec.json.encode])
def test_what_holds_a_deck_is_not_written_either(leave: Callable[[object], object]) -> None:
    """A Celery argument, a cached value, an event."""
    with pytest.raises(TypeError):
        leave(DEALT)


def test_a_deck_has_no_dict_and_never_changes() -> None:
    deck = shuffle(SEED)

    with pytest.raises(AttributeError, match="never changes"):
        deck.faces = ()  # type: ignore[assignment]
    with pytest.raises(AttributeError, match="never changes"):
        del deck.salts

    assert deck == DECK
    assert not hasattr(deck, "__dict__")


def test_a_broken_seal_tells_nothing_of_the_deck_or_the_key() -> None:
    """Neither the sentence, the facts nor the chain of causes."""
    altered = msgspec.structs.replace(DEALT.sealed, nonce=bytes(12))
    with pytest.raises(DomainError) as caught:
        unseal({altered.key_id: KEY}, HAND, altered)

    printed = "".join(traceback.format_exception(caught.value)) + repr(caught.value.facts)

    assert caught.value.facts == {"stream": str(HAND)}
    assert KEY.hex() not in printed
    assert repr(KEY) not in printed
    assert altered.ciphertext.hex() not in printed
    assert repr(altered.ciphertext) not in printed


def test_decks_are_equal_by_faces_and_salts() -> None:
    other_salts = Deck(DECK.faces, shuffle(bytes(32)).salts)
    other_faces = Deck(shuffle(bytes(32)).faces, DECK.salts)

    assert shuffle(SEED) == DECK
    assert hash(shuffle(SEED)) == hash(DECK)
    assert other_salts != DECK
    assert other_faces != DECK
    assert DECK.faces != DECK
