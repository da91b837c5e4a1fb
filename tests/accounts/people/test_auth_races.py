"""Signing up at the same moment (docs/security.md#races)."""

from collections import Counter
from threading import Barrier, Thread

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from accounts.people.models import User
from tests.support.people import APP, PASSWORD, Api


@pytest.mark.race
@pytest.mark.usefixtures("no_limits_used", "house_db")
@pytest.mark.parametrize("shared", ["username", "email"])
def test_of_eight_who_want_one_name_one_gets_it(settings: Settings, shared: str) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    barrier = Barrier(8)
    statuses: list[int] = []

    def sign_up(number: int) -> None:
        wish = {"email": f"a{number}@x.org", "username": f"Anna{number}", "password": PASSWORD}
        wish[shared] = "anna@x.org" if shared == "email" else "Anna"
        barrier.wait(60)
        try:
            statuses.append(Api()("post", f"{APP}/auth/signup", wish).status)
        finally:
            connection.close()

    threads = [Thread(target=sign_up, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    counted = Counter(statuses)
    assert counted.pop(200) == 1
    assert sum(counted.values()) == 7
    assert set(counted) <= {400, 409}  # seen before the other was there, or refused by the database
    assert User.objects.count() == 1
