"""A table's version, as the lobby shows it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0002_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="cardtable",
            name="version",
            field=models.BigIntegerField(default=1),
        ),
    ]
