"""A debit of a pool or fund sums it only when its floor would not do: prizes cost the same in any field."""

from django.db import migrations, models

WITH_FLOOR = """
-- Its plans are kept for a whole session: the one made for ten thousand rows must also do for one.
CREATE OR REPLACE FUNCTION ledger_transfer_posted() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    touched bigint[];
    moved bigint[];
    summed bigint[];
    account bigint;
    balance numeric;
BEGIN
    IF EXISTS (
        SELECT FROM posted p JOIN ledger_transfer o ON o.id = p.reverses_id
        WHERE (p.debit_account_id, p.credit_account_id, p.amount_cents, p.unit)
            IS DISTINCT FROM (o.credit_account_id, o.debit_account_id, o.amount_cents, o.unit)
    ) THEN
        RAISE EXCEPTION 'a reversal swaps the accounts of what it reverses, for the same amount'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_transfer_reverses_whole';
    END IF;

    -- The money table of a tournament is exact because each transfer belongs to one tournament at most.
    IF EXISTS (
        SELECT FROM posted p
        JOIN ledger_account d ON d.id = p.debit_account_id
        JOIN ledger_account c ON c.id = p.credit_account_id
        WHERE coalesce(d.tournament_id, p.tournament_id) IS DISTINCT FROM p.tournament_id
           OR coalesce(c.tournament_id, p.tournament_id) IS DISTINCT FROM p.tournament_id
    ) THEN
        RAISE EXCEPTION 'a transfer touches the accounts of one tournament and is booked to it'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_transfer_one_tournament';
    END IF;

    -- What this statement uses up, locked in one order: wallets that change, and pools and funds that shrink.
    SELECT array_agg(l.id), array_agg(l.cents), array_agg(l.id) FILTER (WHERE NOT l.keeps_balance)
    INTO touched, moved, summed
    FROM (
        SELECT a.id, a.keeps_balance, d.cents::bigint AS cents
        FROM (
            SELECT account_id, sum(cents) AS cents
            FROM (
                SELECT credit_account_id AS account_id, amount_cents AS cents FROM posted
                UNION ALL
                SELECT debit_account_id, -amount_cents FROM posted
            ) side
            GROUP BY account_id
            HAVING sum(cents) <> 0
        ) d
        JOIN ledger_account a ON a.id = d.account_id
        WHERE a.keeps_balance OR (d.cents < 0 AND NOT a.may_overdraw)
        ORDER BY a.id
        FOR NO KEY UPDATE OF a
    ) l;

    IF touched IS NULL THEN
        RETURN NULL;
    END IF;

    UPDATE ledger_account a
    SET balance_cents = a.balance_cents + d.cents
    FROM unnest(touched, moved) AS d (id, cents)
    WHERE a.id = d.id AND a.keeps_balance;

    -- All that lowers such an account comes through here, under its lock, and lowers the floor as well; what raises
    -- it leaves the floor alone. So the floor never passes the balance, and is raised to it when it would not do.
    FOREACH account IN ARRAY coalesce(summed, '{}') LOOP
        SELECT a.floor_cents + d.cents INTO balance
        FROM ledger_account a JOIN unnest(touched, moved) AS d (id, cents) ON d.id = a.id
        WHERE a.id = account;
        IF balance IS NULL OR balance < 0 THEN
            SELECT coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE credit_account_id = account), 0)
                 - coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE debit_account_id = account), 0)
            INTO balance;
        END IF;
        IF balance < 0 THEN
            RAISE EXCEPTION 'account % would be overdrawn by %', account, -balance
                USING ERRCODE = 'check_violation', TABLE = 'ledger_account',
                      CONSTRAINT = 'ledger_account_not_overdrawn';
        END IF;
        UPDATE ledger_account SET floor_cents = balance WHERE id = account;
    END LOOP;
    RETURN NULL;
END $$;
"""

