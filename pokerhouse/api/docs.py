"""`/docs`: the schema as one page for people, without scripts and without anybody else's server."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator

METHODS = ("get", "post", "put", "patch", "delete")


def docs_page(request: HttpRequest) -> HttpResponse:
    """Render every operation of the schema with its answers."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    schema: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    context = {"info": schema["info"], "operations": list(_operations(schema["paths"]))}
    return render(request, "pokerhouse/api_docs.html", context)


def _operations(paths: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path, operations in paths.items():
        for method in METHODS:
            if method in operations:
                told = operations[method]
                yield {
                    "method": method.upper(),
                    "path": path,
                    "text": told.get("description", ""),
                    "parameters": told.get("parameters", []),
                    "statuses": sorted(told["responses"]),
                }
