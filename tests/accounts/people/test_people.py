"""People: their names, roles and standing, and what the database refuses by itself."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, connections, transaction
from pytest_django.fixtures import Settings
from redis import Redis

from accounts.audit_trail import services as audit
from accounts.audit_trail.models import AuditEntry
from accounts.people import errors
from accounts.people import services as people
from accounts.people.models import User
from pokerhouse.common.broker import control_layers
from pokerhouse.common.roles import Role
from pokerhouse.ops.embedded.valkey import Valkey
from pokerhouse.realtime import control
from tests.support.people import by

in_one_transaction = pytest.mark.django_db


def make(name: str = "Anna", email: str = "anna@example.org", **changes: Any) -> User:
    return User.objects.create(email=email, screen_name=name, **changes)


@in_one_transaction
def test_who_signs_up_is_a_player_in_good_standing() -> None:
    person = User.objects.get(id=make().id)

    assert person.id.version == 7
    assert (person.roles, person.standing, person.is_active) == (["player"], "good", True)
    assert person.has_role(Role.PLAYER)
    assert not person.has_role(Role.FLOOR, Role.ADMIN)
    assert person.created_at is not None


@in_one_transaction
@pytest.mark.parametrize(
    ("constraint", "name", "email", "changes"),
    [
        ("person_screen_name_key", "aNNa", "other@example.org", {}),
        ("person_email_key", "Other", "anna@example.org", {}),
        ("person_email_is_lower_case", "Other", "Anna@example.org", {}),
        ("person_screen_name_rule", "ab", "other@example.org", {}),
        ("person_screen_name_rule", "Anna\n", "other@example.org", {}),
        ("person_screen_name_rule", "1Anna", "other@example.org", {}),
        ("person_screen_name_rule", "Аnna", "other@example.org", {}),  # a Cyrillic А
        ("person_roles_known", "Other", "other@example.org", {"roles": ["owner"]}),
        ("person_standing_decides", "Other", "other@example.org", {"standing": "barred"}),
        ("person_standing_decides", "Other", "other@example.org", {"is_active": False}),
    ],
)
def test_the_database_refuses_a_person_against_the_rules(
    constraint: str, name: str, email: str, changes: dict[str, Any]
) -> None:
    make()

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        make(name, email, **changes)

    assert list(User.objects.values_list("screen_name", flat=True)) == ["Anna"]


AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
ADMIN = UUID("01950000-0000-7000-8000-00000000ad01")


def audit_rows() -> list[tuple[UUID | None, str, str, dict[str, Any], datetime]]:
    rows = AuditEntry.objects.order_by("id")
    return [(row.actor, row.action, row.target, row.facts, row.at) for row in rows]


@in_one_transaction
def test_staff_makes_a_person_who_can_sign_in() -> None:
    made = people.create_person(
        email="Carl@Example.org",
        screen_name="Carl",
        password="queen of spades",
        roles=[Role.CAGE, Role.FLOOR, Role.CAGE],
        actor=ADMIN,
        at=AT,
    )

    found = User.objects.get()
    assert (found.email, found.roles) == ("carl@example.org", ["floor", "cage"])
    assert found.check_password("queen of spades")
    assert EmailAddress.objects.get().verified
    assert audit_rows() == [
        (ADMIN, "person.create", f"person:{made.id}", {"roles": ["floor", "cage"]}, AT)
    ]


@in_one_transaction
@pytest.mark.parametrize(
    ("error", "change"),
    [
        (errors.EmailTaken, {"email": "ANNA@example.org"}),
        (errors.ScreenNameTaken, {"screen_name": "anna"}),
        (errors.InvalidPerson, {"screen_name": "x"}),
        (errors.InvalidPerson, {"email": "nowhere"}),
        (errors.RolesRefused, {"roles": []}),
        (errors.RolesRefused, {"roles": ["owner"]}),
        (errors.RolesRefused, {"roles": [Role.ADMIN, Role.CAGE]}),
    ],
)
def test_a_refused_person_is_not_made(
    error: type[errors.PersonRefused], change: dict[str, Any]
) -> None:
    make()
    wanted = {"email": "b@example.org", "screen_name": "Bert", "roles": [Role.PLAYER], **change}

    with pytest.raises(error):
        people.create_person(**wanted, password=None, actor=ADMIN, at=AT)

    assert list(User.objects.values_list("screen_name", flat=True)) == ["Anna"]
    assert audit_rows() == []


@in_one_transaction
def test_an_owner_who_runs_the_house_alone_may_be_admin_and_more(settings: Settings) -> None:
    settings.OWNER_MAY_OPERATE = True
    person = make()

    people.set_roles(person=person.id, roles=[Role.ADMIN, Role.CAGE], meta=by(None, AT))

    assert User.objects.get().roles == ["cage", "admin"]


@in_one_transaction
def test_new_roles_are_audited_and_sockets_come_back(
    announced: list[tuple[str, str | None]],
) -> None:
    person = make()

    people.set_roles(person=person.id, roles=[Role.DEALER], meta=by(ADMIN, AT))

    assert User.objects.get().roles == ["dealer"]
    facts = {"before": ["player"], "after": ["dealer"], "command": audit_rows()[0][3]["command"]}
    assert audit_rows() == [(ADMIN, "person.set_roles", f"person:{person.id}", facts, AT)]
    assert announced == [(str(person.id), None)]


@in_one_transaction
def test_standing_goes_out_and_back_and_a_bar_is_for_good() -> None:
    who: Any = {"person": make().id, "reason": "soft play"}

    people.suspend(**who, meta=by(ADMIN, AT))
    people.unsuspend(**who, meta=by(ADMIN, AT))
    people.bar(**who, meta=by(ADMIN, AT))

    found = User.objects.get()
    assert (found.standing, found.is_active) == ("barred", False)
    assert [row[1] for row in audit_rows()] == ["person.suspend", "person.unsuspend", "person.bar"]
    facts = audit_rows()[2][3]
    assert facts.pop("command")
    assert facts == {"before": "good", "after": "barred", "reason": "soft play"}
    for step in (people.suspend, people.unsuspend, people.bar):
        with pytest.raises(errors.StandingRefused) as refusal:
            step(**who, meta=by(ADMIN, AT))
        assert refusal.value.facts == {"standing": "barred"}
    assert User.objects.get().standing == "barred"
    assert len(audit_rows()) == 3


@in_one_transaction
def test_nobody_is_not_kept_out() -> None:
    nobody = UUID(int=0)

    with pytest.raises(errors.UnknownPerson) as refusal:
        people.bar(person=nobody, reason="x", meta=by(ADMIN, AT))

    assert refusal.value.facts == {"person": str(nobody)}
    assert audit_rows() == []


@pytest.mark.parametrize("statement", ["UPDATE {} SET action = 'x'", "DELETE FROM {}"])
def test_the_staffs_book_is_append_only_for_its_owner_too(house_db: str, statement: str) -> None:
    with transaction.atomic():
        audit.record(actor=None, action="house.open", target="house", at=AT)

    with pytest.raises(IntegrityError, match="append-only"), connections["owner"].cursor() as owner:
        owner.execute(statement.format("audit_entry"))

    assert audit_rows() == [(None, "house.open", "house", {}, AT)]


def test_an_audit_row_outside_a_transaction_is_a_programmers_error(house_db: str) -> None:
    with pytest.raises(AssertionError, match="belongs to the transaction"):
        audit.record(actor=None, action="house.open", target="house", at=AT)


def test_a_revocation_is_announced_after_the_commit_and_not_without(
    house_db: str, valkey: Valkey
) -> None:
    person = make()
    who: Any = {"person": person.id, "reason": "x"}
    with Redis.from_url(valkey.url) as client, client.pubsub() as heard:
        heard.subscribe(f"pokerhouse__group__{control.GROUP}")
        heard.get_message(timeout=5)

        with transaction.atomic():
            people.suspend(**who, meta=by(ADMIN, AT))
            transaction.set_rollback(True)
        people.bar(**who, meta=by(ADMIN, AT))

        message = heard.get_message(timeout=5)
        said = msgspec.msgpack.decode(message["data"])
        assert said == {"type": "person.revoked", "user": str(person.id)}
        assert heard.get_message(timeout=0.1) is None


def test_a_bar_holds_while_the_broker_is_down(house_db: str, settings: Settings) -> None:
    settings.CHANNEL_LAYERS = control_layers("redis://127.0.0.1:1/0", 0.1)
    failed = control.counts.failed

    people.bar(person=make().id, reason="x", meta=by(ADMIN, AT))

    assert User.objects.get().standing == "barred"
    assert control.counts.failed == failed + 1
