"""
Names for sessions: what a socket, a list or a message may say instead of the session's secret.

The key of a session *is* an app's session token, so it appears nowhere. Its digest names it, and
needs no look-up.
"""

from hashlib import sha256
from uuid import UUID

_PREFIX = "pokerhouse.session:"


def session_id(session_key: str) -> UUID:
    """Return the public name of the session with this secret key."""
    return UUID(bytes=sha256(f"{_PREFIX}{session_key}".encode()).digest()[:16])
