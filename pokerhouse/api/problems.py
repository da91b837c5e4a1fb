"""
Every refusal as `application/problem+json` (RFC 9457).

A problem says `type, title, status, detail, instance, code` and the refusal's facts beside them;
refused input adds `errors: [{pointer, code, detail}]`. Codes are stable words for programs.
"""

import json
import logging
import sys
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from math import ceil
from typing import Any

import psycopg
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import set_rollback

from pokerhouse.api.statuses import STATUS_BY_CODE
from pokerhouse.common.errors import DomainError

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
PREFIXES = ("/api/", "/_allauth/")
"""Below these paths an error is a problem also where no view was reached."""

DATABASE_AWAY = (OperationalError, InterfaceError, psycopg.OperationalError)
"""It is not known then whether the command had its effect; a repeat will be told."""

NON_FIELD = "non_field_errors"


def status_of(code: str) -> int:
    """Return the HTTP status of a `DomainError`'s code."""
    return STATUS_BY_CODE.get(code, HTTPStatus.BAD_REQUEST)


def body(
    code: str,
    status: int,
    *,
    detail: str,
    instance: str = "",
    facts: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a problem; its own members win over facts of the same name."""
    return {
        **(facts or {}),
        "type": f"/problems/{code}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
        "instance": instance,
        "code": code,
    }


def body_of(error: DomainError, *, instance: str = "") -> dict[str, Any]:
    """Return the problem of a refusal, also for a socket's `nack`."""
    code = error.code
    return body(code, status_of(code), detail=error.detail, instance=instance, facts=error.facts)


def answer(problem: Mapping[str, Any]) -> HttpResponse:
    """Return a problem as a response, where DRF does not render."""
    text = JSONEncoder().encode(problem)
    return HttpResponse(text, status=problem["status"], content_type=MEDIA_TYPE)


def refuse(request: HttpRequest, code: str, status: int, detail: str) -> HttpResponse:
    """Return the problem of a request that no view has seen."""
    return answer(body(code, status, detail=detail, instance=request.path))


def handle_exception(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's handler: a problem for what is refused; what is broken stays an exception."""
    instance = context["request"].path
    headers: dict[str, str] = {}
    if isinstance(error, DomainError):
        problem = body_of(error, instance=instance)
        is_busy = problem["status"] == HTTPStatus.SERVICE_UNAVAILABLE
        headers = _retry_after(error.facts.get("retry_after_s", 1 if is_busy else None))
    elif isinstance(error, exceptions.APIException):
        problem = _body_of_api(error, instance)
        headers = _headers_of(error)
    elif isinstance(error, DATABASE_AWAY):
        logger.warning("the database is away: %s", error)
        problem = body("unavailable", 503, detail="Send it again, under the same command id.")
        problem["instance"], headers = instance, _retry_after(1)
    elif isinstance(error, Http404):
        problem = body("not_found", 404, detail="There is nothing here.", instance=instance)
    elif isinstance(error, PermissionDenied):
        problem = body("permission_denied", 403, detail="Not allowed.", instance=instance)
    else:
        return None
    set_rollback()
    return Response(problem, problem["status"], headers=headers, content_type=MEDIA_TYPE)


def _body_of_api(error: exceptions.APIException, instance: str) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        refused = list(_pointed(error.detail, ""))
        return body(
            "invalid",
            error.status_code,
            detail="The request does not have the form that is asked for.",
            instance=instance,
            facts={"errors": refused},
        )
    code = error.get_codes()
    detail = error.detail
    return body(
        code if isinstance(code, str) else error.default_code,
        error.status_code,
        detail=str(detail) if isinstance(detail, str) else str(error.default_detail),
        instance=instance,
        facts=getattr(error, "facts", None),
    )


def _headers_of(error: exceptions.APIException) -> dict[str, str]:
    headers = _retry_after(getattr(error, "wait", None)) | getattr(error, "headers", {})
    challenge = getattr(error, "auth_header", None)
    if challenge:
        headers["WWW-Authenticate"] = challenge
    return headers


def _retry_after(seconds: Any) -> dict[str, str]:
    return {} if seconds is None else {"Retry-After": str(max(1, ceil(seconds)))}


def _pointed(detail: Any, pointer: str) -> Iterator[dict[str, str]]:
    """Yield an error for each sentence of a `ValidationError`, with a JSON pointer to its place."""
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            step = "" if key == NON_FIELD else "/" + str(key).replace("~", "~0").replace("/", "~1")
            yield from _pointed(inner, pointer + step)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            is_sentence = isinstance(inner, str)
            if inner:  # an item without errors is an empty mapping
                yield from _pointed(inner, pointer if is_sentence else f"{pointer}/{index}")
    else:
        yield {
            "pointer": pointer,
            "code": str(getattr(detail, "code", "invalid")),
            "detail": str(detail),
        }


class StrictSerializer(serializers.Serializer[Any]):
    """A form that refuses unknown fields: a misspelt field must not become a default."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = sorted(str(key) for key in data if key not in self.fields)
            if unknown:
                raise serializers.ValidationError(
                    {
                        key: [exceptions.ErrorDetail("There is no such field.", "unknown_field")]
                        for key in unknown
                    }
                )
        return super().to_internal_value(data)


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem, for the schema; its facts stand beside these members."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(allow_blank=True)
    instance = serializers.CharField(allow_blank=True)
    code = serializers.CharField()


SILENT = {
    400: ("bad_request", "The request is not understood."),
    403: ("permission_denied", "Not allowed."),
    404: ("not_found", "There is nothing here."),
    405: ("method_not_allowed", "The path has no such method."),
    409: ("conflict", "Not in this order."),
    429: ("throttled", "Too many requests."),
    500: ("internal_error", "Something is broken here."),
}
"""Code and sentence for errors of Django and allauth that have no body."""

NO_OBJECT = ("parse_error", "The body is not a JSON object.")
"""What allauth means by a 400 without a body: whatever else it refuses comes as JSON."""

SILENT_RETRY_S = 60
"""After one of them that is a 429: allauth counts by the minute and does not say how long."""


def name_silent(request: HttpRequest, response: HttpResponseBase) -> None:
    """Make a problem of an error response without a body; its headers stay."""
    status = response.status_code
    if not _is_ours(request) or not isinstance(response, HttpResponse) or status not in SILENT:
        return
    is_json = "json" in response.headers.get("Content-Type", "")
    if is_json and not _repeats_status(response):
        return
    code, detail = SILENT[status] if is_json or status != 400 else NO_OBJECT
    response.content = JSONEncoder().encode(
        body(code, status, detail=detail, instance=request.path)
    )
    response.headers["Content-Type"] = MEDIA_TYPE
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        response.headers.setdefault("Retry-After", str(SILENT_RETRY_S))


def _repeats_status(response: HttpResponse) -> bool:
    if response.headers["Content-Type"] == MEDIA_TYPE:
        return False
    said: object = json.loads(response.content)
    return said == {"status": response.status_code}


def _is_ours(request: HttpRequest) -> bool:
    return request.path.startswith(PREFIXES)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400."""
    return refuse(request, "bad_request", 400, "The request is not understood.")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403."""
    return refuse(request, "permission_denied", 403, "Not allowed.")


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's CSRF_FAILURE_VIEW."""
    return refuse(request, "csrf_failed", 403, reason)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return refuse(request, "not_found", 404, "There is nothing here.")


def server_error(request: HttpRequest) -> HttpResponse:
    """
    Django's handler500: the log says what went wrong, under the request's id.

    Views of libraries do not know DRF's handler: without a database they end here.
    """
    if isinstance(sys.exc_info()[1], DATABASE_AWAY):
        away = refuse(request, "unavailable", 503, "Send it again, under the same command id.")
        away.headers["Retry-After"] = "1"
        return away
    return refuse(request, "internal_error", 500, "Something is broken here.")
