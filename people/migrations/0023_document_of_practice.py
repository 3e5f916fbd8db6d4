"""What somebody types in practice takes no document from the person whose it is."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("people", "0022_invited_at"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="player",
            name="people_player_one_per_document",
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("document_number", ""), _negated=True),
                fields=("country", "document_kind", "document_number", "simulated"),
                name="people_player_one_per_document",
            ),
        ),
    ]