WITHOUT_FLOOR = """
CREATE OR REPLACE FUNCTION ledger_transfer_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched bigint[];
    moved bigint[];
    summed bigint[];
    account bigint;
    balance numeric;
BEGIN
    IF EXISTS (
        SELECT FROM posted p JOIN ledger_transfer o ON o.id = p.reverses_id
        WHERE (p.debit_account_id, p.credit_account_id, p.amount_cents, p.unit)
            IS DISTINCT FROM (o.credit_account_id, o.debit_account_id, o.amount_cents, o.unit)
    ) THEN
        RAISE EXCEPTION 'a reversal swaps the accounts of what it reverses, for the same amount'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_transfer_reverses_whole';
    END IF;

    -- The money table of a tournament is exact because each transfer belongs to one tournament at most.
    IF EXISTS (
        SELECT FROM posted p
        JOIN ledger_account d ON d.id = p.debit_account_id
        JOIN ledger_account c ON c.id = p.credit_account_id
        WHERE coalesce(d.tournament_id, p.tournament_id) IS DISTINCT FROM p.tournament_id
           OR coalesce(c.tournament_id, p.tournament_id) IS DISTINCT FROM p.tournament_id
    ) THEN
        RAISE EXCEPTION 'a transfer touches the accounts of one tournament and is booked to it'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_transfer_one_tournament';
    END IF;

    -- What this statement uses up, locked in one order: wallets that change, and pools and funds that shrink.
    SELECT array_agg(l.id), array_agg(l.cents), array_agg(l.id) FILTER (WHERE NOT l.keeps_balance)
    INTO touched, moved, summed
    FROM (
        SELECT a.id, a.keeps_balance, d.cents::bigint AS cents
        FROM (
            SELECT account_id, sum(cents) AS cents
            FROM (
                SELECT credit_account_id AS account_id, amount_cents AS cents FROM posted
                UNION ALL
                SELECT debit_account_id, -amount_cents FROM posted
            ) side
            GROUP BY account_id
            HAVING sum(cents) <> 0
        ) d
        JOIN ledger_account a ON a.id = d.account_id
        WHERE a.keeps_balance OR (d.cents < 0 AND NOT a.may_overdraw)
        ORDER BY a.id
        FOR NO KEY UPDATE OF a
    ) l;

    IF touched IS NULL THEN
        RETURN NULL;
    END IF;

    UPDATE ledger_account a
    SET balance_cents = a.balance_cents + d.cents
    FROM unnest(touched, moved) AS d (id, cents)
    WHERE a.id = d.id AND a.keeps_balance;

    IF summed IS NOT NULL THEN
        -- A later snapshot than the lock is needed to see what others took out before us.
        IF current_setting('transaction_isolation') <> 'read committed' THEN
            RAISE EXCEPTION 'debits of pools and funds need read committed isolation'
                USING ERRCODE = 'invalid_transaction_state';
        END IF;
        FOREACH account IN ARRAY summed LOOP
            SELECT coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE credit_account_id = account), 0)
                 - coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE debit_account_id = account), 0)
            INTO balance;
            IF balance < 0 THEN
                RAISE EXCEPTION 'account % would be overdrawn by %', account, -balance
                    USING ERRCODE = 'check_violation', TABLE = 'ledger_account',
                          CONSTRAINT = 'ledger_account_not_overdrawn';
            END IF;
        END LOOP;
    END IF;
    RETURN NULL;
END $$;
"""

# an account opens without a floor
OPENS = """
DROP TRIGGER ledger_account_opens_empty ON ledger_account;
CREATE TRIGGER ledger_account_opens_empty BEFORE INSERT ON ledger_account
    FOR EACH ROW WHEN (coalesce(NEW.balance_cents, 0) <> 0 OR NEW.floor_cents IS NOT NULL)
    EXECUTE FUNCTION ledger_refuse_rewriting();
"""

OPENED = """
DROP TRIGGER ledger_account_opens_empty ON ledger_account;
CREATE TRIGGER ledger_account_opens_empty BEFORE INSERT ON ledger_account
    FOR EACH ROW WHEN (coalesce(NEW.balance_cents, 0) <> 0) EXECUTE FUNCTION ledger_refuse_rewriting();
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_law")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="floor_cents",
            field=models.BigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.RunSQL(OPENS, OPENED),
        migrations.RunSQL(WITH_FLOOR, WITHOUT_FLOOR),
    ]
