from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0025_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="price_periods",
            field=models.JSONField(db_default=[], default=list),
        ),
        migrations.AddField(
            model_name="registration",
            name="price_cents",
            field=models.PositiveBigIntegerField(blank=True, null=True),
        ),
    ]
