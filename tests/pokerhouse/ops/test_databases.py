"""The tests' own databases."""

import pytest
from django.db import connection, connections


@pytest.mark.django_db
def test_a_test_runs_as_the_application_role() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user::text")
        (user,) = cursor.fetchone()
    assert user.startswith("pokerhouse_app_")


def test_a_committing_test_has_a_database_of_its_own(house_db: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()::text")
        assert cursor.fetchone() == (house_db,)
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT current_database()::text")
        assert cursor.fetchone() == (house_db,)
