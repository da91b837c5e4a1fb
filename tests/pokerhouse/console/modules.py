"""A real browser for tests, and the console's modules on a page of their own in it."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser

from pokerhouse import console
from pokerhouse.ops.browser.chromium import BrowserThread, NoBrowser, find_chromium

T = TypeVar("T")

CONSOLE = Path(console.__file__).parent
PATIENCE_S = 10.0


# --- the browser -----------------------------------------------------------------------------


def chromium_for_tests() -> str:
    """
    Return the browser; without one the test is skipped, and says so.

    It is the tests' one optional need. Where CI or POKERHOUSE_NEED_BROWSER says that there has to
    be one, as `.ci/run` does, the test fails instead.
    """
    try:
        return find_chromium()
    except NoBrowser as error:
        if os.environ.get("CI") == "true" or os.environ.get("POKERHOUSE_NEED_BROWSER") == "1":
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def browser() -> Iterator[BrowserThread]:
    """One Chromium for all tests of the run; pages of a test belong into a context of its own."""
    with BrowserThread(chromium_for_tests()) as opened:
        yield opened


# --- the modules -----------------------------------------------------------------------------


class _Static(SimpleHTTPRequestHandler):
    """The static folders, and at `/` an empty page with the strictest policy of the house."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}  # noqa: RUF012

    def do_GET(self) -> None:
        if self.path == "/":
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            policy = "default-src 'none'; script-src 'self'; connect-src 'self' ws://127.0.0.1:*"
            self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>modules</title>")
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        """Return where the file of a feature lies: its path begins with the feature's name."""
        feature = path.split("/")[1]
        self.directory = str(CONSOLE / feature / "static")
        return super().translate_path(path)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving_static() -> Iterator[str]:
    """Serve the modules; give the origin, which counts as secure."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Static)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class ModulePage:
    """A page in which a test calls the modules."""

    def __init__(self, browser: BrowserThread, origin: str) -> None:
        self._thread = browser
        self.origin = origin
        self._errors: list[str] = []
        browser.run(self._open)

    def _open(self, browser: Browser) -> None:
        self._context = browser.new_context()
        self._page = self._context.new_page()
        self._page.on("pageerror", lambda error: self._errors.append(error.message))
        self._page.clock.install()
        self._page.goto(f"{self.origin}/")

    def close(self) -> None:
        """Close it, and all that its modules hold open."""
        self._thread.run(lambda _: self._context.close())

    def run(self, script: str, arg: Any = None) -> Any:
        """Call a function of the page; what it promises is awaited."""
        return self._thread.run(lambda _: self._page.evaluate(script, arg))

    def uncaught(self) -> list[str]:
        """Return the errors that nothing in the page caught since the last question."""
        self.run("() => new Promise((done) => queueMicrotask(done))")  # lets Playwright hear them
        found, self._errors = self._errors, []
        return found

    def let_pass(self, ms: int) -> None:
        """Let time pass at once: each timer that is due fires, at most once."""
        self._thread.run(lambda _: self._page.clock.fast_forward(ms))


@pytest.fixture(scope="session")
def modules_origin() -> Iterator[str]:
    """Where the modules are served."""
    with serving_static() as origin:
        yield origin


@pytest.fixture
def page(browser: BrowserThread, modules_origin: str) -> Iterator[ModulePage]:
    """A fresh page, in which nothing is left uncaught."""
    opened = ModulePage(browser, modules_origin)
    try:
        yield opened
        assert opened.uncaught() == []
    finally:
        opened.close()


def eventually(ask: Callable[[], T]) -> T:
    """Return what `ask` says as soon as it is true."""
    end = time.monotonic() + PATIENCE_S
    while not (found := ask()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)
    return found
