import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

FORWARD = """
-- A pack takes away exactly the rows that stand in it as they are; where one is missing or differs, there is no pack.
CREATE FUNCTION dispatch_pack_takes_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    wanted bigint := NEW.last_seq - NEW.first_seq + 1;
    commands_wanted bigint := json_array_length(NEW.commands::json);
    found record;
    commands_found bigint;
BEGIN
    IF NEW.first_seq <> 1 + coalesce(
        (SELECT p.last_seq FROM dispatch_pack p WHERE p.stream = NEW.stream AND p.id <> NEW.id
         ORDER BY p.first_seq DESC LIMIT 1), 0) THEN
        RAISE EXCEPTION 'dispatch: a pack of % does not begin behind the one before', NEW.stream USING ERRCODE = 'restrict_violation';
    END IF;
    WITH packed AS (
        SELECT (e ->> 0)::bigint AS seq, (e ->> 1)::bigint AS id, NEW.ids[(e ->> 2)::int] AS command_id, e ->> 3 AS kind,
            (e ->> 4)::bigint AS at, e ->> 5 AS audience, (e -> 6)::jsonb AS body
        FROM json_array_elements(NEW.facts::json) e
    ), gone AS (
        DELETE FROM dispatch_fact f USING packed k
        WHERE f.id = k.id AND f.stream = NEW.stream AND f.seq = k.seq AND f.seq BETWEEN NEW.first_seq AND NEW.last_seq
            AND f.command_id = k.command_id AND f.kind = k.kind AND f.audience = k.audience AND f.body = k.body
            AND (extract(epoch FROM f.at) * 1000000)::bigint = k.at
        RETURNING f.seq, f.at, f.hash
    )
    SELECT count(*) AS facts, min(at) AS first_at, max(at) AS last_at,
        (array_agg(hash) FILTER (WHERE seq = NEW.last_seq))[1] AS hash,
        (SELECT count(*) FROM packed) AS told
    INTO found FROM gone;
    IF (found.facts, found.told, found.first_at, found.last_at, found.hash)
        IS DISTINCT FROM (wanted, wanted, NEW.first_at, NEW.last_at, NEW.hash) THEN
        RAISE EXCEPTION 'dispatch: a pack of % is not what its rows are', NEW.stream USING ERRCODE = 'restrict_violation';
    END IF;
    WITH packed AS (
        SELECT NEW.ids[(e ->> 0)::int] AS id, e ->> 1 AS name, (e ->> 2)::bigint AS user_id, (e ->> 3)::bigint AS device_id,
            e ->> 4 AS label, (e ->> 5)::bigint AS at, (e ->> 6)::int AS facts, (e -> 7)::jsonb AS outcome
        FROM json_array_elements(NEW.commands::json) e
    ), gone AS (
        DELETE FROM dispatch_command c USING packed k
        WHERE c.id = k.id AND c.name = k.name AND c.state = 'done' AND c.facts = k.facts AND c.outcome = k.outcome AND c.label = k.label
            AND c.user_id IS NOT DISTINCT FROM k.user_id AND c.device_id IS NOT DISTINCT FROM k.device_id
            AND (extract(epoch FROM c.at) * 1000000)::bigint = k.at
        RETURNING c.id
    )
    SELECT count(*) INTO commands_found FROM gone;
    IF commands_found <> commands_wanted THEN
        RAISE EXCEPTION 'dispatch: the commands in a pack of % are not what their rows are', NEW.stream
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER dispatch_pack_takes_rows AFTER INSERT ON dispatch_pack
    FOR EACH ROW EXECUTE FUNCTION dispatch_pack_takes_rows();
CREATE TRIGGER dispatch_pack_is_for_ever BEFORE UPDATE OR DELETE ON dispatch_pack
    FOR EACH ROW EXECUTE FUNCTION dispatch_forbidden();
CREATE TRIGGER dispatch_pack_untruncatable BEFORE TRUNCATE ON dispatch_pack
    FOR EACH STATEMENT EXECUTE FUNCTION dispatch_no_truncate();

-- Rows go by the trigger of a pack, and in no other way.
DROP TRIGGER dispatch_fact_undeletable ON dispatch_fact;
DROP TRIGGER dispatch_command_undeletable ON dispatch_command;
CREATE TRIGGER dispatch_fact_undeletable BEFORE DELETE ON dispatch_fact
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION dispatch_forbidden();
CREATE TRIGGER dispatch_command_undeletable BEFORE DELETE ON dispatch_command
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION dispatch_forbidden();
"""

BACKWARD = """
-- What is packed lies nowhere else.
DO $$ BEGIN
    IF EXISTS (SELECT FROM dispatch_pack) THEN
        RAISE EXCEPTION 'dispatch: rows were packed; go back by a backup' USING ERRCODE = 'restrict_violation';
    END IF;
END $$;
DROP TRIGGER dispatch_fact_undeletable ON dispatch_fact;
DROP TRIGGER dispatch_command_undeletable ON dispatch_command;
CREATE TRIGGER dispatch_fact_undeletable BEFORE DELETE ON dispatch_fact
    FOR EACH ROW EXECUTE FUNCTION dispatch_forbidden();
CREATE TRIGGER dispatch_command_undeletable BEFORE DELETE ON dispatch_command
    FOR EACH ROW EXECUTE FUNCTION dispatch_forbidden();
DROP TRIGGER dispatch_pack_takes_rows ON dispatch_pack;
DROP TRIGGER dispatch_pack_is_for_ever ON dispatch_pack;
DROP TRIGGER dispatch_pack_untruncatable ON dispatch_pack;
DROP FUNCTION dispatch_pack_takes_rows();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('dispatch', '0003_readers'),
    ]

    operations = [
        # whose facts a command recorded is asked for a hand's proof, and whenever one goes into a pack
        migrations.AlterField(
            model_name='fact',
            name='command',
            field=models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='dispatch.command'),
        ),
        migrations.CreateModel(
            name='Pack',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stream', models.TextField()),
                ('first_seq', models.BigIntegerField()),
                ('last_seq', models.BigIntegerField()),
                ('first_at', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
                ('hash', models.BinaryField(max_length=32)),
                ('ids', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
                ('facts', models.TextField()),
                ('commands', models.TextField()),
            ],
            options={
                'indexes': [models.Index(fields=['stream', 'last_at'], name='dispatch_pack_by_time')],
                'constraints': [models.UniqueConstraint(fields=('stream', 'first_seq'), name='dispatch_pack_once'), models.CheckConstraint(condition=models.Q(('first_seq__gte', 1), ('last_seq__gte', models.F('first_seq'))), name='dispatch_pack_order')],
            },
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
