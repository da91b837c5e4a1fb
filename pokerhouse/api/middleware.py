"""The request's id: in every answer, and in what is written while it is answered."""

import re
from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from pokerhouse.common.ids import new_id
from pokerhouse.common.requests import request_id

HEADER = "X-Request-Id"
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
