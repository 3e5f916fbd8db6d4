from django.db import migrations


def who_was_away_rests(apps, _schema):
    """Until now no seat kept by whose will its player sits out: no table calls who was away already, until the player is back."""
    tables = apps.get_model('play', 'PlayTable').objects
    for pk, seats in tables.exclude(stage='closed').values_list('pk', 'seats'):
        if any(one['away_since'] for one in seats):
            tables.filter(pk=pk).update(seats=[one | {'rests': True} if one['away_since'] else one for one in seats])


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0026_counted_days'),
    ]

    operations = [
        migrations.RunPython(who_was_away_rests, migrations.RunPython.noop, elidable=True),
    ]
