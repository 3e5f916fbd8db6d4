"""The wallets of one statement change in one statement: ten thousand prizes cost a tenth of what they did."""

from importlib import import_module

from django.db import migrations

BEFORE = import_module("ledger.migrations.0004_look_ups").LOOK_UPS

ONE_BY_ONE = """
    FOR i IN 1 .. array_length(touched, 1) LOOP
        UPDATE ledger_account a SET balance_cents = a.balance_cents + moved[i]
        WHERE a.id = touched[i] AND a.keeps_balance;
    END LOOP;
"""

# All of them are locked, so that none is anywhere else by now: each is found by index and written where it lies,
# which leaves the planner nothing to choose.
AT_ONCE = """
    UPDATE ledger_account a SET balance_cents = a.balance_cents + w.cents
    FROM (
        SELECT o.place, d.cents
        FROM unnest(touched, moved) AS d (id, cents)
        CROSS JOIN LATERAL (
            SELECT l.ctid AS place FROM ledger_account l WHERE l.id = d.id AND l.keeps_balance OFFSET 0
        ) o
    ) w
    WHERE a.ctid = w.place;
"""

PLANS = "SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off"

assert ONE_BY_ONE in BEFORE and PLANS in BEFORE


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_look_ups")]

    operations = [
        migrations.RunSQL(
            BEFORE.replace(ONE_BY_ONE, AT_ONCE).replace(PLANS, f"{PLANS} SET enable_memoize = off"), BEFORE
        )
    ]
