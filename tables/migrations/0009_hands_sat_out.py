import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0008_numbers_in_room")]

    operations = [
        # the column keeps its name: nothing is rewritten
        migrations.AlterField(
            model_name="penalty",
            name="hands_served",
            field=models.PositiveSmallIntegerField(db_column="hands_served", default=0),
        ),
        migrations.RenameField(model_name="penalty", old_name="hands_served", new_name="hands_counted"),
        migrations.AddField(
            model_name="penalty",
            name="hand_for_hand_round",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="SatOut",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "hand_done",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sat_out",
                        to="tables.handdone",
                    ),
                ),
                (
                    "penalty",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sat_out", to="tables.penalty"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("penalty", "round"), name="sat_out_once")],
            },
        ),
    ]
