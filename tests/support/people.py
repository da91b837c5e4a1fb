"""People for tests, and clients that speak as a browser, an app or a script."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.test import Client

from accounts.people import services as people
from accounts.people import tokens
from accounts.people.models import User
from pokerhouse.commands.meta import ByStaff, BySystem, Meta
from pokerhouse.common.access import Scope
from pokerhouse.common.clock import now
from pokerhouse.common.roles import Role

PASSWORD = "nine of diamonds"
APP = "/_allauth/app/v1"
BROWSER = "/_allauth/browser/v1"
_keys = count(1)


def person(name: str, *roles: Role) -> User:
    """Make a person with PASSWORD; a player, if no role is named."""
    return people.create_person(
        email=f"{name.lower()}@example.org",
        screen_name=name,
        password=PASSWORD,
        roles=roles or (Role.PLAYER,),
        actor=None,
        at=now(),
    )


class Api:
    """A client that sends JSON and the same headers with every request, from one address."""

    def __init__(self, address: str = "127.0.0.1", **headers: str) -> None:
        self.client = Client(
            enforce_csrf_checks=True, raise_request_exception=False, REMOTE_ADDR=address
        )
        self.headers = headers

    def __call__(self, method: str, path: str, data: object = None, **headers: str) -> "Answer":
        sent: dict[str, Any] = {"headers": {**self.headers, **headers}}
        if data is not None:
            sent.update(data=data, content_type="application/json")
        return Answer(getattr(self.client, method.lower())(path, **sent))


class Answer:
    """What came back."""

    def __init__(self, response: HttpResponse) -> None:
        self.status = response.status_code
        self.headers: Mapping[str, str] = response.headers
        self.text = response.content.decode()
        is_json = "json" in response.get("Content-Type", "")
        self.json: Any = json.loads(response.content) if is_json else None

    @property
    def refusal(self) -> tuple[int, str]:
        """Status and code of a problem, whose form is checked."""
        assert self.headers["Content-Type"] == "application/problem+json", self.text
        assert self.json["status"] == self.status
        assert self.json["type"] == f"/problems/{self.json['code']}"
        assert {"title", "detail", "instance"} <= set(self.json)
        return self.status, self.json["code"]


def sign_in(name: str, password: str = PASSWORD, address: str = "127.0.0.1") -> Answer:
    """Try to sign in as an app."""
    words = {"email": f"{name}@example.org", "password": password}
    return Api(address)("post", f"{APP}/auth/login", words)


def script_of(owner: User, *scopes: Scope) -> Api:
    """Make a token and return a client that sends it."""
    issued = tokens.create_token(
        person=owner.id,
        name="script",
        scopes=scopes,
        expires_at=now() + timedelta(days=1),
        at=now(),
    )
    return Api(Authorization=f"Bearer {issued.secret}")


def app_of(name: str) -> Api:
    """
    Sign in as an app and return a client that holds the session token.

    All log-ins come from one address: a test that makes many asks for `no_limits_used`.
    """
    answer = sign_in(name)
    assert answer.status == 200, answer.text
    return Api(**{"X-Session-Token": answer.json["meta"]["session_token"]})


def by(actor: UUID | None, at: datetime) -> Meta:
    """Return the meta of a command of staff, or of the house itself, with a key of its own."""
    who = BySystem("tests") if actor is None else ByStaff(actor)
    return Meta(who, f"key-{next(_keys)}", at)
