"""The examples of the OpenAPI document: what was asked and answered at a real table."""

import json
from functools import cache
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[1] / "docs" / "vectors" / "rest_examples.json"


def add_examples(
    result: dict[str, Any], generator: Any, request: Any, public: Any
) -> dict[str, Any]:
    """Give every operation an example of its request and of its answer."""
    for example in _examples():
        operation = result["paths"][example["path"]][example["method"]]
        if "request" in example:
            content = operation["requestBody"]["content"]["application/json"]
            content["example"] = example["request"]
        if "response" in example:
            answer = operation["responses"][str(example["status"])]
            answer["content"]["application/json"]["example"] = example["response"]
    return result


@cache
def _examples() -> list[dict[str, Any]]:
    if not EXAMPLES.exists():
        return []
    found: list[dict[str, Any]] = json.loads(EXAMPLES.read_text())
    return found
