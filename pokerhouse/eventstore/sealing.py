"""
Sealed content: bytes that the database keeps and cannot read.

AES-256-GCM under a key of the stream's own, derived by HKDF-SHA256 from a master key that the
database does not hold. The stream's id is in the key and in the authenticated data: content that
is moved to another stream does not open.
"""

import hmac
import secrets
from collections.abc import Mapping
from typing import ClassVar
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from msgspec import Struct

from pokerhouse.common.errors import DomainError

KEY_BYTES = 32
NONCE_BYTES = 12

_SALT = b"pokerhouse sealing v1"
_INFO = b"pokerhouse deck"
_KEY_ID = b"pokerhouse key id v1"


class Sealed(Struct, frozen=True, forbid_unknown_fields=True):
    """Sealed bytes, the nonce of this sealing, and which master key opens them."""

    key_id: str
    nonce: bytes
    ciphertext: bytes

    def __repr__(self) -> str:
        return f"<Sealed under key {self.key_id}, {len(self.ciphertext)} bytes>"


class SealBroken(DomainError):
    """The sealed bytes were altered, belong to another stream, or another key sealed them."""

    code: ClassVar[str] = "seal_broken"


class UnknownKey(DomainError):
    """The master key that sealed this is not among those that the house has."""

    code: ClassVar[str] = "unknown_key"


class NoMasterKey(DomainError):
    """The house was started without a usable master key."""

    code: ClassVar[str] = "no_master_key"


def master_key() -> bytes:
    """
    Return the key that new content is sealed under.

    :raises NoMasterKey: if settings.MASTER_KEY is missing or is not 32 bytes in hex.
    """
    return _key_of(settings.MASTER_KEY, "POKERHOUSE_MASTER_KEY")


def key_ring() -> dict[str, bytes]:
    """
    Return every master key that the house still opens with, by its id: the current and the retired.

    :raises NoMasterKey: if one of them is missing or is not 32 bytes in hex.
    """
    retired = [
        _key_of(text, "each key of POKERHOUSE_RETIRED_MASTER_KEYS")
        for text in settings.RETIRED_MASTER_KEYS
    ]
    return {key_id(key): key for key in (master_key(), *retired)}


def key_id(key: bytes) -> str:
    """Return the short public fingerprint of a master key: 16 hex digits."""
    return hmac.digest(key, _KEY_ID, "sha256")[:8].hex()


def seal(key: bytes, stream: UUID, plaintext: bytes) -> Sealed:
    """Return `plaintext` sealed for `stream` under the master key `key`, with a fresh nonce."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    ciphertext = _cipher(key, stream).encrypt(nonce, plaintext, _bound(stream))
    return Sealed(key_id(key), nonce, ciphertext)


def unseal(keys: Mapping[str, bytes], stream: UUID, sealed: Sealed) -> bytes:
    """
    Return what was sealed for `stream`.

    :raises UnknownKey: if `keys` has no master key of that id.
    :raises SealBroken: if it does not open: altered, moved from another stream, or another key.
    """
    key = keys.get(sealed.key_id)
    if key is None:
        detail = f"This was sealed under the master key {sealed.key_id}, which is not at hand."
        raise UnknownKey(detail, key_id=sealed.key_id)
    try:
        return _cipher(key, stream).decrypt(sealed.nonce, sealed.ciphertext, _bound(stream))
    # ValueError: a nonce or ciphertext of an impossible length.
    except (InvalidTag, ValueError):
        detail = f"The sealed content of {stream} does not open: altered, moved, or another key."
        raise SealBroken(detail, stream=str(stream)) from None


def _cipher(key: bytes, stream: UUID) -> AESGCM:
    assert len(key) == KEY_BYTES, "a master key has 256 bits"
    derived = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=_SALT, info=_INFO + stream.bytes)
    return AESGCM(derived.derive(key))


def _bound(stream: UUID) -> bytes:
    return _INFO + stream.bytes


def _key_of(text: str, name: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        # The value itself stays out of the sentence: it may be a key with one digit missing.
        detail = f"{name} must be 64 hex digits; make one with `openssl rand -hex 32`."
        raise NoMasterKey(detail, setting=name)
    return key
