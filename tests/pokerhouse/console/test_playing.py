"""A person sits down in a real browser at a real house and plays against its bots."""

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from pokerhouse.ops.browser.person import (
    DESK,
    PATIENCE_MS,
    PHONE,
    AtBrowser,
    FloorClient,
    at_a_browser,
    person,
    shown_cards,
)

TABLE, OTHER = "Baden-Baden", "Travemuende"
SEAT, NEXT = 5, 6

pytestmark = pytest.mark.e2e


def hand_of(somebody: AtBrowser) -> str:
    """Return the running hand's number as the log links it."""
    return str(somebody.page.locator("#log .start a").first.get_attribute("href"))


IS_WON = """(hand) => {
    const lines = [...document.querySelectorAll("#log li")];
    const start = lines.findIndex((line) => line.querySelector("a")?.getAttribute("href") === hand);
    return lines.slice(0, start).some((line) => line.matches(".won"));
}"""
"""Whether the log, newest first, tells of a winner since the hand began."""


def finish_hand(somebody: AtBrowser, act: Callable[[], None]) -> str:
    """Play from one's turn to the end of the hand; return its path."""
    somebody.await_turn()
    hand, page = hand_of(somebody), somebody.page
    for _ in range(600):
        if page.evaluate(IS_WON, hand):
            return hand
        if page.locator("#bar.on").count():
            act()
        page.wait_for_timeout(50)
    raise AssertionError("the hand does not end")


@at_a_browser
def test_a_hand_is_played_to_its_end_with_the_mouse(browser: Browser, house: str) -> None:
    with person(browser, house, "alice") as alice:
        alice.open_table(TABLE)
        alice.sit_down(SEAT)
        alice.await_turn()
        assert len(alice.own_cards()) == 2
        bar = alice.page.locator("#bar")
        raising = bar.locator('button[data-action="raise"], button[data-action="bet"]')
        if raising.count():
            bar.get_by_role("button", name="½ pot").click()
            half = int(bar.locator("input.to").input_value())
            bar.get_by_role("button", name="Pot", exact=True).click()
            assert int(bar.locator("input.to").input_value()) > half

        def click() -> None:
            for action in ("check", "call", "all_in", "show", "fold"):
                button = bar.locator(f'button[data-action="{action}"]:enabled')
                if button.count():
                    button.click()
                    return

        finish_hand(alice, click)
        alice.leave()
        expect(alice.page.locator(".seat.mine")).to_have_count(0)


@at_a_browser
def test_a_hand_is_played_with_the_keyboard_alone(browser: Browser, house: str) -> None:
    with person(browser, house, "alice") as alice:
        page = alice.page
        alice.open_table(OTHER)
        alice.sit_down(SEAT)
        alice.await_turn()
        raised = False

        def press() -> None:
            nonlocal raised
            allowed = alice.allowed()
            seq = page.locator("body").get_attribute("data-seq")
            if not raised and allowed & {"bet", "raise"}:
                page.keyboard.press("r")
                expect(page.locator("#bar input.to")).to_be_focused()
                page.keyboard.press("Enter")
                raised = True
            elif allowed:
                page.keyboard.press("c" if allowed & {"check", "call", "show"} else "f")
            expect(page.locator("body")).not_to_have_attribute("data-seq", str(seq))

        finish_hand(alice, press)
        assert raised
        assert any('"hand.raised"' in frame or '"hand.bet"' in frame for frame in alice.frames)
        alice.leave()


@at_a_browser
def test_a_reload_in_the_middle_of_a_turn_changes_nothing(browser: Browser, house: str) -> None:
    with person(browser, house, "alice") as alice:
        alice.open_table(TABLE)
        alice.sit_down(SEAT)
        alice.await_turn()
        before = (alice.own_cards(), alice.allowed(), shown_cards(alice.page, ".board"))

        alice.page.reload()

        alice.await_turn()
        assert (alice.own_cards(), alice.allowed(), shown_cards(alice.page, ".board")) == before
        alice.leave()


