"""
The agenda: durable work with a due time (clocks, next hands, messages to Celery).

There is one row for each shard and key. Planning again under a key changes that row and raises its
generation, so a table has one clock row and not one for each turn. `done_generation = generation`
means done. The event store's append writes the row together with the events that caused it.
"""

from django.db import models


class Agenda(models.Model):
    """One piece of work: what to run (`task`, `args`), when, and how far it got."""

    pk = models.CompositePrimaryKey("shard", "key")
    shard = models.UUIDField()
    key = models.CharField(max_length=200)
    generation = models.IntegerField(default=1)
    task = models.TextField()
    args = models.JSONField()
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    attempts = models.IntegerField(default=0)
    done_generation = models.IntegerField(default=0)

    class Meta:
        db_table = "agenda"
        verbose_name_plural = "agenda"

    def __str__(self) -> str:
        return f"{self.task} ({self.key}, generation {self.generation})"


class Heartbeat(models.Model):
    """The last heartbeat of one process; the row of kind `house` is the product's as a whole."""

    pk = models.CompositePrimaryKey("kind", "instance")
    kind = models.CharField(max_length=20)
    instance = models.CharField(max_length=300)
    at = models.DateTimeField()

    class Meta:
        db_table = "pulse"  # its first name: relays and web processes of an older version write it

    def __str__(self) -> str:
        return f"{self.kind} {self.instance} {self.at}"


class Outage(models.Model):
    """A time without relay or web process; `clocks` (`task`, `args`) were extended by it."""

    began_at = models.DateTimeField(primary_key=True)
    ended_at = models.DateTimeField()
    clocks = models.JSONField()
    closed_at = models.DateTimeField(null=True)
    failed_count = models.IntegerField(null=True)

    class Meta:
        db_table = "outage"

    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"
