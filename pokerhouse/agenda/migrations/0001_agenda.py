"""The agenda's table and its index of what is open, by due time."""

from django.db import migrations, models

from pokerhouse.common.guards import Grant

CREATE = """
CREATE TABLE agenda (
    shard uuid NOT NULL,
    key text NOT NULL,
    generation integer NOT NULL DEFAULT 1,
    task text NOT NULL,
    args jsonb NOT NULL,
    due_at timestamptz NOT NULL,
    sent_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    done_generation integer NOT NULL DEFAULT 0,
    CONSTRAINT agenda_pkey PRIMARY KEY (shard, key),
    CONSTRAINT agenda_key_length CHECK (octet_length(key) BETWEEN 1 AND 200),
    CONSTRAINT agenda_generation CHECK (generation > 0 AND done_generation <= generation)
)
"""

# Small and partial: work that is done leaves it, so a relay looks at open rows only.
INDEX = "CREATE INDEX agenda_open ON agenda (due_at) WHERE done_generation < generation"


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL([CREATE, INDEX], reverse_sql="DROP TABLE agenda"),
                Grant("agenda", ["SELECT", "INSERT", "UPDATE"]),
            ],
            state_operations=[
                migrations.CreateModel(
                    name="Agenda",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "shard",
                                "key",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("shard", models.UUIDField()),
                        ("key", models.TextField()),
                        ("generation", models.IntegerField(default=1)),
                        ("task", models.TextField()),
                        ("args", models.JSONField()),
                        ("due_at", models.DateTimeField()),
                        ("sent_at", models.DateTimeField(null=True)),
                        ("attempts", models.IntegerField(default=0)),
                        ("done_generation", models.IntegerField(default=0)),
                    ],
                    options={"db_table": "agenda", "verbose_name_plural": "agenda"},
                )
            ],
        )
    ]
