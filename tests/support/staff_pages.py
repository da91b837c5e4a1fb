"""What tests of staff's pages share: the hidden fields of a form, and everything that is stored."""

from collections.abc import Mapping
from typing import Any

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from django.test import Client

from accounts.audit_trail.models import AuditEntry
from accounts.people.models import User
from pokerhouse.common.clock import now
from tables.models import CardTable, Game
from tests.support.browsing import HTMX
from tests.support.rooms import everything

STALE = "Somebody else has changed this. What you typed is kept"


def stored() -> dict[str, list[Any]]:
    """Return every row that a command of staff could change: what "nothing changed" compares."""
    people = User.objects.order_by("id").values_list("id", "screen_name", "roles", "standing")
    return {
        **everything(),
        "audit": list(AuditEntry.objects.order_by("id").values_list()),
        "games": list(Game.objects.order_by("id").values_list()),
        "tables": list(CardTable.objects.order_by("id").values_list()),
        "people": list(people),
    }


def hidden_in(response: Any, form: str = "form") -> dict[str, Any]:
    """Return the hidden fields as the page wrote them: the command's id, and what was read."""
    return {field.html_name: field.value() for field in response.context[form].hidden_fields()}


def filled_in(client: Client, path: str, **said: object) -> dict[str, Any]:
    """Open a form, and return what a browser sends once this is typed into it."""
    shown = client.get(path).context["form"]
    values = {field.html_name: field.value() for field in shown}
    return {name: value for name, value in {**values, **said}.items() if value is not None}


def send(client: Client, path: str, said: Mapping[str, Any], *, is_htmx: bool = False) -> Any:
    """Send a form, as the page or as htmx does."""
    return client.post(path, said, headers=HTMX if is_htmx else {})


def actions() -> list[str]:
    """Return what staff did, as the audit trail calls it, oldest first."""
    return list(AuditEntry.objects.order_by("id").values_list("action", flat=True))


def prove(client: Client) -> None:
    """Let the session say that its person has just given the password again."""
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "password", "at": now().timestamp()}]
    session.save()
