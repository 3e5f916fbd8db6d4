"""What the director's buttons do: one command each, and the sentence said, with its Undo."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from access import moment
from dispatch.facts import Done
from dispatch.queries import facts_of_command
from rules.refusals import N_, Refused, not_found
from undo import take_back, undone_of
from web import buttons
from web.acting import CommandOutcome, actor_of, answer, command_id_of, who_was_first
from web.director import busts
from web.director.own_buttons import READERS, TELLERS
from web.staffing import StaffTournament

DEAL_ENDED = {
    "player_left": N_("The deal in vote is withdrawn: a player left."),
    "player_back": N_("The deal in vote is withdrawn: a player is back."),
}


def back_to(request: HttpRequest, *, default: str) -> str:
    """Return where a page without htmx goes after an act: where it came from, within this site."""
    asked = request.POST.get("next", "") or _own_path(request)
    return page_at(asked) or default


# parts of pages that htmx draws again, and the page each is part of: by itself a part has no head, no style and no way on
_PAGE_OF = {
    "director-now": "director-room",
    "director-clock": "director-room",
    "director-bust-meant": "director-room",
    "floor-proposals": "floor-tablet",
    "play-mine": "play",
}


def page_at(address: str) -> str:
    """Return the page of this site at an address: for a part of a page, the page it is part of; "" where there is none."""
    # a path: a bare word would be taken for the name of an address
    if not address.startswith("/") or not url_has_allowed_host_and_scheme(address, allowed_hosts=None):
        return ""
    try:
        found = resolve(urlsplit(address).path)
    except Resolver404:
        return ""
    if found.url_name in _PAGE_OF:
        return reverse(_PAGE_OF[found.url_name], kwargs={"tournament_id": found.kwargs["tournament_id"]})
    return address


def _own_path(request: HttpRequest) -> str:
    came = urlsplit(request.headers.get("Referer", ""))
    if came.netloc and came.netloc != request.get_host():
        return ""
    return came.path + (f"?{came.query}" if came.query else "")


def perform(request: HttpRequest, *, scope: StaffTournament, what: str) -> HttpResponse:
    """Do what the button says, and answer with the sentence and its Undo."""
    if what == "bust" and busts.rebuys(request.POST):
        what = "announce-rebuy"
    found = buttons.buttons_of("director").get(what)
    if found is None:
        raise not_found("action")
    acted = buttons.pressed(request, found=found, scope=scope, reader=READERS.get(what))
    said = undo = ""
    several = False
    if acted.done is not None:
        sentence = (
            TELLERS[what](scope, acted.result)
            if what in TELLERS
            else buttons.said(found, result=acted.result, currency=scope.currency)
        )
        said = " ".join([sentence, *_deal_is_void(acted.done)]).strip()
        if found.can_undo:
            undo = undo_address(acted)
            several = len(acted.result.get("eliminations", [])) > 1
    to = back_to(request, default=reverse("director-room", args=[scope.tournament_id]))
    response = answer(request, acted=acted, to=to, said=said, undo=undo, several=several)
    if (
        what == "stacks"
        and acted.done is not None
        and request.POST.get("next")
        and getattr(request, "htmx", False)
    ):
        # a page that waited for the stacks is drawn anew; a refusal leaves it as it is, with everything typed
        messages.success(request, said)
        response["HX-Redirect"] = to
    return response


def _deal_is_void(done: Done) -> list[str]:
    """What is said where a command ended a deal in vote."""
    ended = [fact for fact in facts_of_command(done.command_id) if fact.kind == "deal_withdrawn"]
    because = {str(fact.body.get("because", "")) for fact in ended}
    return [_(DEAL_ENDED[why]) for why in sorted(because) if why in DEAL_ENDED]


def undo_address(acted: CommandOutcome) -> str:
    """Return where the act is taken back: by a POST, or by choosing which where it did several things."""
    return "" if acted.done is None else reverse("undo", args=[acted.done.command_id])


def undone(request: HttpRequest, *, number_of_command: UUID) -> CommandOutcome:
    """Take a command back."""
    asked: dict[str, Any] = {}
    if request.POST.get("thing"):
        asked["thing"] = request.POST["thing"]
    if request.POST.get("version"):
        asked["version"] = request.POST["version"][:32]
    if request.POST.get("reason"):
        asked["reason"] = request.POST["reason"]
    if request.POST.get("hand_back"):
        asked["hand_back"] = True
    try:
        done = take_back(
            number_of_command, own=command_id_of(request), by=actor_of(request), asked=asked, at=moment.at()
        )
    except Refused as refused:
        about = undone_of(number_of_command, asked=asked)
        return CommandOutcome(
            refused=refused, by=who_was_first(refused, tournament_id=about["tournament_id"], about=about)
        )
    return CommandOutcome(done=done)
