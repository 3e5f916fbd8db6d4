import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0015_takers'),
    ]

    operations = [
        migrations.CreateModel(
            name='TakersNaming',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('was', models.CharField(choices=[('', 'Not Asked'), ('named', 'Named'), ('nobody', 'Nobody'), ('open', 'Open')], max_length=6)),
                ('by_entries_before', models.JSONField(default=list)),
                ('takers', models.CharField(choices=[('', 'Not Asked'), ('named', 'Named'), ('nobody', 'Nobody'), ('open', 'Open')], max_length=6)),
                ('by_entries', models.JSONField(default=list)),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('command_id', models.UUIDField()),
            ],
        ),
        migrations.AddIndex(
            model_name='elimination',
            index=models.Index(condition=models.Q(('takers', 'open'), ('undone_at__isnull', True)), fields=['tournament', 'id'], name='elimination_takers_open'),
        ),
        migrations.AddConstraint(
            model_name='elimination',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('takers', 'named'), models.Q(('by_entries', []), _negated=True)), models.Q(('takers__in', ['', 'nobody', 'open']), ('by_entries', [])), _connector='OR'), name='takers_named_or_none'),
        ),
        migrations.AddField(
            model_name='takersnaming',
            name='elimination',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='namings', to='tournaments.elimination'),
        ),
    ]
