from django.db import migrations, models

FORWARD = """
-- The rows are compared with the text, as before; then the text goes, and what stays are its bytes and the digest of the text, both for ever.
DROP TRIGGER dispatch_pack_takes_rows ON dispatch_pack;
CREATE OR REPLACE FUNCTION dispatch_pack_takes_rows() RETURNS trigger LANGUAGE plpgsql AS $$
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
    IF NEW.squeezed IS NOT NULL THEN
        IF NEW.digest IS DISTINCT FROM sha256(convert_to(NEW.facts || chr(31) || NEW.commands, 'UTF8')) THEN
            RAISE EXCEPTION 'dispatch: the digest of a pack of % is not that of its text', NEW.stream USING ERRCODE = 'restrict_violation';
        END IF;
        NEW.facts := '';
        NEW.commands := '';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER dispatch_pack_takes_rows BEFORE INSERT ON dispatch_pack
    FOR EACH ROW EXECUTE FUNCTION dispatch_pack_takes_rows();
-- they are squeezed already
ALTER TABLE dispatch_pack ALTER COLUMN squeezed SET STORAGE EXTERNAL;
"""

BACKWARD = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM dispatch_pack WHERE squeezed IS NOT NULL) THEN
        RAISE EXCEPTION 'dispatch: packs were squeezed; go back by a backup' USING ERRCODE = 'restrict_violation';
    END IF;
END $$;
DROP TRIGGER dispatch_pack_takes_rows ON dispatch_pack;
CREATE OR REPLACE FUNCTION dispatch_pack_takes_rows() RETURNS trigger LANGUAGE plpgsql AS $$
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
"""


class Migration(migrations.Migration):

    dependencies = [
        ('dispatch', '0004_packs'),
    ]

    operations = [
        migrations.AddField(
            model_name='pack',
            name='squeezed',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='pack',
            name='digest',
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddConstraint(
            model_name='pack',
            constraint=models.CheckConstraint(condition=models.Q(('digest__isnull', True), ('squeezed__isnull', True)) | models.Q(('commands', ''), ('digest__isnull', False), ('facts', ''), ('squeezed__isnull', False)), name='dispatch_pack_squeezed'),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
