"""A passkey in software: what a phone's or a key's authenticator answers (WebAuthn level 2)."""

import secrets
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

FLAGS = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


class Passkey:
    """One credential at one site; it has seen who holds it (`UV`)."""

    def __init__(self, site: str = "testserver") -> None:
        self.site = site
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._owner = b""

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.create` with these options."""
        request = options["publicKey"]
        self._owner = websafe_decode(request["user"]["id"])
        public: Any = ES256.from_cryptography_key(self._key.public_key())  # type: ignore[no-untyped-call]
        credential = AttestedCredentialData.create(Aaguid.NONE, self.id, public)
        seen = AuthenticatorData.create(
            sha256(self.site.encode()), FLAGS | AuthenticatorData.FLAG.AT, 0, credential
        )
        return self._answered(
            clientDataJSON=self._client(CollectedClientData.TYPE.CREATE, request),
            attestationObject=AttestationObject.create("none", seen, {}),
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.get` with these options."""
        client = self._client(CollectedClientData.TYPE.GET, options["publicKey"])
        seen = AuthenticatorData.create(sha256(self.site.encode()), FLAGS, 1)
        signature = self._key.sign(seen + client.hash, ec.ECDSA(SHA256()))
        return self._answered(
            clientDataJSON=client,
            authenticatorData=seen,
            signature=signature,
            userHandle=self._owner,
        )

    def _client(self, kind: str, request: dict[str, Any]) -> CollectedClientData:
        challenge = websafe_decode(request["challenge"])
        return CollectedClientData.create(kind, challenge, f"https://{self.site}")

    def _answered(self, **parts: bytes) -> dict[str, Any]:
        return {
            "id": websafe_encode(self.id),
            "rawId": websafe_encode(self.id),
            "type": "public-key",
            "clientExtensionResults": {"credProps": {"rk": True}},
            "response": {name: websafe_encode(part) for name, part in parts.items()},
        }
