from django.db import migrations, models

CHECKS = """
ALTER TABLE ledger_account
    DROP CONSTRAINT ledger_account_owner_fits_kind,
    DROP CONSTRAINT ledger_account_powers_fit_kind;
ALTER TABLE ledger_account
    ADD CONSTRAINT ledger_account_owner_fits_kind CHECK (CASE
        WHEN kind = 'player'
            THEN player_id IS NOT NULL AND num_nonnulls(venue_id, tournament_id, season_id) = 0
        WHEN kind IN ('prize_pool', 'bounty_pool', 'prizes_payable', 'staff_fund', 'house', 'administration',
                      'surcharge', 'overlay'{more})
            THEN num_nulls(venue_id, tournament_id) = 0 AND num_nonnulls(player_id, season_id) = 0
        WHEN kind = 'ranking_fund'
            THEN venue_id IS NOT NULL AND num_nonnulls(tournament_id, player_id) = 0
        WHEN kind IN ('tickets', 'adjustment', 'cash_drawer', 'card_clearing', 'bank')
            THEN venue_id IS NOT NULL AND num_nonnulls(tournament_id, player_id, season_id) = 0
        ELSE false END),
    ADD CONSTRAINT ledger_account_powers_fit_kind CHECK (
        keeps_balance = (kind = 'player')
        AND may_overdraw = (kind IN ('house', 'administration', 'surcharge', 'overlay', 'adjustment',
                                     'cash_drawer', 'card_clearing', 'bank'{more})));
"""


class Migration(migrations.Migration):
    """What players owe for chips that they have already."""

    dependencies = [("ledger", "0006_no_tickets")]

    operations = [
        migrations.RunSQL(CHECKS.replace("{more}", ", 'owed'"), CHECKS.replace("{more}", "")),
        migrations.AlterField(
            model_name='account',
            name='kind',
            field=models.CharField(choices=[('player', 'player'), ('prize_pool', 'prize_pool'), ('bounty_pool', 'bounty_pool'), ('prizes_payable', 'prizes_payable'), ('staff_fund', 'staff_fund'), ('ranking_fund', 'ranking_fund'), ('house', 'house'), ('administration', 'administration'), ('surcharge', 'surcharge'), ('overlay', 'overlay'), ('owed', 'owed'), ('adjustment', 'adjustment'), ('cash_drawer', 'cash_drawer'), ('card_clearing', 'card_clearing'), ('bank', 'bank')], max_length=20),
        ),
    ]
