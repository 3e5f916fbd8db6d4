"""One's own account: tournaments, money, record; one's data, to take away or to have erased."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment
from ledger.queries import WITH_RECEIPT, statement, wallet_balance
from ledger.queries.movements import COUNTER
from ledger.queries.statements import StatementLine
from payouts.queries import awards_of_player, heads_behind, seasons_of_player
from payouts.queries.bank import asked_by_bank
from payouts.queries.pay_ins import offers_to_pay_in
from payouts.queries.withdrawals import withdrawals_behind
from people.operations import IDENTITY
from people.queries import (
    file_changes,
    player_file,
    player_of_user,
    player_view,
    profile_of,
    seen_by,
)
from play.queries import waiting_list
from play.queries.history import tables_of_player
from play.queries.sessions import rake_beside, rakes_behind, seated_where, tables_behind, tables_sat_at
from rules.accounts import TransferId
from rules.refusals import N_, Refused
from tables.queries import penalties_of
from tournaments.queries import circuit, players
from tournaments.queries.entries import re_entries_among
from tournaments.queries.notices import notices_of
from tournaments.queries.open_stakes import (
    Called,
    called,
    open_tournament_of,
    places_of,
    zones_of,
)
from tournaments.queries.paid_ahead import paid_ahead_of
from tournaments.queries.receipts import receipts_of_player
from web.acting import actor_of
from web.as_shown import SavedForm
from web.file_changes import changes_said
from web.forms import number_asked
from web.notices import words_of
from web.player.limits import UNITS, ZONES, currencies_shown, kept_away
from web.player.taken import others_in, taken_by_others
from web.player.views import own_page, own_player
from web.public.receipts import receipt_link


@require_GET
@own_page
def me(request: HttpRequest) -> HttpResponse:
    """My tournaments, money, record and data; who works here and does not play has the account alone."""
    if player_of_user(actor_of(request).user_id) is None:
        return redirect("account")
    return me_page(request)


def about_form(player_id: int) -> SavedForm:
    """Return what is saved of the nickname and the phone, which the desk may correct while one's own page is open."""
    file = player_file(player_id)
    return SavedForm(
        salt=f"player {player_id} as shown",
        fields={"public_name": file.public_name, "phone": file.phone},
        alike=lambda _name, _one, _other: False,
        read_out=lambda _name, saved: saved,
    )


def page_chosen(player_id: int) -> str:
    """Return which public page a player has: "no", with "places" alone, or "all"."""
    profile = profile_of(player_id)
    return "no" if profile is None else "all" if profile.prizes else "places"


def me_page(
    request: HttpRequest,
    *,
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, Refused] | None = None,
) -> HttpResponse:
    """Draw my page. typed: a nickname, a phone and a public page that were not saved. wrong: what stands at their fields."""
    player_id = own_player(request)
    about = about_form(player_id)
    asked = number_asked(request.GET, name="before")
    before = None if asked is None else TransferId(asked)
    balances = {unit: wallet_balance(player_id, unit=unit) for unit in UNITS}
    lines = {unit: statement(player_id, unit=unit, before=before, limit=30) for unit in UNITS}
    shown = currencies_shown(unit for unit in UNITS if balances[unit] or lines[unit].lines)
    # what there is before what there was: it stands on the felt
    statements = [lines[unit] for unit in sorted(shown, key=lambda unit: not balances[unit])]
    tournaments = players.entries_of_player(player_id, limit=30)
    awards = awards_of_player(player_id, at=moment.at())
    penalties = penalties_of(player_id)
    places = places_of([t.entry_id for t in tournaments if t.entry_id is not None])
    about_them = {
        *(t.tournament_id for t in tournaments),
        *(a.tournament_id for a in awards),
        *(p.tournament_id for p in penalties),
    }
    known = called(
        [*about_them, *(line.tournament_id for s in statements for line in s.lines if line.tournament_id)]
    )
    seen = seen_by(player_id, limit=30)
    changed = file_changes(player_id, limit=60)
    at_houses = {one.venue_id for one in seen} | {one.venue_id for one in changed if one.venue_id}
    houses = {venue_id: circuit.venue_view(venue_id).timezone for venue_id in at_houses}
    return render(
        request,
        "player/me.html",
        {
            "player": player_view(player_id),
            "profile": profile_of(player_id),
            "file": player_file(player_id),
            "about": {"page": page_chosen(player_id), **(about.fields if typed is None else typed)},
            "about_mark": about.mark(),
            "wrong": wrong or {},
            "own_address": reverse("me"),
            "seen": [(one, houses[one.venue_id]) for one in seen],
            # by the desk: what is on the document is not checked since
            "corrected": any(one.field in IDENTITY and not one.own for one in changed),
            "file_changes": changes_said(changed, whole=True, zones=houses),
            "tournaments": [
                (t, known[t.tournament_id].zone, places.get(t.entry_id or 0)) for t in tournaments
            ],
            "statements": [
                {
                    "statement": s,
                    "ahead": paid_ahead_of(player_id, unit=s.unit),
                    "lines": _lines(
                        s.lines,
                        s.unit,
                        player_id=player_id,
                        known=known,
                        others=others_in(player_id, lines=s.lines),
                    ),
                    "taken": [
                        (
                            taken,
                            zones_of([taken.tournament_id or 0]).get(
                                taken.tournament_id or 0, ZONES.get(s.unit, "UTC")
                            ),
                        )
                        for taken in taken_by_others(player_id, unit=s.unit, at=moment.at())
                    ],
                }
                for s in statements
            ],
            "notices": [
                (row, words_of(row.kind, payload=row.told, tournament=row.tournament, zone=row.timezone))
                for row in notices_of(player_id, limit=20)
            ],
            # what the balance no longer holds is not paid out any more
            "awards": [
                (a, known[a.tournament_id].zone, a.amount_cents > balances.get(a.currency, a.amount_cents))
                for a in awards
            ],
            "receipts": [(one, receipt_link(one.receipt)) for one in receipts_of_player(player_id)],
            "penalties": [(p, known[p.tournament_id].zone) for p in penalties],
            "rankings": seasons_of_player(player_id),
            "still_in": open_tournament_of(player_id),
            "seated": seated_where(player_id),
            "sits": tables_sat_at(player_id),
            "played_online": bool(tables_of_player(player_id, limit=1)),
            "places": waiting_list.places_of(player_id),
            "away": kept_away(player_id, at=moment.at()),
            "by_bank": bool(offers_to_pay_in() or asked_by_bank(player_id)),
            "owed": [(unit, cents) for unit, cents in balances.items() if cents],
        },
        status=200 if typed is None else 409,
    )


