"""
The agenda: durable work with a due time (clocks, next hands, messages to Celery).

One row a shard and key. Planning again under a key moves that row and raises its generation, so a
table has one clock row and not one a turn; `done_generation = generation` means done. The event
store's append writes the row together with the events that it follows from.
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
