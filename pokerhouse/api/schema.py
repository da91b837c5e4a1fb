"""What views say about themselves in the schema, beyond their forms."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse

from pokerhouse.api.problems import MEDIA_TYPE, ProblemSerializer


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
