"""Registrations, as the desk lists them and finds them by their codes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce

from ledger.queries import Brought, brought_by, brought_under, check_deposit_limits
from payouts.queries import pool_without
from rules.entries import house_decides_cancelling
from rules.policies import from_dict
from rules.receipts import receipt_in
from rules.refusals import N_, Refused, not_found, possible
from tournaments.models import (
    Elimination,
    Entry,
    EntryState,
    Order,
    Purchase,
    Registration,
    RegistrationState,
    TournamentState,
)
from tournaments.queries.circuit import player_of
from tournaments.queries.entry_context import LIVE_STATES
from tournaments.queries.field import entries_closed
from tournaments.queries.line import first_in_line
from tournaments.queries.receipts import receipt_view


def tournament_of_registration(registration_id: int) -> tuple[int, int]:
    """Return (tournament, player) of a registration. Refusal: ``not_found``."""
    return player_of(Registration.objects.filter(pk=registration_id), otherwise=not_found("registration"))


def terms_accepted_at(player_id: int, *, venue_id: int, version: str) -> datetime | None:
    """Return when somebody first accepted this version of a house's terms; None for who has not. Rule: SCPT.K"""
    mine = Registration.objects.filter(
        player_id=player_id, tournament__venue_id=venue_id, terms_version=version
    )
    return mine.order_by("terms_accepted_at").values_list("terms_accepted_at", flat=True).first()


def cancel_preview(registration_id: int) -> dict[str, Any]:
    """Return what cancelling a registration would do, told beforehand.

    {registration_id, player_id, player, state, entries, refund_cents, ahead_cents, receipt | None, method, currency, frees_seat | None, seats_alternate:
    public name | None, places_move, asks_reason, needs_reason, possible, code, sentence, params}: whose it is and how many entries stand, the refund, what was
    paid ahead and is in the balance already, the receipt that would be void, by what it was paid, the chair that would be free, who would take it, whether places of those already out would move up by one, whether the director states a reason and whether the desk must, and
    whether it can be done: not once entries are closed, not of who has entered again, and not with chips that were played. Of who plays also {chips_out,
    pool_cents, pool_after_cents}: the chips that leave play, and what the places share now and then. Refusal: ``not_found``.
    Rule: SCPT.H, SCPT.I, ADTP.8B
    """
    row = Registration.objects.select_related("player", "tournament").filter(pk=registration_id).first()
    if row is None:
        raise not_found("registration")
    tournament_id = row.tournament_id
    mine = list(
        Entry.objects.select_related("seat__table", "tournament", "player")
        .filter(registration_id=registration_id)
        .exclude(state=EntryState.CANCELLED)
    )
    found = {
        "registration_id": registration_id,
        "player_id": row.player_id,
        "player": row.player.public_name,
        "state": row.state,
        "entries": len(mine),
        "refund_cents": sum(entry.price_cents + entry.surcharge_cents for entry in mine),
        "ahead_cents": 0 if mine else sum(_came_for(row, mine=()).values()),
        "receipt": mine[0].receipt if len(mine) == 1 else None,
        "method": mine[0].method if mine else row.method,
        "currency": row.tournament.currency,
        "frees_seat": None,
        "seats_alternate": None,
        "places_move": False,
        "asks_reason": row.state == RegistrationState.CONFIRMED,
        # whoever does for the house what it left to itself says why
        "needs_reason": row.state == RegistrationState.CONFIRMED
        and house_decides_cancelling(
            from_dict(row.tournament.policies), of_event=row.tournament.cancel_minutes_before_start
        ),
        **possible(
            why_cancelled(row)
            or why_entries_stay(mine, tournament_id=tournament_id)
            or (why_re_entered(mine) if mine else None)
            or why_out(mine)
        ),
    }
    live = next((entry for entry in mine if entry.state in LIVE_STATES), None)
    if live is None:
        return found
    if found["possible"]:
        found |= possible(why_chips_stay(live))
    if live.state == EntryState.PLAYING and found["possible"]:
        pool, after = pool_without(live.tournament, entry_id=live.pk)
        found |= {
            "chips_out": live.chips_issued,
            "pool_cents": pool,
            "pool_after_cents": after,
        }
    seat = getattr(live, "seat", None)
    return found | {
        "frees_seat": {"table_number": seat.table.number, "seat_number": seat.number} if seat else None,
        "seats_alternate": None if live.state == EntryState.WAITING else first_in_line(tournament_id),
        "places_move": others_out(tournament_id, player_id=row.player_id).exists(),
    }


def paid_reference(entry_id: int) -> str:
    """Return what the ledger calls the money that was brought for an entry."""
    return f"entry:{entry_id}:deposit"


def paid_references(registration: Registration, *, mine: Sequence[Entry]) -> list[str]:
    """Return what the ledger calls the money that was brought for a registration: for its entries, or ahead of them. mine: its entries
    that stand."""
    return [
        *(paid_reference(entry.pk) for entry in mine),
        *(
            [f"registration:{registration.pk}:deposit"]
            if registration.state == RegistrationState.PENDING
            else []
        ),
    ]