_NAMES = {
    "deposit": N_("Deposit"),
    "withdrawal": N_("Withdrawal"),
    "withdrawal_asked": N_("Withdrawal, set aside"),
    "adjustment": N_("Correction by the house"),
    "prize": N_("Prize"),
    "prize_payment": N_("Prize paid"),
    "prize_taken_back": N_("Prize undone"),
    "repayment": N_("Handed back"),
    "lent": N_("Rebuy owed"),
    "debt_paid": N_("Owed rebuy paid"),
    "bounty": N_("Bounty"),
    "bounty_won": N_("Bounty"),
    "refund_share": N_("Refund"),
    "table_buy_in": N_("Brought to a cash table"),
    "table_top_up": N_("Added at a cash table"),
    "table_fill_up": N_("Added automatically at a cash table"),
    "table_cash_out": N_("Back from a cash table"),
    "rake": N_("Commission of a cash table"),
}


# a movement that was undone, by what it was
_UNDONE = {
    "prize": N_("Prize undone"),
    "prize_payment": N_("Payment of the prize undone"),
    "bounty": N_("Bounty undone"),
    "deposit": N_("Deposit undone"),
    "withdrawal": N_("Withdrawal undone"),
    "withdrawal_asked": N_("Withdrawal, back in the balance"),
    "refund_share": N_("Refund undone"),
}


# what happens at a table or by law is nobody's hand in the purse
_NOBODYS = (
    "prize",
    "prize_taken_back",
    "bounty",
    "bounty_won",
    "refund_share",
    "table_cash_out",
    "table_fill_up",
)


def _thing(reference: str) -> str:
    """What a movement is about, with what was paid in, lent or paid later for it: "entry:5:deposit" → "entry:5"."""
    about, _colon, rest = reference.partition(":")
    return f"{ {'lent': 'purchase', 'debt': 'purchase'}.get(about, about) }:{rest.partition(':')[0]}"


