"""Signs of life of the relay and the web processes, and the outages that they tell of."""

from django.db import migrations, models

from pokerhouse.common.guards import Grant


class Migration(migrations.Migration):
    dependencies = [("agenda", "0001_agenda")]
    operations = [
        migrations.CreateModel(
            name="Pulse",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "kind",
                        "instance",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("instance", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
            ],
            options={"db_table": "pulse"},
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("began_at", models.DateTimeField(primary_key=True, serialize=False)),
                ("ended_at", models.DateTimeField()),
                ("clocks", models.JSONField()),
                ("closed_at", models.DateTimeField(null=True)),
                ("failed_count", models.IntegerField(null=True)),
            ],
            options={"db_table": "outage"},
        ),
        Grant("pulse", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        Grant("outage", ["SELECT", "INSERT", "UPDATE"]),
    ]
