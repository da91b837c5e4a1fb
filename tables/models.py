"""
Rows about tables and hands: what lists need without folding a feed.

The feed is the truth; only `projections` writes these rows, in the transaction of the command.
"""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class CardTable(models.Model):
    """A table of the lobby; its id is the shard of its feed."""

    id = models.UUIDField(primary_key=True)
    name = models.TextField(unique=True)
    game = models.TextField()
    book = models.TextField()
    state = models.TextField()
    seat_count = models.SmallIntegerField()
    small_blind_chips = models.BigIntegerField()
    big_blind_chips = models.BigIntegerField()
    games = models.JSONField(default=list)
    """What is played in turn, each with its limit and stakes in words; one without a rotation."""
    players = ArrayField(models.UUIDField(), default=list)
    """Who sits there, in no order."""
    hand_no = models.IntegerField(default=0)
    version = models.BigIntegerField(default=1)
    """Of what the lobby shows, without the number of hands; the lobby's version is their sum."""
    opened_at = models.DateTimeField()

    class Meta:
        db_table = "card_table"

    def __str__(self) -> str:
        return self.name


class HandEntry(models.Model):
    """Where a hand's stream is found, and who was dealt in."""

    id = models.UUIDField(primary_key=True)
    table = models.ForeignKey(CardTable, on_delete=models.PROTECT, related_name="hands")
    hand_no = models.IntegerField()
    players = ArrayField(models.UUIDField())
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    voided_at = models.DateTimeField(null=True)
    """When it was voided or, after it had been settled, taken back."""

    class Meta:
        db_table = "hand_entry"
        constraints = (
            models.UniqueConstraint(fields=("table", "hand_no"), name="hand_entry_once"),
        )
        indexes = (
            models.Index(fields=("table", "-hand_no"), name="hand_entry_latest"),
            GinIndex(fields=("players",), name="hand_entry_players"),
        )

    def __str__(self) -> str:
        return f"hand {self.hand_no}"


class Game(models.Model):
    """
    What tables are opened for: variant, structure, stakes, rules, rake.

    `config` is a table's configuration as JSON. It is never changed: the game is retired and
    another one created, so that a table's feed and its game cannot differ.
    """

    id = models.UUIDField(primary_key=True)
    name = models.TextField(unique=True)
    config = models.JSONField()
    version = models.IntegerField(default=1)
    """Of what staff change: its name, and whether it is retired."""
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "game"

    def __str__(self) -> str:
        return self.name
