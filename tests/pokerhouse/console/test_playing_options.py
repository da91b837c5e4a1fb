"""What a seat does of its own accord, and how its player comes in, where the game has it."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from pokerhouse.ops.browser.person import PHONE, AtBrowser, FloorClient, at_a_browser, person
from tests.pokerhouse.console.test_playing_games import (
    BLINDS,
    STUD,
    all_in,
    duel,
    log_of,
    play_until,
)

pytestmark = pytest.mark.e2e

ALL_OPTIONS = {"straddle": "utg", "run_it_times": 2, "may_buy_button": True}


def entries(somebody: AtBrowser, table: str) -> list[str]:
    """Return how one may come in at a table, as the dialog says it."""
    somebody.page.goto(f"{somebody.base}/tables/{table}")
    somebody.await_table()
    somebody.page.locator(".seat button.free").first.click()
    expect(somebody.page.locator("#chips-dialog")).to_be_visible()
    return list(somebody.page.locator("#chips-dialog label.choice:visible").all_inner_texts())


@pytest.mark.parametrize(
    ("game", "stakes", "options", "told"),
    [
        ("holdem", BLINDS, {}, ["Post at once", "Wait for the big blind"]),
        ("stud7", STUD, {}, []),
        (
            "holdem",
            BLINDS,
            ALL_OPTIONS,
            [
                "Post at once",
                "Wait for the big blind",
                "Buy the button: both blinds, in the small blind's place",
            ],
        ),
    ],
    ids=["blinds", "stud", "button"],
)
@at_a_browser
def test_a_newcomer_is_asked_what_the_game_knows(
    browser: Browser, house: str, game: str, stakes: Any, options: Any, told: list[str]
) -> None:
    """R-ENT-1; docs/cash-room.md#options: buying the button is offered where it is allowed."""
    table = FloorClient(house).open_game(game, stakes, options=options)
    with person(browser, house, "alice") as alice:
        assert entries(alice, table) == told


@at_a_browser
def test_a_seat_has_no_options_where_the_game_has_none(browser: Browser, house: str) -> None:
    table = FloorClient(house).open_game("stud7", STUD)
    with duel(browser, house, table) as (alice, _):
        expect(alice.page.locator("#seat-bar .leave")).to_be_visible()
        assert alice.page.locator(".toggle:visible").count() == 0


@at_a_browser
def test_a_seat_is_set_by_keyboard_and_its_player_is_not_asked(
    browser: Browser, house: str
) -> None:
    """Who has agreed in his seat's settings runs it twice; the other is asked."""
    table = FloorClient(house).open_game("holdem", BLINDS, options=ALL_OPTIONS)
    asked: list[str] = []

    def act(somebody: AtBrowser) -> None:
        if "run_it" in somebody.allowed():
            asked.append(somebody.name)
            somebody.page.keyboard.press("2")
        else:
            all_in(somebody)

    with (
        person(browser, house, "alice") as alice,
        person(browser, house, "bob", PHONE) as bob,
    ):
        for somebody in (alice, bob):
            somebody.page.goto(f"{house}/tables/{table}")
            somebody.await_table()
        alice.sit_down(1)
        set_by_keyboard(alice)
        bob.sit_down(2, entry="buy_button")
        assert toggles(bob) == {"Straddle": "false", "Run it twice": "false"}
        play_until((alice, bob), act, lambda: "wins" in log_of(alice))
        assert asked == ["bob"]
        assert log_of(alice).count("wants 2 boards") == 2


def set_by_keyboard(alice: AtBrowser) -> None:
    """Switch both on and one off again; a reload shows what the house has kept."""
    page = alice.page
    assert toggles(alice) == {"Straddle": "false", "Run it twice": "false"}
    page.locator("#seat-bar .leave").focus()
    for name in ("Straddle", "Run it twice"):
        page.keyboard.press("Tab")
        press_space(alice, name, "true")
    page.keyboard.press("Shift+Tab")
    press_space(alice, "Straddle", "false")
    page.reload()
    alice.await_table()
    assert toggles(alice) == {"Straddle": "false", "Run it twice": "true"}


def press_space(somebody: AtBrowser, name: str, becomes: str) -> None:
    """Press the button that has the focus, and see that it keeps it."""
    made = somebody.page.get_by_role("button", name=name, exact=True)
    expect(made).to_be_focused()
    with somebody.page.expect_response("**/seats/me") as answer:
        somebody.page.keyboard.press("Space")
    assert answer.value.status == 200
    expect(made).to_have_attribute("aria-pressed", becomes)
    expect(made).to_be_focused()


def toggles(somebody: AtBrowser) -> dict[str, str]:
    """Return what one's seat may do of its own accord, and whether it does."""
    told = "all => all.map((one) => [one.textContent, one.getAttribute('aria-pressed')])"
    return dict(somebody.page.locator(".toggle:visible").evaluate_all(told))
