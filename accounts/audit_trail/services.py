"""The only writer of the audit trail."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import connection

from accounts.audit_trail.models import AuditEntry
from pokerhouse.commands.effects import Effect, Kind
from pokerhouse.commands.meta import ByStaff, Meta
from pokerhouse.common.requests import request_id


def record(
    *,
    actor: UUID | None,
    action: str,
    target: str,
    at: datetime,
    facts: Mapping[str, object] | None = None,
) -> UUID:
    """
    Write the row of one command of staff, inside the caller's transaction; return its id.

    `action` is the command (`person.bar`), `target` a kind and an id (`person:0192…`). `facts` say
    what changed, ready for JSON and without personal data. No actor means the system.
    """
    assert connection.in_atomic_block, "an audit row belongs to the transaction of its command"
    entry = AuditEntry.objects.create(
        actor=actor,
        action=action,
        target=target,
        at=at,
        facts=dict(facts or {}),
        request_id=request_id.get(),
    )
    return entry.id


def audited(
    meta: Meta, action: str, target: str, facts: Mapping[str, object]
) -> tuple[Effect, ...]:
    """Return the audit row of a command as an effect; empty if the command is not of staff."""
    who = meta.who
    if not isinstance(who, ByStaff):
        return ()
    row = partial(
        record,
        actor=who.id,
        action=action,
        target=target,
        at=meta.at,
        facts={**facts, "command": meta.key},
    )
    return (Effect(Kind.AUDIT, row),)
