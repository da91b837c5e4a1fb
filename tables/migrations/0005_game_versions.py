"""A game's version, which whoever renames or retires it has to name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0004_voided_hands"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="version",
            field=models.IntegerField(default=1),
        ),
    ]