def _lines(
    lines: Sequence[StatementLine],
    unit: str,
    *,
    player_id: int,
    known: Mapping[int, Called],
    others: Mapping[UUID, str],
) -> list[dict[str, Any]]:
    """The statement as a player reads it: what one entry is split into is one line, and so is what was paid at once
    for it, in cash or by PIX, and left the balance as it was; who did it, if somebody else."""
    found: list[dict[str, Any]] = []
    references = [line.reference for line in lines]
    heads = heads_behind(references) | tables_behind(references) | withdrawals_behind(references)
    again = re_entries_among({_thing(reference) for reference in references})
    rakes = rakes_behind(references, player_id=player_id)
    for _of, together in groupby(lines, key=lambda line: (line.command_id, _thing(line.reference))):
        group = list(together)
        read = named_lines(group, heads=heads, again=again, corrected=_method_corrected(group))
        if len(read) > 1 and _thing(group[0].reference).startswith(("entry:", "purchase:")):
            through = _through(group, again=again)
            read = [through] if through else read
        tournament = known[group[0].tournament_id] if group[0].tournament_id else None
        found += [
            {
                "at": group[0].at,
                "zone": tournament.zone if tournament else ZONES.get(unit, "UTC"),
                "tournament_id": group[0].tournament_id,
                "tournament": tournament.name if tournament else "",
                "rake": rake_beside(one.get("kind", ""), taken=rakes.get(group[0].reference)),
                "by": "" if group[0].kind in _NOBODYS else others.get(group[0].command_id, ""),
                **one,
            }
            for one in read
        ]
    return found


def _entry_named(reference: str, *, again: Collection[str]) -> str:
    return _("Re-entry") if _thing(reference) in again else _("Entry")


def named_lines(
    group: Sequence[StatementLine],
    *,
    heads: Mapping[str, str],
    again: Collection[str] = (),
    corrected: bool = False,
) -> list[dict[str, Any]]:
    """Each movement by its name; what one price is split into together. again: the entries that are re-entries. corrected: how an
    entry was paid."""
    found: list[dict[str, Any]] = []
    for line in group:
        about = line.reference.partition(":")[0]
        split = about in ("entry", "purchase") and line.kind not in _NAMES
        priced = {"entry": _entry_named(line.reference, again=again), "purchase": _("Rebuy or add-on")}
        name = priced.get(about, "") if split else ""
        if line.reverses is not None:
            if corrected:
                name = _("Payment method corrected")
            elif about in ("entry", "purchase"):
                name = _("Refund") if line.change_cents > 0 else _("Handed back")
            else:
                name = _(_UNDONE[line.kind]) if line.kind in _UNDONE else _("undone")
        name = name or _(_NAMES.get(line.kind, line.kind.replace("_", " ")))
        if line.reference in heads:
            name = f"{name}: {heads[line.reference]}"
        same = (name, line.change_cents > 0)
        if found and split and found[-1]["same"] == same:
            found[-1]["change_cents"] += line.change_cents
            continue
        found.append(
            {
                "same": same,
                "name": name,
                "change_cents": line.change_cents,
                "balance_cents": line.balance_cents,
                # money over the counter has a receipt of its own
                "transfer_id": line.transfer_id if _has_receipt(line) else None,
                "kind": line.kind,
                # what happened at a cash table, with what the house took of each pot, stands on the session's page
                "sitting_id": int(line.reference.partition(":")[2]) if about == "sitting" else None,
                # how money came over the desk or went; a price is told with how it was paid
                "over_the_desk": "" if split else line.method,
                # what the desk wrote of it: of a pay-in its reference
                "note": line.reference.removeprefix("note:") if line.reference.startswith("note:") else "",
            }
        )
    return found


def _has_receipt(line: StatementLine) -> bool:
    return line.kind in WITH_RECEIPT and line.other_kind in COUNTER and line.reverses is None


def _method_corrected(group: Sequence[StatementLine]) -> bool:
    """Whether what was brought for an entry, and what that cost, was taken back alone: the entry itself stands."""
    undone = {line.kind for line in group if line.reverses is not None}
    return bool(undone) and undone <= {"deposit", "surcharge"} and group[0].reference.startswith("entry:")


def _through(group: Sequence[StatementLine], *, again: Collection[str]) -> dict[str, Any] | None:
    """What came in and went out again for one thing, as one line; None where it changed the balance."""
    if sum(line.change_cents for line in group):
        return None
    corrected, left_cents = _method_corrected(group), group[0].balance_cents
    if corrected:
        # what was booked by mistake is no payment and no refund
        group = [line for line in group if line.reverses is None]
    kinds = {line.kind for line in group}
    method = next((line.method for line in group if line.method), "")
    back = any(line.reverses is not None for line in group)
    if corrected:
        name = _("Payment method corrected")
    elif back:
        name = _("Refund")
    elif "debt_paid" in kinds:
        name = _("Owed rebuy paid")
    else:
        about = group[0].reference
        name = _entry_named(about, again=again) if about.startswith("entry:") else _("Rebuy or add-on")
    return {
        "name": name,
        "change_cents": 0,
        "paid_cents": sum(line.change_cents for line in group if line.change_cents > 0),
        "method": method,
        "back": back,
        "owed": "lent" in kinds and not back,
        "balance_cents": left_cents,
    }
