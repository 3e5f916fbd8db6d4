from django.db import migrations, models


class Migration(migrations.Migration):
    """How each player voted is forgotten; the sums are kept."""

    dependencies = [
        ("payouts", "0006_repayments"),
    ]

    operations = [
        migrations.AddField(
            model_name="deal",
            name="ended_because",
            field=models.CharField(blank=True, db_default="", default="", max_length=12),
        ),
        migrations.AddField(
            model_name="deal",
            name="yes_votes",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="deal",
            name="paper_votes",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="deal",
            name="paper_with_account",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="deal",
            name="paper_by",
            field=models.CharField(blank=True, db_default="", default="", max_length=120),
        ),
        migrations.AddField(
            model_name="deal",
            name="paper_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="prizepool",
            name="unit_cents",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="prizepool",
            name="rest_cents",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunSQL(
            "UPDATE payouts_deal d SET yes_votes ="
            " (SELECT count(*) FROM payouts_dealvote v WHERE v.deal_id = d.id AND v.agrees)",
            migrations.RunSQL.noop,
        ),
        migrations.RemoveField(model_name="dealvote", name="agrees"),
    ]
