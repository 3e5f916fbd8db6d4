from django.db import migrations, models

CHECKS = """
ALTER TABLE ledger_account
    DROP CONSTRAINT ledger_account_owner_fits_kind,
    DROP CONSTRAINT ledger_account_powers_fit_kind;
ALTER TABLE ledger_account
    ADD CONSTRAINT ledger_account_owner_fits_kind CHECK ((kind = 'table_escrow') = (play_table_id IS NOT NULL) AND CASE
        WHEN kind = 'player'
            THEN player_id IS NOT NULL AND num_nonnulls(venue_id, tournament_id, season_id) = 0
        WHEN kind IN ('prize_pool', 'bounty_pool', 'prizes_payable', 'staff_fund', 'house', 'administration',
                      'surcharge', 'overlay', 'owed')
            THEN num_nulls(venue_id, tournament_id) = 0 AND num_nonnulls(player_id, season_id) = 0
        WHEN kind = 'ranking_fund'
            THEN venue_id IS NOT NULL AND num_nonnulls(tournament_id, player_id) = 0
        WHEN kind IN ('tickets', 'adjustment', 'cash_drawer', 'card_clearing', 'bank', 'table_escrow', 'rake'{more})
            THEN venue_id IS NOT NULL AND num_nonnulls(tournament_id, player_id, season_id) = 0
        ELSE false END),
    ADD CONSTRAINT ledger_account_powers_fit_kind CHECK (
        keeps_balance = (kind IN ('player', 'table_escrow'{more}))
        AND may_overdraw = (kind IN ('house', 'administration', 'surcharge', 'overlay', 'adjustment',
                                     'cash_drawer', 'card_clearing', 'bank', 'owed', 'rake')));
"""


class Migration(migrations.Migration):
    """What the house holds for players outside their balances."""

    dependencies = [("ledger", "0009_table_escrow")]

    operations = [
        migrations.RunSQL(CHECKS.replace("{more}", ", 'set_aside'"), CHECKS.replace("{more}", "")),
        migrations.AlterField(
            model_name="account",
            name="kind",
            field=models.CharField(choices=[('player', 'player'), ('prize_pool', 'prize_pool'), ('bounty_pool', 'bounty_pool'), ('prizes_payable', 'prizes_payable'), ('staff_fund', 'staff_fund'), ('ranking_fund', 'ranking_fund'), ('house', 'house'), ('administration', 'administration'), ('surcharge', 'surcharge'), ('overlay', 'overlay'), ('owed', 'owed'), ('table_escrow', 'table_escrow'), ('rake', 'rake'), ('set_aside', 'set_aside'), ('adjustment', 'adjustment'), ('cash_drawer', 'cash_drawer'), ('card_clearing', 'card_clearing'), ('bank', 'bank')], max_length=20),
        ),
    ]
