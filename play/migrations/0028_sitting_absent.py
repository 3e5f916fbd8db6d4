from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0027_who_rests'),
    ]

    operations = [
        migrations.AddField(
            model_name='sitting',
            name='absent',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
