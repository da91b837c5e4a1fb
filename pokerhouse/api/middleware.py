"""
Around every view: a request gets an id and its size is checked before anything else, and an error
becomes a problem after everything else.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from pokerhouse.api import problems
from pokerhouse.common.ids import new_id
from pokerhouse.common.requests import request_id

HEADER = "X-Request-Id"
MAX_BRACKETS = 500
"""Arrays and objects in a request's JSON: nested too deep, they break Python's parsers."""

_GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}")

Answer = Callable[[HttpRequest], Any]
"""The rest of the stack: it answers, or promises to."""


@sync_and_async_middleware
def request_id_middleware(get_response: Answer) -> Answer:
    """Give every answer an `X-Request-Id`: the caller's, if it is well formed, or a new one."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            chosen = _choose(request)
            before = request_id.set(chosen)
            try:
                response: HttpResponseBase = await get_response(request)
            finally:
                request_id.reset(before)
            response.headers[HEADER] = chosen
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        chosen = _choose(request)
        before = request_id.set(chosen)
        try:
            response: HttpResponseBase = get_response(request)
        finally:
            request_id.reset(before)
        response.headers[HEADER] = chosen
        return response

    return answer


def _choose(request: HttpRequest) -> str:
    given = request.headers.get(HEADER, "")
    return given if _GIVEN.fullmatch(given) else str(new_id())


@sync_and_async_middleware
def request_form_middleware(get_response: Answer) -> Answer:
    """Refuse a body that is too large or too deep, before any parser reads it."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = _refuse(request) or await get_response(request)
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = _refuse(request) or get_response(request)
        return response

    return answer


def _refuse(request: HttpRequest) -> HttpResponse | None:
    try:
        body = request.body
    except RequestDataTooBig:
        return problems.refuse(request, "body_too_large", 413, "The request's body is too large.")
    if body.count(b"[") + body.count(b"{") > MAX_BRACKETS:
        return problems.refuse(request, "body_too_deep", 400, "Too many arrays and objects.")
    if b"\\u" in body and _has_half_a_character(body):
        return problems.refuse(request, "bad_request", 400, "There is half a character in it.")
    if "\0" in request.headers.get("X-Session-Token", ""):
        return problems.refuse(request, "bad_request", 400, "The request is not understood.")
    return None


@sync_and_async_middleware
def problem_middleware(get_response: Answer) -> Answer:
    """Make a problem of an error response that has no body."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await get_response(request)
            problems.name_silent(request, response)
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        problems.name_silent(request, response)
        return response

    return answer


def _has_half_a_character(body: bytes) -> bool:
    """Return whether JSON escapes half of a surrogate pair alone: text that nobody can write."""
    try:
        text = json.loads(body)
        json.dumps(text, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    except ValueError:
        return False  # not JSON: the parser will say so
    return False
