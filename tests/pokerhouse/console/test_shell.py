"""The shell and its parts in a real browser: widths, the keyboard, dialogs, and what htmx swaps."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pokerhouse.ops.browser.person import DESK, PHONE, AtBrowser, at_a_browser, person

pytestmark = pytest.mark.e2e

WIDE = {"width": 1440, "height": 900}
LOCALES = ("en-GB", "de-DE")
OF_STRANGERS = ("/", "/sign-in", "/sign-up", "/account/reset-password", "/nowhere")
OF_PLAYERS = (
    "/wallet",
    "/hands",
    "/account",
    "/account/security",
    "/account/sessions",
    "/account/tokens",
)
OF_STAFF = (
    "/",
    "/parts",
    "/parts/confirm",
    "/parts?q=nobody",
    "/nowhere",
    "/floor/tables",
    "/floor/tables/new/own",
    "/games",
    "/players",
    "/trial-balance",
    "/audit",
)
TABLE = "Baden-Baden"
BUDGET_BYTES = 120 * 1024
"""What is sent at most when a table's page is opened for the first time (`bench page`)."""

REACHABLE = """() => {
    const able = "a[href], button:enabled, input:enabled, select, textarea, [tabindex='0']";
    window.able = [...document.querySelectorAll(able)].filter((one) => one.checkVisibility());
    const names = window.able.map((one, at) => one.type === "radio" ? one.name : String(at));
    return [...new Set(names)];
}"""
"""What a mouse can do, each by a name; the buttons of one choice are one to the keyboard."""

FOCUSED = """() => {
    const one = document.activeElement;
    return one.type === "radio" ? one.name : String(window.able.indexOf(one));
}"""

HELD = """() => {
    const one = document.activeElement;
    return one === document.body || one.closest("dialog[open]") !== null;
}"""


def width_of(page: Page) -> tuple[int, int]:
    """Return how wide the page is, and how wide the window."""
    return tuple(page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]"))


def forgive_the_failing_part(somebody: AtBrowser) -> None:
    """`/parts` shows what a part looks like that does not come, of which htmx tells the console."""
    somebody.errors[:] = [line for line in somebody.errors if "/parts/failing" not in line]


def at_the_parts(
    browser: Browser,
    house: str,
    viewport: dict[str, int],
    do: Callable[[AtBrowser], None],
    **more: Any,
) -> None:
    """Let the demo's manager do something at the page of the parts."""
    with person(browser, house, "manager", viewport, **more) as manager:
        manager.page.goto(f"{house}/parts")
        expect(manager.page.locator("[data-loads] [role=alert]")).to_be_visible()
        do(manager)
        forgive_the_failing_part(manager)


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "desk"])
@pytest.mark.parametrize("locale", LOCALES)
@at_a_browser
def test_no_page_scrolls_sideways(
    browser: Browser, house: str, viewport: dict[str, int], locale: str
) -> None:
    context = browser.new_context(viewport=viewport, locale=locale)  # type: ignore[arg-type]
    page = context.new_page()
    for path in OF_STRANGERS:
        page.goto(f"{house}{path}")
        wide, window = width_of(page)
        assert wide <= window, path
    context.close()

    def look(manager: AtBrowser) -> None:
        for path in OF_STAFF:
            manager.page.goto(f"{house}{path}")
            wide, window = width_of(manager.page)
            assert wide <= window, path

    at_the_parts(browser, house, viewport, look, locale=locale)
    with person(browser, house, "alice", viewport, locale) as alice:
        for path in OF_PLAYERS:
            alice.page.goto(f"{house}{path}")
            wide, window = width_of(alice.page)
            assert wide <= window, path
        alice.open_table(TABLE)
        wide, window = width_of(alice.page)
        assert wide <= window


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "desk"])
@at_a_browser
def test_the_keyboard_reaches_everything(
    browser: Browser, house: str, viewport: dict[str, int]
) -> None:
    def walk(manager: AtBrowser) -> None:
        page = manager.page
        wanted = set(page.evaluate(REACHABLE))
        reached = set()
        for _ in range(2 * len(wanted)):
            page.keyboard.press("Tab")
            reached.add(page.evaluate(FOCUSED))
        assert len(wanted) > 40
        assert wanted - reached == set()

    at_the_parts(browser, house, viewport, walk)


@at_a_browser
def test_a_dialog_holds_the_focus_and_esc_gives_it_back(browser: Browser, house: str) -> None:
    def ask(manager: AtBrowser) -> None:
        page = manager.page
        opener = page.get_by_role("link", name="Take off the table")
        opener.press("Enter")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        expect(dialog.get_by_label("Reason")).to_be_focused()
        for _ in range(12):
            page.keyboard.press("Tab")
            assert page.evaluate(HELD)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(opener).to_be_focused()

    at_the_parts(browser, house, DESK, ask)


@at_a_browser
def test_a_confirmation_asks_for_its_reason_and_can_be_undone(browser: Browser, house: str) -> None:
    def confirm(manager: AtBrowser) -> None:
        page = manager.page
        page.get_by_role("link", name="Take off the table").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Take off the table").click()
        expect(dialog.get_by_role("alert")).to_contain_text("One thing is missing or wrong.")
        assert page.evaluate("document.querySelectorAll('dialog:modal').length") == 1
        dialog.get_by_label("Reason").fill("House rules")
        dialog.get_by_role("button", name="Take off the table").click()
        toast = page.locator(".toast")
        expect(toast).to_contain_text("Seat 5 is free again.")
        toast.get_by_role("button", name="Undo").click()
        expect(toast).to_contain_text("Taken back.")
        expect(toast).to_have_count(0, timeout=12_000)

    at_the_parts(browser, house, DESK, confirm)


