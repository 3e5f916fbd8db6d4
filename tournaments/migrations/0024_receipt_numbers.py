import django.db.models.deletion
from django.db import migrations, models

LAW = """
CREATE FUNCTION tournaments_receipt_number_law() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        RAISE EXCEPTION 'receipts: % of a number is forbidden', lower(TG_OP)
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.number > 1 AND NOT EXISTS (
        SELECT FROM tournaments_receiptnumber WHERE venue_id = NEW.venue_id AND number = NEW.number - 1
    ) THEN
        RAISE EXCEPTION 'receipts: number % of house % leaves a gap', NEW.number, NEW.venue_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER receipt_number_law BEFORE INSERT OR UPDATE OR DELETE ON tournaments_receiptnumber
    FOR EACH ROW EXECUTE FUNCTION tournaments_receipt_number_law();
"""
NO_LAW = """
DROP TRIGGER receipt_number_law ON tournaments_receiptnumber;
DROP FUNCTION tournaments_receipt_number_law();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0023_first_table_number"),
        ("dispatch", "0002_laws"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReceiptNumber",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField()),
                ("receipt", models.CharField(max_length=24)),
                (
                    "venue",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="receipt_numbers",
                        to="tournaments.venue",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("venue", "number"), name="receipt_number_of_house"),
                    models.UniqueConstraint(fields=("receipt",), name="receipt_numbered_once"),
                    models.CheckConstraint(condition=models.Q(("number__gt", 0)), name="receipt_number_from_one"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReceiptsRead",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="receipts_read",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("seq", models.BigIntegerField()),
            ],
        ),
        migrations.RunSQL(LAW, NO_LAW),
    ]
