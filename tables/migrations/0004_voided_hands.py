"""Hands say that they count for nothing; so far only running ones could be voided."""

from django.db import migrations, models

VOIDED_SO_FAR = """
UPDATE hand_entry h SET voided_at = h.ended_at
FROM event e
WHERE e.shard = h.table_id AND e.stream = h.id AND e.type = 'hand.voided'
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0003_lobby_versions"),
        ("eventstore", "0001_event_store"),
    ]

    operations = [
        migrations.AddField(
            model_name="handentry",
            name="voided_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunSQL(VOIDED_SO_FAR, reverse_sql=migrations.RunSQL.noop),
    ]
