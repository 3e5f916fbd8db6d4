"""The staff's page of the displays: what they show, each with its role, its name and its sound, and how it looks."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access import moment, presence
from rules.permissions import Permission
from tables.queries import first_table
from tournaments.commands.assign_screen import assign_screen
from tournaments.commands.pair_screen import pair_screen
from tournaments.commands.set_up_screen import set_up_screen
from tournaments.commands.show_on_screens import show_on_screens
from tournaments.commands.unpair_screen import unpair_screen
from tournaments.queries import screens
from tournaments.queries.screens import ScreenView
from web.acting import answer, run_command, why_not, with_rule
from web.director.page import board_context
from web.forms import number_asked
from web.screens.words import ROLES, role_words
from web.staffing import StaffTournament, staff_page

# refusals that another code would answer
_OF_THE_CODE = frozenset({"bad_screen_code", "no_such_screen", "screen_elsewhere"})


@csp_update({"frame-src": [SELF]})
@require_http_methods(["GET", "POST"])
@staff_page(Permission.SEND_MESSAGE)
def control(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the displays: message and seating list for all of them, pairing, and of each its role, its name and its
    sound.
    """
    if request.method == "POST":
        return _act(request, scope)
    return _page(request, scope)


def _page(request: HttpRequest, scope: StaffTournament, *, wrong: str = "") -> HttpResponse:
    """The page of the displays. wrong: why the code that was typed pairs nothing; it stays in its field."""
    known = screens.screens_of(scope.venue.venue_id) if scope.may(Permission.PAIR_DEVICE) else []
    silent = presence.silent_displays([one.code for one in known], at=moment.at())
    wall = screens.wall_payload(scope.tournament_id)
    one = first_table(scope.tournament_id)
    roles = [
        {**role, "address": _address_of(role["word"], scope, table_number=one)}
        for role in role_words()
        # of a tournament without tables none can be shown
        if one is not None or role["word"] != "table"
    ]
    return render(
        request,
        "screens/control.html",
        {
            "scope": scope,
            "tab": "screens",
            "wall": wall,
            "was": _before(request, wall=wall),
            "screens": [
                {
                    "view": one,
                    "here": one.tournament_id == scope.tournament_id,
                    "word": _word_of(one),
                    "silent_since": silent.get(one.code),
                }
                for one in known
            ],
            "roles": roles,
            "first_table": one,
            "address": request.build_absolute_uri(reverse("display")),
            "wrong": wrong,
            "typed": request.POST if wrong else {},
            **board_context(scope),
        },
        status=409 if wrong else 200,
    )


def _act(request: HttpRequest, scope: StaffTournament) -> HttpResponse:
    here = reverse("screens-control", args=[scope.tournament_id])
    what = request.POST.get("what", "show")
    code = request.POST.get("code", "")
    asked: dict[str, Any] = {"tournament_id": scope.tournament_id}
    if what == "pair":
        asked |= {"code": code, "sound": request.POST.get("sound") == "on"}
        acted = run_command(request, command=pair_screen, **asked)
        if acted.refused is not None and acted.refused.code in _OF_THE_CODE:
            return _page(request, scope, wrong=with_rule(request, text=why_not(acted), refused=acted.refused))
        said = _("The display %(code)s shows this tournament.")
        return answer(
            request,
            acted=acted,
            to=here,
            said=said % {"code": "" if acted.done is None else acted.result["code"]},
        )
    if what == "assign":
        role, _dot, layout = request.POST.get("as", "").partition(".")
        asked |= {"code": code, "role": role, "layout": layout or "classic"}
        acted = run_command(
            request,
            command=assign_screen,
            **asked,
            table_number=number_asked(request.POST, name="table_number", digits=6),
        )
        return answer(request, acted=acted, to=here, said=_("The display follows in a moment."))
    if what == "set-up":
        acted = run_command(
            request,
            command=set_up_screen,
            **asked,
            code=code,
            name=request.POST.get("name", ""),
            sound=request.POST.get("sound") == "on",
            volume=number_asked(request.POST, name="volume", digits=6) or 0,
            voice=request.POST.get("voice") == "on",
        )
        return answer(request, acted=acted, to=here, said=_("Name and sound are kept."))
    if what == "unpair":
        acted = run_command(request, command=unpair_screen, **asked, code=code)
        return answer(request, acted=acted, to=here, said=_("The display is free: it shows its code again."))
    before = screens.wall_payload(scope.tournament_id)
    acted = run_command(
        request,
        command=show_on_screens,
        **asked,
        show=request.POST.get("show", "clock"),
        message=request.POST.get("message", ""),
    )
    # what was there can be put back as long as this page is before whoever changed it
    back = "" if acted.refused else "?" + urlencode({f"was_{name}": value for name, value in before.items()})
    now = screens.wall_payload(scope.tournament_id)
    removed = before["message"] and not now["message"] and before["show"] == now["show"]
    said = _("The message is off the displays.") if removed else _("On the displays now.")
    return answer(request, acted=acted, to=here + back, said=said)


def _before(request: HttpRequest, *, wall: dict[str, Any]) -> dict[str, str] | None:
    """What the displays showed before the last change, and what that change did; None where nothing can be put back, or
    where removing the message does the same.
    """
    if "was_show" not in request.GET:
        return None
    show = "seats" if request.GET["was_show"] == "seats" else "clock"
    message = request.GET.get("was_message", "")[:200]
    done = []
    if show != wall["show"]:
        done.append(_("seating list shown") if wall["show"] == "seats" else _("each display its own again"))
    if message and not wall["message"]:
        done.append(_("message removed"))
    elif message != wall["message"]:
        done.append(_("message changed") if message else _("message shown"))
    if not done or (show == wall["show"] and not message):
        return None
    return {"show": show, "message": message, "done": ", ".join(done) + (f" · {message}" if message else "")}


def _word_of(screen: ScreenView) -> str:
    """The button of a display's role."""
    return f"clock.{screen.layout}" if screen.role == "clock" else screen.role


def _address_of(word: str, scope: StaffTournament, *, table_number: int | None) -> str:
    """Where a role stands alone: what its preview shows."""
    shown = ROLES[word]
    of = [scope.venue.venue_id if shown.of_the_house else scope.tournament_id]
    if word == "table":
        of.append(table_number or 0)
    return reverse(shown.page, args=of) + shown.query
