"""The law of the ledger, kept by the database itself.

- Foreign keys on (account, unit): a transfer and both its accounts speak of one unit.
- A transfer is for ever; an account keeps its identity for ever; neither table can be emptied.
- A wallet's stored balance follows its transfers, in the statement that posts them, and by nothing else.
- An account that may not overdraw never falls below zero: wallets by a check on the stored balance; others are
  summed when a statement takes out more than it puts in, under a lock that only such statements take, so that
  money flowing *into* a prize pool never waits for anybody.
"""

from django.db import migrations

LAW = """
ALTER TABLE ledger_transfer
    ADD CONSTRAINT ledger_transfer_debit_in_unit
        FOREIGN KEY (debit_account_id, unit) REFERENCES ledger_account (id, unit),
    ADD CONSTRAINT ledger_transfer_credit_in_unit
        FOREIGN KEY (credit_account_id, unit) REFERENCES ledger_account (id, unit);

ALTER TABLE ledger_account
    ADD CONSTRAINT ledger_account_owner_fits_kind CHECK (CASE
        WHEN kind = 'player'
            THEN player_id IS NOT NULL AND num_nonnulls(venue_id, tournament_id, season_id) = 0
        WHEN kind IN ('prize_pool', 'bounty_pool', 'prizes_payable', 'staff_fund', 'house', 'administration',
                      'surcharge', 'overlay')
            THEN num_nulls(venue_id, tournament_id) = 0 AND num_nonnulls(player_id, season_id) = 0
        WHEN kind = 'ranking_fund'
            THEN venue_id IS NOT NULL AND num_nonnulls(tournament_id, player_id) = 0
        WHEN kind IN ('tickets', 'adjustment', 'cash_drawer', 'card_clearing', 'bank')
            THEN venue_id IS NOT NULL AND num_nonnulls(tournament_id, player_id, season_id) = 0
        ELSE false END),
    ADD CONSTRAINT ledger_account_powers_fit_kind CHECK (
        keeps_balance = (kind = 'player')
        AND may_overdraw = (kind IN ('house', 'administration', 'surcharge', 'overlay', 'adjustment',
                                     'cash_drawer', 'card_clearing', 'bank')));

CREATE FUNCTION ledger_refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is against the law of the ledger: correct with a new transfer',
        lower(TG_OP), TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_is_for_ever';
END $$;

-- A whole table is emptied only in a test database (its name starts with test_).
CREATE FUNCTION ledger_refuse_emptying() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_database() NOT LIKE 'test\\_%' THEN
        RAISE EXCEPTION 'truncate of % is against the law of the ledger', TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_is_for_ever';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_transfer_is_for_ever BEFORE UPDATE OR DELETE ON ledger_transfer
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse_rewriting();
CREATE TRIGGER ledger_transfer_not_emptied BEFORE TRUNCATE ON ledger_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_emptying();
CREATE TRIGGER ledger_account_is_for_ever BEFORE DELETE ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse_rewriting();
CREATE TRIGGER ledger_account_not_emptied BEFORE TRUNCATE ON ledger_account
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_emptying();

-- The conditions stand in WHEN, so that ten thousand wallets moving in one statement call no function. There,
-- depth 0 is a statement of a client, and deeper is the statement of ledger_transfer_posted.
CREATE TRIGGER ledger_account_opens_empty BEFORE INSERT ON ledger_account
    FOR EACH ROW WHEN (coalesce(NEW.balance_cents, 0) <> 0) EXECUTE FUNCTION ledger_refuse_rewriting();
CREATE TRIGGER ledger_account_moves_by_transfers BEFORE UPDATE ON ledger_account
    FOR EACH ROW WHEN (pg_trigger_depth() = 0
        OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.unit <> OLD.unit
        OR NEW.may_overdraw <> OLD.may_overdraw OR NEW.keeps_balance <> OLD.keeps_balance
        OR NEW.venue_id IS DISTINCT FROM OLD.venue_id OR NEW.tournament_id IS DISTINCT FROM OLD.tournament_id
        OR NEW.player_id IS DISTINCT FROM OLD.player_id OR NEW.season_id IS DISTINCT FROM OLD.season_id)
    EXECUTE FUNCTION ledger_refuse_rewriting();

-- Room beside each wallet for its next balance, so that no index is touched.
ALTER TABLE ledger_account SET (fillfactor = 60);

CREATE FUNCTION ledger_transfer_posted() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER ledger_transfer_posted AFTER INSERT ON ledger_transfer
    REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_posted();
"""

NO_LAW = """
DROP TRIGGER ledger_transfer_posted ON ledger_transfer;
DROP TRIGGER ledger_transfer_is_for_ever ON ledger_transfer;
DROP TRIGGER ledger_transfer_not_emptied ON ledger_transfer;
DROP TRIGGER ledger_account_is_for_ever ON ledger_account;
DROP TRIGGER ledger_account_not_emptied ON ledger_account;
DROP TRIGGER ledger_account_opens_empty ON ledger_account;
DROP TRIGGER ledger_account_moves_by_transfers ON ledger_account;
ALTER TABLE ledger_account RESET (fillfactor);
DROP FUNCTION ledger_transfer_posted();
DROP FUNCTION ledger_refuse_rewriting();
DROP FUNCTION ledger_refuse_emptying();
ALTER TABLE ledger_account
    DROP CONSTRAINT ledger_account_owner_fits_kind, DROP CONSTRAINT ledger_account_powers_fit_kind;
ALTER TABLE ledger_transfer
    DROP CONSTRAINT ledger_transfer_debit_in_unit, DROP CONSTRAINT ledger_transfer_credit_in_unit;
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]

    operations = [migrations.RunSQL(LAW, NO_LAW)]
