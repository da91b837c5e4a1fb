"""Pictures of every page, taken while somebody plays."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from pokerhouse.ops.browser.chromium import find_chromium
from pokerhouse.ops.browser.person import AtBrowser, person
from pokerhouse.ops.scratch.running_up import running_up
from pokerhouse.ops.scratch.waiting import wait_until

WIDTHS = {360: 740, 768: 1024, 1440: 900}
"""Of a phone, a tablet and a desk, with their heights."""

LANGUAGES = {"en": "en-GB", "de": "de-DE"}
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
OF_STRANGERS = {
    "lobby": "/",
    "sign-in": "/sign-in",
    "sign-up": "/sign-up",
    "reset-password": "/account/reset-password",
    "missing": "/nowhere",
}
OF_PLAYERS = {
    "wallet": "/wallet",
    "hands": "/hands",
    "account": "/account",
    "account-security": "/account/security",
    "account-sessions": "/account/sessions",
    "account-tokens": "/account/tokens",
}
OF_STAFF = {
    "manager": {
        "staff-lobby": "/",
        "parts": "/parts",
        "confirm": "/parts/confirm",
        "floor-tables": "/floor/tables",
        "floor-open": "/floor/tables/new",
        "floor-open-own": "/floor/tables/new/own?game=stud8",
        "games": "/games",
        "game-new": "/games/new",
        "players": "/players",
        "player-new": "/players/new",
    },
    "cage": {"cage": "/cage"},
    "accountant": {"trial-balance": "/trial-balance?book=play"},
    "auditor": {"audit": "/audit"},
    "admin": {"people": "/people"},
}
"""Pages by who opens them and the name of their picture: whole, also below the window's edge."""

WAYS = {
    "manager": (
        ("floor-table", "/floor/tables", "#tables tbody a"),
        ("floor-stakes", "", "a[href$='/stakes']"),
        ("floor-close", "", "a[href$='/close']"),
        ("player", "/players?q=bot01", "#players tbody a"),
        ("player-suspend", "", "a[href$='/suspend']"),
    ),
    "cage": (("cage-serve", "/cage?q=bob", "#cage-players tbody a"),),
    "admin": (("people-roles", "/people", "#people tbody a.btn"),),
}
"""Pages and dialogs that a click leads to: the picture, where it begins, and what is clicked."""

PRINTED = frozenset({"trial-balance"})
"""Pages that are put on paper: a picture of that too."""

TABLE, SEAT = "Baden-Baden", 5


def take_pictures(folder: Path) -> Iterator[Path]:
    """
    Play at a house of its own and yield each picture that was written.

    :raises NoBrowser: if there is none to play in.
    """
    chromium = find_chromium()
    with running_up("--until-hands", "1000000") as up, sync_playwright() as playwright:
        wait_until(up.is_beating)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for width, height in WIDTHS.items():
            for language, locale in LANGUAGES.items():
                look: dict[str, Any] = {
                    "viewport": {"width": width, "height": height},
                    "locale": locale,
                }
                for theme in THEMES:
                    take = Camera(folder, f"{width}-{language}-{theme}")
                    themed: dict[str, Any] = {**look, "color_scheme": theme}
                    yield from _as_a_stranger(browser, up.url(), take, themed)
                    for name in OF_STAFF:
                        with person(browser, up.url(), name, **themed) as somebody:
                            yield from _as_staff(somebody, take)
                take = Camera(folder, f"{width}-{language}")
                with person(browser, up.url(), "alice", **look, color_scheme="dark") as alice:
                    yield from _as_a_player(alice, take)
        browser.close()


class Camera:
    """Writes pictures whose names say what they show."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self.folder, self.suffix = folder, suffix

    def __call__(self, page: Page, name: str, *, is_whole: bool = False) -> Path:
        path = self.folder / f"{name}-{self.suffix}.png"
        page.screenshot(path=path, full_page=is_whole)
        return path


def _as_a_stranger(
    browser: Browser, base: str, take: Camera, look: dict[str, Any]
) -> Iterator[Path]:
    context = browser.new_context(**look)
    page = context.new_page()
    for name, path in OF_STRANGERS.items():
        page.goto(f"{base}{path}")
        yield take(page, name)
    context.close()


def _as_staff(somebody: AtBrowser, take: Camera) -> Iterator[Path]:
    page = somebody.page
    for name, path in OF_STAFF[somebody.name].items():
        page.goto(f"{somebody.base}{path}", wait_until="networkidle")
        yield take(page, name, is_whole=True)
        if name in PRINTED:
            page.emulate_media(media="print")
            yield take(page, f"{name}-paper", is_whole=True)
            page.emulate_media(media="screen")
    for name, path, clicked in WAYS.get(somebody.name, ()):
        if path:
            page.goto(f"{somebody.base}{path}", wait_until="networkidle")
        page.locator(clicked).first.click()
        page.wait_for_timeout(700)
        yield take(page, name)
        page.keyboard.press("Escape")
    if somebody.name != "manager":
        return
    page.get_by_role("button", name=re.compile("^(More|Mehr)$")).or_(page.locator(".who")).filter(
        visible=True
    ).first.click()
    yield take(page, "menu")
    somebody.errors.clear()  # one of the parts shows what does not load


def _as_a_player(alice: AtBrowser, take: Camera) -> Iterator[Path]:
    page = alice.page
    alice.open_table(TABLE)
    page.wait_for_timeout(1500)
    yield take(page, "table-watching")
    page.locator(f'.seat[data-seat="{SEAT}"] button.free').click()
    page.wait_for_timeout(300)
    yield take(page, "table-sitting-down")
    page.locator('#chips-dialog button[value="cancel"]').click()
    alice.sit_down(SEAT)
    alice.await_turn()
    yield take(page, "table-preflop")
    hand = str(page.locator("#log .start a").first.get_attribute("href"))
    if _sees_a_flop(alice):
        yield take(page, "table-flop")
    alice.leave()
    page.goto(f"{alice.base}{hand}")
    page.locator("#proof.ok").wait_for()
    yield take(page, "hand")
    for name, path in OF_PLAYERS.items():
        page.goto(f"{alice.base}{path}", wait_until="networkidle")
        yield take(page, name, is_whole=True)
    page.locator("h1").click()
    page.keyboard.press("?")
    yield take(page, "keys")


def _sees_a_flop(alice: AtBrowser) -> bool:
    """Go along until it is one's turn with a board; False if that does not come soon."""
    page = alice.page
    for _ in range(600):
        if page.locator("#bar.on").count():
            if page.locator(".board .card").count() >= 3:
                return True
            for action in ("check", "call", "fold"):
                button = page.locator(f'#bar.on button[data-action="{action}"]:enabled')
                if button.count():
                    button.click()
                    break
        page.wait_for_timeout(50)
    return False
