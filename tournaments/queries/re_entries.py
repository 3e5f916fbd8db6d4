"""A re-entry that is taken back alone: whether it can be, and what that would do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ledger.queries import all_undone, brought_by
from payouts.queries import pool_without
from payouts.queries.bounties import shares_of, spent
from play.queries.events import must_be_at_the_felt
from rules.finishing import place_from
from rules.refusals import N_, Refused, not_found, possible
from tournaments.models import Elimination, Entry, EntryState, Field, TournamentState
from tournaments.queries.eliminations import seat_again
from tournaments.queries.line import first_in_line
from tournaments.queries.registrations import others_out, paid_reference, why_chips_stay, why_entries_stay
from tournaments.queries.stacks import stack_before_bust


def payers_of_entry(entry_id: int) -> list[int]:
    """Return whose wallets what was brought for an entry went through."""
    return [came.player_id for came in brought_by([paid_reference(entry_id)])]


def why_re_entry_stays(entry: Entry) -> Refused | None:
    """Return why a re-entry is not taken back; None while it can be: in play or in line, with the stack it was given, and entries open.

    Codes: ``not_a_re_entry``, ``already_undone``, ``not_running``, ``entries_are_closed``, ``chips_were_played``, ``has_purchases``,
    ``played_online``. Rule: ADTP.8A, ADTP.8B, SCPT.I, PT-T.31
    """
    if entry.ordinal == 1:
        return Refused(
            "not_a_re_entry",
            N_("This is the first entry of %(player)s, no re-entry. Cancel the registration instead."),
            rule="ADTP.8A",
            player=entry.player.public_name,
        )
    if entry.state == EntryState.CANCELLED:
        return Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    state = TournamentState(entry.tournament.state)
    if state is not TournamentState.RUNNING:
        return Refused(
            "not_running", N_("This tournament is not running (%(state)s)."), state=str(state.value)
        )
    closed = why_entries_stay([entry], tournament_id=entry.tournament_id)
    if closed is not None:
        return closed
    if entry.state == EntryState.OUT:
        return Refused(
            "chips_were_played",
            N_("%(player)s is out with this re-entry, too: its chips were played, and it stays."),
            rule="SCPT.I",
            player=entry.player.public_name,
        )
    if entry.tournament.online:
        try:
            must_be_at_the_felt(entry.tournament_id)
        except Refused as no:
            return no
    return why_chips_stay(entry)


def given_up_for(entry: Entry) -> Elimination | None:
    """Return the elimination of the stack that was given up for a re-entry; None of who was out before. Rule: SCPT.U, ADTP.8C"""
    return Elimination.objects.filter(
        tournament_id=entry.tournament_id,
        entry__player_id=entry.player_id,
        command_id=entry.command_id,
        reason="surrendered",
        undone_at__isnull=True,
    ).first()


def out_before_re_entry(entry: Entry) -> Elimination | None:
    """Return the elimination after which a re-entry was sold."""
    return (
        Elimination.objects.filter(
            tournament_id=entry.tournament_id, entry__player_id=entry.player_id, undone_at__isnull=True
        )
        .exclude(entry_id=entry.pk)
        .order_by("-pk")
        .first()
    )


def undone_re_entry(*, tournament_id: int, player_id: int, after: int) -> Mapping[str, Any] | None:
    """Return the last re-entry of a player that was taken back, of those after this entry; None where there is none.

    {re_entry: True, receipt, method, amount_cents, handed_back, currency}, as its notice has them. Rule: ADTP.8A
    """
    entry = (
        Entry.objects.filter(
            tournament_id=tournament_id,
            player_id=player_id,
            state=EntryState.CANCELLED,
            pk__gt=after,
        )
        .select_related("tournament")
        .order_by("-pk")
        .first()
    )
    if entry is None:
        return None
    return {
        "re_entry": True,
        "receipt": entry.receipt,
        "method": entry.method,
        "amount_cents": entry.price_cents + entry.surcharge_cents,
        "handed_back": all_undone(paid_reference(entry.pk)),
        "currency": entry.tournament.currency,
    }


def re_entry_preview(entry_id: int) -> Mapping[str, Any]:
    """Return what taking a re-entry back would do, told beforehand.

    {entry_id, player_id, player, ordinal, receipt, method, currency, refund_cents, asks_reason, needs_reason, possible, code, sentence, params}, and where
    it can be done {out_again, place_again | None, frees_seat | None, seats_alternate: public name | None, places_move}; of who sits also
    {chips_out, pool_cents, pool_after_cents}; where a stack was given up for it {seat, bounties} as undoing an elimination has them, and
    stack_back_chips. Refusal: ``not_found``. Rule: ADTP.8A, SCPT.H, SCPT.U
    """
    entry = Entry.objects.select_related("player", "tournament", "seat__table").filter(pk=entry_id).first()
    if entry is None:
        raise not_found("entry")
    found: dict[str, Any] = {
        "entry_id": entry_id,
        "player_id": entry.player_id,
        "player": entry.player.public_name,
        "ordinal": entry.ordinal,
        "receipt": entry.receipt,
        "method": entry.method,
        "currency": entry.tournament.currency,
        "refund_cents": entry.price_cents + entry.surcharge_cents,
        "asks_reason": True,
        "needs_reason": True,
        **possible(why_re_entry_stays(entry)),
    }
    if not found["possible"]:
        return found
    if entry.state == EntryState.PLAYING:
        pool, after = pool_without(entry.tournament, entry_id=entry_id)
        found |= {"chips_out": entry.chips_issued, "pool_cents": pool, "pool_after_cents": after}
    seat = getattr(entry, "seat", None)
    found["frees_seat"] = {"table_number": seat.table.number, "seat_number": seat.number} if seat else None
    others = others_out(entry.tournament_id, player_id=entry.player_id)
    given_up = given_up_for(entry)
    if given_up is not None:
        return (
            found
            | _stack_again(given_up, entry=entry)
            | {
                "seats_alternate": None,
                "places_move": others.filter(out_before__lt=given_up.out_before or 0).exists(),
            }
        )
    return found | {
        "out_again": True,
        "place_again": _place_again(entry),
        "seats_alternate": first_in_line(entry.tournament_id) if seat else None,
        "places_move": others.exists(),
    }


def _stack_again(row: Elimination, *, entry: Entry) -> dict[str, Any]:
    """What becomes of a stack that was given up, once the re-entry it was given up for is taken back."""
    shares = shares_of([row.pk]).get(row.pk, ())
    no = spent(shares, unit=entry.tournament.currency)
    return {
        **(possible(no) if no is not None else {}),
        "out_again": False,
        "seat": seat_again(row, leaving=entry.pk),
        "stack_back_chips": stack_before_bust(row.entry, said_chips=row.stack_chips_start),
        "bounties": [share.as_dict() for share in shares],
    }


def _place_again(entry: Entry) -> int | None:
    row = out_before_re_entry(entry)
    if row is None or row.out_before is None:
        return None
    total = Field.objects.values_list("entries_total", flat=True).get(pk=entry.tournament_id)
    return place_from(entries_total=total - 1, out_before=row.out_before, tied=row.tied)


def first_entries(registration_ids: Collection[int]) -> dict[int, int]:
    """Return the first entry of each registration that has one which stands."""
    entries = Entry.objects.filter(registration_id__in=registration_ids).exclude(state=EntryState.CANCELLED)
    return dict(entries.order_by("-pk").values_list("registration_id", "pk"))
