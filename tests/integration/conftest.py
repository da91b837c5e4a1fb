"""Fixtures of the tests that use a database."""

import pytest
from django.core.cache import cache
from django.db import transaction

from pokerhouse.realtime import bell


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str | None]]:
    """The (user, session) whose sockets are told to close, in a transaction that rolls back."""
    told: list[tuple[str, str | None]] = []
    monkeypatch.setattr(transaction, "on_commit", lambda call, **_: call())
    monkeypatch.setattr(bell, "revoke", lambda user, session=None: told.append((user, session)))
    return told


@pytest.fixture
def no_limits_used() -> None:
    """Forget the log-ins by address that earlier tests made."""
    cache.clear()
