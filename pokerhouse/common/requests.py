"""The request that is being answered: its id, for logs, audit rows and error reports."""

import logging
from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Set by the HTTP middleware; empty in tasks and management commands."""


class RequestIdFilter(logging.Filter):
    """Adds the id of the current request to every log line, `-` without one."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get() or "-"
        return True
