"""What stands in the audit trail: who did what, to what, and when; the newest first."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.timezone import make_aware
from msgspec import Struct

from accounts.audit_trail.models import AuditEntry


class AuditLine(Struct, frozen=True):
    """One command of staff; no actor means the system."""

    id: UUID
    at: datetime
    actor: UUID | None
    action: str
    target: str
    facts: Mapping[str, object]
    request_id: str


class AuditFilter(Struct, frozen=True, kw_only=True):
    """Which rows somebody wants to see; what is left out narrows nothing."""

    actor: UUID | None = None
    people: Collection[UUID] | None = None
    """Who did something, or had something done to him; an empty one finds nothing."""
    action: str = ""
    target: str = ""
    """A kind and an id: `table:0192…`."""
    kind: str = ""
    """Only the kind of a target: `table`."""
    day: date | None = None
    """A day of the calendar where the house is."""


def audit_page(wanted: AuditFilter, *, before: UUID | None = None, limit: int) -> list[AuditLine]:
    """Return at most `limit` rows, from the newest on, or from the one before `before`."""
    found = _found(wanted)
    if before is not None:
        found = found.filter(id__lt=before)
    return [_line(entry) for entry in found[:limit]]


def find_audit(
    wanted: AuditFilter, *, is_ascending: bool = False, offset: int = 0, limit: int
) -> tuple[list[AuditLine], int]:
    """Return a page of rows, and how many there are on all pages."""
    found = _found(wanted)
    rows = found.order_by("id") if is_ascending else found
    return [_line(entry) for entry in rows[offset : offset + limit]], found.count()


def _found(wanted: AuditFilter) -> QuerySet[AuditEntry]:
    found = AuditEntry.objects.order_by("-id")
    if wanted.actor is not None:
        found = found.filter(actor=wanted.actor)
    if wanted.people is not None:
        targets = [f"person:{person}" for person in wanted.people]
        found = found.filter(Q(actor__in=wanted.people) | Q(target__in=targets))
    if wanted.action:
        found = found.filter(action=wanted.action)
    if wanted.target:
        found = found.filter(target=wanted.target)
    if wanted.kind:
        found = found.filter(target__startswith=f"{wanted.kind}:")
    if wanted.day is not None:
        begin = make_aware(datetime.combine(wanted.day, time.min))
        end = make_aware(datetime.combine(wanted.day + timedelta(days=1), time.min))
        found = found.filter(at__gte=begin, at__lt=end)
    return found


def _line(entry: AuditEntry) -> AuditLine:
    return AuditLine(
        id=entry.id,
        at=entry.at,
        actor=entry.actor,
        action=entry.action,
        target=entry.target,
        facts=entry.facts,
        request_id=entry.request_id,
    )
