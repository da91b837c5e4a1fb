"""Real processes of the house for tests, on the test's database and broker; killed afterwards."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connections

from pokerhouse.ops.embedded.folders import CHECKOUT
from pokerhouse.ops.embedded.processes import die_with_parent

WORKER = ["-m", "celery", "-A", "tests.support.worker", "worker", "-P", "threads", "-c", "4"]
WORKER += ["-Q", "tables,accounts", "--without-gossip", "--without-mingle", "--without-heartbeat"]
RELAY = ["manage.py", "relay"]


def environment(redis_url: str) -> dict[str, str]:
    """Return what a process needs to work on the test's database and broker."""
    given = connections["default"].settings_dict
    where = f"{given['HOST']}:{given['PORT']}/{given['NAME']}"
    return {
        **os.environ,
        "DATABASE_URL": f"postgres://{given['USER']}:{given['PASSWORD']}@{where}",
        "DATABASE_OWNER_URL": owner_url(where),
        "REDIS_URL": redis_url,
        "CELERY_BROKER_URL": redis_url,
        "POKERHOUSE_MASTER_KEY": settings.MASTER_KEY or "ab" * 32,
        "DJANGO_SETTINGS_MODULE": "pokerhouse.settings",
    }


def owner_url(where: str) -> str:
    """Return the owner's URL of the test's database."""
    given = settings.DATABASES["owner"]
    secret = f":{given['PASSWORD']}" if given.get("PASSWORD") else ""
    return f"postgres://{given['USER']}{secret}@{where}"


@contextmanager
def running(command: list[str], redis_url: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run the project's Python with `command`; it is killed at the end if it still runs."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=CHECKOUT,
            env=environment(redis_url),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509  one thread that matters
        )
        with process:
            try:
                yield process
            finally:
                process.kill()
