"""The audit trail: one row for each command of staff, append-only."""

from typing import ClassVar

from django.db import models

from pokerhouse.common.ids import new_id


class AuditEntry(models.Model):
    """Which member of staff did what, to what, and when; no actor means the system."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    at = models.DateTimeField()
    actor = models.UUIDField(null=True)
    action = models.TextField()
    target = models.TextField()
    facts = models.JSONField(default=dict)
    request_id = models.TextField(default="")

    class Meta:
        db_table = "audit_entry"
        indexes: ClassVar = [
            models.Index(fields=["target", "id"], name="audit_entry_target"),
            models.Index(fields=["actor", "id"], name="audit_entry_actor"),
            models.Index(fields=["at"], name="audit_entry_at"),
        ]

    def __str__(self) -> str:
        return f"{self.at} {self.action} {self.target}"
