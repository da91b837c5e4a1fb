"""Fixtures of the whole suite."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache
from django.db import connections, transaction
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from pokerhouse.common.broker import use_broker
from pokerhouse.ops.embedded.folders import make_temporary_folder, state_folder
from pokerhouse.ops.embedded.valkey import Valkey, serving_valkey
from pokerhouse.ops.scratch import databases as database
from pokerhouse.realtime import control
from tables.live import table as live_tables

hypothesis_settings.register_profile("dev", max_examples=50, deadline=None)
hypothesis_settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.register_profile("night", max_examples=5000, deadline=None)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def cluster(django_db_blocker: DjangoDbBlocker) -> Iterator[database.Cluster]:
    """The server with its migrated template."""
    with django_db_blocker.unblock():
        made = database.open_cluster()
        yield made
        database.close_cluster(made)


@pytest.fixture(scope="session")
def django_db_setup(
    cluster: database.Cluster, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Tests marked `django_db` run in a rolled-back transaction, on a clone."""
    with django_db_blocker.unblock(), database.cloned(cluster):
        yield


@pytest.fixture
def house_db(
    cluster: database.Cluster, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """A database of the test's own, for tests that commit, race, or act as its owner."""
    before = connections["default"].settings_dict["NAME"]
    with django_db_blocker.unblock(), database.cloned(cluster, before) as name:
        yield name


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """A throwaway Valkey: the bell's, the limits' and Celery's, for the rest of the run."""
    from pokerhouse.celery import app  # late: most tests need no Celery

    state = make_temporary_folder()
    before = settings.REDIS_URL
    try:
        with serving_valkey(state, state_folder()) as server:
            use_broker(server.url)
            app.conf["broker_url"] = server.url
            yield server
    finally:
        use_broker(before)
        shutil.rmtree(state, ignore_errors=True)


@pytest.fixture
def no_cached_tables() -> Iterator[None]:
    """No table that another test's database held is remembered, before or after."""
    live_tables.evict_all()
    yield
    live_tables.evict_all()


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
    monkeypatch.setattr(control, "revoke_person", lambda user: told.append((user, None)))
    monkeypatch.setattr(control, "revoke_session", lambda *both: told.append(both))
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
