"""What the house tells each person: an inbox of his own."""

from django.db import migrations, models

from pokerhouse.common.guards import Grant, append_only


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_keys_and_audit"),
    ]

    operations = [
        migrations.CreateModel(
            name="InboxHead",
            fields=[
                ("person", models.UUIDField(primary_key=True, serialize=False)),
                ("seq", models.BigIntegerField()),
                ("epoch", models.IntegerField(default=1)),
            ],
            options={
                "db_table": "inbox_head",
            },
        ),
        migrations.CreateModel(
            name="InboxItem",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "person",
                        "seq",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("person", models.UUIDField()),
                ("seq", models.BigIntegerField()),
                ("kind", models.TextField()),
                ("facts", models.JSONField(default=dict)),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "inbox_item",
            },
        ),
        append_only("inbox_item"),
        Grant("inbox_head", ["SELECT", "INSERT", "UPDATE (seq)"]),
        Grant("inbox_item", ["SELECT", "INSERT"]),
    ]
