"""What players do at their own pages, in a real browser, on a phone and at a desk."""

import json
from typing import Any

import pytest
from allauth.mfa.totp.internal import auth as totp
from playwright.sync_api import Browser, Page, expect

from pokerhouse.ops.browser.person import DESK, PHONE, AtBrowser, at_a_browser, person
from pokerhouse.ops.demo.house import PASSWORD, mail_of

pytestmark = pytest.mark.e2e

EVERY = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def fits(somebody: AtBrowser) -> None:
    """Fail if the page scrolls sideways."""
    wide, window = somebody.page.evaluate(
        "() => [document.documentElement.scrollWidth, innerWidth]"
    )
    assert wide <= window, somebody.page.url


def named(house: str) -> str:
    """Return the house's address by a name: passkeys are for names, not for numbers."""
    return house.replace("127.0.0.1", "localhost")


def code_of(secret: str) -> str:
    """Return what an authenticator app shows now."""
    counter = next(totp.yield_hotp_counters_from_time())
    return str(totp.format_hotp_value(totp.hotp_value(secret, counter)))


def sign_out(somebody: AtBrowser) -> None:
    """Sign out by the menu, and go to the form."""
    somebody.page.locator(".who").click()
    somebody.page.locator("#person-menu").get_by_role("button", name="Sign out").click()
    expect(somebody.page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    somebody.page.goto(f"{somebody.base}/sign-in")


def prove_it(page: Page) -> None:
    """Give the password once more, as whoever changes what protects his account."""
    dialog = page.get_by_role("dialog", name="Is it really you?")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Go on").click()


def keep_codes(page: Page) -> list[str]:
    """Return the recovery codes that are shown, and close them."""
    dialog = page.get_by_role("dialog", name="Your recovery codes")
    codes = dialog.locator("[data-codes] li")
    expect(codes).to_have_count(10)
    shown = codes.all_inner_texts()
    dialog.get_by_role("button", name="I have kept them").click()
    return shown


@EVERY
@at_a_browser
def test_a_hand_is_found_again_and_so_is_its_money(
    browser: Browser, house: str, viewport: dict[str, int]
) -> None:
    with person(browser, house, "alice", viewport) as alice:
        page = alice.page
        alice.open_table("Baden-Baden")
        alice.sit_down(5)
        alice.await_turn()
        alice.leave()

        page.goto(f"{house}/wallet")
        entries = page.locator("#wallet-entries tbody tr")
        expect(entries.first).to_contain_text("Chips back from the table")
        fits(alice)
        page.get_by_label("Kind").select_option(label="At the cage")
        expect(entries).to_have_count(1)
        expect(entries).to_contain_text("+1,000,000")
        assert "kind=" in page.url

        page.goto(f"{house}/hands")
        hands = page.locator("#my-hands tbody tr")
        expect(hands.first).to_contain_text("Baden-Baden")
        fits(alice)
        page.get_by_label("Table").select_option(index=1)
        expect(page.get_by_role("link", name="Show all")).to_be_visible()
        hands.first.get_by_role("link").first.click()
        page.locator("#proof.ok").wait_for()


@EVERY
@at_a_browser
def test_a_profile_is_changed_and_speaks_the_language_that_was_chosen(
    browser: Browser, house: str, viewport: dict[str, int]
) -> None:
    with person(browser, house, "bob", viewport) as bob:
        page = bob.page
        page.goto(f"{house}/account")
        page.get_by_label("Screen name").fill("alice")
        page.get_by_role("button", name="Save the profile").click()
        expect(page.locator("form .field .err")).to_contain_text("Somebody else has this name.")
        page.get_by_label("Screen name").fill("bob")
        page.get_by_label("Language").select_option("de")
        page.get_by_label("Theme").select_option("light")
        page.get_by_role("button", name="Save the profile").click()
        expect(page.locator(".toast")).to_contain_text("Ihr Profil ist gespeichert.")
        expect(page.locator("html[lang=de][data-theme=light]")).to_have_count(1)
        fits(bob)


@EVERY
@at_a_browser
def test_a_token_is_made_shown_once_and_revoked(
    browser: Browser, house: str, viewport: dict[str, int]
) -> None:
    with person(browser, house, "bob", viewport) as bob:
        page = bob.page
        page.goto(f"{house}/account/tokens")
        page.get_by_role("link", name="Make a token").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Make the token").click()
        expect(dialog.get_by_role("alert")).to_contain_text("This field is required.")
        dialog.get_by_label("What it is for").fill("My script")
        dialog.get_by_role("button", name="Make the token").click()
        secret = dialog.get_by_label("Secret").input_value()
        assert secret.startswith("phk_")
        dialog.get_by_role("button", name="I have kept it").click()
        expect(page.locator(".things li")).to_contain_text("My script")
        assert secret not in page.content()
        fits(bob)
        page.get_by_role("link", name="Revoke").click()
        dialog.get_by_role("button", name="Revoke the token").click()
        expect(page.locator(".toast")).to_contain_text("The token is revoked.")
        expect(page.get_by_text("No token yet")).to_be_visible()


@at_a_browser
def test_all_other_sessions_are_ended_and_this_one_stays(browser: Browser, house: str) -> None:
    with person(browser, house, "bob") as other, person(browser, house, "bob", PHONE) as bob:
        bob.page.goto(f"{house}/account/sessions")
        fits(bob)
        bob.page.get_by_role("link", name="End all others").click()
        bob.page.get_by_role("dialog").get_by_role("button", name="End all others").click()
        expect(bob.page.get_by_text("You are signed in nowhere else.")).to_be_visible()
        other.page.goto(f"{house}/account")
        expect(other.page).to_have_url(f"{house}/sign-in?next=/account")


@at_a_browser
def test_a_second_factor_is_set_up_used_and_taken_off(browser: Browser, house: str) -> None:
    with person(browser, house, "bob") as bob:
        page = bob.page
        page.goto(f"{house}/account/security")
        page.get_by_role("link", name="Set up").click()
        dialog = page.get_by_role("dialog", name="Set up the authenticator app")
        expect(dialog.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()
        dialog.get_by_text("I cannot scan it").click()
        secret = dialog.locator("[data-secret]").inner_text()
        digits = dialog.get_by_label("The six digits")
        digits.fill("12345")
        dialog.get_by_role("button", name="Switch on the second factor").click()
        expect(dialog.get_by_role("alert")).to_have_text("That code is not right.")
        digits.fill(code_of(secret))
        dialog.get_by_role("button", name="Switch on the second factor").click()
        prove_it(page)
        codes = keep_codes(page)
        expect(page.locator("#notice")).to_have_text("The second factor is on.")
        expect(page.locator("#app .lv")).to_have_text("on")

        sign_out(bob)
        page.locator("input[name=email]").fill(mail_of("bob"))
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("button.main").click()
        code = page.get_by_label("The code from your app or key")
        code.fill("12345")
        page.locator("button.main").click()
        expect(page.locator("form .problem")).to_have_text("That code is not right.")
        code.fill(codes[0])
        page.locator("button.main").click()
        expect(page).to_have_url(f"{house}/")

        page.goto(f"{house}/account/security")
        expect(page.locator("#recovery .tag")).to_have_text("9 left")
        page.get_by_role("link", name="Switch off").click()
        page.get_by_role("dialog").get_by_role("button", name="Switch it off").click()
        prove_it(page)
        expect(page.locator("#notice")).to_have_text("The authenticator app is switched off.")
        expect(page.locator("#app .tag")).to_have_text("off")


@at_a_browser
def test_a_passkey_is_added_named_signs_in_and_is_removed(browser: Browser, house: str) -> None:
    with person(browser, named(house), "bob") as bob:
        page = bob.page
        wire = bob.context.new_cdp_session(page)
        wire.send("WebAuthn.enable")
        wire.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        page.goto(f"{bob.base}/account/security")
        page.get_by_role("link", name="Add a passkey").click()
        page.get_by_role("dialog").get_by_role("button", name="Add the passkey").click()
        prove_it(page)
        keep_codes(page)
        expect(page.locator("#notice")).to_have_text("The passkey is added.")
        page.get_by_role("link", name="Name it").click()
        page.get_by_role("dialog").get_by_label("Name").fill("Blue key")
        page.get_by_role("dialog").get_by_role("button", name="Save the name").click()
        expect(page.locator("#passkeys .things b")).to_have_text("Blue key")

        sign_out(bob)
        page.get_by_role("button", name="With a passkey").click()
        expect(page).to_have_url(f"{bob.base}/")

        page.goto(f"{bob.base}/account/security")
        page.get_by_role("link", name="Remove").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove the passkey").click()
        prove_it(page)
        expect(page.locator("#notice")).to_have_text("The passkey is removed.")
        expect(page.locator("#passkeys .things")).to_have_count(0)


@at_a_browser
def test_who_signed_in_long_ago_proves_himself_once_more(browser: Browser, house: str) -> None:
    """The first answer is the one that the house gives after five minutes."""
    asked: list[str] = []

    def once(route: Any) -> None:
        asked.append(route.request.method)
        if len(asked) > 1:
            route.continue_()
            return
        told = {"meta": {"is_authenticated": True}, "data": {"flows": [{"id": "reauthenticate"}]}}
        route.fulfill(status=401, content_type="application/json", body=json.dumps(told))

    with person(browser, house, "bob", PHONE) as bob:
        page = bob.page
        page.route("**/account/password/change", once)
        page.goto(f"{house}/account/security")
        page.get_by_label("Current password").fill(PASSWORD)
        page.get_by_label("New password").fill("password")
        page.get_by_role("button", name="Change the password").click()
        dialog = page.get_by_role("dialog", name="Is it really you?")
        dialog.get_by_label("Password").fill("wrong")
        dialog.get_by_role("button", name="Go on").click()
        expect(dialog.get_by_role("alert")).to_have_text("This password is not right.")
        dialog.get_by_label("Password").fill(PASSWORD)
        dialog.get_by_role("button", name="Go on").click()
        problem = page.locator("#password [data-problem]")
        expect(problem).to_have_text("Everybody knows this password. Take another.")
        expect(page.get_by_label("Current password")).to_have_value(PASSWORD)
        assert asked == ["POST", "POST"]
        fits(bob)


@at_a_browser
def test_keys_lead_to_the_filter_list_themselves_and_can_be_switched_off(
    browser: Browser, house: str
) -> None:
    with person(browser, house, "manager") as manager:
        page = manager.page
        page.goto(f"{house}/players")
        field = page.locator("#id_q")
        page.keyboard.press("/")
        expect(field).to_be_focused()
        page.keyboard.type("/?")
        expect(field).to_have_value("/?")
        page.locator(".brand").focus()
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name="Keys")
        expect(dialog).to_contain_text("Go to the search or the filter")
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()

        page.keyboard.press("?")
        dialog.get_by_label("Single keys are on").uncheck()
        page.keyboard.press("Escape")
        page.locator(".brand").focus()
        page.keyboard.press("/")
        page.keyboard.press("?")
        expect(page.locator(".brand")).to_be_focused()
        expect(dialog).to_be_hidden()
        page.locator(".who").click()
        page.locator("#person-menu").get_by_role("button", name="Keys").click()
        expect(dialog.get_by_label("Single keys are on")).not_to_be_checked()


@EVERY
@at_a_browser
def test_without_the_house_a_line_says_so_and_money_is_locked(
    browser: Browser, house: str, viewport: dict[str, int]
) -> None:
    with person(browser, house, "alice", viewport) as alice:
        page, line = alice.page, alice.page.locator("#offline")
        alice.open_table("Baden-Baden")
        alice.context.set_offline(True)
        expect(line).to_contain_text("No connection. You see how it was at ")
        assert page.evaluate("() => document.getElementById('seat-bar').inert") is True
        expect(page.locator("#chips-dialog button[value=ok]")).to_be_disabled()
        line.get_by_role("button", name="Try now").click()
        expect(line).to_be_visible()
        alice.context.set_offline(False)
        alice.await_table()
        expect(line).to_be_hidden()
        assert page.evaluate("() => document.getElementById('seat-bar').inert") is False
        expect(page.locator("#chips-dialog button[value=ok]")).to_be_enabled()


@at_a_browser
def test_a_cashier_without_the_house_cannot_post(browser: Browser, house: str) -> None:
    with person(browser, house, "cage", locale="de-DE") as cashier:
        page, line = cashier.page, cashier.page.locator("#offline")
        page.goto(f"{house}/cage?q=bob")
        page.locator("#cage-players tbody tr", has_text="bob").get_by_role("link").click()
        page.get_by_label("Betrag").fill("500")
        post = page.locator("#would button")
        expect(post).to_be_enabled()
        cashier.context.set_offline(True)
        expect(line).to_contain_text("was Geld bewegt, ist gesperrt")
        expect(post).to_be_disabled()
        fits(cashier)
        line.get_by_role("button", name="Jetzt versuchen").click()
        expect(line).to_be_visible()
        cashier.context.set_offline(False)
        expect(line).to_be_hidden()
        expect(post).to_be_enabled()
        expect(page.get_by_label("Betrag")).to_have_value("500")
        # Leaving the field asks in vain, of which htmx tells the console.
        cashier.errors[:] = [line for line in cashier.errors if not line.startswith("htmx:")]
