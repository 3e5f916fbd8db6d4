"""The ledger's trigger looks up by index whatever the planner believes: a stale statistic cost minutes."""

from importlib import import_module

from django.db import migrations

BEFORE = import_module("ledger.migrations.0003_floor").WITH_FLOOR

LOOK_UPS = """
-- Its plans are kept for a whole session: the one made for ten thousand rows must also do for one, and the other way
-- round, whatever the statistics say. So each row posted looks up what it needs by index (OFFSET 0 keeps the planner
-- from turning the look-up into a join that may go the other way about).
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
        SELECT FROM posted p
        CROSS JOIN LATERAL (SELECT * FROM ledger_transfer t WHERE t.id = p.reverses_id OFFSET 0) o
        WHERE p.reverses_id IS NOT NULL AND (p.debit_account_id, p.credit_account_id, p.amount_cents, p.unit)
            IS DISTINCT FROM (o.credit_account_id, o.debit_account_id, o.amount_cents, o.unit)
    ) THEN
        RAISE EXCEPTION 'a reversal swaps the accounts of what it reverses, for the same amount'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_transfer_reverses_whole';
    END IF;

    -- The money table of a tournament is exact because each transfer belongs to one tournament at most.
    IF EXISTS (
        SELECT FROM posted p
        CROSS JOIN LATERAL (SELECT tournament_id FROM ledger_account a WHERE a.id = p.debit_account_id OFFSET 0) d
        CROSS JOIN LATERAL (SELECT tournament_id FROM ledger_account a WHERE a.id = p.credit_account_id OFFSET 0) c
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
        SELECT d.account_id AS id, a.keeps_balance, d.cents::bigint AS cents
        FROM (
            SELECT account_id, sum(cents) AS cents
            FROM (
                SELECT credit_account_id AS account_id, amount_cents AS cents FROM posted
                UNION ALL
                SELECT debit_account_id, -amount_cents FROM posted
            ) side
            GROUP BY account_id
            HAVING sum(cents) <> 0
            ORDER BY account_id
        ) d
        CROSS JOIN LATERAL (
            SELECT o.keeps_balance FROM ledger_account o
            WHERE o.id = d.account_id AND (o.keeps_balance OR (d.cents < 0 AND NOT o.may_overdraw))
            FOR NO KEY UPDATE
        ) a
    ) l;

    IF touched IS NULL THEN
        RETURN NULL;
    END IF;

    FOR i IN 1 .. array_length(touched, 1) LOOP
        UPDATE ledger_account a SET balance_cents = a.balance_cents + moved[i]
        WHERE a.id = touched[i] AND a.keeps_balance;
    END LOOP;

    -- All that lowers such an account comes through here, under its lock, and lowers the floor as well; what raises
    -- it leaves the floor alone. So the floor never passes the balance, and is raised to it when it would not do.
    FOREACH account IN ARRAY coalesce(summed, '{}') LOOP
        SELECT a.floor_cents + moved[array_position(touched, account)] INTO balance
        FROM ledger_account a WHERE a.id = account;
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


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_floor")]

    operations = [migrations.RunSQL(LOOK_UPS, BEFORE)]
