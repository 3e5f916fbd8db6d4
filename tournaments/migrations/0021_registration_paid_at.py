from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_prize_unit"),
    ]

    operations = [
        migrations.AddField(
            model_name="registration",
            name="paid_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
