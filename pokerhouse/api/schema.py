"""What views say about themselves in the schema, beyond their forms."""

import re
from typing import Any

from drf_spectacular.utils import OpenApiResponse

from pokerhouse.api.problems import MEDIA_TYPE, ProblemSerializer
from pokerhouse.common.property_words import PROPERTY_WORDS

_END = re.compile(r"[.:;](?:\s|$)")


def refusals(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the problems that a view may answer with, for `extend_schema(responses=…)`."""
    return {
        (status, MEDIA_TYPE): OpenApiResponse(ProblemSerializer, description="A problem.")
        for status in statuses
    }


def add_common_answers(
    result: dict[str, Any], generator: Any, request: Any, public: Any
) -> dict[str, Any]:
    """Add to every operation the problems of middleware and database: all can have them."""
    problem = {
        "description": "A problem.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            statuses = {"400", "406", "429", "503"}
            if "{" in path:
                statuses.add("404")
            if method != "get":
                statuses |= {"403", "413", "415"}
            for status in sorted(statuses):
                operation["responses"].setdefault(status, problem)
            operation["responses"] = dict(sorted(operation["responses"].items()))
    return result


def describe(result: dict[str, Any], generator: Any, request: Any, public: Any) -> dict[str, Any]:
    """Say of every operation in a line what it does, and of every property what it is."""
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["summary"] = _first_sentence(operation["description"])
    for component in result["components"]["schemas"].values():
        for name, schema in component.get("properties", {}).items():
            if name in PROPERTY_WORDS:
                schema.setdefault("description", PROPERTY_WORDS[name])
    return result


def _first_sentence(text: str) -> str:
    """Return the text up to its first full stop, colon or semicolon, without it."""
    line = " ".join(text.split("\n\n", maxsplit=1)[0].split())
    return _END.split(line, maxsplit=1)[0].rstrip(".")
