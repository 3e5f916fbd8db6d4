"""A rebuy or an add-on that is taken back: whether it can be, and what that would do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import F, Q

from play.queries.events import must_be_at_the_felt
from rules.refusals import N_, Refused, not_found, possible
from tables.queries import seat_of
from tournaments.models import DebtState, EntryState, Purchase, TournamentState
from tournaments.queries.field import entries_closed


def why_purchase_stays(purchase: Purchase) -> Refused | None:
    """Return why bought chips are not taken back; None while they can be: in play, as many in the stack, and entries open.

    Codes: ``already_undone``, ``entries_are_closed``, ``chips_were_played``. Rule: ADTP.8B, SCPT.I
    """
    entry = purchase.entry
    if purchase.undone_at is not None:
        return Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    if entries_closed(entry.tournament_id):
        return Refused(
            "entries_are_closed",
            N_("Entries are closed and the prizes are fixed; %(field)s stays as it is."),
            rule="ADTP.8B",
            field=purchase.kind,
        )
    if entry.state == EntryState.OUT:
        return Refused(
            "chips_were_played",
            N_("%(player)s is out: undo the elimination first, then these chips can be taken back."),
            rule="SCPT.I",
            player=entry.player.public_name,
        )
    if entry.state != EntryState.PLAYING or (entry.stack_chips or 0) < purchase.chips:
        return Refused(
            "chips_were_played",
            N_("%(player)s has played: the stack was counted. Disqualify instead."),
            rule="SCPT.I",
            player=entry.player.public_name,
        )
    return None


def played_on(purchase_ids: Collection[int]) -> set[int]:
    """Return which of these purchases stay, for their chips were played: as `why_purchase_stays` says of one. Rule: SCPT.I"""
    stay = (
        ~Q(entry__state=EntryState.PLAYING)
        | Q(entry__stack_chips__isnull=True)
        | Q(entry__stack_chips__lt=F("chips"))
    )
    return set(Purchase.objects.filter(stay, pk__in=purchase_ids).values_list("pk", flat=True))


def _why_not(purchase: Purchase) -> Refused | None:
    tournament = purchase.entry.tournament
    state = TournamentState(tournament.state)
    if purchase.undone_at is None and state is not TournamentState.RUNNING:
        return Refused(
            "not_running", N_("This tournament is not running (%(state)s)."), state=str(state.value)
        )
    if purchase.undone_at is None and tournament.online:
        try:
            must_be_at_the_felt(tournament.pk)
        except Refused as no:
            return no
    return why_purchase_stays(purchase)


def came_for(purchase: Purchase) -> int:
    """Return the cents that came from the player for a purchase: none for a rebuy that is owed, or was written off. Rule: ADTP.27"""
    debt = getattr(purchase, "debt", None)
    if debt is not None and debt.state != DebtState.PAID:
        return 0
    return purchase.price_cents + purchase.surcharge_cents


def purchase_preview(purchase_id: int) -> Mapping[str, Any]:
    """Return what taking a rebuy or an add-on back would do, told beforehand.

    {purchase_id, player, receipt, method, currency, refund_cents, chips, chips_off: {table_number, seat_number, chips} | None, possible, code,
    sentence, params}. Refusal: ``not_found``. Rule: ADTP.27, SCPT.I
    """
    purchase = (
        Purchase.objects.select_related("entry__player", "entry__tournament", "debt")
        .filter(pk=purchase_id)
        .first()
    )
    if purchase is None:
        raise not_found("purchase")
    seat = seat_of(purchase.entry_id)
    return {
        "purchase_id": purchase_id,
        "player": purchase.entry.player.public_name,
        "receipt": purchase.receipt,
        "method": purchase.method,
        "currency": purchase.entry.tournament.currency,
        "refund_cents": came_for(purchase),
        "chips": purchase.chips,
        "chips_off": {"table_number": seat[0], "seat_number": seat[1], "chips": purchase.chips}
        if seat is not None
        else None,
        **possible(_why_not(purchase)),
    }
