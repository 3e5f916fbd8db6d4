"""What the desk does: one command each, then the desk again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from access import moment
from dispatch.facts import Done
from people.queries import session_number
from rules.permissions import Permission
from rules.refusals import Refused, not_found
from tournaments.queries.entries import last_sold
from tournaments.queries.purchases import chips_to_bring
from web import buttons, forms
from web.acting import why_not, with_rule
from web.buttons import Reader, Teller
from web.desk.details import FIELDS, read_details
from web.director.sentences import said_called_off, said_under_age
from web.staffing import StaffTournament, staff_page
from web.templatetags.shuffle import hour


def _check(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """What was read from the document; its kind counts only with its number."""
    born = forms.birth_date_or_none(post)
    return {
        "player_id": forms.number(post, name="player_id"),
        "venue_id": scope.venue.venue_id,
        **({"birth_date": born} if born else {}),
        **(
            {
                "document_kind": forms.text(post, name="document_kind"),
                "document_number": forms.text(post, name="document_number"),
            }
            if post.get("document_number")
            else {}
        ),
    }


def _update(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    return read_details(scope, post=post)


def _said_excluded(_scope: StaffTournament, result: Mapping[str, Any]) -> str:
    return " ".join([_("The player is suspended from now on."), *said_called_off(result)])


def _said_chips(scope: StaffTournament, result: Mapping[str, Any]) -> str:
    """Where the chips come from: those that were asked for on the phone the floor brings, and nobody hands them out twice."""
    bought = {one["purchase_id"] for one in result.get("purchases") or [result]}
    for one in chips_to_bring(scope.tournament_id, at=moment.at()):
        if one.purchase_id in bought:
            return _("Paid. The floor brings the chips to table %(table)s, seat %(seat)s.") % {
                "table": one.table,
                "seat": one.seat,
            }
    return _("Paid. Hand out the chips.")


# the desk's buttons that read their form or say what was done in their own way; all others are on their cards alone
READERS: Mapping[str, Reader] = {"check": _check, "update": _update}
TELLERS: Mapping[str, Teller] = {
    "under-age": said_under_age,
    "exclude": _said_excluded,
    "rebuy": _said_chips,
    "add-on": _said_chips,
}


# after these the desk is free for the next person
_NEXT_PERSON = frozenset(
    {"register", "reenter", "confirm", "money", "rebuy", "add-on", "cancel", "transfer", "undo-re-entry"}
)


_TYPED_SECONDS = 120
_COUNTER = frozenset({"deposit", "withdraw"})
_TYPED: Mapping[str, tuple[str, ...]] = {"update": FIELDS}


@require_POST
@staff_page(Permission.TAKE_PAYMENT)
def desk_action(request: HttpRequest, *, scope: StaffTournament, what: str) -> HttpResponse:
    """Run one command of the desk; afterwards the desk again, with what was done."""
    found = buttons.buttons_of("desk").get(what)
    if found is None:
        raise not_found("action")
    here = reverse("desk", args=[scope.tournament_id])
    player_id = whole_or_none(request.POST, name="player_id")
    acted = buttons.pressed(request, found=found, scope=scope, reader=READERS.get(what))
    if acted.refused is not None:
        said = " ".join(filter(None, [why_not(acted), _sold_last(scope, refused=acted.refused)]))
        messages.error(request, with_rule(request, text=said, refused=acted.refused))
        if player_id:
            _keep_typed(request, what=what, player_id=player_id)
        return redirect(
            f"{here}?{_kept(request.POST, what=what, player_id=player_id)}" if player_id else here
        )
    assert acted.done is not None
    messages.success(
        request,
        TELLERS[what](scope, acted.result)
        if what in TELLERS
        else buttons.said(found, result=acted.result, currency=scope.currency),
    )
    receipts = _receipts_of(acted.done)
    if receipts:
        return redirect(f"{here}?{urlencode({'done': receipts}, doseq=True)}")
    if what not in _NEXT_PERSON and player_id:
        # money over the counter has a paper, handed out while the person stands there
        over = acted.result.get("transfer_id") if what in ("deposit", "withdraw") else None
        return redirect(f"{here}?player={player_id}" + (f"&movement={over}" if over else ""))
    return redirect(here)


def _sold_last(scope: StaffTournament, *, refused: Refused) -> str:
    """Of a seat that is gone: to whom, when and by whom the last entry was sold. The page had shown a seat; this says what
    happened meanwhile, and that the money in hand belongs to the player."""
    if refused.code not in ("no_seat_free", "line_is_longer"):
        return ""
    last = last_sold(scope.tournament_id)
    if last is None:
        return ""
    told = {"player": last.player, "time": hour(last.at, scope.timezone), "operator": last.by}
    sold = (
        _("The last entry was sold to %(player)s at %(time)s by %(operator)s.")
        if last.by
        else _("The last entry was sold to %(player)s at %(time)s.")
    ) % told
    return sold + " " + _("Nothing was booked here: money in your hand is the player's.")


def _kept(post: QueryDict, *, what: str, player_id: int) -> str:
    """What was typed into a sale that was refused: the page that follows has the method and the stack as they were."""
    names = ("method", "stack_chips", "entry_id")
    typed = {name: post.get(name, "")[:20] for name in names}
    return urlencode({"player": player_id, "again": what, **{k: v for k, v in typed.items() if v}})


def _keep_typed(request: HttpRequest, *, what: str, player_id: int) -> None:
    """Keep what was typed into a form which was refused, for the page that follows: in an address others would read it."""
    names = ("amount", "method", "reference") if what in _COUNTER else _TYPED.get(what, ("reason",))
    typed = {name: request.POST[name][:300] for name in names if request.POST.get(name)}
    if typed:
        more = {"what": what, "player_id": player_id, "hand_back": "hand_back" in request.POST}
        cache.set(_typed_by(request), {**typed, **more}, _TYPED_SECONDS)


def typed_kept(request: HttpRequest, *, player_id: int | None) -> dict[str, Any]:
    """Return what was typed into the form that was refused just now, on the page that follows it; else nothing."""
    if "again" not in request.GET:
        return {}
    typed: dict[str, Any] = cache.get(_typed_by(request)) or {}
    return typed if typed.get("player_id") == player_id else {}


def _typed_by(request: HttpRequest) -> str:
    return f"desk-typed:{session_number(request.session.session_key or '')}"


def _receipts_of(done: Done) -> list[str]:
    """The code of each receipt that was written: of two add-ons there are two."""
    bought = done.result.get("purchases") or [done.result]
    return [str(one["receipt"]) for one in bought if one.get("receipt")]


def whole_or_none(given: QueryDict, *, name: str) -> int | None:
    try:
        return forms.number_or_none(given, name=name)
    except Refused:
        return None