def payers_of(registration_id: int) -> list[int]:
    """Return whose wallets what was brought for a registration went through: not the player's who has it now, where it was handed over."""
    return [came.player_id for came in _brought(registration_id)]


def _brought(registration_id: int) -> list[Brought]:
    row = Registration.objects.get(pk=registration_id)
    mine = list(Entry.objects.filter(registration_id=registration_id).exclude(state=EntryState.CANCELLED))
    return brought_by(paid_references(row, mine=mine))


def why_paid_stays_out(registration_id: int, *, player_id: int, at: datetime) -> Refused | None:
    """Return why what this player paid at the counter for a registration does not come into the own balance; None where it may. Rule: PT-T.21"""
    try:
        for came in _brought(registration_id):
            if came.player_id == player_id:
                check_deposit_limits(
                    player_id, unit=came.unit, amount_cents=came.cents, at=at, own=True, stays=True
                )
    except Refused as no:
        return no
    return None


def why_cancelled(registration: Registration) -> Refused | None:
    """Return that a registration is cancelled already; None while it stands. Rule: SCPT.I"""
    if registration.state != RegistrationState.CANCELLED:
        return None
    return Refused("already_cancelled", N_("This registration is already cancelled."), rule="SCPT.I")


def why_entries_stay(mine: Sequence[Entry], *, tournament_id: int) -> Refused | None:
    """Return why entries are not given back any more: with the end of entries the prizes are fixed. None while they can be.

    Rule: ADTP.8B"""
    if not mine or not entries_closed(tournament_id):
        return None
    return Refused(
        "entries_are_closed",
        N_("Entries are closed and the prizes are fixed: this entry stays."),
        rule="ADTP.8B",
    )


def why_re_entered(mine: Sequence[Entry]) -> Refused | None:
    """Return that of who has entered again the re-entry alone is taken back; None of who has entered once. mine: the entries that
    stand of one who was given a seat or stands in line. Rule: SCPT.I"""
    if len(mine) == 1:
        return None
    return Refused(
        "has_re_entries",
        N_(
            "This player has entered again. Only the re-entry can be undone, with “Undo the re-entry”: the entry before"
            " it was played."
        ),
        rule="SCPT.I",
    )


def why_out(mine: Sequence[Entry]) -> Refused | None:
    """Return that of who is out nothing is left that could be cancelled; None of who plays, waits or has not paid. mine: the
    entries that stand. Rule: SCPT.I"""
    if not mine or any(entry.state in LIVE_STATES for entry in mine):
        return None
    return nothing_to_cancel()


def nothing_to_cancel() -> Refused:
    """Return the no to cancelling an entry that is out, or is cancelled already. Rule: SCPT.I"""
    return Refused("not_registered", N_("This player has no entry that could be cancelled."), rule="SCPT.I")


