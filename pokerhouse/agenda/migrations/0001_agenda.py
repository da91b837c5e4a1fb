"""The agenda's table."""

from django.db import migrations, models

from pokerhouse.common.guards import Grant

# No index by due time on purpose: then moving a clock touches no index at all (HOT) and pages clean
# themselves, while with one each turn left dead entries that made an append half as fast again until
# the next vacuum. A relay scans the table: it has one row a clock, not one a turn.
CREATE = """
CREATE TABLE agenda (
    shard uuid NOT NULL,
    key varchar(200) COLLATE "C" NOT NULL,
    generation integer NOT NULL DEFAULT 1,
    task text NOT NULL,
    args jsonb NOT NULL,
    due_at timestamptz NOT NULL,
    sent_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    done_generation integer NOT NULL DEFAULT 0,
    CONSTRAINT agenda_pkey PRIMARY KEY (shard, key)
) WITH (fillfactor = 50)
"""


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(CREATE, reverse_sql="DROP TABLE agenda"),
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
                        ("key", models.CharField(max_length=200)),
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
