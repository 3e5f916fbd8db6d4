from django.db import migrations, models


class Migration(migrations.Migration):
    """What was paid into a wallet for registrations is found among years of movements."""

    dependencies = [("ledger", "0010_set_aside")]

    operations = [
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(
                fields=["credit_account"],
                condition=models.Q(reference__startswith="registration:", reverses__isnull=True),
                name="ledger_transfer_ahead",
            ),
        ),
    ]