def why_nothing_to_strike(registration: Registration, *, mine: Sequence[Entry]) -> Refused | None:
    """Return why a registration has no payment that could be struck: only money that was marked as come from outside could have
    been marked by mistake. None where there is one. mine: its entries that stand.
    """
    if registration.state != RegistrationState.CANCELLED and _came_for(registration, mine=mine):
        return None
    return Refused(
        "nothing_to_strike",
        N_(
            "No payment from outside stands here that could be struck. What was paid from the balance goes back into it when the"
            " registration is cancelled."
        ),
        rule="SCPT.D",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Strikable:
    """A payment that could have been marked by mistake. entered: it paid for an entry. running: the director strikes it, with a reason."""

    registration_id: int
    player_id: int
    player: str
    entered: bool
    method: str
    cents: int
    currency: str
    running: bool


def strikable(registration_id: int) -> Strikable | None:
    """Return the payment of a registration that could be struck now; None where there is none, or it stays. Rule: SCPT.D"""
    row = Registration.objects.select_related("player", "tournament").get(pk=registration_id)
    mine = list(
        Entry.objects.select_related("player")
        .filter(registration_id=registration_id)
        .exclude(state=EntryState.CANCELLED)
    )
    stays = len(mine) > 1 or why_out(mine) or any(why_chips_stay(entry) for entry in mine)
    if (
        stays
        or why_nothing_to_strike(row, mine=mine)
        or why_entries_stay(mine, tournament_id=row.tournament_id)
    ):
        return None
    return Strikable(
        registration_id=registration_id,
        player_id=row.player_id,
        player=row.player.public_name,
        entered=bool(mine),
        method=mine[0].method if mine else row.method,
        cents=sum(_came_for(row, mine=mine).values()),
        currency=row.tournament.currency,
        running=row.tournament.state == TournamentState.RUNNING and bool(mine),
    )


def _came_for(registration: Registration, *, mine: Sequence[Entry]) -> dict[str, int]:
    """What was marked as come from outside for a registration and its entries, by reference."""
    return brought_under(
        [f"registration:{registration.pk}:deposit", *(f"entry:{entry.pk}:deposit" for entry in mine)]
    )


def others_out(tournament_id: int, *, player_id: int) -> QuerySet[Elimination]:
    """Return the eliminations of others who are out: not of who plays again, whose place is not decided any more."""
    playing = Entry.objects.filter(tournament_id=tournament_id, state__in=LIVE_STATES)
    return (
        Elimination.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
        .exclude(entry__player_id=player_id)
        .exclude(entry__player_id__in=playing.values("player_id"))
    )


def played(entry_ids: Collection[int]) -> set[int]:
    """Return which of these entries stay, for they are out, were counted with another stack than was issued, or have taken another one's
    chips: as `why_chips_stay` and `why_out` say of one. Rule: SCPT.I"""
    mine = Entry.objects.filter(pk__in=entry_ids)
    found = set(
        mine.filter(
            Q(state=EntryState.OUT) | Q(state=EntryState.PLAYING) & ~Q(stack_chips=F("chips_issued"))
        ).values_list("pk", flat=True)
    )
    taken = Elimination.objects.filter(tournament_id__in=mine.values("tournament_id"), undone_at__isnull=True)
    takers = {
        one
        for several in taken.exclude(by_entries=[]).values_list("by_entries", flat=True)
        for one in several
    }
    return found | takers & set(entry_ids)


def why_chips_stay(entry: Entry) -> Refused | None:
    """Return why who sits in a running tournament is not given back: the stack was counted and is another than was issued, it has
    taken another one's, or more chips were bought, which can be undone first. None while it can be. Rule: PT-T.31, SCPT.I
    """
    if entry.state == EntryState.PLAYING and entry.stack_chips != entry.chips_issued:
        return Refused(
            "chips_were_played",
            N_("%(player)s has played: the stack was counted. Disqualify instead."),
            rule="SCPT.I",
            player=entry.player.public_name,
        )
    taken = (
        Elimination.objects.filter(
            tournament_id=entry.tournament_id, undone_at__isnull=True, by_entries__contains=[entry.pk]
        )
        .order_by("pk")
        .values_list("entry__player__public_name", flat=True)
        .first()
    )
    if taken is not None:
        return Refused(
            "chips_were_played",
            N_("%(player)s has played and has the chips of %(taken)s. Disqualify instead."),
            rule="SCPT.I",
            player=entry.player.public_name,
            taken=taken,
        )
    if Purchase.objects.filter(entry=entry, undone_at__isnull=True).exists():
        return Refused("has_purchases", N_("Undo this player's rebuys and add-ons first."), rule="PT-T.31")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationView:
    """A registration in the desk's list. code: short, said at the desk. method: how it is to be paid, or was ahead; how it was paid
    in the end, its entries say. price_cents: what it was made at and costs."""

    registration_id: int
    player_id: int
    player: str
    code: str
    state: str
    method: str
    price_cents: int
    created_at: datetime


def registrations_view(
    tournament_id: int, *, state: str | None = None, after: int = 0, limit: int = 100
) -> list[RegistrationView]:
    """Return registrations in the order they came, from the one after `after`."""
    rows = Registration.objects.filter(tournament_id=tournament_id, pk__gt=after).select_related("player")
    if state is not None:
        rows = rows.filter(state=state)
    return [
        RegistrationView(
            registration_id=r.pk,
            player_id=r.player_id,
            player=r.player.public_name,
            code=r.code,
            state=r.state,
            method=r.method,
            price_cents=r.costs,
            created_at=r.created_at,
        )
        for r in rows.annotate(costs=Coalesce("price_cents", "tournament__price_cents")).order_by("pk")[
            :limit
        ]
    ]


def waiting_registrations(tournament_id: int) -> tuple[int, int]:
    """Return how many registrations wait for their payment, and how many are paid and wait for the document."""
    pending = Registration.objects.filter(tournament_id=tournament_id, state=RegistrationState.PENDING)
    found = pending.aggregate(
        unpaid=Count("pk", filter=Q(paid_at__isnull=True)), ahead=Count("pk", filter=Q(paid_at__isnull=False))
    )
    return found["unpaid"], found["ahead"]


def player_by_code(tournament_id: int, *, text: str) -> int | None:
    """Return the player whose registration code or receipt somebody typed or scanned; None when it is neither.

    A receipt is found whatever stands around it, as in the address that its QR code holds, and of whichever tournament
    it is: who brings last week's is the same player.
    """
    number = receipt_in(text)
    if number:
        try:
            return receipt_view(number).player_id
        except Refused:
            return None
    code = text.strip().upper()
    found = (
        Registration.objects.filter(tournament_id=tournament_id, code=code).values_list("player_id").first()
        or Order.objects.filter(tournament_id=tournament_id, code=code).values_list("player_id").first()
    )
    return found[0] if found else None