@at_a_browser
def test_a_line_that_is_cut_for_five_seconds_resumes_where_it_was(
    browser: Browser, house: str
) -> None:
    with person(browser, house, "alice") as alice:
        page = alice.page
        alice.open_table(TABLE)
        alice.sit_down(SEAT)
        alice.await_turn()
        before, hand = alice.own_cards(), hand_of(alice)

        alice.context.set_offline(True)
        page.evaluate("() => window.dispatchEvent(new Event('offline'))")
        action = next(each for each in ("check", "call", "all_in") if each in alice.allowed())
        page.locator(f'#bar button[data-action="{action}"]').click()
        page.wait_for_timeout(5000)
        alice.context.set_offline(False)

        expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=PATIENCE_MS)
        word = {"check": "checks", "call": "calls", "all_in": "(calls|bets|raises)"}[action]
        told = page.locator("#log li", has_text=re.compile(f"alice {word}"))
        expect(told.first).to_be_visible(timeout=PATIENCE_MS)
        acks = acks_of(alice)
        assert [ack["is_replayed"] for ack in acks].count(False) <= 1
        assert len({json.dumps([ack["id"], ack["result"]]) for ack in acks}) == 1
        now = look(alice)
        assert now["mine"] in (before, []) or now["hand"] not in hand
        alice.leave()


