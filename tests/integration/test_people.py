"""People: their names, roles and standing, and what the database refuses by itself."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Role, User

pytestmark = pytest.mark.django_db


def make(name: str = "Anna", email: str = "anna@example.org", **changes: Any) -> User:
    return User.objects.create(email=email, screen_name=name, **changes)


def test_who_signs_up_is_a_player_in_good_standing() -> None:
    person = User.objects.get(id=make().id)

    assert person.id.version == 7
    assert (person.roles, person.standing, person.is_active) == (["player"], "good", True)
    assert person.has_role(Role.PLAYER)
    assert not person.has_role(Role.FLOOR, Role.ADMIN)
    assert person.created_at is not None


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
