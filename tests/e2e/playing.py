"""A person at a page: what he does, and what he waits for."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any
from uuid import uuid4

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pokerhouse.demo.house import PASSWORD, mail_of
from tests.e2e.modules import BrowserThread

PATIENCE_MS = 100_000
"""For what others do first: a bot lets its 30 s run out, a hand ends, the blind comes round."""

PAGE_MS = 40_000
"""For what the page does by itself: seconds on a machine that has much else to do."""
expect.set_options(timeout=PAGE_MS)

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
BUY_IN = 1000


def at_a_browser(test: Callable[..., None]) -> Callable[..., None]:
    """Let a test run where the browser lives, a thread of its own (`modules.BrowserThread`)."""

    @wraps(test)
    def run(browser: BrowserThread, **more: Any) -> None:
        browser.run(lambda real: test(browser=real, **more))

    return run


@dataclass
class Person:
    """Somebody with a browser of his own, and every frame that it got."""

    name: str
    base: str
    context: BrowserContext
    page: Page
    frames: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def sign_in(self) -> None:
        """Sign in by the form."""
        self.page.goto(f"{self.base}/sign-in")
        self.page.locator("input[name=email]").fill(mail_of(self.name))
        self.page.locator("input[name=password]").fill(PASSWORD)
        self.page.locator("form.card-form button.main").click()
        expect(self.page).to_have_url(f"{self.base}/")

    def open_table(self, name: str) -> None:
        """Go from the lobby to a table."""
        self.page.goto(self.base)
        self.page.get_by_role("link", name=name).click()
        expect(self.page.locator("body")).to_have_attribute("data-line", "open")

    def sit_down(self, seat: int) -> None:
        """Take a seat with what the house asks for, posting at once; stay where one has one."""
        if self.page.locator(".seat.mine").count():
            return
        self.page.locator(f'.seat[data-seat="{seat}"] button.free').click()
        dialog = self.page.locator("#chips-dialog")
        dialog.locator("input[name=amount]").fill(str(BUY_IN))
        dialog.locator("button.main").click()
        mine = self.page.locator(".seat.mine")
        problem = dialog.locator(".problem:visible")
        expect(mine.or_(problem).first).to_be_visible()
        if problem.count():  # who left lately brings back what he took away (R-STK-6)
            least = re.sub(r"\D", "", problem.inner_text())
            dialog.locator("input[name=amount]").fill(least)
            dialog.locator("button.main").click()
        expect(mine.locator(".name")).to_have_text(self.name)

    def leave(self) -> None:
        """Leave the table, after the hand if there is one, and wait until the seat is free."""
        if self.page.locator("#seat-bar button").count() == 0:
            return
        self.page.locator("#seat-bar button").last.click()
        while self.page.locator("#seat-bar button").count():
            self.act_if_due()
            self.page.wait_for_timeout(100)

    def act_if_due(self) -> None:
        """Check or fold if the turn is one's own."""
        for action in ("check", "fold"):
            button = self.page.locator(f'#bar.on button[data-action="{action}"]:enabled')
            if button.count():
                button.click(timeout=1000)
                return

    def await_turn(self) -> None:
        """Wait until it is one's turn."""
        expect(self.page.locator("#bar.on")).to_be_visible(timeout=PATIENCE_MS)

    def allowed(self) -> set[str]:
        """Return the actions that the bar offers."""
        buttons = self.page.locator("#bar button[data-action]")
        return {str(one.get_attribute("data-action")) for one in buttons.all()}

    def own_cards(self) -> list[str]:
        """Return one's cards as the page shows them."""
        return shown_cards(self.page, ".seat.mine .cards")

    def stored(self) -> str:
        """Return what the page keeps beyond itself."""
        return str(self.page.evaluate("() => JSON.stringify([localStorage, sessionStorage])"))


class FloorClient:
    """The demo's floor, who opens tables as an app does."""

    def __init__(self, base: str) -> None:
        words = {"email": mail_of("floor"), "password": PASSWORD}
        self._base, self._token = base, ""
        told = self._post("/_allauth/app/v1/auth/login", words)
        self._token = told["meta"]["session_token"]

    def open_table(self, seats: int) -> str:
        """Open a table with so many seats and return its id."""
        body = {
            "name": f"{seats} seats {uuid4().hex[:8]}",
            "game": "holdem",
            "seats": seats,
            "book": "play",
            "stakes": {"small_blind": 5, "big_blind": 10},
        }
        return str(self._post("/api/v1/staff/tables", body)["table"])

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        headers = {"X-Session-Token": self._token, "Idempotency-Key": uuid4().hex}
        url = f"{self._base}{path}"
        answer = httpx.post(url, json=body, headers=headers, timeout=PAGE_MS / 1000)
        assert answer.status_code < 300, answer.text
        return answer.json()


def shown_cards(page: Page, where: str) -> list[str]:
    """Return the faces that lie at a place of the page."""
    found = page.locator(f"{where} [data-card]")
    return [str(card.get_attribute("data-card")) for card in found.all()]


@contextmanager
def person(
    browser: Browser,
    base: str,
    name: str,
    viewport: Any = DESK,
    locale: str = "en-GB",
    **more: Any,
) -> Iterator[Person]:
    """Give a person who has signed in, with a browser profile of his own."""
    context = browser.new_context(viewport=viewport, locale=locale, **more)
    page = context.new_page()
    page.set_default_timeout(PAGE_MS)
    somebody = Person(name, base, context, page)
    page.on("websocket", lambda socket: _keep(somebody, socket))
    page.on("pageerror", lambda error: somebody.errors.append(str(error)))
    page.on("console", lambda line: _note(somebody, line))
    try:
        somebody.sign_in()
        yield somebody
        assert somebody.errors == []
    finally:
        context.close()


def _keep(somebody: Person, socket: Any) -> None:
    socket.on("framereceived", lambda frame: somebody.frames.append(str(frame)))


def _note(somebody: Person, line: Any) -> None:
    """Keep what the policy for content or a script complains about; lost lines are no error."""
    if line.type == "error" and not re.search(r"WebSocket|ERR_INTERNET|Failed to load", line.text):
        somebody.errors.append(line.text)
