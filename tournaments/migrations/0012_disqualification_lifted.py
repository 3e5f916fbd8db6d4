from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_counted_index"),
    ]

    operations = [
        migrations.AddField(
            model_name="elimination",
            name="lift_reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=300),
        ),
        migrations.AddField(
            model_name="elimination",
            name="lifted_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
