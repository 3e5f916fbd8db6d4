import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0006_player_simulated'),
    ]

    operations = [
        migrations.CreateModel(
            name='SecondFactor',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.UUIDField()),
                ('set_at', models.DateTimeField()),
                ('last_step', models.BigIntegerField(default=0)),
                ('recovery_used', models.JSONField(default=list)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='second_factor', to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
