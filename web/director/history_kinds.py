"""Which facts each kind of the history shows."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.facts.clock import CLOCK_WENT_ON_KINDS

# what each choice above the history shows
KINDS: Mapping[str, tuple[str, ...]] = {
    "tables": (
        *("player_eliminated", "elimination_undone", "disqualification_lifted", "disqualification_restored"),
        *("takers_named", "takers_naming_undone", "player_seated", "move_undone", "alternates_seated"),
        *("table_opened", "table_broken", "break_undone", "table_halted", "table_resumed", "tables_redrawn"),
        *("seat_verified", "table_verified", "verification_undone", "positions_recorded", "hand_done"),
        *("chips_counted", "chips_corrected", "away_set", "penalty_given", "penalty_hand_served"),
        *("hand_taken_back", "chips_brought"),
        *("penalty_undone", "ruling_logged", "hand_for_hand_started", "hand_for_hand_ended", "hand_charged"),
        *("hand_for_hand_round_completed", "lines_lost_together", "lines_back"),
    ),
    "money": (
        *(
            "payment_noted",
            "payment_struck",
            "payment_method_corrected",
            "player_entered",
            "player_re_entered",
            "entry_paid",
            "entry_cancelled",
            "entry_refunded",
            "re_entry_undone",
        ),
        *("entry_transferred", "entries_closed", "chips_bought", "chips_taken_back", "purchase_paid"),
        *(
            "purchase_refunded",
            "order_made",
            "order_sold",
            "order_withdrawn",
            "rebuy_owed",
            "rebuy_debt_paid",
        ),
        *("rebuy_debt_written_off", "rebuy_owed_again", "prizes_fixed", "prize_awarded", "prize_taken_back"),
        *("prize_credited", "prize_withdrawn", "prize_paid", "prize_payment_undone", "money_given_back"),
        *("giving_back_undone", "fund_paid", "bounty_won", "bounty_returned", "bounty_taken_back"),
        *("deal_proposed", "deal_made", "deal_vetoed", "deal_withdrawn", "tournament_refunded"),
        *("tournament_finished", "finish_undone"),
    ),
    "clock": (
        *CLOCK_WENT_ON_KINDS,
        *("level_announced", "clock_started"),
    ),
    "settings": (
        *("tournament_drafted", "tournament_changed", "tournament_published", "registration_opened"),
        *(
            "tournament_postponed",
            "tournament_cancelled",
            "tournament_started",
            "level_edited",
            "screens_told",
        ),
    ),
}
