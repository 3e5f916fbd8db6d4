"""Cases of the integrity desk: opened about players, written in, closed with an outcome. Whom one is about finds none."""

from __future__ import annotations

from itertools import combinations
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from people.queries import player_view
from play.commands.add_to_case import add_to_case
from play.commands.close_case import close_case
from play.commands.open_case import open_case
from play.models import CaseOutcome
from play.queries.cases import all_played_here, case_of_house, cases_of_house
from play.queries.complaints import complaint_of_house
from play.queries.history import PlayedHand, public_hand
from play.queries.tables import venue_of_play_table
from rules.online import CASE_PLAYERS, COMPLAINT_LETTERS
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from web import forms
from web.staffing import StaffVenue, venue_page
from web.venue.page import settle_form, venue_tab

OUTCOMES = {
    CaseOutcome.NOTHING: N_("Nothing was found"),
    CaseOutcome.MEASURES: N_("The house took measures"),
    CaseOutcome.HANDED_ON: N_("Handed on to the authority"),
}


def _open_cases(scope: StaffVenue) -> list[Any]:
    """Return the cases that hands and complaints can be put into."""
    if not scope.may(Permission.REVIEW_INTEGRITY):
        return []
    return cases_of_house(scope.venue_id, officer_id=scope.actor.user_id, only_open=True)


def case_form(scope: StaffVenue, *, note: str = "", hand: PlayedHand | None = None) -> dict[str, Any]:
    """Return what the form asks that puts something into a case. note: what its words begin with. hand: about whose players a new case may be
    opened, which takes the hand with it.
    """
    players = hand.players if hand is not None and scope.may(Permission.REVIEW_INTEGRITY) else ()
    return {
        "open_cases": _open_cases(scope),
        "case_letters": COMPLAINT_LETTERS,
        "note": note,
        "case_players": players,
    }


def _said(request: HttpRequest) -> str:
    # one more than it may have: the command says that it is too long
    return forms.text(request.POST, name="said", most=COMPLAINT_LETTERS + 1)


def _players(asked: QueryDict) -> list[int]:
    """Whom the new case is about, as the page was asked for. Refusals: ``not_found``."""
    found = [int(one) for one in asked.getlist("player")[:CASE_PLAYERS] if one.isascii() and one.isdigit()]
    if not found or any(one >= 10**15 for one in found):
        raise not_found("player")
    return list(dict.fromkeys(found))


def _goes_with(asked: QueryDict) -> dict[str, int]:
    """The complaint or the hand that stands beside what is written, by the arguments of the commands."""
    names = ("complaint_id", "table_id", "number")
    return {name: number for name in names if (number := forms.number_or_none(asked, name=name)) is not None}


def _hand_taken(scope: StaffVenue, with_it: dict[str, int]) -> dict[str, Any] | None:
    """Which hand a new case takes with it: its table and number; None where none does. Refusals: ``not_found``."""
    if (complaint_id := with_it.get("complaint_id")) is not None:
        one = complaint_of_house(complaint_id, venue_id=scope.venue_id, officer_id=scope.actor.user_id)
        return {"table": one.table, "number": one.number}
    table_id, number = with_it.get("table_id"), with_it.get("number")
    if table_id is None or number is None:
        return None
    if venue_of_play_table(table_id) != scope.venue_id:
        raise not_found("hand")
    return {"table": public_hand(table_id=table_id, number=number).table, "number": number}


@require_http_methods(["GET", "POST"])
@venue_page(Permission.REVIEW_INTEGRITY)
def new_case(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Open a case about players. ``?player=`` once or more; ``complaint_id=``, or ``table_id=`` and ``number=``: what it takes with it."""
    asked = request.POST if request.method == "POST" else request.GET
    with_it = _goes_with(asked)
    if with_it and "player" not in asked:
        raise Refused("nobody_chosen", N_("Choose whom the case is about: go back, and tick a player."))
    players = _players(asked)
    if not all_played_here(scope.venue_id, players=players):
        raise not_found("player")
    taken = _hand_taken(scope, with_it)
    names = [(player_id, player_view(player_id).public_name) for player_id in players]
    typed, refused = "", None
    if request.method == "POST":
        acted = settle_form(
            request,
            said=_("The case is open."),
            command=open_case,
            read=lambda: {"venue_id": scope.venue_id, "players": players, "said": _said(request)} | with_it,
        )
        if acted.refused is None:
            return redirect(
                "director-integrity-case", venue_id=scope.venue_id, case_id=acted.result["case_id"]
            )
        typed, refused = request.POST.get("said", "")[:COMPLAINT_LETTERS], acted.refused
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_case_new.html",
        context={
            "players": names,
            "typed": typed,
            "most": COMPLAINT_LETTERS,
            "with_it": with_it,
            "taken": taken,
        },
        refused=refused is not None,
    )


@require_http_methods(["GET", "POST"])
@venue_page(Permission.REVIEW_INTEGRITY)
def case(request: HttpRequest, *, scope: StaffVenue, case_id: int) -> HttpResponse:
    """Show one case with all that was written in it; it is written in and closed here."""
    found = case_of_house(case_id, venue_id=scope.venue_id, officer_id=scope.actor.user_id)
    typed, refused = "", None
    if request.method == "POST":
        closes = request.POST.get("what") == "close"
        about = {"venue_id": scope.venue_id, "case_id": case_id}
        outcome = {"outcome": forms.text(request.POST, name="outcome", most=20)} if closes else {}
        acted = settle_form(
            request,
            said=_("The case is closed.") if closes else _("It is written in the case."),
            command=close_case if closes else add_to_case,
            read=lambda: about | outcome | {"said": _said(request)},
        )
        if acted.refused is None:
            # what was chosen for the end of the case is still chosen after a note
            chosen = forms.text(request.POST, name="outcome", most=20)
            here = reverse("director-integrity-case", args=[scope.venue_id, case_id])
            return redirect(f"{here}?{urlencode({'outcome': chosen})}" if chosen and not closes else here)
        typed, refused = request.POST.get("said", "")[:COMPLAINT_LETTERS], acted.refused
        # as somebody else may have left it meanwhile
        found = case_of_house(case_id, venue_id=scope.venue_id, officer_id=scope.actor.user_id)
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_case.html",
        context={
            "case": found,
            "outcome": _(OUTCOMES[CaseOutcome(found.line.outcome)]) if found.line.outcome else "",
            "outcomes": [(outcome.value, _(word)) for outcome, word in OUTCOMES.items()],
            # a case is closed with a word of its own: none is chosen beforehand
            "chosen": request.POST.get("outcome", request.GET.get("outcome", "")),
            "pairs": list(combinations(zip(found.player_ids, found.line.players, strict=True), 2)),
            "typed": typed,
            "most": COMPLAINT_LETTERS,
        },
        refused=refused is not None,
    )


@require_POST
@venue_page(Permission.REVIEW_INTEGRITY)
def add(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Put a hand or a complaint into a case, from its own page; then show the case."""
    case_id = forms.number(request.POST, name="case_id")
    case_of_house(case_id, venue_id=scope.venue_id, officer_id=scope.actor.user_id)
    with_it = _goes_with(request.POST)
    settle_form(
        request,
        said=_("It is written in the case."),
        command=add_to_case,
        read=lambda: {"venue_id": scope.venue_id, "case_id": case_id, "said": _said(request)} | with_it,
    )
    return redirect("director-integrity-case", venue_id=scope.venue_id, case_id=case_id)
