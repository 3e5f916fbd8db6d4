import django.db.models.deletion
from django.db import migrations, models

FORWARD = """
-- A pack takes away exactly the acts that stand in it as they are; where one is missing or differs, there is no pack.
CREATE FUNCTION play_packed_acts_take_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    told bigint;
    found bigint;
    played bigint;
BEGIN
    IF NEW.first_number <> 1 + coalesce((SELECT p.last_number FROM play_packedacts p
        WHERE p.table_id = NEW.table_id AND p.id <> NEW.id ORDER BY p.first_number DESC LIMIT 1), 0) THEN
        RAISE EXCEPTION 'play: packed acts of table % do not begin behind those before', NEW.table_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT count(*) INTO played FROM play_handact a JOIN play_dealthand h ON h.id = a.hand_id
    WHERE h.table_id = NEW.table_id AND h.number BETWEEN NEW.first_number AND NEW.last_number;
    WITH packed AS (
        SELECT h.id AS hand_id, (e ->> 1)::bigint AS turn, (e ->> 2)::smallint AS seat, e ->> 3 AS street, e ->> 4 AS act,
            (e ->> 5)::bigint AS to_chips, (e ->> 6)::boolean AS all_in, (e ->> 7)::int AS took_ms, e ->> 8 AS manner
        FROM json_array_elements(NEW.acts::json) e
        JOIN play_dealthand h ON h.table_id = NEW.table_id AND h.number = (e ->> 0)::int
        WHERE h.number BETWEEN NEW.first_number AND NEW.last_number AND h.closed_at IS NOT NULL
    ), gone AS (
        DELETE FROM play_handact a USING packed k
        WHERE a.hand_id = k.hand_id AND a.turn = k.turn AND a.seat = k.seat AND a.street = k.street AND a.act = k.act
            AND a.to_chips = k.to_chips AND a.all_in = k.all_in AND a.took_ms = k.took_ms AND a.manner = k.manner
        RETURNING a.id
    )
    SELECT count(*), json_array_length(NEW.acts::json) INTO found, told FROM gone;
    IF found <> told OR found <> played THEN
        RAISE EXCEPTION 'play: packed acts of table % are not what their rows are', NEW.table_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION play_packed_acts_are_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'play: % of packed acts is forbidden', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER packed_acts_take_rows AFTER INSERT ON play_packedacts
    FOR EACH ROW EXECUTE FUNCTION play_packed_acts_take_rows();
CREATE TRIGGER packed_acts_are_for_ever BEFORE UPDATE OR DELETE ON play_packedacts
    FOR EACH ROW EXECUTE FUNCTION play_packed_acts_are_for_ever();

-- Acts go by the trigger of their pack, and in no other way.
DROP TRIGGER hand_act_is_for_ever ON play_handact;
CREATE TRIGGER hand_act_is_for_ever BEFORE UPDATE OR DELETE ON play_handact
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION play_act_is_for_ever();
"""

BACKWARD = """
-- What is packed lies nowhere else.
DO $$ BEGIN
    IF EXISTS (SELECT FROM play_packedacts) THEN
        RAISE EXCEPTION 'play: rows were packed; go back by a backup' USING ERRCODE = 'restrict_violation';
    END IF;
END $$;
DROP TRIGGER hand_act_is_for_ever ON play_handact;
CREATE TRIGGER hand_act_is_for_ever BEFORE UPDATE OR DELETE ON play_handact
    FOR EACH ROW EXECUTE FUNCTION play_act_is_for_ever();
DROP TRIGGER packed_acts_take_rows ON play_packedacts;
DROP TRIGGER packed_acts_are_for_ever ON play_packedacts;
DROP FUNCTION play_packed_acts_take_rows();
DROP FUNCTION play_packed_acts_are_for_ever();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0022_origins'),
    ]

    operations = [
        migrations.CreateModel(
            name='PackedActs',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_number', models.PositiveIntegerField()),
                ('last_number', models.PositiveIntegerField()),
                ('acts', models.TextField()),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='play.playtable')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'first_number'), name='acts_packed_once'), models.CheckConstraint(condition=models.Q(('first_number__gte', 1), ('last_number__gte', models.F('first_number'))), name='packed_acts_in_order')],
            },
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
