"""
What a command does besides its events, as a list: project, post, plan, audit, notify.

All effects happen in the command's transaction, in the order of `Kind`. Every command locks rows in
this order, so no two can deadlock.
"""

from collections.abc import Callable, Iterable
from enum import IntEnum

from django.db import connection
from msgspec import Struct


class Kind(IntEnum):
    """What an effect does, in the order in which effects happen."""

    PROJECT = 1
    """Rows of read models."""
    POST = 2
    """Postings in the ledger."""
    PLAN = 3
    """Rows of the agenda, besides the feed's own."""
    AUDIT = 4
    """A row of the audit trail."""
    NOTIFY = 5
    """A notice in a person's inbox; its row stays locked until COMMIT, so it comes last."""


class Effect(Struct, frozen=True):
    """One thing to do in the command's transaction."""

    kind: Kind
    run: Callable[[], object]
    order: str = ""
    """Sorts effects of one kind: name what is locked, so that all lock in the same order."""


def apply_all(effects: Iterable[Effect]) -> None:
    """Run the effects, in order, inside the caller's transaction."""
    assert connection.in_atomic_block, "effects belong to the transaction of their command"
    for effect in sorted(effects, key=lambda effect: (effect.kind, effect.order)):
        effect.run()
