"""The model's name is the field's word; its table keeps its name (`db_table`), so no row moves."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("agenda", "0002_pulses")]
    operations = [migrations.RenameModel(old_name="Pulse", new_name="Heartbeat")]
