"""The venue's books: where its money stands, and the owner's correction of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access.letters import tell_of_correction
from dispatch.facts import STAFF
from dispatch.queries import latest_facts
from ledger.commands.adjust import adjust
from ledger.queries import balances, require_venue_account, venue_accounts
from ledger.queries.accounts import kinds_of
from rules.accounts import METHOD_ACCOUNT, AccountId, AccountKind
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.queries import announcements
from tournaments.streams import venue_stream
from web import forms
from web.acting import run_command, sentence, with_rule
from web.staffing import StaffVenue, venue_page

KINDS = {
    AccountKind.PRIZE_POOL: N_("Prize pool"),
    AccountKind.BOUNTY_POOL: N_("Bounty pool"),
    AccountKind.PRIZES_PAYABLE: N_("Prizes owed"),
    AccountKind.STAFF_FUND: N_("Staff fund"),
    AccountKind.RANKING_FUND: N_("Ranking fund"),
    AccountKind.HOUSE: N_("House fee"),
    AccountKind.ADMINISTRATION: N_("Administrative fee"),
    AccountKind.SURCHARGE: N_("Surcharge"),
    AccountKind.OVERLAY: N_("Overlay, from the house"),
    AccountKind.OWED: N_("Owed, not taken yet"),
    AccountKind.TABLE_ESCROW: N_("On a cash table"),
    AccountKind.RAKE: N_("Commission of cash tables"),
    AccountKind.SET_ASIDE: N_("Set aside: withdrawals that wait, money to be sent back"),
    AccountKind.ADJUSTMENT: N_("Corrections"),
    AccountKind.CASH_DRAWER: N_("Cash drawer"),
    AccountKind.CARD_CLEARING: N_("Card company"),
    AccountKind.BANK: N_("Bank"),
    AccountKind.PLAYER: N_("Balance of a player"),
}
# where money stands, or with whom: what is there is what was taken out of them on the books
_STANDS = frozenset({*METHOD_ACCOUNT.values(), AccountKind.OWED})


# what these hold must be what players have there: no correction touches them
_NOT_CORRECTED = (AccountKind.TABLE_ESCROW, AccountKind.SET_ASIDE)
_CORRECTIONS_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLine:
    """An account as a person reads it. cents: what is there, or claimed; corrected: whether a correction may touch it."""

    account_id: int
    word: str
    corrected: bool
    cents: int
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """By how much a correction changes an account. after_cents: what is there then, None of one that was made."""

    word: str
    cents: int
    after_cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One that was made."""

    at: datetime
    by: str
    reason: str
    unit: str
    changes: tuple[Change, ...]


def _accounts(scope: StaffVenue, tournament_id: int | None) -> list[AccountLine]:
    return [
        AccountLine(
            account_id=view.account_id,
            word=_(KINDS[view.kind]),
            corrected=view.kind not in _NOT_CORRECTED,
            cents=-cents if view.kind in _STANDS else cents,
            unit=view.unit,
        )
        for view, cents in venue_accounts(scope.venue_id, tournament_id=tournament_id)
    ]


def _read(lines: Sequence[AccountLine]) -> Sequence[AccountLine]:
    """Leave out what is empty, unless all is."""
    return [line for line in lines if line.cents] or lines


def _debit_and_credit(scope: StaffVenue, *, source: int, target: int) -> tuple[int, int]:
    """The ends of the transfer that makes the first account less and the second more, as they are read.

    A claim is less after a debit, a drawer holds less after a credit. Between a place and a claim both fall or both rise: it goes by
    the place, so that cash leaves or reaches the drawer that is named.
    """
    unit = scope.venue.currency
    kinds = {
        require_venue_account(AccountId(end), venue_id=scope.venue_id, unit=unit).kind
        for end in (source, target)
    }
    return (target, source) if kinds & _STANDS else (source, target)


