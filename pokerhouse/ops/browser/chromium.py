"""A real browser: the Chromium of this machine, driven by Playwright."""

import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Self, TypeVar

from playwright.sync_api import Browser, sync_playwright

T = TypeVar("T")

NAMES = ("chromium", "chromium-browser", "google-chrome")


class NoBrowser(Exception):
    """There is no Chromium on this machine; says what to install."""


def find_chromium() -> str:
    """
    Return the browser of this machine; POKERHOUSE_CHROMIUM names another one.

    :raises NoBrowser: if there is none.
    """
    named = os.environ.get("POKERHOUSE_CHROMIUM")
    found = [path for name in ([named] if named else NAMES) if (path := shutil.which(name))]
    if not found:
        sentence = "There is no Chromium: `apt-get install chromium`, or set POKERHOUSE_CHROMIUM."
        raise NoBrowser(sentence)
    return found[0]


class BrowserThread:
    """
    Chromium on a thread of its own.

    Playwright keeps an event loop running on its thread, where Django's queries and `asyncio.run`
    would refuse to work: those of this test and of every later one of the run.
    """

    def __init__(self, executable: str) -> None:
        self._executable = executable
        self._thread = ThreadPoolExecutor(1, "browser")

    def __enter__(self) -> Self:
        self._thread.submit(self._open).result()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.submit(self._close).result()
        self._thread.shutdown()

    def run(self, work: Callable[[Browser], T]) -> T:
        """Call `work` where the browser may be used, and return or raise what it does."""
        return self._thread.submit(lambda: work(self._browser)).result()

    def _open(self) -> None:
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(
            executable_path=self._executable, args=["--no-sandbox"]
        )

    def _close(self) -> None:
        self._browser.close()
        self._playwright.stop()
