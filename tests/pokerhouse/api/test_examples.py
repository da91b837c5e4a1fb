"""Every operation has an example, which keeps to the document's forms, as the house does itself."""

import json
import os
from typing import Any

import pytest

from pokerhouse.api.examples import EXAMPLES
from tests.support.documents import flaws, openapi
from tests.support.rest_tour import whole_tour

DOCUMENT = openapi()
OPERATIONS = {
    f"{method} {path}": operation
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
}


def problems(example: dict[str, Any]) -> list[str]:
    """Return where request and answer are not what the document says."""
    operation = OPERATIONS[f"{example['method']} {example['path']}"]
    found: list[str] = []
    if "request" in example:
        form = operation["requestBody"]["content"]["application/json"]["schema"]
        found += flaws(DOCUMENT, form, example["request"])
    answer = operation["responses"][str(example["status"])]
    if "response" in example:
        form = answer["content"]["application/json"]["schema"]
        found += flaws(DOCUMENT, form, example["response"])
    else:
        assert "content" not in answer
    return [f"{example['method']} {example['path']}{flaw}" for flaw in found]


@pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")
def test_the_house_asks_and_answers_as_its_document_says() -> None:
    made = whole_tour()
    assert [flaw for example in made for flaw in problems(example)] == []
    assert {f"{each['method']} {each['path']}" for each in made} == set(OPERATIONS)
    if os.environ.get("WRITE_EXAMPLES"):
        EXAMPLES.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n")


def test_every_operation_has_an_example_that_keeps_to_its_forms() -> None:
    committed = json.loads(EXAMPLES.read_text())
    assert [flaw for example in committed for flaw in problems(example)] == []
    assert {f"{each['method']} {each['path']}" for each in committed} == set(OPERATIONS)
    shown = [
        name
        for name, operation in OPERATIONS.items()
        if any(
            "example" in media
            for answer in operation["responses"].values()
            for media in answer.get("content", {}).values()
        )
    ]
    assert set(OPERATIONS) - set(shown) == {
        "delete /api/v1/me/sessions/{session_id}",
        "delete /api/v1/me/tokens/{token_id}",
        "delete /api/v1/staff/games/{game_id}",
    }, "answers without a body"


def test_no_example_has_a_secret() -> None:
    text = EXAMPLES.read_text()
    assert text.count("phk_") == text.count("phk_0123456789abcdef") > 0
    assert '"password": "a long one, for her to change"' in text
