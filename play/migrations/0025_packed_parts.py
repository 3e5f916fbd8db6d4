import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

FORWARD = """
-- A pack takes away exactly the parts that stand in it as they are, and leaves no older one of its player's behind.
CREATE FUNCTION play_packed_parts_take_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    told bigint;
    found bigint;
BEGIN
    IF NEW.first_id <= coalesce((SELECT p.last_id FROM play_packedparts p
        WHERE p.player_id = NEW.player_id AND p.id <> NEW.id ORDER BY p.last_id DESC LIMIT 1), 0) THEN
        RAISE EXCEPTION 'play: packed parts of player % do not begin behind those before', NEW.player_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    WITH packed AS (
        SELECT (e ->> 0)::bigint AS id, (e ->> 1)::bigint AS table_id, (e ->> 2)::bigint AS hand_id, (e ->> 3)::bigint AS sitting_id,
            (e ->> 4)::smallint AS seat, (e ->> 5)::bigint AS staked_chips, (e ->> 6)::bigint AS won_chips
        FROM json_array_elements(NEW.parts::json) e
    ), gone AS (
        DELETE FROM play_handofplayer p USING packed k
        WHERE p.id = k.id AND p.player_id = NEW.player_id AND p.table_id = k.table_id AND p.hand_id = k.hand_id
            AND p.sitting_id IS NOT DISTINCT FROM k.sitting_id AND p.seat = k.seat
            AND p.staked_chips = k.staked_chips AND p.won_chips = k.won_chips
            AND p.id BETWEEN NEW.first_id AND NEW.last_id AND p.table_id = ANY(NEW.tables)
        RETURNING p.hand_id
    )
    SELECT count(*) FILTER (WHERE h.closed_at BETWEEN NEW.first_at AND NEW.last_at), json_array_length(NEW.parts::json)
    INTO found, told FROM gone JOIN play_dealthand h ON h.id = gone.hand_id;
    IF found <> told OR EXISTS (
        SELECT FROM play_handofplayer p WHERE p.player_id = NEW.player_id AND p.id <= NEW.last_id
    ) THEN
        RAISE EXCEPTION 'play: packed parts of player % are not what the rows are', NEW.player_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION play_packed_parts_are_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'play: % of packed parts is forbidden', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER packed_parts_take_rows AFTER INSERT ON play_packedparts
    FOR EACH ROW EXECUTE FUNCTION play_packed_parts_take_rows();
CREATE TRIGGER packed_parts_are_for_ever BEFORE UPDATE OR DELETE ON play_packedparts
    FOR EACH ROW EXECUTE FUNCTION play_packed_parts_are_for_ever();
"""

BACKWARD = """
-- What is packed lies nowhere else.
DO $$ BEGIN
    IF EXISTS (SELECT FROM play_packedparts) THEN
        RAISE EXCEPTION 'play: rows were packed; go back by a backup' USING ERRCODE = 'restrict_violation';
    END IF;
END $$;
DROP TRIGGER packed_parts_take_rows ON play_packedparts;
DROP TRIGGER packed_parts_are_for_ever ON play_packedparts;
DROP FUNCTION play_packed_parts_take_rows();
DROP FUNCTION play_packed_parts_are_for_ever();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0024_words_as_bytes'),
    ]

    operations = [
        migrations.CreateModel(
            name='PackedParts',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_id', models.PositiveBigIntegerField()),
                ('last_id', models.PositiveBigIntegerField()),
                ('first_at', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
                ('tables', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('parts', models.TextField()),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='people.player')),
            ],
            options={
                'indexes': [models.Index(fields=['last_at'], name='packed_parts_by_end')],
                'constraints': [models.UniqueConstraint(fields=('player', 'last_id'), name='parts_packed_once'), models.CheckConstraint(condition=models.Q(('last_at__gte', models.F('first_at')), ('last_id__gte', models.F('first_id'))), name='packed_parts_in_order')],
            },
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
