"""
What a command does beside its events, as a list: project, post, plan, audit, notify.

All of it happens in the command's transaction, in the order of `Kind`, which is the order in which
rows are locked everywhere: whoever locks in one order waits for nobody who waits for him.
"""

from collections.abc import Callable, Iterable
from enum import IntEnum

from django.db import connection
from msgspec import Struct


class Kind(IntEnum):
    """What an effect does, in the order in which effects happen."""

    PROJECT = 1
    """Rows that lists are read from."""
    POST = 2
    """Postings in the ledger."""
    PLAN = 3
    """Work on the agenda, beside the feed's own row."""
    AUDIT = 4
    """A row of the audit trail."""
    NOTIFY = 5
    """A notice in a person's inbox; its row stays locked to the end, so it comes last."""


class Effect(Struct, frozen=True):
    """One thing to do in the command's transaction."""

    kind: Kind
    run: Callable[[], object]
    order: str = ""
    """Of effects of one kind: what they lock, so that all lock it in the same order."""


def apply_all(effects: Iterable[Effect]) -> None:
    """Let the effects happen, in order, inside the caller's transaction."""
    assert connection.in_atomic_block, "effects belong to the transaction of their command"
    for effect in sorted(effects, key=lambda effect: (effect.kind, effect.order)):
        effect.run()
