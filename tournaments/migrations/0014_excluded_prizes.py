from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_entries_by_time_address"),
    ]

    operations = [
        migrations.AddField(
            model_name="venue",
            name="excluded_prizes",
            field=models.CharField(
                choices=[("pay", "Pay"), ("hold", "Hold"), ("refuse", "Refuse")],
                db_default="hold",
                default="hold",
                max_length=6,
            ),
        ),
    ]
