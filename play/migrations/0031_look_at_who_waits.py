from django.db import migrations
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone


def look(apps, schema_editor):
    """Have each cash table where somebody waits looked at once: who sits there since before may have no own time left. One that is held goes by its own
    clock, which stands: as it goes on, what is due there is put off by as long as it stood.
    """
    apps.get_model("play", "PlayTable").objects.filter(
        kind="cash", stage="waiting", due_kind__in=("", "free", "end")
    ).exclude(seats=[]).update(due_kind="free", due_at=Coalesce(F("held_at"), timezone.now()))


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0030_table_stops'),
    ]

    operations = [
        migrations.RunPython(look, migrations.RunPython.noop),
    ]
