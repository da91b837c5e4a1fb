"""A person at the pages without a browser: what a GET or a form brings, and what stands in it."""

from html.parser import HTMLParser
from typing import Any, Protocol

from django.test import Client

from accounts.people.models import User
from pokerhouse.common.roles import Role
from tests.support.people import person

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
HTMX = {"HX-Request": "true"}


class Answer(Protocol):
    """What a client brings back."""

    @property
    def content(self) -> bytes: ...


def visitor(language: str = "en", *roles: Role, name: str = "visitor") -> Client:
    """Return a client that reads this language; with roles, somebody who has signed in."""
    client = Client(headers={"Accept-Language": language}, raise_request_exception=False)
    if roles:
        client.force_login(person(name, *roles), BACKEND)
    return client


def as_person(user: User, language: str = "en") -> Client:
    """Return a client of somebody who is there already."""
    client = Client(headers={"Accept-Language": language}, raise_request_exception=False)
    client.force_login(user, BACKEND)
    return client


def text_of(response: Answer) -> str:
    """Return the words of a page, without its head, one space between them."""
    reader = _Reader()
    reader.feed(response.content.decode())
    return " ".join(" ".join(reader.words).split())


def links_in(response: Answer, *, within: str) -> list[str]:
    """Return where the links lead that stand within elements of a class."""
    return [found["href"] for found in elements(response, "a", within=within)]


def elements(response: Answer, tag: str, *, within: str = "") -> list[dict[str, Any]]:
    """Return the attributes of a tag's elements; only those within a class, if one is named."""
    reader = _Reader()
    reader.feed(response.content.decode())
    return [
        attributes
        for name, attributes, around in reader.found
        if name == tag and (not within or within in around)
    ]


class _Reader(HTMLParser):
    VOID = frozenset({"input", "meta", "link", "img", "br", "use"})
    MUTE = frozenset({"script", "style", "title", "template"})

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.found: list[tuple[str, dict[str, Any], set[str]]] = []
        self._open: list[tuple[str, set[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        around = set().union(*(classes for _, classes in self._open)) if self._open else set()
        self.found.append((tag, attributes, around))
        if tag not in self.VOID:
            self._open.append((tag, set(attributes.get("class", "").split())))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.MUTE & {tag for tag, _ in self._open}:
            self.words.append(data)
