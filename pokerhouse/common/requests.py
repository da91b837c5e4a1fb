"""The request that is being answered: its id, for logs, audit rows and error reports."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Set by the HTTP middleware; empty in tasks and management commands."""
