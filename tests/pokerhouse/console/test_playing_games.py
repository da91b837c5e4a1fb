"""Two people in real browsers play hands of other games than hold'em, by what the page offers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from pokerhouse.ops.browser.person import (
    DESK,
    PHONE,
    AtBrowser,
    FloorClient,
    at_a_browser,
    person,
    shown_cards,
)

pytestmark = pytest.mark.e2e

STUD = {"limit": "stud_split", "ante": 5, "bring_in": 5, "lower": 10, "higher": 20}
FIXED = {"limit": "fixed", "small_blind": 5, "big_blind": 10, "lower": 10, "higher": 20}
BLINDS = {"small_blind": 5, "big_blind": 10}
PASSIVE = ("bring_in", "check", "call", "show")
Act = Callable[[AtBrowser], None]


@contextmanager
def duel(browser: Browser, house: str, table: str) -> Iterator[tuple[AtBrowser, AtBrowser]]:
    """Give two people at a table of their own, one of them on a phone."""
    with (
        person(browser, house, "alice", DESK) as alice,
        person(browser, house, "bob", PHONE) as bob,
    ):
        for seat, somebody in enumerate((alice, bob), 1):
            somebody.page.goto(f"{house}/tables/{table}")
            somebody.await_table()
            somebody.sit_down(seat)
        yield alice, bob


def play_until(people: tuple[AtBrowser, AtBrowser], act: Act, is_done: Callable[[], bool]) -> None:
    """Let whoever is to act do so until it is done."""
    for _ in range(400):
        if is_done():
            return
        for somebody in people:
            if somebody.page.locator("#bar.on button:enabled").count():
                seq = somebody.page.locator("body").get_attribute("data-seq")
                act(somebody)
                expect(somebody.page.locator("body")).not_to_have_attribute("data-seq", str(seq))
        people[0].page.wait_for_timeout(50)
    raise AssertionError("it does not come")


def passively(somebody: AtBrowser) -> None:
    """Go along as cheaply as the rules allow."""
    allowed = somebody.allowed()
    action = next(each for each in PASSIVE if each in allowed)
    somebody.page.locator(f'#bar button[data-action="{action}"]').click()


def log_of(somebody: AtBrowser) -> str:
    """Return what the log says, the newest first."""
    return str(somebody.page.locator("#log").inner_text())


def frames_of_first_hand(somebody: AtBrowser) -> list[str]:
    """Return what the page received from one deal to the next; the button is drawn before it."""
    starts = [at for at, frame in enumerate(somebody.frames) if '"hand.started"' in frame]
    return somebody.frames[starts[0] : starts[1] if len(starts) > 1 else None]


def check_replay(somebody: AtBrowser) -> None:
    """Step through the hand that has just ended, from its end to its beginning."""
    page = somebody.page
    link = page.locator("#log .start a").last.get_attribute("href")
    page.goto(f"{somebody.base}{link}")
    expect(page.locator("#proof.ok")).to_be_visible()
    while page.locator("#back").is_enabled():
        page.locator("#back").click()
    assert somebody.errors == []


@at_a_browser
def test_cards_are_exchanged_in_triple_draw(browser: Browser, house: str) -> None:
    """R-LOW-6: tapped, counted, sent by position; others see how many, not which."""
    table = FloorClient(house).open_game("triple27", FIXED)
    drawn: list[tuple[list[str], list[str]]] = []

    def act(somebody: AtBrowser) -> None:
        page = somebody.page
        if "discard" not in somebody.allowed():
            return passively(somebody)
        send = page.locator('#bar button[data-action="discard"]')
        expect(send).to_contain_text("Stand pat")
        before = somebody.own_cards()
        if somebody.name == "bob":  # by finger
            page.locator(".seat.mine .pick").nth(0).click()
            page.locator(".seat.mine .pick").nth(3).click()
            expect(send).to_contain_text("Draw 2")
            send.click()
            expect(page.locator(".seat.mine .badge")).to_have_text("drew 2")
            drawn.append((before, somebody.own_cards()))
        else:
            page.keyboard.press("2")
            expect(send).to_contain_text("Draw 1")
            page.keyboard.press("2")
            page.keyboard.press("d")
        return None

    with duel(browser, house, table) as people:
        alice, bob = people
        play_until(people, act, lambda: "wins" in log_of(alice))
        assert len(drawn) == 3
        for before, after in drawn:
            assert len(after) == 5
            kept = [card for place, card in enumerate(before) if place not in {0, 3}]
            assert after[:3] == kept
            assert not {before[0], before[3]} & set(after)
        told = log_of(alice)
        assert [told.count(each) for each in ("bob draws 2", "alice stands pat")] == [3, 3]
        hidden = {card for before, _ in drawn for card in (before[0], before[3])}
        shown = set(drawn[-1][1]) | set(alice.own_cards())
        sent = "".join(frames_of_first_hand(alice))
        assert [card for card in hidden - shown if f'"{card}"' in sent] == []
        check_replay(bob)


@at_a_browser
def test_stud_is_played_to_the_seventh_card(browser: Browser, house: str) -> None:
    """R-STU, R-BRI-1: a forced bring-in, open cards, no button."""
    table = FloorClient(house).open_game("stud7", STUD)
    most: dict[str, Any] = {"own": 0, "other": 0, "open": []}

    def act(somebody: AtBrowser) -> None:
        if somebody.name == "alice":
            page = somebody.page
            other = page.locator('.seat[data-seat="2"] .cards > *')
            most["own"] = max(most["own"], len(somebody.own_cards()))
            most["other"] = max(most["other"], other.count())
            most["open"] = shown_cards(page, '.seat[data-seat="2"] .cards')
            assert page.locator(".button").count() == 0
        passively(somebody)

    with duel(browser, house, table) as people:
        alice, bob = people
        play_until(people, act, lambda: "wins" in log_of(alice))
        assert (most["own"], most["other"], len(most["open"])) == (7, 7, 4)
        told = log_of(alice)
        assert "brings in 5" in told
        streets = ("Third", "Fourth", "Fifth", "Sixth", "Seventh")
        assert [each for each in streets if f"{each} street" not in told] == []
        check_replay(bob)


def all_in(somebody: AtBrowser) -> None:
    """Put everything in, or go along."""
    page = somebody.page
    if somebody.allowed() & {"bet", "raise"}:
        page.get_by_role("button", name="All-in", exact=True).click()
        page.locator('#bar button[data-action="raise"], #bar button[data-action="bet"]').click()
    else:
        page.keyboard.press("c")


@at_a_browser
def test_an_all_in_is_run_twice(browser: Browser, house: str) -> None:
    """docs/cash-room.md#options: both are asked, and each board gives out its part of the pot."""
    options = {"run_it_times": 2}
    table = FloorClient(house).open_game("holdem", BLINDS, options=options)
    seen_boards = 0

    def act(somebody: AtBrowser) -> None:
        if "run_it" in somebody.allowed():
            assert somebody.page.locator("#bar button").count() == 2
            somebody.page.keyboard.press("2")
        else:
            all_in(somebody)

    with duel(browser, house, table) as people:
        alice, bob = people

        def is_over() -> bool:
            nonlocal seen_boards
            seen_boards = max(seen_boards, alice.page.locator(".board").count())
            return "wins" in log_of(alice)

        play_until(people, act, is_over)
        told = log_of(alice)
        assert told.count("wants 2 boards") == 2
        assert told.count("River · board 2") == 1
        assert "· board 2" in told.split("River · board 2")[0]
        expect(alice.page.locator(".board")).to_have_count(2)
        check_replay(bob)
