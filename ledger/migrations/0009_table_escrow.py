from django.db import migrations, models

CHECKS = """
ALTER TABLE ledger_account
    DROP CONSTRAINT ledger_account_owner_fits_kind,
    DROP CONSTRAINT ledger_account_powers_fit_kind;
ALTER TABLE ledger_account
    ADD CONSTRAINT ledger_account_owner_fits_kind CHECK ({no_table}CASE
        WHEN kind = 'player'
            THEN player_id IS NOT NULL AND num_nonnulls(venue_id, tournament_id, season_id) = 0
        WHEN kind IN ('prize_pool', 'bounty_pool', 'prizes_payable', 'staff_fund', 'house', 'administration',
                      'surcharge', 'overlay', 'owed')
            THEN num_nulls(venue_id, tournament_id) = 0 AND num_nonnulls(player_id, season_id) = 0
        WHEN kind = 'ranking_fund'
            THEN venue_id IS NOT NULL AND num_nonnulls(tournament_id, player_id) = 0
        WHEN kind IN ('tickets', 'adjustment', 'cash_drawer', 'card_clearing', 'bank'{of_venue})
            THEN venue_id IS NOT NULL AND num_nonnulls(tournament_id, player_id, season_id) = 0
        ELSE false END),
    ADD CONSTRAINT ledger_account_powers_fit_kind CHECK (
        keeps_balance = (kind IN ('player'{keeps}))
        AND may_overdraw = (kind IN ('house', 'administration', 'surcharge', 'overlay', 'adjustment',
                                     'cash_drawer', 'card_clearing', 'bank', 'owed'{overdraws})));
"""
WITH_TABLES = (
    CHECKS.replace("{no_table}", "(kind = 'table_escrow') = (play_table_id IS NOT NULL) AND ")
    .replace("{of_venue}", ", 'table_escrow', 'rake'")
    .replace("{keeps}", ", 'table_escrow'")
    .replace("{overdraws}", ", 'rake'")
)
WITHOUT_TABLES = (
    CHECKS.replace("{no_table}", "").replace("{of_venue}", "").replace("{keeps}", "").replace("{overdraws}", "")
)

# an account keeps its table, too
MOVES = """
DROP TRIGGER ledger_account_moves_by_transfers ON ledger_account;
CREATE TRIGGER ledger_account_moves_by_transfers BEFORE UPDATE ON ledger_account
    FOR EACH ROW WHEN (pg_trigger_depth() = 0
        OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.unit <> OLD.unit
        OR NEW.may_overdraw <> OLD.may_overdraw OR NEW.keeps_balance <> OLD.keeps_balance
        OR NEW.venue_id IS DISTINCT FROM OLD.venue_id OR NEW.tournament_id IS DISTINCT FROM OLD.tournament_id
        OR NEW.player_id IS DISTINCT FROM OLD.player_id OR NEW.season_id IS DISTINCT FROM OLD.season_id{more})
    EXECUTE FUNCTION ledger_refuse_rewriting();
"""
KEEPS_TABLE = MOVES.replace("{more}", "\n        OR NEW.play_table_id IS DISTINCT FROM OLD.play_table_id")


class Migration(migrations.Migration):
    """What lies on a cash table, and the house's share of it."""

    dependencies = [("ledger", "0008_by_moment")]

    operations = [
        migrations.RemoveConstraint(model_name="account", name="ledger_account_once"),
        migrations.AddField(
            model_name="account",
            name="play_table_id",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='account',
            name='kind',
            field=models.CharField(choices=[('player', 'player'), ('prize_pool', 'prize_pool'), ('bounty_pool', 'bounty_pool'), ('prizes_payable', 'prizes_payable'), ('staff_fund', 'staff_fund'), ('ranking_fund', 'ranking_fund'), ('house', 'house'), ('administration', 'administration'), ('surcharge', 'surcharge'), ('overlay', 'overlay'), ('owed', 'owed'), ('table_escrow', 'table_escrow'), ('rake', 'rake'), ('adjustment', 'adjustment'), ('cash_drawer', 'cash_drawer'), ('card_clearing', 'card_clearing'), ('bank', 'bank')], max_length=20),
        ),
        migrations.RunSQL(WITH_TABLES, WITHOUT_TABLES),
        migrations.RunSQL(KEEPS_TABLE, MOVES.replace("{more}", "")),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                fields=("tournament_id", "kind", "venue_id", "season_id", "player_id", "play_table_id", "unit"),
                name="ledger_account_once",
                nulls_distinct=False,
            ),
        ),
    ]
