from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import PROTECT


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0008_exclusion_identity"),
        ("tournaments", "0017_play_money"),
    ]

    operations = [
        migrations.CreateModel(
            name="Order",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("re_entry", "Re Entry"),
                            ("surrender", "Surrender"),
                            ("rebuy", "Rebuy"),
                            ("add_on", "Add On"),
                        ],
                        max_length=9,
                    ),
                ),
                ("count", models.PositiveSmallIntegerField(default=1)),
                ("stack_chips", models.PositiveIntegerField(blank=True, null=True)),
                ("method", models.CharField(choices=[("cash", "cash"), ("transfer", "transfer")], max_length=8)),
                ("price_cents", models.PositiveBigIntegerField()),
                ("code", models.CharField(max_length=12)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("sold", "Sold"), ("withdrawn", "Withdrawn")],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(on_delete=PROTECT, related_name="orders", to="people.player"),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False, on_delete=PROTECT, related_name="orders", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(state="open"), fields=["tournament", "player"], name="one_open_order"
                    ),
                ],
            },
        ),
    ]
