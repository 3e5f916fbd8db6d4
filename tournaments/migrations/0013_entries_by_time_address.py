from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_disqualification_lifted")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="late_registration_minutes",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="cancel_minutes_before_start",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="venue",
            name="address",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
    ]
