"""The pages of one's account: profile, sessions, tokens; each only one's own."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts.people import tokens as personal
from accounts.people.models import PersonalToken, User
from pokerhouse.common.access import Scope
from pokerhouse.common.clock import now
from pokerhouse.common.roles import Role
from pokerhouse.common.sessions import session_id
from tests.support.browsing import HTMX, as_person, elements, text_of, visitor
from tests.support.people import person
from tests.support.staff_pages import prove, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]

PAGES = ("/account", "/account/security", "/account/sessions", "/account/tokens")
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


@pytest.fixture
def anna() -> User:
    return person("anna", Role.PLAYER)


def session_of(client: Client) -> UUID:
    """Return the public id of a client's session."""
    key = client.session.session_key
    assert key is not None
    return session_id(key)


def known(client: Client, agent: str) -> Client:
    """Let the house write down where a client is from, as its first request does."""
    user = User.objects.get(id=client.session["_auth_user_id"])
    UserSession.objects.create(
        user=user, session_key=client.session.session_key, ip="192.0.2.7", user_agent=agent
    )
    return client


def sessions(response: Any) -> list[tuple[str, bool]]:
    """Return what the list of sessions says."""
    return [(row["device"], row["is_current"]) for row in response.context["sessions"]]


@pytest.mark.parametrize("path", PAGES)
def test_a_stranger_is_asked_to_sign_in(path: str) -> None:
    response = visitor().get(path)
    assert (response.status_code, response.headers["Location"]) == (302, f"/sign-in?next={path}")


@pytest.mark.parametrize("path", PAGES)
def test_staff_without_a_seat_has_the_same_pages(path: str) -> None:
    assert visitor("en", Role.CAGE).get(path).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_each_page_speaks_german(path: str, anna: User) -> None:
    assert "Konto und Sicherheit" in text_of(as_person(anna, "de").get(path))


# --- the profile


def test_name_language_and_theme_are_changed(anna: User) -> None:
    client = as_person(anna)
    said = {"screen_name": "Anna_K", "lang": "de", "theme": "light"}

    response = send(client, "/account", said)

    assert (response.status_code, response.headers["Location"]) == (302, "/account")
    anna.refresh_from_db()
    assert (anna.screen_name, anna.lang) == ("Anna_K", "de")
    page = client.get("/account", headers={"Accept-Language": "en"})
    assert page.context["form"].initial == {
        "screen_name": "Anna_K",
        "lang": "de",
        "theme": "light",
    }
    assert "Ihr Profil ist gespeichert." in text_of(page)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bert", "Somebody else has this name."),
        ("BERT", "Somebody else has this name."),
        ("an", "3 to 20 letters, digits, dots, dashes; a letter first."),
        ("1anna", "3 to 20 letters, digits, dots, dashes; a letter first."),
        ("", "This field is required."),
    ],
)
def test_a_refused_name_stands_in_the_form_and_changes_nothing(
    name: str, sentence: str, anna: User
) -> None:
    person("bert")
    client = as_person(anna)

    response = send(client, "/account", {"screen_name": name, "lang": "de", "theme": "dark"})

    assert response.status_code == 422
    assert response.context["form"].errors == {"screen_name": [sentence]}
    assert response.context["form"]["screen_name"].value() == name
    anna.refresh_from_db()
    assert (anna.screen_name, anna.lang) == ("anna", "en")
    assert "theme" not in client.cookies


def test_a_language_that_the_house_does_not_speak_changes_nothing(anna: User) -> None:
    response = send(as_person(anna), "/account", {"screen_name": "Anna_K", "lang": "fr"})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["lang"]
    anna.refresh_from_db()
    assert (anna.screen_name, anna.lang) == ("anna", "en")


# --- where one is signed in


def test_sessions_name_their_device_and_this_one_stands_first(anna: User) -> None:
    known(as_person(anna), IPHONE)
    here = known(as_person(anna), FIREFOX)

    response = here.get("/account/sessions")

    assert sessions(response) == [("Firefox, Linux", True), ("Safari, iPhone", False)]
    assert "From 192.0.2.7" in text_of(response)
    assert elements(response, "a", within="things")[0]["href"].endswith("/end")
    assert len(elements(response, "a", within="things")) == 1


def test_another_session_is_ended_and_this_one_stays(
    anna: User, announced: list[tuple[str, str | None]]
) -> None:
    phone, here = known(as_person(anna), IPHONE), known(as_person(anna), FIREFOX)
    ended = session_of(phone)
    asked = here.get(f"/account/sessions/{ended}/end")
    assert "Safari, iPhone is signed out within two seconds." in text_of(asked)
    assert phone.get("/account").status_code == 200

    response = here.post(f"/account/sessions/{ended}/end", headers=HTMX)

    assert response.headers["HX-Redirect"] == "/account/sessions"
    assert phone.get("/account").status_code == 302
    assert sessions(here.get("/account/sessions")) == [("Firefox, Linux", True)]
    assert announced == [(str(anna.id), str(ended))]


