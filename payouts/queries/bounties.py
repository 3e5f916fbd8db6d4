"""Who has which bounty, and which wait for an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ledger.queries import bounties_by_player, given_to_players, wallet_balance
from rules.entries import BuyInSplit, Component
from rules.refusals import N_, Refused
from tournaments.models import Elimination, Entry, Purchase, Takers, Tournament
from tournaments.queries.paid_ahead import spendable_balance, why_kept
from tournaments.queries.public_view import public_view


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyPart:
    """What one player has of a bounty, as it is told. name: the public one."""

    entry_id: int
    name: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyShare:
    """What one player has of the bounty of somebody who is out."""

    entry_id: int
    player_id: int
    name: str
    amount_cents: int

    def as_dict(self) -> dict[str, object]:
        return {"entry_id": self.entry_id, "name": self.name, "amount_cents": self.amount_cents}


def parts_of(shares: Sequence[BountyShare]) -> tuple[BountyPart, ...]:
    """Say of shares what is told of them."""
    return tuple(
        BountyPart(entry_id=share.entry_id, name=share.name, amount_cents=share.amount_cents)
        for share in shares
    )


def bounty_reference(elimination_id: int) -> str:
    """Return what the bounty of somebody who is out is booked under."""
    return f"bounty:{elimination_id}"


def bounty_of(split: Mapping[str, Any]) -> int:
    """Return the part of a price that hangs on the player's head, in cents."""
    return BuyInSplit.from_dict(split).cents(Component.BOUNTY)


def heads_of(tournament: Tournament, *, entry_ids: Sequence[int]) -> dict[int, int]:
    """Return what each entry's head is worth: its part of the entry, and of the rebuys and add-ons that stand.

    A re-entry is an entry with a head of its own. Rule: SCPT.P, REGULATIONS 5.2"""
    own = bounty_of(tournament.split)
    heads = dict.fromkeys(entry_ids, own)
    more = {
        kind: bounty_of(offer["split"])
        for kind, offer in (("rebuy", tournament.rebuy), ("add_on", tournament.add_on))
        if offer
    }
    if any(more.values()):
        bought = Purchase.objects.filter(entry_id__in=list(entry_ids), undone_at__isnull=True)
        for entry_id, kind in bought.values_list("entry_id", "kind"):
            heads[entry_id] += more.get(kind, 0)
    return heads


def shares_of(elimination_ids: Sequence[int]) -> dict[int, tuple[BountyShare, ...]]:
    """Elimination to who has its bounty, as the ledger stands; those nobody has are left out."""
    if not elimination_ids:
        return {}
    given = given_to_players([bounty_reference(number) for number in elimination_ids])
    if not given:
        return {}
    rows = {bounty_reference(row.pk): row for row in Elimination.objects.filter(pk__in=list(elimination_ids))}
    players = {player for people in given.values() for player in people}
    tournaments = {row.tournament_id for row in rows.values()}
    named: dict[int, str] = {}
    entries: dict[int, list[int]] = {}
    for number, player_id, name in (
        Entry.objects.filter(tournament_id__in=tournaments, player_id__in=players)
        .order_by("id")
        .values_list("id", "player_id", "player__public_name")
    ):
        named[player_id] = name
        entries.setdefault(player_id, []).append(number)
    return {
        rows[reference].pk: tuple(
            BountyShare(
                entry_id=next(
                    (number for number in entries[player] if number in rows[reference].by_entries),
                    entries[player][-1],
                ),
                player_id=player,
                name=named[player],
                amount_cents=cents,
            )
            for player, cents in people.items()
        )
        for reference, people in given.items()
    }


def spent(shares: Sequence[BountyShare], *, unit: str) -> Refused | None:
    """Return why a bounty cannot be taken back: somebody has used it already. Rule: SCPT.P"""
    for share in shares:
        balance = wallet_balance(share.player_id, unit=unit)
        if balance < share.amount_cents:
            return Refused(
                "bounty_spent",
                N_(
                    "%(player)s has already used the bounty: the balance does not hold it any more. Ask for the money"
                    " back first."
                ),
                rule="SCPT.P",
                player=share.name,
            )
        if no := why_kept(share.player_id, unit=unit, cents=share.amount_cents, balance_cents=balance):
            return no
    return None


