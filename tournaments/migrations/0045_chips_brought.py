from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0044_elimination_at_table")]

    operations = [
        migrations.AddField(
            model_name="purchase",
            name="brought_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
