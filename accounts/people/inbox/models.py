"""What the house tells one person: a feed of his own, append-only."""

from django.db import models


class InboxHead(models.Model):
    """
    Where a person's inbox ends; every writer locks this row.

    No foreign key: its check would lock the person after this row, and a command that suspends him
    locks the two in the other order.
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
