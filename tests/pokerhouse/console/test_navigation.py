"""Who sees which entries of the navigation, and that each leads where its person may go."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.translation import override

from pokerhouse.common.roles import STAFF, Role
from pokerhouse.console.shell.frame import initials_of
from pokerhouse.console.shell.navigation import (
    Area,
    Entry,
    Tone,
    navigation_for,
    register,
    registered,
)
from tests.support.browsing import elements, links_in, text_of, visitor
from tests.support.messages import CONSOLE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]

LOBBY = Entry(path="/", label="Lobby", icon="table", area=Area.PLAY)
TABLES = Entry(
    path="/floor", label="Tables", icon="table", area=Area.ROOM, roles=frozenset({Role.FLOOR})
)
LISTS = Entry(
    path="/floor/lists",
    label="Lists",
    icon="list",
    area=Area.ROOM,
    roles=frozenset({Role.FLOOR, Role.MANAGER}),
    rank=60,
    count=lambda _user: 3,
)
DAYS = Entry(
    path="/days", label="Days", icon="book", area=Area.BOOKS, roles=frozenset({Role.ACCOUNTANT})
)
APPROVALS = Entry(
    path="/approvals",
    label="Approvals",
    icon="approve",
    area=Area.HOUSE,
    roles=frozenset({Role.MANAGER}),
    is_in_top_bar=True,
    count=lambda _user: 2,
    tone=Tone.WARN,
)
ALL = (LOBBY, TABLES, LISTS, DAYS, APPROVALS)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Whatever a page was asked in before."""
    with override("en"):
        yield


class Somebody:
    """What the navigation knows of a person."""

    def __init__(self, *roles: Role) -> None:
        self.roles = [role.value for role in roles]


def shown(user: object, path: str = "/") -> list[tuple[str, list[str]]]:
    """Return headings with the paths below them."""
    groups = navigation_for(user, path=path, entries=ALL).groups
    return [(group.heading, [link.path for link in group.links]) for group in groups]


def test_a_stranger_sees_what_everybody_may_open() -> None:
    assert shown(AnonymousUser()) == [("", ["/"])]


def test_a_person_of_one_role_sees_that_role_s_entries() -> None:
    assert shown(Somebody(Role.ACCOUNTANT)) == [("Play", ["/"]), ("Accounting", ["/days"])]


def test_several_roles_stand_one_below_the_other() -> None:
    both = Somebody(Role.ACCOUNTANT, Role.FLOOR)
    assert shown(both) == [
        ("Play", ["/"]),
        ("Card room", ["/floor", "/floor/lists"]),
        ("Accounting", ["/days"]),
    ]


def test_an_entry_without_right_is_absent() -> None:
    assert shown(Somebody(Role.MANAGER)) == [("Play", ["/"]), ("Card room", ["/floor/lists"])]


def test_what_waits_stands_in_the_top_bar_and_not_in_an_area() -> None:
    (link,) = navigation_for(Somebody(Role.MANAGER), entries=ALL).top
    assert (link.path, link.count, link.tone) == ("/approvals", 2, Tone.WARN)
    assert navigation_for(Somebody(Role.FLOOR), entries=ALL).top == ()


@pytest.mark.parametrize(
    ("path", "here"),
    [
        ("/", ["/"]),
        ("/floor", ["/floor"]),
        ("/floor/tables/3", ["/floor"]),
        ("/floor/lists/2", ["/floor/lists"]),
        ("/floors", []),
    ],
)
def test_the_nearest_page_above_is_marked(path: str, here: list[str]) -> None:
    groups = navigation_for(Somebody(Role.FLOOR), path=path, entries=ALL).groups
    assert [link.path for group in groups for link in group.links if link.is_here] == here


def test_a_phone_s_tabs_begin_with_somebody_s_work() -> None:
    tabs = navigation_for(Somebody(Role.FLOOR, Role.PLAYER), entries=ALL).tabs
    assert [link.path for link in tabs] == ["/floor", "/floor/lists", "/"]


def test_a_phone_has_four_tabs_beside_more() -> None:
    many = [
        Entry(path=f"/{number}", label="Lobby", icon="table", area=Area.PLAY, rank=number)
        for number in range(7)
    ]
    tabs = navigation_for(AnonymousUser(), entries=many).tabs
    assert [link.path for link in tabs] == ["/0", "/1", "/2", "/3"]


def test_only_staff_has_a_rail() -> None:
    assert not navigation_for(Somebody(Role.PLAYER), entries=ALL).has_rail
    assert all(navigation_for(Somebody(role), entries=ALL).has_rail for role in STAFF)


def test_a_path_stands_in_the_navigation_once() -> None:
    (lobby,) = [entry for entry in registered() if entry.path == "/"]
    register(lobby)
    with pytest.raises(AssertionError, match="in the navigation already"):
        register(LOBBY)
    assert [entry for entry in registered() if entry.path == "/"] == [lobby]


@pytest.mark.parametrize("role", [None, *Role])
def test_each_role_sees_exactly_the_pages_that_it_may_open(role: Role | None) -> None:
    client = visitor("en", *([role] if role else []))
    response = client.get("/")
    place = "nav" if role in STAFF else "pnav"
    listed = [entry for entry in registered() if not entry.is_in_top_bar]
    roles = {role} if role else set()
    assert links_in(response, within=place) == [
        entry.path for entry in listed if entry.is_for(roles)
    ]
    for entry in registered():
        assert may_open(client, entry.path) == entry.is_for(roles), entry.path


def may_open(client: Client, path: str) -> bool:
    """Return whether a page opens; who may not is asked to sign in, or told so."""
    status = client.get(path).status_code
    assert status in {200, 302, 403}, (path, status)
    return status == 200


def test_every_entry_s_page_and_sign_exist() -> None:
    signs = (CONSOLE / "shell/static/shell/icons.svg").read_text()
    for entry in registered():
        try:
            resolve(entry.path)
        except Resolver404:
            pytest.fail(f"{entry.path} is in the navigation and nowhere else")
        assert f'<symbol id="{entry.icon}"' in signs


def test_an_auditor_is_told_that_he_only_reads() -> None:
    assert "Nur lesen" in text_of(visitor("de", Role.AUDITOR).get("/"))
    both = visitor("de", Role.AUDITOR, Role.FLOOR, name="both")
    assert "Nur lesen" not in text_of(both.get("/"))


def test_staff_sees_the_gaming_day_and_players_do_not() -> None:
    assert "Spieltag" in text_of(visitor("de", Role.CAGE, name="cashier").get("/"))
    assert "Spieltag" not in text_of(visitor("de", Role.PLAYER).get("/"))


@pytest.mark.parametrize(
    ("name", "initials"),
    [("Renate_Vogel", "RV"), ("alice", "AL"), ("A.B.C", "AC"), ("x", "X"), ("__", "__")],
)
def test_a_person_s_face_is_one_or_two_letters(name: str, initials: str) -> None:
    assert initials_of(name) == initials


def test_the_menu_names_who_is_there_and_lets_him_out() -> None:
    client = visitor("de", Role.MANAGER, name="Renate_Vogel")
    page = client.get("/")
    assert "RV Renate_Vogel Leitung" in text_of(page)
    assert {"/language", "/theme", "/sign-out"} == {
        form["action"] for form in elements(page, "form", within="menu")
    }
    assert client.post("/sign-out").headers["Location"] == "/"
    assert "Renate_Vogel" not in text_of(client.get("/"))
