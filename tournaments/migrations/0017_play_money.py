from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_takers_law")]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="currency",
            field=models.CharField(
                choices=[("BRL", "BRL"), ("EUR", "EUR"), ("XTS", "XTS")], max_length=3
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=Q(practice=True) | ~Q(currency="XTS"),
                name="play_money_is_practice",
            ),
        ),
    ]
