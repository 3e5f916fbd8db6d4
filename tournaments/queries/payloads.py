"""What the topics of a tournament send: each a small whole of rows, with the money that belongs to them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.reading import read_once
from payouts.queries import (
    amounts_of,
    awards_of_player,
    bounties_of_player,
    deal_of_player,
    prizes_payload,
    share_by_deal,
    shares_of,
)
from tables.queries.moves import move_to_tell
from tournaments.models import Purchase
from tournaments.queries import field, screens, stacks
from tournaments.queries.debts import owed_by
from tournaments.queries.eliminations import eliminations_payload
from tournaments.queries.entries import entries_payload, player_payload


@read_once
def counts(tournament_id: int, *, seen_at: datetime | None) -> dict[str, Any]:
    """Return how many, how far, and what they play for. seen_at: as the public knows it at this instant; None: as it is. Rule: PT-H.11"""
    found = field.counts_payload(tournament_id, seen_at=seen_at)
    pool = prizes_payload(tournament_id)
    left, paid = found["players_left"], pool["places_paid"]
    closed = pool["fixed"] and found["state"] == "running"
    # the worst place of those who play: nobody is in the money by a hand that other tables still play
    worst = left + found["out_in_hand"]
    return found | {
        "pool_cents": pool["net_cents"],
        "overlay_cents": pool["overlay_cents"],
        "guarantee_funds_cents": pool["guarantee_funds_cents"],
        "places_paid": paid,
        "bubble": closed and left <= paid + 1 and worst > paid,
        "in_the_money": closed and worst <= paid,
    }


def prizes(tournament_id: int) -> dict[str, Any]:
    """Return what each place is worth; a forecast until entries close."""
    return prizes_payload(tournament_id)


def eliminations(tournament_id: int, *, seen_at: datetime | None) -> dict[str, Any]:
    """Return the last ones out with what they won, and who has the bounties of their heads. seen_at: as the public knows it at this instant;
    None: as it is. Rule: PT-H.11
    """
    found = eliminations_payload(tournament_id, seen_at=seen_at)
    won = amounts_of([row["entry_id"] for row in found["rows"]])
    taken = shares_of([row["elimination_id"] for row in found["rows"] if row["elimination_id"]])
    return {
        "rows": [
            {
                **row,
                "amount_cents": won.get(row["entry_id"], 0),
                "bounties": [
                    {"name": share.name, "amount_cents": share.amount_cents}
                    for share in taken.get(row["elimination_id"], ())
                ],
            }
            for row in found["rows"]
        ]
    }


def standings(tournament_id: int, *, seen_at: datetime | None) -> dict[str, Any]:
    """Return the final table. seen_at: as the public knows it at this instant; None: as it is. Rule: PT-H.11"""
    return stacks.standings_payload(tournament_id, seen_at=seen_at)


def wall(tournament_id: int) -> dict[str, Any]:
    """Return what the staff put on the displays."""
    return screens.wall_payload(tournament_id)


def entries(tournament_id: int) -> dict[str, Any]:
    """Return them for the desk."""
    return entries_payload(tournament_id)


def player(player_id: int, *, tournament_id: int) -> dict[str, Any]:
    """Return them for one player."""
    found = player_payload(player_id, tournament_id=tournament_id)
    won = amounts_of([found["entry"]["entry_id"]]) if found["entry"] else {}
    amount = sum(won.values())
    # whether it is overdue is not said here, so any day will do
    awards = awards_of_player(player_id, tournament_id=tournament_id) if amount else ()
    paid = sum(award.amount_cents for award in awards if award.state == "paid")
    entry = found["entry"]
    dealt = (
        share_by_deal(entry["entry_id"], tournament_id=tournament_id)
        if entry is not None and entry["state"] == "playing"
        else None
    )
    vote = (
        deal_of_player(entry["entry_id"], tournament_id=tournament_id)
        if entry is not None and entry["state"] == "playing"
        else None
    )
    move = (
        move_to_tell(tournament_id, entry_id=entry["entry_id"])
        if entry is not None and entry["state"] == "playing"
        else None
    )
    return found | {
        "amount_cents": amount,
        "paid_cents": paid,
        "prize_owed_cents": amount - paid,
        "owed_cents": owed_by(player_id, tournament_id=tournament_id),
        "bounties_cents": bounties_of_player(player_id, tournament_id=tournament_id),
        # a rebuy of an uncounted stack changes nothing else that the phone shows
        "bought": list(
            Purchase.objects.filter(entry_id=entry["entry_id"], undone_at__isnull=True)
            .order_by("pk")
            .values_list("pk", flat=True)
        )
        if entry is not None
        else [],
        "deal": None if dealt is None else {"share_cents": dealt[0], "reserve_cents": dealt[1]},
        # which new seat the phone still tells: known on one device, it is no news on the other
        "move": None if move is None else move.move_id,
        # whether the player has voted, never how: without it a phone that is open draws no vote
        "vote": None
        if vote is None
        else {"deal_id": vote.deal.deal_id, "votes_cast": vote.deal.votes_cast, "voted": vote.voted},
    }
