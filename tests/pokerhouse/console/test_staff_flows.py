"""What staff does, in a real browser, on a phone, a tablet and at a desk."""

from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Route, expect

from pokerhouse.ops.browser.person import PHONE, AtBrowser, at_a_browser, person

pytestmark = pytest.mark.e2e

TABLET = {"width": 768, "height": 1024}
WIDE = {"width": 1440, "height": 900}
EVERY = pytest.mark.parametrize("viewport", [PHONE, TABLET, WIDE], ids=["phone", "tablet", "desk"])
NOT_A_PHONE = pytest.mark.parametrize("viewport", [TABLET, WIDE], ids=["tablet", "desk"])


def fits(somebody: AtBrowser) -> None:
    """Fail if the page scrolls sideways."""
    wide, window = somebody.page.evaluate(
        "() => [document.documentElement.scrollWidth, innerWidth]"
    )
    assert wide <= window, somebody.page.url


@EVERY
@at_a_browser
def test_a_game_is_created_a_table_opened_for_it_and_closed(
    browser: Browser, house: str, viewport: dict[str, int]
) -> None:
    game, table = f"Game {uuid4().hex[:8]}", f"Table {uuid4().hex[:8]}"
    with person(browser, house, "manager", viewport) as manager:
        page = manager.page
        page.goto(f"{house}/games/new")
        page.locator("#id_name").fill(game)
        page.locator("#choice_game").select_option("razz")
        expect(page.locator("#id_bring_in")).to_be_visible()
        expect(page.locator("#id_name")).to_have_value(game)
        page.locator("#choice_limit").select_option("stud_split")
        page.locator("#id_lower").fill("10")
        page.locator("#id_higher").fill("20")
        page.locator("#id_bring_in").fill("5")
        fits(manager)
        page.get_by_role("button", name="Create the game").click()
        expect(page.locator(".toast")).to_contain_text(game)

        page.goto(f"{house}/floor/tables/new")
        option = page.locator("#id_game option", has_text=game)
        page.locator("#id_game").select_option(str(option.get_attribute("value")))
        page.get_by_label("Name of the table").fill(table)
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("heading", name=table)).to_be_visible()
        fits(manager)

        page.get_by_role("link", name="Close the table").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Nobody sits there.")
        dialog.get_by_role("button", name="Close the table").click()
        expect(dialog.get_by_role("alert")).to_contain_text("This field is required.")
        dialog.get_by_label("Reason").fill("End of the evening")
        dialog.get_by_role("button", name="Close the table").click()
        expect(page.locator(".toast")).to_contain_text(f"{table} is closed.")


@EVERY
@at_a_browser
def test_a_player_is_entered_and_suspended(
    browser: Browser, house: str, viewport: dict[str, int]
) -> None:
    name = f"P{uuid4().hex[:8]}"
    with person(browser, house, "floor", viewport) as floor:
        page = floor.page
        page.goto(f"{house}/players")
        page.get_by_role("link", name="Enter a player").click()
        page.get_by_label("Screen name").fill(name)
        page.get_by_label("E-mail address").fill(f"{name}@example.org")
        page.get_by_role("button", name="Enter the player").click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        page.wait_for_load_state()  # before htmx has come, the link leads to a page of its own
        page.get_by_role("link", name="Suspend").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Reason").fill("House rules")
        dialog.get_by_role("button", name="Suspend").click()
        expect(page.locator(".head .lv")).to_have_text("suspended")
        fits(floor)
        page.goto(f"{house}/players?q={name}&standing=suspended")
        expect(page.locator("#players tbody tr")).to_have_count(1)
        fits(floor)


@NOT_A_PHONE
@at_a_browser
def test_a_deposit_shows_its_lines_first_and_ends_with_a_slip(
    browser: Browser, house: str, viewport: dict[str, int]
) -> None:
    with person(browser, house, "cage", viewport, "de-DE") as cashier:
        page = cashier.page
        page.goto(f"{house}/cage")
        page.get_by_label("Spielername").fill("bob")
        page.locator("#cage-players tbody tr", has_text="bob").get_by_role("link").click()
        page.get_by_label("Betrag").fill("500,5")
        would = page.locator("#would")
        expect(would).to_contain_text("2010 Börse, bob")
        would.get_by_role("button", name="500,50").click()
        expect(page.locator(".slip .sum")).to_have_text("500,50\u00a0€")
        expect(page.locator(".slip")).to_contain_text("bob")
        fits(cashier)


@at_a_browser
def test_what_is_typed_before_the_scripts_have_come_is_not_lost(
    browser: Browser, house: str
) -> None:
    with person(browser, house, "cage") as cashier:
        page = cashier.page
        held: list[Route] = []
        page.goto(f"{house}/cage?q=bob")
        page.route("**/htmx-2.min.js", lambda route: held.append(route))  # noqa: PLW0108
        with page.expect_request("**/htmx-2.min.js"):
            page.locator("#cage-players tbody tr", has_text="bob").get_by_role("link").click()
        page.get_by_label("Amount").fill("12.34")
        expect(page.locator("#would table")).to_have_count(0)
        (script,) = held
        script.continue_()
        expect(page.locator("#would table")).to_contain_text("12.34")


@at_a_browser
def test_on_a_phone_the_cage_is_only_read(browser: Browser, house: str) -> None:
    with person(browser, house, "cage", PHONE) as cashier:
        page = cashier.page
        page.goto(f"{house}/cage?q=bob")
        page.locator("#cage-players tbody tr", has_text="bob").get_by_role("link").click()
        expect(page.get_by_text("On a phone you can only look.")).to_be_visible()
        expect(page.locator("#id_amount")).to_be_hidden()
        fits(cashier)


@EVERY
@at_a_browser
def test_the_audit_trail_is_filtered_in_its_place(
    browser: Browser, house: str, viewport: dict[str, int]
) -> None:
    with person(browser, house, "auditor", viewport) as auditor:
        page = auditor.page
        page.goto(f"{house}/audit")
        page.evaluate("() => { window.mark = 'here'; }")
        page.locator("#id_q").fill("bot01")
        expect(page.locator(".pages")).to_contain_text("1–2 of 2")
        page.locator("#id_action").select_option("cage.deposit")
        expect(page.locator(".pages")).to_contain_text("1–1 of 1")
        expect(page.locator("#trail tbody")).to_contain_text("Took a deposit")
        assert page.evaluate("() => window.mark") == "here"
        assert "action=cage.deposit" in page.url
        fits(auditor)
