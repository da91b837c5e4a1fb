"""
The store's tables as Django sees them, for reading.

Written by `store`, `commands` and `subscriptions` alone, in SQL: the ORM reaches a sixth of a bare
INSERT, and `event` has what the ORM does not know (xid8, identity beside a composite key). The
migration is the true definition; these classes only describe it.
"""

from typing import TYPE_CHECKING

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import BaseExpression

if TYPE_CHECKING:
    _BigInteger = models.BigIntegerField[int, int]
else:
    _BigInteger = models.BigIntegerField  # generic for the type checker only


class Xid8Field(_BigInteger):
    """PostgreSQL's 64-bit transaction number."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:  # noqa: ARG002 - Django passes it by name
        return "xid8"

    def from_db_value(
        self, value: str | None, _expression: BaseExpression, _connection: BaseDatabaseWrapper
    ) -> int | None:
        return None if value is None else int(value)


class Event(models.Model):
    """A fact, never changed. `tx`, `position` and `recorded_at` are not covered by the hash."""

    pk = models.CompositePrimaryKey("shard", "seq")
    shard = models.UUIDField()
    seq = models.BigIntegerField()
    stream_kind = models.TextField()
    stream = models.UUIDField()
    version = models.IntegerField()
    type = models.TextField()
    schema = models.SmallIntegerField()
    data = models.BinaryField()
    meta = models.BinaryField()
    tx = Xid8Field()
    position = models.BigIntegerField()
    recorded_at = models.DateTimeField()
    prev_hash = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        db_table = "event"

    def __str__(self) -> str:
        return f"{self.shard}:{self.seq} {self.type}"


class FeedHead(models.Model):
    """Where a feed ends: its last number and hash. Appending compares and sets this row."""

    shard = models.UUIDField(primary_key=True)
    seq = models.BigIntegerField(default=0)
    hash = models.BinaryField()
    epoch = models.IntegerField(default=1)
    closed_at = models.DateTimeField(null=True)
    tx = Xid8Field()

    class Meta:
        db_table = "feed_head"

    def __str__(self) -> str:
        return f"{self.shard}:{self.seq}"


class Command(models.Model):
    """A command that had its effect, and the receipt that a repeat of it is answered with."""

    pk = models.CompositePrimaryKey("shard", "actor", "key")
    shard = models.UUIDField()
    actor = models.CharField(max_length=200)
    key = models.CharField(max_length=200)
    body_hash = models.BinaryField()
    receipt = models.BinaryField()
    recorded_at = models.DateTimeField()

    class Meta:
        db_table = "command"

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"


class Subscription(models.Model):
    """How far a subscriber has read, by (tx, position)."""

    name = models.CharField(max_length=200, primary_key=True)
    tx = Xid8Field()
    position = models.BigIntegerField(default=0)
    moved_at = models.DateTimeField()

    class Meta:
        db_table = "subscription"

    def __str__(self) -> str:
        return self.name