def bounties_used(tournament: Tournament) -> bool:
    """Return whether a player's balance does not hold the own bounties of a tournament any more. Rule: SCPT.P, SCPT.D"""
    standing = Elimination.objects.filter(tournament=tournament, undone_at__isnull=True)
    won: dict[int, int] = {}
    for shares in shares_of(list(standing.values_list("pk", flat=True))).values():
        for share in shares:
            won[share.player_id] = won.get(share.player_id, 0) + share.amount_cents
    return any(
        spendable_balance(player_id, unit=tournament.currency) < cents for player_id, cents in won.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBounty:
    """Somebody is out and it was not said who took the chips."""

    elimination_id: int
    entry_id: int
    name: str
    table: int
    seat: int
    at: datetime
    amount_cents: int


def open_bounties(tournament_id: int) -> list[OpenBounty]:
    """Return the bounties that wait for an answer, the oldest first. Rule: SCPT.P"""
    rows = list(
        Elimination.objects.filter(tournament_id=tournament_id, takers=Takers.OPEN, undone_at__isnull=True)
        .select_related("entry__player")
        .order_by("id")
    )
    if not rows:
        return []
    heads = heads_of(Tournament.objects.get(pk=tournament_id), entry_ids=[row.entry_id for row in rows])
    return [
        OpenBounty(
            elimination_id=row.pk,
            entry_id=row.entry_id,
            name=row.entry.player.public_name,
            table=row.table_number,
            seat=row.seat_number,
            at=row.at,
            amount_cents=heads[row.entry_id],
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class BountiesTaken:
    """What a player's bounties in a tournament come to: in the balance already."""

    player_id: int
    name: str
    amount_cents: int


def bounties_taken(tournament_id: int, *, seen_at: datetime | None = None) -> list[BountiesTaken]:
    """Return the bounties of a tournament by who has them, the most first. seen_at: as the public knows it at this instant; None for those of now.
    Rule: SCPT.P, PT-H.11
    """
    known = public_view(Tournament.objects.get(pk=tournament_id), seen_at=seen_at) if seen_at else None
    sums = bounties_by_player(tournament_id, until=known.until if known else None)
    names = dict(
        Entry.objects.filter(tournament_id=tournament_id, player_id__in=list(sums)).values_list(
            "player_id", "player__public_name"
        )
    )
    return [
        BountiesTaken(player_id=player, name=names[player], amount_cents=cents)
        for player, cents in sums.items()
    ]


def heads_behind(references: Sequence[str]) -> dict[str, str]:
    """Return whose head each of these bounties was, by what it is booked under; others are left out. Rule: SCPT.P"""
    numbers = {
        int(number)
        for about, _colon, number in (reference.partition(":") for reference in references)
        if about == "bounty" and number.isdigit()
    }
    if not numbers:
        return {}
    rows = Elimination.objects.filter(pk__in=numbers).values_list("pk", "entry__player__public_name")
    return {bounty_reference(pk): name for pk, name in rows}


def bounties_open(tournament_id: int) -> Refused | None:
    """Return why a tournament cannot end while it is open who took whose chips; None where nothing is."""
    waiting = open_bounties(tournament_id)
    if not waiting:
        return None
    return Refused(
        "bounties_open",
        N_(
            "Bounties are open (%(count)s, together %(total_cents)s): it was not said who took the chips of %(names)s."
            " Name who took them, or choose nobody, then finish."
        ),
        rule="SCPT.P",
        count=len(waiting),
        names=", ".join(row.name for row in waiting[:6]) + (" …" if len(waiting) > 6 else ""),
        total_cents=sum(row.amount_cents for row in waiting),
        currency=Tournament.objects.values_list("currency", flat=True).get(pk=tournament_id),
    )
