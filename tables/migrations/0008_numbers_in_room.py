import django.db.models.deletion
from django.db import migrations, models

# Tables being played take their numbers in the room. Where two tournaments already have the same number, seats are
# printed and drawn with it: the one that began first has it, the other's is nobody's until it breaks.
TAKE = """
UPDATE tables_table t SET room_id = f.venue_id
FROM (
    SELECT DISTINCT ON (n.venue_id, b.number) b.id, n.venue_id
    FROM tables_table b JOIN tournaments_tournament n ON n.id = b.tournament_id
    WHERE b.state <> 'broken' AND n.state = 'running' AND NOT n.practice AND NOT n.online
    ORDER BY n.venue_id, b.number, n.started_at, n.id
) f
WHERE t.id = f.id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0007_rulings_about"),
        ("tournaments", "0023_first_table_number"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="room",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.venue",
            ),
        ),
        # the reference is checked at once: the constraints below cannot be added over checks that wait
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.RunSQL(TAKE, migrations.RunSQL.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL DEFERRED", "SET CONSTRAINTS ALL IMMEDIATE"),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(
                condition=models.Q(("room__isnull", False)),
                fields=("room", "number"),
                name="table_number_in_room",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("room__isnull", True), models.Q(("state", "broken"), _negated=True), _connector="OR"),
                name="broken_table_has_no_room",
            ),
        ),
    ]