def acks_of(somebody: AtBrowser) -> list[dict[str, Any]]:
    """Return the answers that came; the page may tell of an action before they are noted here."""
    for _ in range(PATIENCE_MS // 50):
        found = [frame["d"] for frame in map(json.loads, somebody.frames) if frame["t"] == "ack"]
        if found:
            return found
        somebody.page.wait_for_timeout(50)
    raise AssertionError("no answer came")


LOOK = """() => new Promise((done) => requestAnimationFrame(() => {
    const cards = (where) =>
        [...document.querySelectorAll(`${where} [data-card]`)].map((one) => one.dataset.card);
    const hand = document.body.dataset.hand;
    const lines = [...document.querySelectorAll("#log li")];
    const start = lines.findIndex((line) => line.querySelector(`a[href$="${hand}"]`));
    const tells = (line) => / shows | wins /.test(line.textContent);
    done({
        hand,
        mine: cards(".seat.mine .cards"),
        others: cards(".seat:not(.mine) .cards"),
        isOpen: start < 0 || lines.slice(0, start).some(tells),
    });
}))"""
"""What a page shows at one moment; `isOpen`: hands of others may lie there by right."""


def look(somebody: AtBrowser) -> dict[str, Any]:
    seen: dict[str, Any] = somebody.page.evaluate(LOOK)
    return seen


@at_a_browser
def test_two_at_one_table_never_hold_each_others_live_cards(browser: Browser, house: str) -> None:
    with person(browser, house, "alice") as alice, person(browser, house, "bob") as bob:
        for somebody, seat in ((alice, SEAT), (bob, NEXT)):
            somebody.open_table(TABLE)
            somebody.sit_down(seat)
        held: dict[str, tuple[list[str], list[str]]] = {}
        """By hand: what alice had and what bob had."""
        for _ in range(1000):
            at_alices, at_bobs = look(alice), look(bob)
            is_one_hand = at_alices["hand"] == at_bobs["hand"]
            if is_one_hand and len(at_alices["mine"]) == len(at_bobs["mine"]) == 2:
                held[at_alices["hand"]] = (at_alices["mine"], at_bobs["mine"])
                for here, there in ((at_alices, at_bobs), (at_bobs, at_alices)):
                    assert here["isOpen"] or not set(here["others"]) & set(there["mine"])
            if len(held) >= 4:
                break
            for somebody in (alice, bob):
                somebody.act_if_due()
            alice.page.wait_for_timeout(50)
        assert len(held) >= 4
        for somebody in (alice, bob):
            assert somebody.stored() == "[{},{}]"
            somebody.leave()
        for hand, (alices, bobs) in held.items():
            assert_nothing_of(bobs, alice, hand)
            assert_nothing_of(alices, bob, hand)


def assert_nothing_of(cards: list[str], other: AtBrowser, hand: str) -> None:
    """The other's browser got no frame that dealt one of the cards in this hand."""
    dealt = [frame for frame in other.frames if hand in frame and "hand.hole_dealt" in frame]
    assert dealt
    assert [card for card in cards if any(f'"{card}"' in frame for frame in dealt)] == []


@pytest.mark.parametrize("path", ["/", "/sign-in", "/sign-up"])
@at_a_browser
def test_nothing_scrolls_sideways_on_a_phone(browser: Browser, house: str, path: str) -> None:
    context = browser.new_context(viewport=PHONE, locale="de-DE")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{house}{path}")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()


@at_a_browser
def test_a_table_fits_on_a_phone_while_one_plays(browser: Browser, house: str) -> None:
    with person(browser, house, "bob", PHONE, is_mobile=True, has_touch=True) as bob:
        bob.open_table(OTHER)
        bob.sit_down(NEXT)
        bob.await_turn()
        page = bob.page
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        for button in page.locator("#bar button:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE["width"]
        bob.leave()


@at_a_browser
def test_a_finished_hand_is_stepped_through_and_its_deal_proven(
    browser: Browser, house: str
) -> None:
    with person(browser, house, "alice") as alice:
        page = alice.page
        alice.open_table(TABLE)
        alice.sit_down(SEAT)
        hand = finish_hand(alice, alice.act_if_due)
        alice.leave()
        page.goto(f"{house}{hand}")
        expect(page.locator("#proof.ok")).to_contain_text("The deal is proven", timeout=PATIENCE_MS)
        last = page.locator("#step").inner_text()
        page.locator("#first").click()
        expect(page.locator("#step")).to_contain_text("Step 0 of")
        expect(page.locator(".board .card")).to_have_count(0)
        page.locator("#last").click()
        expect(page.locator("#step")).to_have_text(last)


@at_a_browser
def test_the_language_changes_and_the_page_stays(browser: Browser, house: str) -> None:
    with person(browser, house, "alice") as alice:
        page = alice.page
        alice.open_table(TABLE)
        url = page.url
        page.get_by_role("button", name="DE").click()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert page.url == url
        expect(page.get_by_role("button", name="Abmelden")).to_be_visible()
        page.get_by_role("button", name="Abmelden").click()
        expect(page.get_by_role("link", name="Anmelden").first).to_be_visible()


@at_a_browser
def test_the_pages_policy_lets_nothing_run_that_is_written_into_them(
    browser: Browser, house: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    answer = page.goto(house)
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "script-src 'nonce-" in policy
    assert "unsafe" not in policy
    page.evaluate(
        "() => { const bad = document.createElement('script'); bad.textContent = 'window.bad = 1';"
        " document.body.append(bad); }"
    )
    assert page.evaluate("() => window.bad") is None
    context.close()


@at_a_browser
def test_a_stranger_is_asked_who_he_is_and_comes_back_to_his_table(
    browser: Browser, house: str
) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(house)
    table = str(page.get_by_role("link", name=TABLE).get_attribute("href"))
    page.goto(f"{house}{table}")
    expect(page).to_have_url(f"{house}/sign-in?next={table}")
    page.get_by_label("E-mail address").fill("alice@demo.pokerhouse.example")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("This e-mail address or password is not right.")
    page.get_by_label("Password").fill("play-money-only")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{house}{table}")
    context.close()


@at_a_browser
def test_a_newcomer_signs_up_and_learns_that_his_wallet_is_empty(
    browser: Browser, house: str
) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{house}/sign-up")
    name = f"new{uuid4().hex[:10]}"
    page.get_by_label("E-mail address").fill(f"{name}@example.org")
    page.get_by_label("Screen name").fill("x")
    page.get_by_label("Password").fill("nine of diamonds")
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Screen name").fill(name)
    page.get_by_role("button", name="Make an account").click()
    expect(page).to_have_url(f"{house}/")
    expect(page.locator(".who b")).to_have_text(name)
    newcomer = AtBrowser(name, house, context, page)
    newcomer.open_table(TABLE)
    page.locator(".seat button.free").first.click()
    page.locator("#chips-dialog button.main").click()
    problem = page.locator("#chips-dialog .problem")
    expect(problem).to_have_text("There is not enough in your wallet.")
    context.close()


OVERLAPS = """() => {
    const boxes = [...document.querySelectorAll(".seat .free, .seat .plate")]
        .map((part) => part.getBoundingClientRect());
    const meet = (a, b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => meet(a, b))).length;
}"""
"""How many pairs of seats lie over one another."""


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@at_a_browser
def test_two_to_ten_seats_have_room(browser: Browser, house: str, viewport: Any) -> None:
    floor = FloorClient(house)
    with person(browser, house, "bob", viewport) as bob:
        for count in (2, 9, 10):
            bob.page.goto(f"{house}/tables/{floor.open_table(count)}")
            expect(bob.page.locator(".seat")).to_have_count(count)
            assert bob.page.evaluate(OVERLAPS) == 0
            assert bob.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
