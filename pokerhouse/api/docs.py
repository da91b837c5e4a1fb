"""
Pages for people, without scripts and without files from other servers.

`/api/v1/docs` is the schema; `/problems/<code>` is where a problem's `type` points.
"""

from collections.abc import Iterator
from contextlib import suppress
from inspect import getdoc
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator

from pokerhouse.api.problems import status_of
from pokerhouse.common.errors import DomainError

GENERAL = {
    "authentication_failed": (401, "What was sent does not say who it is."),
    "bad_request": (400, "The request is not understood."),
    "body_too_deep": (400, "The body has more arrays and objects than any request needs."),
    "body_too_large": (413, "The body is larger than any request needs; /meta names the limit."),
    "conflict": (409, "Not in this order: signed in already, or a step before it is missing."),
    "csrf_failed": (403, "A browser's change needs the CSRF token beside its cookie."),
    "internal_error": (500, "Something is broken here; the log has it under the request's id."),
    "invalid": (400, "The request has not the form that is asked for; `errors` says where."),
    "invalid_token": (401, "The personal token is unknown, revoked or has run out."),
    "locked_out": (429, "Too many wrong passwords; `Retry-After` says when to try again."),
    "method_not_allowed": (405, "The path is right, the method is not."),
    "not_acceptable": (406, "Answers are JSON."),
    "not_authenticated": (401, "Sign in first."),
    "not_found": (404, "There is nothing here, or nothing for you."),
    "parse_error": (400, "The body is not JSON, or no JSON object where one is asked for."),
    "permission_denied": (403, "You may not do this."),
    "reauthentication_required": (403, "Prove again that it is you: it was too long ago."),
    "scope_missing": (403, "The personal token is not good for this; `scope` is what it lacks."),
    "second_factor_required": (403, "Staff sign in with a second factor."),
    "session_ended": (401, "The session is unknown, was ended or has run out. Sign in again."),
    "session_required": (403, "A personal token does not do here; sign in."),
    "throttled": (429, "Too many requests; `Retry-After` says when to try again."),
    "unavailable": (
        503,
        "The database is away for a moment; try again after `Retry-After`.",
    ),
    "unsupported_media_type": (415, "Requests are JSON."),
}
"""Problems without a `DomainError` of their own, with status and meaning."""

METHODS = ("get", "post", "put", "patch", "delete")


def docs_page(request: HttpRequest) -> HttpResponse:
    """Render every operation of the schema with its answers."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    schema: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    context = {"info": schema["info"], "operations": list(_operations(schema["paths"]))}
    return render(request, "pokerhouse/api_docs.html", context)


def problem_page(request: HttpRequest, code: str) -> HttpResponse:
    """Render what a problem's code means; 404 for an unknown one."""
    status, text = GENERAL.get(code) or _refusal(DomainError, code)
    return render(
        request, "pokerhouse/problem.html", {"code": code, "status": status, "text": text}
    )


def _refusal(kind: type[DomainError], code: str) -> tuple[int, str]:
    for below in kind.__subclasses__():
        if below.code == code and "code" in vars(below):
            return status_of(code), getdoc(below) or ""
        with suppress(Http404):
            return _refusal(below, code)
    raise Http404


def _operations(paths: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path, operations in paths.items():
        for method in METHODS:
            if method in operations:
                operation = operations[method]
                yield {
                    "method": method.upper(),
                    "path": path,
                    "text": operation.get("description", ""),
                    "parameters": operation.get("parameters", []),
                    "statuses": sorted(operation["responses"]),
                }
