"""What players owe for rebuys that they announced at the table. Rule: ADTP.27"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum

from rules.entries import may
from rules.refusals import N_, Refused, not_found
from tournaments.models import Debt, DebtState, Entry, PurchaseKind, Tournament
from tournaments.queries.entries import tournament_of_entry
from tournaments.queries.entry_context import look
from tournaments.queries.purchases import purchases_of


def lent_reference(purchase_id: int) -> str:
    """Return what is lent for an announced rebuy is booked under."""
    return f"lent:{purchase_id}"


def debt_reference(purchase_id: int) -> str:
    """Return what settles an announced rebuy, a payment or a writing off, is booked under."""
    return f"debt:{purchase_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DebtHome:
    """Where a debt belongs."""

    tournament_id: int
    venue_id: int
    currency: str
    surcharges_bp: dict[str, int]
    receipt: str


def home_of_debt(purchase_id: int) -> DebtHome:
    """Return (tournament id, venue id) of a debt. Refusals: ``not_found``."""
    found = (
        Debt.objects.filter(pk=purchase_id)
        .values_list(
            "tournament_id",
            "tournament__venue_id",
            "tournament__currency",
            "tournament__venue__surcharges_bp",
            "purchase__receipt",
        )
        .first()
    )
    if found is None:
        raise not_found("purchase")
    return DebtHome(
        tournament_id=found[0],
        venue_id=found[1],
        currency=found[2],
        surcharges_bp=dict(found[3]),
        receipt=found[4],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Owing:
    """One rebuy that is owed. state: owed, paid or written_off."""

    purchase_id: int
    tournament_id: int
    tournament: str
    player_id: int
    player: str
    amount_cents: int
    state: str
    method: str
    reason: str
    receipt: str
    at: datetime


def debts_view(tournament_id: int, *, player_id: int | None = None) -> list[Owing]:
    """Return what is owed in a tournament, the oldest first; of one player also what was settled."""
    rows = Debt.objects.filter(tournament_id=tournament_id)
    return _owing(
        rows.filter(state=DebtState.OWED) if player_id is None else rows.filter(player_id=player_id)
    )


def owed_to_house(player_id: int, *, venue_id: int, practice: bool) -> list[Owing]:
    """Return what a player owes in any tournament of a house, the oldest first. Rule: ADTP.27"""
    return _owing(
        Debt.objects.filter(
            player_id=player_id,
            tournament__venue_id=venue_id,
            tournament__practice=practice,
            state=DebtState.OWED,
        )
    )


def owed_to_house_by(player_ids: Collection[int], *, venue_id: int, practice: bool) -> dict[int, int]:
    """Return what each of these players owes in any tournament of a house, in cents; who owes nothing is left out. Rule: ADTP.27"""
    return _owed(player_ids, tournament__venue_id=venue_id, tournament__practice=practice)


def owed_by_entrants(tournament_id: int, *, entry_ids: Collection[int]) -> dict[int, int]:
    """Return what those with these entries owe in a tournament, in cents, by entry; who owes nothing is left out. Rule: ADTP.27"""
    players = dict(Entry.objects.filter(pk__in=entry_ids).values_list("pk", "player_id"))
    owed = _owed(players.values(), tournament_id=tournament_id)
    return {entry_id: owed[player_id] for entry_id, player_id in players.items() if owed.get(player_id)}


def owed_by(player_id: int, *, tournament_id: int) -> int:
    """Return what a player owes in a tournament, in cents."""
    return _owed([player_id], tournament_id=tournament_id).get(player_id, 0)


def _owed(player_ids: Iterable[int], **where: Any) -> dict[int, int]:
    """What each of these players owes there, in cents; who owes nothing is left out."""
    rows = Debt.objects.filter(player_id__in=player_ids, state=DebtState.OWED, **where)
    return dict(
        rows.values_list("player_id").annotate(cents=Sum("amount_cents")).values_list("player_id", "cents")
    )


def _owing(rows: QuerySet[Debt]) -> list[Owing]:
    return [
        Owing(
            purchase_id=row.pk,
            tournament_id=row.tournament_id,
            tournament=row.tournament.name,
            player_id=row.player_id,
            player=row.player.public_name,
            amount_cents=row.amount_cents,
            state=row.state,
            method=row.method,
            reason=row.reason,
            receipt=row.purchase.receipt,
            at=row.at,
        )
        for row in rows.exclude(state=DebtState.TAKEN_BACK)
        .select_related("player", "purchase", "tournament")
        .defer(
            "tournament__structure", "tournament__payout_table", "tournament__policies", "tournament__split"
        )
        .order_by("pk")
    ]


def owed_still(purchase_id: int) -> bool:
    """Return whether a purchase is a rebuy that nobody has paid yet."""
    return Debt.objects.filter(pk=purchase_id, state=DebtState.OWED).exists()


def why_no_rebuy(entry_id: int, *, at: datetime) -> Refused | None:
    """Return why a player who just lost all chips cannot rebuy; None when he can. Rule: ADTP.27"""
    tournament_id, player_id = tournament_of_entry(entry_id)
    person = look(tournament_id=tournament_id, player_id=player_id, at=at)
    taken = purchases_of(entry_id, kind=PurchaseKind.REBUY)
    situation = person.situation(at, live_entries=1, stack_chips=0, rebuys_taken=taken)
    return may("rebuy", situation=situation, policies=person.offer.policies)


def undo_debt_preview(purchase_id: int) -> dict[str, Any]:
    """Return what taking a payment or a writing off back would do: {possible, code, sentence, params,
    owed_again_cents}.
    """
    debt = Debt.objects.filter(pk=purchase_id).first()
    settled = debt is not None and debt.state in (DebtState.PAID, DebtState.WRITTEN_OFF)
    return {
        "purchase_id": purchase_id,
        "possible": settled,
        "code": "" if settled else "already_undone",
        "sentence": "" if settled else N_("This was already undone."),
        "params": {},
        "owed_again_cents": debt.amount_cents if debt is not None else 0,
    }


def rebuys_owed(tournament_id: int) -> Refused | None:
    """Return why a tournament cannot be cancelled while rebuys are owed; None where nothing is."""
    waiting = debts_view(tournament_id)
    if not waiting:
        return None
    return Refused(
        "rebuys_owed",
        N_(
            "Rebuys are owed (%(count)s, together %(total_cents)s) by %(names)s. Take the money, undo the rebuys"
            " or write them off first."
        ),
        rule="ADTP.27",
        count=len(waiting),
        total_cents=sum(row.amount_cents for row in waiting),
        currency=Tournament.objects.values_list("currency", flat=True).get(pk=tournament_id),
        names=", ".join(row.player for row in waiting[:6]) + (" …" if len(waiting) > 6 else ""),
    )
