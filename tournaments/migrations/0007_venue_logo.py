import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_time_chip_redraws_undone'),
    ]

    operations = [
        migrations.CreateModel(
            name='VenueLogo',
            fields=[
                ('venue', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='logo', serialize=False, to='tournaments.venue')),
                ('name', models.CharField(max_length=16)),
                ('media', models.CharField(max_length=10)),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('content', models.BinaryField()),
                ('changed_at', models.DateTimeField()),
            ],
        ),
    ]
