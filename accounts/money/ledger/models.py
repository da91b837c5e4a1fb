"""
The ledger's tables as Django models, for reading only.

Only `services` writes them, in SQL. The migrations define the tables, with triggers that refuse
what must never happen; these classes only describe them.
"""

from django.db import models


class GamingDay(models.Model):
    """An accounting day: open → rolled → closed, never back."""

    day = models.DateField(primary_key=True)
    state = models.TextField(default="open")
    opened_at = models.DateTimeField()
    rolled_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "gaming_day"

    def __str__(self) -> str:
        return f"{self.day} {self.state}"


class Shift(models.Model):
    """A shift of the cage or the floor; it belongs to the day that it opened in."""

    id = models.UUIDField(primary_key=True)
    gaming_day = models.DateField()
    drawer = models.UUIDField(null=True)
    state = models.TextField(default="open")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "shift"

    def __str__(self) -> str:
        return f"{self.id} {self.state}"


class LedgerAccount(models.Model):
    """An account; its id is the digest of the other columns (`AccountRef.id`)."""

    id = models.UUIDField(primary_key=True)
    book = models.TextField()
    code = models.SmallIntegerField()
    owner = models.UUIDField(null=True)
    within = models.UUIDField(null=True)

    class Meta:
        db_table = "ledger_account"

    def __str__(self) -> str:
        return f"{self.book} {self.code} {self.owner or ''} {self.within or ''}".rstrip()


class LedgerTransaction(models.Model):
    """The header of a transaction; append-only."""

    id = models.UUIDField(primary_key=True)
    book = models.TextField()
    kind = models.TextField()
    gaming_day = models.DateField()
    shift = models.UUIDField(null=True)
    source_stream = models.UUIDField(null=True)
    source_version = models.IntegerField(null=True)
    idem_key = models.TextField(unique=True)
    idem_hash = models.BinaryField()
    reverses = models.UUIDField(null=True)
    line_count = models.SmallIntegerField()
    posted_at = models.DateTimeField()
    effective_at = models.DateTimeField()
    actor = models.TextField()
    memo = models.TextField(default="")

    class Meta:
        db_table = "ledger_transaction"

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class LedgerEntry(models.Model):
    """A line of a transaction: debit positive, credit negative; append-only."""

    pk = models.CompositePrimaryKey("transaction", "line")
    transaction = models.UUIDField()
    line = models.SmallIntegerField()
    account = models.UUIDField()
    amount = models.BigIntegerField()

    class Meta:
        db_table = "ledger_entry"

    def __str__(self) -> str:
        return f"{self.transaction}:{self.line} {self.amount}"


class LedgerBalance(models.Model):
    """An account's balance on its normal side; only the trigger of the entries changes it."""

    account = models.UUIDField(primary_key=True)
    code = models.SmallIntegerField()
    balance = models.BigIntegerField(default=0)

    class Meta:
        db_table = "ledger_balance"

    def __str__(self) -> str:
        return f"{self.account} {self.balance}"
