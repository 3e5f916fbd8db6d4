"""Every read of payouts."""

from ledger.queries import bounties_of_player
from payouts.queries.awards import award_view, awards_of_player, awards_view, open_prizes_of, owed_of
from payouts.queries.bounties import bounties_taken, bounty_of, heads_behind, open_bounties, shares_of
from payouts.queries.deals import deal_in_vote, deal_of_player, deal_preview, deals_view, share_by_deal
from payouts.queries.money import money_view
from payouts.queries.prizes import amounts_of, places_paid, pool_without, prizes_payload
from payouts.queries.refunding import cancel_tournament_preview
from payouts.queries.reopening import end_of, finish_undo_preview
from payouts.queries.repaying import (
    give_back_undo_preview,
    given_back,
    open_repayments,
    repayments_of_player,
    repayments_view,
)
from payouts.queries.reserved import reserved_of
from payouts.queries.season import (
    points_by_entry,
    points_of,
    ranks_without,
    scored_lately,
    scores_of_player,
    season_row,
    season_table,
    seasons_of_player,
)

__all__ = [
    "amounts_of",
    "award_view",
    "awards_of_player",
    "awards_view",
    "bounties_of_player",
    "bounties_taken",
    "bounty_of",
    "cancel_tournament_preview",
    "deal_in_vote",
    "deal_of_player",
    "deal_preview",
    "deals_view",
    "end_of",
    "finish_undo_preview",
    "give_back_undo_preview",
    "given_back",
    "heads_behind",
    "money_view",
    "open_bounties",
    "open_prizes_of",
    "open_repayments",
    "owed_of",
    "places_paid",
    "points_by_entry",
    "points_of",
    "pool_without",
    "prizes_payload",
    "ranks_without",
    "repayments_of_player",
    "repayments_view",
    "reserved_of",
    "scored_lately",
    "scores_of_player",
    "season_row",
    "season_table",
    "seasons_of_player",
    "share_by_deal",
    "shares_of",
]
