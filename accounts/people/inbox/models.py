"""A person's inbox of notices: an append-only feed of his own."""

from django.db import models


class InboxHead(models.Model):
    """
    The number of the last notice in a person's inbox; every writer locks this row.

    It has no foreign key, because its check would lock the person after this row. A command that
    suspends the person locks them in the other order, so the two could deadlock.
    """

    person = models.UUIDField(primary_key=True)
    seq = models.BigIntegerField()
    epoch = models.IntegerField(default=1)

    class Meta:
        db_table = "inbox_head"

    def __str__(self) -> str:
        return f"{self.person}:{self.seq}"


class InboxItem(models.Model):
    """One notice; `seq` has no gaps."""

    pk = models.CompositePrimaryKey("person", "seq")
    person = models.UUIDField()
    seq = models.BigIntegerField()
    kind = models.TextField()
    facts = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "inbox_item"

    def __str__(self) -> str:
        return f"{self.person}:{self.seq} {self.kind}"
