from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0007_second_factor"),
    ]

    operations = [
        migrations.AlterField(
            model_name="exclusion",
            name="kind",
            field=models.CharField(
                choices=[
                    ("self", "Self-exclusion"),
                    ("house", "By the house"),
                    ("identity", "Identity to be checked"),
                ],
                max_length=8,
            ),
        ),
    ]
