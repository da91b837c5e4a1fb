"""The audit trail as it is read: filters, order, pages, and its path under REST."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from pytest_django.fixtures import Settings

from accounts.audit_trail.queries import AuditFilter, audit_page, find_audit
from accounts.audit_trail.services import record
from pokerhouse.common.roles import Role
from tests.support.room_api import member

pytestmark = pytest.mark.usefixtures("house_db", "demo")

ANNA, BERT = UUID(int=11), UUID(int=12)
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def wrote(actor: UUID | None, action: str, target: str, at: datetime = NOON) -> UUID:
    with transaction.atomic():
        return record(actor=actor, action=action, target=target, at=at, facts={"n": 1})


def test_the_newest_stands_first_and_each_filter_narrows() -> None:
    first = wrote(ANNA, "table.open", "table:1")
    second = wrote(BERT, "table.close", "table:1", NOON + timedelta(days=1))
    third = wrote(ANNA, "person.suspend", f"person:{BERT}")
    system = wrote(None, "table.open", "table:2")

    def ids(**wanted: object) -> list[UUID]:
        return [line.id for line in audit_page(AuditFilter(**wanted), limit=10)]  # type: ignore[arg-type]  # a keyword each

    assert ids() == [system, third, second, first]
    assert ids(actor=ANNA) == [third, first]
    assert ids(people=[BERT]) == [third, second]
    assert ids(people=[]) == []
    assert ids(action="table.open") == [system, first]
    assert ids(target="table:1") == [second, first]
    assert ids(kind="person") == [third]
    assert ids(day=date(2026, 12, 1)) == [second]
    assert ids(actor=ANNA, action="table.open") == [first]


def test_pages_meet_without_gap_or_overlap() -> None:
    written = [wrote(ANNA, "table.open", f"table:{number}") for number in range(5)]
    newest_first = written[::-1]
    head = audit_page(AuditFilter(), limit=2)
    rest = audit_page(AuditFilter(), before=head[-1].id, limit=10)
    assert [line.id for line in [*head, *rest]] == newest_first
    lines, total = find_audit(AuditFilter(), offset=2, limit=2)
    assert ([line.id for line in lines], total) == (newest_first[2:4], 5)
    lines, _ = find_audit(AuditFilter(), is_ascending=True, limit=2)
    assert [line.id for line in lines] == written[:2]


def test_a_day_ends_at_midnight_where_the_house_is(settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    evening = datetime(2026, 11, 30, 22, 59, tzinfo=UTC)  # 23:59 in Berlin
    last = wrote(ANNA, "table.open", "table:1", evening)
    next_day = wrote(ANNA, "table.open", "table:2", evening + timedelta(minutes=1))
    found = audit_page(AuditFilter(day=date(2026, 11, 30)), limit=5)
    assert [line.id for line in found] == [last]
    found = audit_page(AuditFilter(day=date(2026, 12, 1)), limit=5)
    assert [line.id for line in found] == [next_day]


def test_the_trail_is_read_over_rest_with_names_and_cursor() -> None:
    auditor = member("Karin", Role.AUDITOR)
    for number in range(3):
        wrote(auditor.id, "table.pause", f"table:{number}")
    answer = auditor.get("/staff/audit?action=table.pause&limit=2")
    assert answer.status == 200
    first, second = answer.json["data"]
    assert (first["actor"], first["actor_name"]) == (str(auditor.id), "Karin")
    assert (first["action"], first["target"], first["facts"]) == (
        "table.pause",
        "table:2",
        {"n": 1},
    )
    assert second["target"] == "table:1"
    cursor = answer.json["next_cursor"]
    rest = auditor.get(f"/staff/audit?action=table.pause&cursor={cursor}").json
    assert [line["target"] for line in rest["data"]] == ["table:0"]
    assert rest["has_more"] is False


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("actor=x", "invalid"),
        ("day=yesterday", "invalid"),
        ("cursor=!", "cursor_invalid"),
        ("who=me", "invalid"),
    ],
)
def test_a_query_that_is_none_is_refused(query: str, code: str) -> None:
    answer = member("Karin", Role.AUDITOR).get(f"/staff/audit?{query}")
    assert answer.refusal == (400, code)


def test_a_target_that_is_not_there_finds_nothing() -> None:
    found = member("Karin", Role.AUDITOR).get(f"/staff/audit?target=table:{uuid4()}")
    assert found.json["data"] == []
