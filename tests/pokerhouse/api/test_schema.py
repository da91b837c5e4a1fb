"""The OpenAPI document: its committed copy, and what every operation says of itself."""

import json
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.validation import validate_schema

import pokerhouse
from pokerhouse.api.problems import MEDIA_TYPE
from tests.support.documents import openapi, undescribed

COPY = Path(pokerhouse.__file__).parent / "docs" / "openapi.json"
"""Written by `spectacular --format openapi-json --file pokerhouse/docs/openapi.json`."""


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return openapi()


def test_the_committed_copy_is_what_the_house_serves(schema: dict[str, Any]) -> None:
    assert json.loads(COPY.read_text()) == schema


def test_the_document_is_openapi_3_1(schema: dict[str, Any]) -> None:
    assert schema["openapi"] == "3.1.0"
    validate_schema(schema)  # type: ignore[no-untyped-call]


def test_every_refusal_is_a_problem(schema: dict[str, Any]) -> None:
    refusals = [
        answer
        for operations in schema["paths"].values()
        for operation in operations.values()
        for status, answer in operation["responses"].items()
        if int(status) >= 400
    ]
    assert len(refusals) > 100
    assert all(list(answer["content"]) == [MEDIA_TYPE] for answer in refusals)


def test_every_operation_says_what_it_does(schema: dict[str, Any]) -> None:
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            assert operation.get("description"), (method, path)
            assert 0 < len(operation["summary"]) < 100, (method, path)


def test_every_property_says_what_it_is(schema: dict[str, Any]) -> None:
    assert undescribed(schema) == []
    assert len(schema["components"]["schemas"]) > 200


def test_no_part_of_an_answer_is_an_object_that_nothing_describes(schema: dict[str, Any]) -> None:
    """But for a history, whose form is another standard's."""
    vague = {
        f"{name}.{key}"
        for name, component in schema["components"]["schemas"].items()
        for key, told in component.get("properties", {}).items()
        for part in (told, told.get("items", {}))
        if part.get("additionalProperties") is True or part == {"type": "object"}
    }
    assert vague == {"OhhOutput.ohh"}


def test_the_document_says_where_it_is_served(schema: dict[str, Any]) -> None:
    assert [server["url"] for server in schema["servers"]] == ["/"]


def parameters(operation: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {parameter["name"]: parameter for parameter in operation.get("parameters", [])}


def test_who_changes_what_staff_edit_has_to_say_which_version(schema: dict[str, Any]) -> None:
    """The header is required; 412 and 428 are among the answers, the new ETag in a 200."""
    changes = {
        f"{method} {path.removeprefix('/api/v1')}": operation
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
        if "If-Match" in parameters(operation)
    }
    assert set(changes) == {
        "patch /staff/tables/{table_id}",
        "post /staff/tables/{table_id}/transitions",
        "post /staff/tables/{table_id}/seats/{seat}/remove",
        "patch /staff/games/{game_id}",
        "delete /staff/games/{game_id}",
    }
    for operation in changes.values():
        assert parameters(operation)["If-Match"]["required"] is True
        answers = operation["responses"]
        assert {"412", "428"} <= set(answers)
        assert "200" not in answers or "ETag" in answers["200"]["headers"]


def test_commands_at_tables_hands_and_cage_name_their_id(schema: dict[str, Any]) -> None:
    named = {
        path
        for path, operations in schema["paths"].items()
        if any(
            parameter["name"] == "Idempotency-Key"
            for parameter in operations.get("post", {}).get("parameters", [])
        )
    }
    for path, operations in schema["paths"].items():
        for method in ("patch", "delete"):
            if path.startswith("/api/v1/staff/") and method in operations:
                assert "Idempotency-Key" in parameters(operations[method]), (method, path)
    posts = {path for path, operations in schema["paths"].items() if "post" in operations}
    assert posts - named == {"/api/v1/me/socket-tickets", "/api/v1/me/tokens"}
