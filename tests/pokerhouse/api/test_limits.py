"""Nobody asks more often than he may; and without Valkey nobody is kept from playing."""

import pytest
from pytest_django.fixtures import Settings

from pokerhouse.api import limits
from pokerhouse.common.ids import new_id
from pokerhouse.ops.embedded.valkey import Valkey
from tests.support.people import Api
from tests.support.room_api import member
from tests.support.threads import together

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")


@pytest.fixture(autouse=True)
def fresh_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "counters", limits.Counters())


def an_address() -> str:
    return f"10.{new_id().int % 250}.{new_id().int % 251}.{new_id().int % 241}"


def test_who_asks_too_often_is_told_when_to_come_again(valkey: Valkey, settings: Settings) -> None:
    settings.API_RATE_ADDRESS = "3/hour"
    one, other = Api(an_address()), Api(an_address())

    answers = [one("get", "/api/v1/lobby") for _ in range(4)]

    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    refused = answers[-1]
    assert refused.refusal == (429, "throttled")
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert refused.headers["RateLimit-Policy"] == '"client";q=3;w=3600'
    assert refused.headers["RateLimit"].startswith('"client";r=0;t=')
    assert other("get", "/api/v1/lobby").status == 200


def test_a_person_has_a_limit_of_his_own_wherever_he_is(valkey: Valkey, settings: Settings) -> None:
    anna, bert = member("Anna"), member("Bert")
    settings.API_RATE_PERSON, settings.API_RATE_ADDRESS = "2/hour", "1/hour"
    assert [anna.get("/me").status for _ in range(3)] == [200, 200, 429]
    assert bert.get("/me").status == 200


def test_requests_at_once_do_not_slip_through_together(valkey: Valkey, settings: Settings) -> None:
    settings.API_RATE_ADDRESS = "3/hour"
    address = an_address()
    answers = together([lambda: Api(address)("get", "/api/v1/lobby").status] * 8)
    assert sorted(answers) == [200] * 3 + [429] * 5


def test_without_valkey_everybody_is_let_in(settings: Settings) -> None:
    settings.API_RATE_ADDRESS = "1/hour"
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    api = Api(an_address())
    assert [api("get", "/api/v1/lobby").status for _ in range(3)] == [200] * 3


def test_an_empty_rate_is_no_limit(valkey: Valkey, settings: Settings) -> None:
    settings.API_RATE_ADDRESS = ""
    api = Api(an_address())
    assert {api("get", "/api/v1/lobby").status for _ in range(5)} == {200}
