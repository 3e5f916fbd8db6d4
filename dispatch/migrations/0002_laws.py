"""The laws of the log, kept by the database whoever writes to it."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION dispatch_forbidden() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'dispatch: % of % is forbidden', lower(TG_OP), TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;

-- A whole table is emptied only in a test database (its name starts with test_).
CREATE FUNCTION dispatch_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_database() NOT LIKE 'test\\_%' THEN
        RAISE EXCEPTION 'dispatch: truncate of % is forbidden', TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

-- The conditions stand in WHEN, so that a lawful write calls no function at all.
CREATE TRIGGER dispatch_fact_undeletable BEFORE DELETE ON dispatch_fact
    FOR EACH ROW EXECUTE FUNCTION dispatch_forbidden();
CREATE TRIGGER dispatch_fact_sealed_once BEFORE UPDATE ON dispatch_fact
    FOR EACH ROW WHEN (NOT (
        OLD.seq IS NULL AND OLD.hash IS NULL AND NEW.seq IS NOT NULL AND NEW.hash IS NOT NULL
        AND NEW.id = OLD.id AND NEW.command_id = OLD.command_id AND NEW.stream = OLD.stream
        AND NEW.kind = OLD.kind AND NEW.at = OLD.at AND NEW.audience = OLD.audience
        AND NEW.body = OLD.body AND NEW.touches = OLD.touches))
    EXECUTE FUNCTION dispatch_forbidden();
CREATE TRIGGER dispatch_fact_untruncatable BEFORE TRUNCATE ON dispatch_fact
    FOR EACH STATEMENT EXECUTE FUNCTION dispatch_no_truncate();

CREATE TRIGGER dispatch_command_undeletable BEFORE DELETE ON dispatch_command
    FOR EACH ROW EXECUTE FUNCTION dispatch_forbidden();
CREATE TRIGGER dispatch_command_decided_once BEFORE UPDATE ON dispatch_command
    FOR EACH ROW WHEN (NOT (
        OLD.state = 'open' AND NEW.state <> 'open'
        AND NEW.id = OLD.id AND NEW.name = OLD.name AND NEW.digest = OLD.digest AND NEW.at = OLD.at
        AND NEW.user_id IS NOT DISTINCT FROM OLD.user_id AND NEW.device_id IS NOT DISTINCT FROM OLD.device_id
        AND NEW.label = OLD.label))
    EXECUTE FUNCTION dispatch_forbidden();
CREATE TRIGGER dispatch_command_untruncatable BEFORE TRUNCATE ON dispatch_command
    FOR EACH STATEMENT EXECUTE FUNCTION dispatch_no_truncate();

CREATE TRIGGER dispatch_stream_undeletable BEFORE DELETE ON dispatch_stream
    FOR EACH ROW EXECUTE FUNCTION dispatch_forbidden();
CREATE TRIGGER dispatch_stream_forward BEFORE UPDATE ON dispatch_stream
    FOR EACH ROW WHEN (NOT (
        NEW.name = OLD.name AND NEW.published_seq >= OLD.published_seq
        AND (NEW.seq > OLD.seq OR (NEW.seq = OLD.seq AND NEW.hash = OLD.hash))))
    EXECUTE FUNCTION dispatch_forbidden();
CREATE TRIGGER dispatch_stream_untruncatable BEFORE TRUNCATE ON dispatch_stream
    FOR EACH STATEMENT EXECUTE FUNCTION dispatch_no_truncate();
"""

BACKWARD = """
DROP TRIGGER dispatch_fact_undeletable ON dispatch_fact;
DROP TRIGGER dispatch_fact_sealed_once ON dispatch_fact;
DROP TRIGGER dispatch_fact_untruncatable ON dispatch_fact;
DROP TRIGGER dispatch_command_undeletable ON dispatch_command;
DROP TRIGGER dispatch_command_decided_once ON dispatch_command;
DROP TRIGGER dispatch_command_untruncatable ON dispatch_command;
DROP TRIGGER dispatch_stream_undeletable ON dispatch_stream;
DROP TRIGGER dispatch_stream_forward ON dispatch_stream;
DROP TRIGGER dispatch_stream_untruncatable ON dispatch_stream;
DROP FUNCTION dispatch_forbidden();
DROP FUNCTION dispatch_no_truncate();
"""


class Migration(migrations.Migration):
    dependencies = [("dispatch", "0001_commands_facts_streams")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
