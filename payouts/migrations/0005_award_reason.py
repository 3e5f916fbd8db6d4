from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0004_finish_undone"),
    ]

    operations = [
        migrations.AddField(
            model_name="award",
            name="paid_reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=300),
        ),
    ]
