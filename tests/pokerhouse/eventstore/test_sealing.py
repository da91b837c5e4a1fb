"""Sealing: what opens, what does not, and the sentence that is said then."""

from uuid import UUID

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec.structs import replace
from pytest_django import Settings

from pokerhouse.eventstore.sealing import (
    NoMasterKey,
    SealBroken,
    Sealed,
    UnknownKey,
    key_id,
    key_ring,
    master_key,
    seal,
    unseal,
)

KEY, OTHER_KEY = bytes(range(32)), b"\xcd" * 32
KEYS = {key_id(KEY): KEY}
STREAM = UUID("01900000-0000-7000-8000-000000000001")
OTHER_STREAM = UUID("01900000-0000-7000-8000-000000000002")


def test_what_was_sealed_opens_for_its_stream() -> None:
    sealed = seal(KEY, STREAM, b"the deck")

    assert unseal(KEYS, STREAM, sealed) == b"the deck"
    assert (sealed.key_id, len(sealed.nonce), len(sealed.ciphertext)) == (key_id(KEY), 12, 8 + 16)


def test_the_seal_is_aes_256_gcm_under_hkdf_of_key_and_stream() -> None:
    """docs/architecture.md#hidden-cards; opened here without our code, as an auditor would."""
    sealed = seal(KEY, STREAM, b"the deck")
    info = b"pokerhouse deck" + STREAM.bytes
    derived = HKDF(SHA256(), length=32, salt=b"pokerhouse sealing v1", info=info).derive(KEY)

    opened = AESGCM(derived).decrypt(sealed.nonce, sealed.ciphertext, info)

    assert opened == b"the deck"


def test_the_same_bytes_sealed_twice_look_different() -> None:
    first, second = seal(KEY, STREAM, b"the deck"), seal(KEY, STREAM, b"the deck")

    assert first.nonce != second.nonce
    assert first.ciphertext != second.ciphertext


def test_sealed_content_does_not_open_in_another_stream() -> None:
    sealed = seal(KEY, STREAM, b"the deck")

    with pytest.raises(SealBroken) as caught:
        unseal(KEYS, OTHER_STREAM, sealed)

    assert (caught.value.code, caught.value.facts) == ("seal_broken", {"stream": str(OTHER_STREAM)})
    assert caught.value.detail == (
        f"The sealed content of {OTHER_STREAM} does not open: altered, moved, or another key."
    )


@pytest.mark.parametrize("nonce", [b"", bytes(7), bytes(12), bytes(13), bytes(200)])
def test_another_nonce_breaks_the_seal(nonce: bytes) -> None:
    with pytest.raises(SealBroken):
        unseal(KEYS, STREAM, replace(seal(KEY, STREAM, b"the deck"), nonce=nonce))


@pytest.mark.parametrize("size", [0, 1, 15, 16, 23])
def test_a_cut_ciphertext_breaks_the_seal(size: int) -> None:
    sealed = seal(KEY, STREAM, b"the deck")

    with pytest.raises(SealBroken):
        unseal(KEYS, STREAM, replace(sealed, ciphertext=sealed.ciphertext[:size]))


def test_another_key_under_the_same_id_breaks_the_seal() -> None:
    with pytest.raises(SealBroken):
        unseal({key_id(KEY): OTHER_KEY}, STREAM, seal(KEY, STREAM, b"the deck"))


def test_a_key_that_is_not_at_hand_is_named() -> None:
    sealed = seal(KEY, STREAM, b"the deck")

    with pytest.raises(UnknownKey) as caught:
        unseal({key_id(OTHER_KEY): OTHER_KEY}, STREAM, sealed)

    assert (caught.value.code, caught.value.facts) == ("unknown_key", {"key_id": sealed.key_id})
    assert caught.value.detail == (
        f"This was sealed under the master key {sealed.key_id}, which is not at hand."
    )


def test_the_key_id_is_a_fingerprint_that_is_not_part_of_the_key() -> None:
    assert key_id(KEY) == "c35de54ce77a83b4"
    assert key_id(KEY) != key_id(OTHER_KEY)
    assert bytes.fromhex(key_id(KEY)) not in KEY


def test_a_master_key_of_another_size_is_a_programmers_error() -> None:
    with pytest.raises(AssertionError, match="256 bits"):
        seal(KEY[:16], STREAM, b"the deck")


def test_sealed_prints_no_content() -> None:
    sealed = Sealed("00" * 8, b"nonce-nonce-", b"ciphertext")

    assert repr(sealed) == str(sealed) == "<Sealed under key 0000000000000000, 10 bytes>"


def test_the_master_key_comes_from_the_settings(settings: Settings) -> None:
    settings.MASTER_KEY = KEY.hex()
    settings.RETIRED_MASTER_KEYS = [OTHER_KEY.hex()]

    assert master_key() == KEY
    assert key_ring() == {key_id(KEY): KEY, key_id(OTHER_KEY): OTHER_KEY}


@pytest.mark.parametrize("text", ["", "ab", "ab" * 31, "ab" * 33, "a" * 63, "xy" * 32, "é" * 64])
def test_a_missing_or_malformed_master_key_is_refused_in_a_sentence(
    settings: Settings, text: str
) -> None:
    settings.MASTER_KEY = text

    with pytest.raises(NoMasterKey) as caught:
        master_key()

    assert caught.value.code == "no_master_key"
    assert caught.value.facts == {"setting": "POKERHOUSE_MASTER_KEY"}
    assert caught.value.detail == (
        "POKERHOUSE_MASTER_KEY must be 64 hex digits; make one with `openssl rand -hex 32`."
    )


def test_a_malformed_retired_key_is_refused_too(settings: Settings) -> None:
    settings.MASTER_KEY = KEY.hex()
    settings.RETIRED_MASTER_KEYS = ["ab"]

    with pytest.raises(NoMasterKey, match="each key of POKERHOUSE_RETIRED_MASTER_KEYS must be"):
        key_ring()
