from django.db import migrations, models

# A token of before did all that its person may, for ever. It goes on doing so (but for what wants the password from now
# on) and gets an end; one of a tablet works the floor and the desk of the tablet's house.
_BEFORE = """
UPDATE people_apitoken t SET
  scope = CASE WHEN t.device_id IS NULL THEN 'all' ELSE 'work' END,
  venue_id = (SELECT d.venue_id FROM people_device d WHERE d.id = t.device_id),
  expires_at = COALESCE(t.expires_at, GREATEST(t.created_at + interval '365 days', now() + interval '90 days'))
"""


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0009_sessions_and_pins'),
    ]

    operations = [
        migrations.AddField(
            model_name='apitoken',
            name='scope',
            field=models.CharField(choices=[('read', 'read'), ('work', 'work'), ('all', 'all')], default='all', max_length=8),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='apitoken',
            name='venue_id',
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.RunSQL(_BEFORE, migrations.RunSQL.noop),
        # the checks of foreign keys of those rows come before the table changes
        migrations.RunSQL('SET CONSTRAINTS ALL IMMEDIATE', migrations.RunSQL.noop),
        migrations.AlterField(
            model_name='apitoken',
            name='expires_at',
            field=models.DateTimeField(),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.CheckConstraint(condition=models.Q(('scope__in', ['read', 'work', 'all'])), name='people_apitoken_has_scope'),
        ),
    ]