def test_all_others_are_ended_and_only_one_s_own(anna: User) -> None:
    bert = known(as_person(person("bert")), FIREFOX)
    others = [known(as_person(anna), IPHONE), known(as_person(anna), FIREFOX)]
    here = known(as_person(anna), FIREFOX)

    response = here.post("/account/sessions/others/end")

    assert response.headers["Location"] == "/account/sessions"
    assert "2 sessions are ended." in text_of(here.get("/account/sessions"))
    assert [other.get("/account").status_code for other in others] == [302, 302]
    assert bert.get("/account").status_code == 200


def test_nobody_ends_a_stranger_s_session_or_this_one_there(anna: User) -> None:
    bert = known(as_person(person("bert")), FIREFOX)
    here = known(as_person(anna), FIREFOX)

    for session in (session_of(bert), session_of(here), uuid4()):
        assert here.post(f"/account/sessions/{session}/end").status_code == 404

    assert UserSession.objects.count() == 2
    assert bert.get("/account").status_code == 200


# --- personal tokens


def make(client: Client, **said: Any) -> Any:
    """Send the form of a new token, proven."""
    prove(client)
    wanted = {"name": "script", "scopes": ["read"], "days": "30", **said}
    return client.post("/account/tokens/new", wanted, headers=HTMX)


def test_a_token_is_shown_once_and_then_only_named(anna: User) -> None:
    client = as_person(anna)
    before = now()

    response = make(client, scopes=["read", "play"])

    (secret,) = [one["value"] for one in elements(response, "input") if "data-secret" in one]
    assert secret.startswith("phk_")
    token = PersonalToken.objects.get()
    assert (token.user_id, token.name, sorted(token.scopes)) == (
        anna.id,
        "script",
        ["play", "read"],
    )
    assert timedelta(0) <= token.expires_at - before - timedelta(days=30) < timedelta(minutes=1)
    page = client.get("/account/tokens")
    assert secret not in page.content.decode()
    assert "script Read what I may see · Play and change things for me" in text_of(page)


def test_without_a_fresh_proof_no_token_is_made(anna: User) -> None:
    client = as_person(anna)
    said = {"name": "script", "scopes": ["read"], "days": "30"}

    response = client.post("/account/tokens/new", said, headers=HTMX)

    assert "Prove that it is you" in text_of(response)
    assert PersonalToken.objects.count() == 0


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["staff"]}, "scopes"),
        ({"days": "400"}, "days"),
    ],
)
def test_a_refused_token_stands_in_the_form_and_is_not_made(
    said: dict[str, Any], field: str, anna: User
) -> None:
    response = make(as_person(anna), **said)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert PersonalToken.objects.count() == 0


def test_only_staff_is_offered_to_let_a_script_work_for_the_house(anna: User) -> None:
    player, floor = as_person(anna), as_person(person("fritz", Role.FLOOR))
    assert make(floor, scopes=["staff"]).status_code == 200
    assert list(PersonalToken.objects.values_list("scopes", flat=True)) == [["staff"]]
    prove(player)
    choices = player.get("/account/tokens/new").context["form"].fields["scopes"].choices
    assert [name for name, _ in choices] == ["read", "play"]


def test_who_has_too_many_tokens_is_told_to_revoke_one(anna: User) -> None:
    for _ in range(personal.MAX_TOKENS):
        token_of(anna)

    response = make(as_person(anna))

    assert response.context["form"].errors == {
        "__all__": ["You have 20 tokens already: revoke one first."]
    }
    assert PersonalToken.objects.count() == 20


def token_of(owner: User) -> UUID:
    """Make a token and return its id."""
    issued = personal.create_token(
        person=owner.id,
        name="script",
        scopes=[Scope.READ],
        expires_at=now() + timedelta(days=1),
        at=now(),
    )
    return UUID(str(issued.token.id))


def test_a_token_is_revoked_after_a_question(anna: User) -> None:
    token, client = token_of(anna), as_person(anna)
    asked = client.get(f"/account/tokens/{token}/revoke")
    assert "Revoke the token “script”?" in text_of(asked)
    assert "Valid until" in text_of(client.get("/account/tokens"))

    response = client.post(f"/account/tokens/{token}/revoke")

    assert response.headers["Location"] == "/account/tokens"
    page = text_of(client.get("/account/tokens"))
    assert "The token is revoked." in page
    assert "No token yet" in page


def test_nobody_revokes_a_stranger_s_token(anna: User) -> None:
    token = token_of(person("bert"))
    before = list(PersonalToken.objects.values())
    assert as_person(anna).post(f"/account/tokens/{token}/revoke").status_code == 404
    assert list(PersonalToken.objects.values()) == before
