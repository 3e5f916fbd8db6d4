"""What pays for an entry that waits for the document leaves its wallet by no other way: asked wherever a wallet shrinks.

Whoever pays ahead at that moment holds the wallet, or waits for it: we see what they have committed.
"""

from django.db import migrations

STAYS = """
CREATE FUNCTION tournaments_paid_ahead_stays() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off
AS $$
DECLARE
    ahead bigint;
    waiting jsonb;
BEGIN
    SELECT sum(t.amount_cents), jsonb_agg(r.id ORDER BY r.id) INTO ahead, waiting
    FROM ledger_transfer t
    CROSS JOIN LATERAL (
        SELECT o.id FROM tournaments_registration o
        WHERE o.id = split_part(t.reference, ':', 2)::bigint AND o.state = 'pending' AND o.paid_at IS NOT NULL
        OFFSET 0
    ) r
    WHERE t.credit_account_id = NEW.id AND t.reference LIKE 'registration:%' AND t.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_transfer b WHERE b.reverses_id = t.id);
    IF NEW.balance_cents < ahead THEN
        -- numbers only: the server's log keeps them
        RAISE EXCEPTION 'what of account % pays for registrations would be spent', NEW.id
            USING ERRCODE = 'check_violation', TABLE = 'ledger_account', CONSTRAINT = 'ledger_account_paid_ahead',
                  DETAIL = jsonb_build_object(
                      'player_id', NEW.player_id, 'unit', NEW.unit, 'registrations', waiting, 'ahead_cents', ahead,
                      'free_cents', greatest(OLD.balance_cents - ahead, 0))::text;
    END IF;
    RETURN NULL;
END $$;

-- The conditions stand in WHEN: a wallet that grows, and a table, call no function.
CREATE TRIGGER tournaments_paid_ahead_stays AFTER UPDATE OF balance_cents ON ledger_account
    FOR EACH ROW WHEN (NEW.kind = 'player' AND NEW.balance_cents < OLD.balance_cents)
    EXECUTE FUNCTION tournaments_paid_ahead_stays();
"""

GOES = """
DROP TRIGGER tournaments_paid_ahead_stays ON ledger_account;
DROP FUNCTION tournaments_paid_ahead_stays();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0041_phone_money"), ("ledger", "0011_paid_ahead")]

    operations = [migrations.RunSQL(STAYS, GOES)]
