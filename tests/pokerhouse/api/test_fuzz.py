"""Whatever the forms allow and whatever they do not: no 500, no answer that is not documented."""

from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pytest_django.fixtures import Settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from pokerhouse.common.roles import Role
from tests.support.people import app_of, person
from tests.support.room_api import TABLE, a_house, deal, member

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

EXAMPLES = 10
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


def test_no_request_breaks_the_house_or_gets_an_answer_that_is_not_documented(
    settings: Settings,
) -> None:
    settings.API_RATE_PERSON = settings.API_RATE_ADDRESS = ""
    house = a_house()
    deal(house.table_id)
    person("Everybody", *(set(Role) - {Role.ADMIN}))
    token = app_of("Everybody").headers
    game = member("Mona", Role.MANAGER).post("/staff/games", {**TABLE, "name": "NL"}).json["game"]
    known = {
        "game_id": game,
        "table_id": str(house.table_id),
        "hand_id": house.state()["hand"]["hand"],
    }
    schema = schemathesis.openapi.from_dict(
        SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    )
    schema.app = get_wsgi_application()

    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path.endswith("/me/sessions/{session_id}"):
            continue  # might end the session that all requests come in
        _try(st.one_of(*map(operation.as_strategy, GenerationMode)), known, token)
        tried += 1
    assert tried > 30


def _try(cases: st.SearchStrategy[Any], known: dict[str, str], token: dict[str, str]) -> None:
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, is_known=st.booleans())
    def send(case: Any, is_known: bool) -> None:
        if is_known:
            wanted: dict[str, Any] = case.path_parameters or {}
            wanted.update({name: known[name] for name in wanted if name in known})
        response = case.call(headers=token)
        case.validate_response(response, checks=CHECKS)

    send()
