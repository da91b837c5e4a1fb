"""Who may ask for what: every operation of the schema for every role, denied by default."""

from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from accounts.audit_trail.models import AuditEntry
from pokerhouse.common.access import Scope
from pokerhouse.common.roles import Role
from tests.support.people import Api, person, script_of
from tests.support.room_api import member
from tests.support.rooms import everything

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

PUBLIC = {
    "get /meta",
    "get /lobby",
    "get /games",
    "get /rules",
    "get /tables",
    "get /tables/{table_id}",
}
KNOWN = {
    "get /me",
    "patch /me",
    "get /me/inbox",
    "get /me/sessions",
    "delete /me/sessions/{session_id}",
    "post /me/socket-tickets",
    "get /me/tokens",
    "post /me/tokens",
    "delete /me/tokens/{token_id}",
    "get /tables/{table_id}/state",
    "get /tables/{table_id}/events",
    "get /tables/{table_id}/hand",
    "get /hands",
    "get /hands/{hand_id}",
    "get /hands/{hand_id}/history",
    "get /hands/{hand_id}/proof",
}
BY_ROLE: dict[Role, set[str]] = {
    Role.PLAYER: {
        "get /me/seats",
        "get /wallet",
        "get /wallet/entries",
        "post /tables/{table_id}/seats/{seat}/buy-in",
        "patch /tables/{table_id}/seats/me",
        "post /tables/{table_id}/seats/me/top-up",
        "post /tables/{table_id}/seats/me/sit-out",
        "post /tables/{table_id}/seats/me/sit-in",
        "post /tables/{table_id}/seats/me/leave",
        "post /hands/{hand_id}/actions",
    },
    Role.FLOOR: {
        "post /staff/tables",
        "patch /staff/tables/{table_id}",
        "post /staff/tables/{table_id}/bomb-pot",
        "post /staff/tables/{table_id}/croupier",
        "post /staff/tables/{table_id}/transitions",
        "post /staff/tables/{table_id}/seats/{seat}/remove",
        "get /staff/players",
        "post /staff/players",
        "get /staff/players/{player_id}",
        "post /staff/players/{player_id}/suspend",
        "post /staff/players/{player_id}/unsuspend",
    },
    Role.ADMIN: {"post /staff/people/{person_id}/roles", "get /staff/audit"},
    Role.CAGE: {"post /cage/transactions", "get /staff/players"},
    Role.ACCOUNTANT: {"get /accounting/trial-balance"},
    Role.AUDITOR: {"get /accounting/trial-balance", "get /staff/audit"},
    Role.MANAGER: {
        "get /staff/audit",
        "get /accounting/trial-balance",
        "get /staff/games",
        "post /staff/games",
        "get /staff/games/{game_id}",
        "patch /staff/games/{game_id}",
        "delete /staff/games/{game_id}",
        "post /staff/tables",
        "patch /staff/tables/{table_id}",
        "post /staff/tables/{table_id}/bomb-pot",
        "post /staff/tables/{table_id}/croupier",
        "post /staff/tables/{table_id}/transitions",
        "post /staff/tables/{table_id}/seats/{seat}/remove",
        "post /staff/hands/{hand_id}/void",
        "get /staff/players",
        "post /staff/players",
        "get /staff/players/{player_id}",
        "post /staff/players/{player_id}/suspend",
        "post /staff/players/{player_id}/unsuspend",
        "post /staff/players/{player_id}/bar",
    },
}


def operations() -> Iterator[tuple[str, str, str]]:
    """Yield name, method and a path that nothing is found under, of every operation."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    paths: dict[str, Any] = schema["paths"]
    nothing = "00000000-0000-7000-8000-000000000000"
    for path, methods in paths.items():
        filled = path.replace("{seat}", "1")
        for name in (
            "table_id",
            "hand_id",
            "game_id",
            "player_id",
            "person_id",
            "session_id",
            "token_id",
        ):
            filled = filled.replace(f"{{{name}}}", nothing)
        for method in methods:
            yield f"{method} {path.removeprefix('/api/v1')}", method, filled


def opened_for(api: Api) -> set[str]:
    """Return the operations that do not turn `api` away; they find nothing or miss a command id."""
    opened = set()
    for name, method, path in operations():
        body: object = None if method in {"get", "delete"} else {}
        answer = api(method, path, body)
        assert answer.status < 500, (name, answer.text)
        if answer.status not in {401, 403}:
            opened.add(name)
    return opened


def test_the_matrix_names_every_operation_of_the_schema() -> None:
    named = PUBLIC | KNOWN | set().union(*BY_ROLE.values())
    assert {name for name, _, _ in operations()} == named


@pytest.mark.parametrize("role", list(Role))
def test_each_role_may_what_the_matrix_says_and_nothing_else(role: Role) -> None:
    """docs/security.md#access"""
    who = member("Anna", role)
    before, noted = everything(), AuditEntry.objects.count()

    assert opened_for(who.api) == PUBLIC | KNOWN | BY_ROLE.get(role, set())

    assert everything() == before
    assert AuditEntry.objects.count() == noted


def test_a_stranger_sees_what_is_public() -> None:
    assert opened_for(Api()) == PUBLIC


def test_a_token_that_reads_changes_nothing_for_player_or_house() -> None:
    script = script_of(person("Anna", *(set(Role) - {Role.ADMIN})), Scope.READ)
    opened = opened_for(script)
    assert {name for name in opened if not name.startswith("get")} == {"post /me/socket-tickets"}
    assert not any(name.startswith(("get /accounting", "get /staff")) for name in opened)
