"""The audit trail is read by day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_inboxes")]

    operations = [
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(fields=["at"], name="audit_entry_at"),
        ),
    ]
