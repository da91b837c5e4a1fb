"""Planning as data: what to run and when. The store writes it in the command's own transaction."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

MAX_KEY_BYTES = 200

MOVES_ROW = """
ON CONFLICT (shard, key) DO UPDATE SET
    generation = agenda.generation + 1, task = excluded.task, args = excluded.args,
    due_at = excluded.due_at, sent_at = NULL, attempts = 0
"""
"""What an INSERT into the agenda does if the key is taken: it plans that row anew."""


class AgendaMove(msgspec.Struct, frozen=True):
    """
    The row that a command plans under `key`, in its shard.

    Planning again under a key changes that row, raises its generation and marks it as not sent.
    `args_json` has the task's keyword arguments: ids and numbers only.
    """

    key: str
    task: str
    args_json: str
    due_at: datetime


def plan(*, key: str, task: str, args: Mapping[str, object], due_at: datetime) -> AgendaMove:
    """Return the row that runs `task` with `args` at `due_at` (timezone-aware)."""
    assert 0 < len(key.encode()) <= MAX_KEY_BYTES, f"an agenda key of {len(key)} characters"
    assert due_at.tzinfo is not None, "due_at without a time zone"
    return AgendaMove(key, task, msgspec.json.encode(args).decode(), due_at)
