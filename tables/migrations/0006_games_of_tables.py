"""What each table plays, in words for lists: one line a game of its rotation."""

from django.db import migrations, models

FILL = """
UPDATE card_table SET games = jsonb_build_array(jsonb_build_object(
    'game', game,
    'family', 'flop',
    'limit', 'nl',
    'stakes_text', small_blind_chips || '/' || big_blind_chips
))
"""


class Migration(migrations.Migration):
    dependencies = (("tables", "0005_game_versions"),)

    operations = (
        migrations.AddField("CardTable", "games", models.JSONField(default=list)),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    )
