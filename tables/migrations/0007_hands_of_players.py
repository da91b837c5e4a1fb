"""Find the hands of a player without reading those of the whole house."""

from django.contrib.postgres.indexes import GinIndex
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tables", "0006_games_of_tables")]

    operations = [
        migrations.AddIndex(
            model_name="handentry",
            index=GinIndex(fields=["players"], name="hand_entry_players"),
        )
    ]
