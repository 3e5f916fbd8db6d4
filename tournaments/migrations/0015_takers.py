from django.db import migrations, models


def name_them(apps, schema_editor):
    """What was named stays named; in knock-outs that run, who was never asked for is asked for."""
    Elimination = apps.get_model("tournaments", "Elimination")
    Tournament = apps.get_model("tournaments", "Tournament")
    Elimination.objects.exclude(by_entries=[]).update(takers="named")
    for tournament in Tournament.objects.filter(state="running").only("id", "split"):
        if any(part.get("component") == "bounty" for part in tournament.split.get("parts", ())):
            Elimination.objects.filter(tournament=tournament, by_entries=[]).update(takers="open")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_excluded_prizes'),
    ]

    operations = [
        migrations.AddField(
            model_name='elimination',
            name='takers',
            field=models.CharField(blank=True, choices=[('', 'Not Asked'), ('named', 'Named'), ('nobody', 'Nobody'), ('open', 'Open')], default='', max_length=6),
        ),
        migrations.RunPython(name_them, migrations.RunPython.noop),
    ]