def _changes(debit: int, credit: int, *, cents: int, after: bool = False) -> tuple[Change, ...]:
    """What a transfer does to its two accounts, as they are read, what becomes less first; with what is there after it."""
    ends = [AccountId(debit), AccountId(credit)]
    kinds = kinds_of(ends)
    now = balances(ends) if after else {}
    found = []
    for end, change in zip(ends, (-cents, cents), strict=True):
        sign = -1 if kinds[end] in _STANDS else 1
        found.append(
            Change(
                word=_(KINDS[kinds[end]]),
                cents=sign * change,
                after_cents=sign * (now[end] + change) if after else None,
            )
        )
    return tuple(sorted(found, key=lambda one: one.cents))


def _made(scope: StaffVenue) -> list[Correction]:
    facts = latest_facts(
        stream=venue_stream(scope.venue_id),
        audiences=[STAFF],
        kinds=["ledger_adjusted"],
        limit=_CORRECTIONS_SHOWN,
    )
    return [
        Correction(
            at=fact.at,
            by=fact.label,
            reason=fact.body["reason"],
            unit=fact.body["unit"],
            changes=_changes(
                fact.body["debit_account_id"],
                fact.body["credit_account_id"],
                cents=fact.body["amount_cents"],
            ),
        )
        for fact in facts
    ]


@require_http_methods(["GET", "POST"])
@venue_page(Permission.VIEW_MONEY)
def books(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the accounts of the venue, or with ``?tournament=`` of one tournament; the owner moves money between them."""
    given = request.POST if request.method == "POST" else request.GET
    refused = False
    tournament_id = None
    shown = ""
    follows: tuple[Change, ...] = ()
    try:
        tournament_id = forms.number_or_none(given, name="tournament")
        if (
            tournament_id is not None
            and announcements.settings_of(tournament_id)["venue_id"] != scope.venue_id
        ):
            raise not_found("tournament")
        if request.method == "POST":
            source, target = (forms.number(request.POST, name=name) for name in ("from", "to"))
            debit, credit = _debit_and_credit(scope, source=source, target=target)
            cents = forms.amount(request.POST, name="amount", allow_zero=False)
            asked = {
                "venue_id": scope.venue_id,
                "debit_account_id": debit,
                "credit_account_id": credit,
                "unit": scope.venue.currency,
                "amount_cents": cents,
                "reason": forms.text(request.POST, name="reason"),
                "tournament_id": tournament_id,
            }
            # what was shown is what is done: with other accounts or another amount it is shown anew
            shown = f"{source}-{target}-{cents}"
            if (
                scope.may(Permission.ADJUST_LEDGER)
                and asked["reason"]
                and source != target
                and request.POST.get("shown") != shown
            ):
                follows = _changes(debit, credit, cents=cents, after=True)
            else:
                shown = ""
                acted = run_command(request, command=adjust, **asked)
                if acted.done is not None:
                    tell_of_correction(acted.done, values=asked, by=scope.actor)
                    messages.success(request, _("The books are corrected; the reason is kept."))
                    here = reverse("director-books", args=[scope.venue_id])
                    return redirect(f"{here}?tournament={tournament_id}" if tournament_id else here)
                if acted.refused is not None:
                    raise acted.refused
    except Refused as no:
        if no.code == "not_found":
            raise
        messages.error(request, with_rule(request, text=sentence(no), refused=no))
        refused = True
    # practice money is nobody's: it stands in no book of the house
    own = [line for line in _accounts(scope, None) if line.unit == scope.venue.currency]
    theirs = _accounts(scope, tournament_id) if tournament_id is not None else []
    return render(
        request,
        "director/books.html",
        {
            "scope": scope,
            "venue": scope.venue,
            "tab": "books",
            "own": own,
            "theirs": theirs,
            "read_own": _read(own),
            "read_theirs": _read(theirs),
            "tournament_id": tournament_id,
            "tournaments": announcements.tournaments_of(scope.venue_id, limit=100),
            "typed": request.POST if refused or follows else {},
            "shown": shown,
            "follows": follows,
            "corrections": _made(scope),
        },
        status=409 if refused else 200,
    )
