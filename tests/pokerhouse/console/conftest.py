"""One house with bots, and one browser, for all tests of the pages."""

from collections.abc import Iterator

import pytest

from pokerhouse.ops.scratch.running_up import running_up
from pokerhouse.ops.scratch.waiting import wait_until
from tests.pokerhouse.console.modules import browser

__all__ = ["browser", "house"]


@pytest.fixture(scope="module")
def house() -> Iterator[str]:
    """Where a house is whose bots play fast; the whole of `manage.py up`, so not for longer."""
    with running_up("--until-hands", "1000000") as up:
        wait_until(up.is_beating)
        yield up.url()
