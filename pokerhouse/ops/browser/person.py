"""A person at a page: what he does, and what he waits for."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import wraps
from typing import Any
from uuid import uuid4

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pokerhouse.common.roles import Role
from pokerhouse.ops.browser.chromium import BrowserThread
from pokerhouse.ops.demo.house import PASSWORD, mail_of
from pokerhouse.ops.scratch.waiting import wait_until

PATIENCE_MS = 100_000
"""Patience for what others do first: a bot's time-out of 30 s, a hand's end, the next blind."""

PAGE_MS = 40_000
"""Patience for the page itself: it takes seconds on a busy machine."""
AWAY, RETRY_S = 503, 1.0
"""What a house without its database answers, and when to ask again."""
expect.set_options(timeout=PAGE_MS)

PRESS = """(actions) => actions
    .map((action) => document.querySelector(`#bar.on [data-action="${action}"]:enabled`))
    .find((button) => button)?.click()"""

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
class AtBrowser:
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
        self.await_table()

    def await_table(self) -> None:
        """Wait until the table is drawn: the line is open a moment before that."""
        expect(self.page.locator("body[data-line=open][data-hand]")).to_have_count(1)

    def sit_down(self, seat: int, entry: str = "post") -> None:
        """Take a seat with what the house asks for; stay where one has one."""
        if self.page.locator(".seat.mine").count():
            return
        self.page.locator(f'.seat[data-seat="{seat}"] button.free').click()
        dialog = self.page.locator("#chips-dialog")
        way = dialog.locator(f"input[name=entry][value={entry}]")
        if way.is_visible():  # in stud there are no blinds to come in by
            way.check()
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
        leave = self.page.locator("#seat-bar .leave")
        if leave.count() == 0:
            return
        leave.click()
        while leave.count():
            self.act_if_due()
            self.page.wait_for_timeout(100)

    def act_if_due(self) -> None:
        """If it is one's turn: put in no chips, show nothing."""
        self.press("check", "muck", "show", "fold")

    def press(self, *actions: str) -> None:
        """
        Press the first of these actions that the bar offers, if it does.

        In one step: between looking and pressing a turn may be over.
        """
        self.page.evaluate(PRESS, actions)

    def await_turn(self) -> None:
        """Wait until it is one's turn."""
        expect(self.page.locator("#bar.on")).to_be_visible(timeout=PATIENCE_MS)

    def allowed(self) -> set[str]:
        """Return the actions that the bar offers."""
        buttons = self.page.locator("#bar button[data-action]")
        return set(buttons.evaluate_all("all => all.map((one) => one.dataset.action)"))

    def own_cards(self) -> list[str]:
        """Return one's cards as the page shows them."""
        return shown_cards(self.page, ".seat.mine .cards")

    def stored(self) -> str:
        """Return what the page keeps beyond itself."""
        return str(self.page.evaluate("() => JSON.stringify([localStorage, sessionStorage])"))


class AppClient:
    """Somebody of the demo with an app instead of a page."""

    def __init__(self, base: str, name: str) -> None:
        words = {"email": mail_of(name), "password": PASSWORD}
        self._base, self._token = base, ""
        answer = self.request("POST", "/_allauth/app/v1/auth/login", words)
        self._token = answer["meta"]["session_token"]

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """
        Return what a path answers; a refusal fails the test.

        While the house is away (503) it is sent again under the same key, as an app does.
        """
        headers = {"X-Session-Token": self._token, "Idempotency-Key": uuid4().hex}
        url, patience_s = f"{self._base}{path}", PAGE_MS / 1000
        until = time.monotonic() + patience_s
        while True:
            answer = httpx.request(method, url, json=body, headers=headers, timeout=patience_s)
            if answer.status_code != AWAY or time.monotonic() > until:
                break
            time.sleep(RETRY_S)
        assert answer.status_code < 300, answer.text
        return answer.json()


class FloorClient(AppClient):
    """The demo's floor, who opens tables as an app does."""

    def __init__(self, base: str) -> None:
        super().__init__(base, "floor")

    def open_table(self, seats: int) -> str:
        """Open a table with so many seats and return its id."""
        return self.open_game("holdem", {"small_blind": 5, "big_blind": 10}, seats=seats)

    def open_game(self, game: str, stakes: dict[str, Any], *, seats: int = 2, **more: Any) -> str:
        """Open a table of any game and return its id."""
        body = {
            "name": f"{game} {seats} {uuid4().hex[:8]}",
            "game": game,
            "seats": seats,
            "book": "play",
            "stakes": stakes,
            **more,
        }
        return str(self.request("POST", "/api/v1/staff/tables", body)["table"])


def stand_up(base: str, name: str) -> None:
    """Leave every table, as somebody whose test has failed: the next test wants his seat."""
    app = AppClient(base, name)
    if Role.PLAYER not in app.request("GET", "/api/v1/me")["roles"]:
        return
    for seat in app.request("GET", "/api/v1/me/seats")["data"]:
        path = f"/api/v1/tables/{seat['table']['table']}/seats/me"
        with suppress(AssertionError):  # he was leaving already
            app.request("POST", f"{path}/leave", {})
    wait_until(lambda: not app.request("GET", "/api/v1/me/seats")["data"])


def shown_cards(page: Page, where: str) -> list[str]:
    """Return the faces that lie at a place of the page."""
    found = page.locator(f"{where} [data-card]")
    return list(found.evaluate_all("all => all.map((one) => one.dataset.card)"))


@contextmanager
def person(
    browser: Browser,
    base: str,
    name: str,
    viewport: Any = DESK,
    locale: str = "en-GB",
    **more: Any,
) -> Iterator[AtBrowser]:
    """Give a person who has signed in, with a browser profile of his own."""
    context = browser.new_context(viewport=viewport, locale=locale, **more)
    page = context.new_page()
    page.set_default_timeout(PAGE_MS)
    somebody = AtBrowser(name, base, context, page)
    page.on("websocket", lambda socket: _keep(somebody, socket))
    page.on("pageerror", lambda error: somebody.errors.append(str(error)))
    page.on("console", lambda line: _note(somebody, line))
    try:
        somebody.sign_in()
        yield somebody
        assert somebody.errors == []
    except BaseException:
        stand_up(base, name)
        raise
    finally:
        context.close()


def _keep(somebody: AtBrowser, socket: Any) -> None:
    socket.on("framereceived", lambda frame: somebody.frames.append(str(frame)))


def _note(somebody: AtBrowser, line: Any) -> None:
    """Keep what the policy for content or a script complains about; lost lines are no error."""
    if line.type == "error" and not re.search(r"WebSocket|ERR_INTERNET|Failed to load", line.text):
        somebody.errors.append(line.text)
