from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_tax_id"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="first_table_number",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