@at_a_browser
def test_a_table_is_swapped_in_its_place_and_its_address_kept(browser: Browser, house: str) -> None:
    def sort(manager: AtBrowser) -> None:
        page = manager.page
        page.evaluate("() => { window.mark = 'here'; }")
        head = page.locator("#sample-rows-by-amount")
        head.press("Enter")
        expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Amount")
        expect(head).to_be_focused()
        page.get_by_label("Person").fill("Ana")
        expect(page.locator(".pages")).to_contain_text("1–8 of 12")
        expect(page.get_by_label("Person")).to_be_focused()
        assert "sort=amount" in page.url
        assert "q=Ana" in page.url
        assert page.evaluate("() => window.mark") == "here"
        page.reload()
        expect(page.locator(".pages")).to_contain_text("1–8 of 12")
        page.go_back()
        expect(page.locator(".pages")).to_contain_text("1–8 of 60")

    at_the_parts(browser, house, DESK, sort)


@at_a_browser
def test_without_scripts_a_table_sorts_and_filters_by_links_and_forms(
    browser: Browser, house: str
) -> None:
    with person(browser, house, "manager") as manager:
        state = manager.context.storage_state()
    context = browser.new_context(storage_state=state, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{house}/parts")
    page.locator("#sample-rows-by-amount").click()
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Amount")
    page.get_by_label("Person").fill("Ana")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator(".pages")).to_contain_text("1–8 of 12")
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Amount")
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".pages")).to_contain_text("9–12 of 12")
    page.get_by_role("link", name="Take off the table").click()
    page.get_by_label("Reason").fill("House rules")
    page.get_by_role("button", name="Take off the table").click()
    expect(page.locator(".toast")).to_contain_text("Seat 5 is free again.")
    context.close()


@at_a_browser
def test_the_menu_opens_and_closes_by_key_and_changes_language_and_theme(
    browser: Browser, house: str
) -> None:
    with person(browser, house, "alice", DESK, color_scheme="dark") as alice:
        page = alice.page
        button, menu = page.locator(".who"), page.locator("#person-menu")
        ground = "() => getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(ground) == "rgb(13, 23, 20)"
        button.press("Enter")
        expect(menu).to_be_visible()
        page.keyboard.press("Escape")
        expect(menu).to_be_hidden()
        button.click()
        menu.get_by_role("button", name="Light").click()
        expect(page.locator("html[data-theme=light]")).to_have_count(1)
        assert page.evaluate(ground) == "rgb(242, 246, 243)"
        button.click()
        menu.get_by_role("button", name="Deutsch").click()
        expect(page.locator("html[lang=de]")).to_have_count(1)
        button.click()
        menu.get_by_role("button", name="Abmelden").click()
        expect(page.get_by_role("link", name="Anmelden", exact=True)).to_be_visible()


@at_a_browser
def test_a_phone_has_its_pages_and_the_menu_behind_more(browser: Browser, house: str) -> None:
    with person(browser, house, "manager", PHONE) as manager:
        page = manager.page
        more = page.locator("#more")
        expect(page.locator(".nav")).to_be_hidden()
        page.get_by_role("button", name="More").click()
        expect(more).to_be_visible()
        expect(more.get_by_role("link", name="Lobby")).to_be_visible()
        expect(more.get_by_role("button", name="Sign out")).to_be_visible()
        page.keyboard.press("Escape")
        expect(more).to_be_hidden()


@at_a_browser
def test_a_table_s_page_loads_nothing_of_staff_s(browser: Browser, house: str) -> None:
    with person(browser, house, "alice") as alice:
        alice.open_table(TABLE)
        context = browser.new_context(storage_state=alice.context.storage_state())
        page, answers = context.new_page(), []
        page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108  Playwright's
        page.goto(alice.page.url)
        expect(page.locator("body[data-line=open][data-hand]")).to_have_count(1)
        loaded = {one.url.removeprefix(house): one for one in answers if "/static/" in one.url}
        assert [url for url in loaded if url.startswith(("/static/parts", "/static/django"))] == []
        (itself,) = [one for one in answers if one.url == page.url]
        sent = [one.request.sizes()["responseBodySize"] for one in (itself, *loaded.values())]
        assert 0 < sum(sent) < BUDGET_BYTES
        context.close()


@at_a_browser
def test_a_toast_that_comes_with_a_part_of_the_page_goes_too(browser: Browser, house: str) -> None:
    def bring(manager: AtBrowser) -> None:
        page = manager.page
        page.evaluate(
            """() => fetch("/parts/undo", {
                method: "POST",
                headers: JSON.parse(document.body.getAttribute("hx-headers")),
                redirect: "manual",
            })"""
        )
        page.get_by_role("link", name="Take off the table").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(page.locator("#toasts .toast")).to_contain_text("Taken back.")
        expect(page.locator(".toast")).to_have_count(0, timeout=12_000)

    at_the_parts(browser, house, DESK, bring)
