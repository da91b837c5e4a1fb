"""Fixtures of the tests that use a database."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache
from django.db import transaction
from pytest_django.fixtures import Settings

from pokerhouse.realtime import bell


class QuickHasher(Argon2PasswordHasher):
    """The house's hash of passwords, at a price that a suite of hundreds of log-ins can pay."""

    time_cost = 1
    memory_cost = 64
    parallelism = 1


@pytest.fixture(autouse=True)
def quick_hashes(settings: Settings) -> None:
    """Hash passwords quickly."""
    settings.PASSWORD_HASHERS = [f"{QuickHasher.__module__}.{QuickHasher.__qualname__}"]


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


@pytest.fixture
def demo(settings: Settings) -> Iterator[None]:
    """A house like the demo's: staff signs in without a second factor; no limit is used up."""
    settings.STAFF_NEED_SECOND_FACTOR = False
    cache.clear()
    yield
    cache.clear()
