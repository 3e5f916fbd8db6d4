"""One's own file: the nickname and the phone, the public page, all of it to take away or to have erased."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from access import moment
from people.commands.anonymise_player import anonymise_player
from people.commands.choose_profile import choose_profile
from people.commands.update_player import update_player
from people.queries import require
from play.queries.own_data import everything_played
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.queries.own_data import everything_of
from web.acting import CommandOutcome, actor_of, answer, run_command, say_wrong
from web.forms import at_fields, text
from web.player.account import about_form, me_page
from web.player.views import own_page, own_player


@require_POST
@own_page
def about(request: HttpRequest) -> HttpResponse:
    """Another nickname, another phone; what the desk corrected meanwhile stays, and where both did it is said."""
    player_id = own_player(request)
    post, clash = about_form(player_id).with_saved(request.POST)
    typed = {
        "public_name": text(post, name="public_name", most=80),
        "phone": text(post, name="phone", most=40),
    }
    acted = (
        run_command(request, command=update_player, player_id=player_id, **typed)
        if clash is None
        else CommandOutcome(refused=clash)
    )
    if acted.refused is None:
        messages.success(request, _("Saved."))
        return redirect("me")
    wrong = at_fields(acted.refused)
    say_wrong(request, refused=acted.refused, wrong=wrong)
    return me_page(request, typed=typed, wrong=wrong)


@require_POST
@own_page
def profile(request: HttpRequest) -> HttpResponse:
    """Choose a public page, or none."""
    shown = text(request.POST, name="shown", most=10) in ("all", "places")
    acted = run_command(
        request,
        command=choose_profile,
        player_id=own_player(request),
        shown=shown,
        prizes=text(request.POST, name="shown", most=10) == "all",
    )
    said = _("Your page is open to everybody.") if shown else _("You have no public page.")
    return answer(request, acted=acted, to=f"{reverse('me')}#public-page", said=said)


@require_GET
@own_page
def data(request: HttpRequest) -> HttpResponse:
    """Show everything that is kept about me, as a file."""
    player_id = own_player(request)
    require(
        actor_of(request), permission=Permission.VIEW_PLAYER_PRIVATE, venue_id=None, owner_player_id=player_id
    )
    # own cards are for nobody else, so they stand in this file and at no other address
    kept = everything_of(player_id, at=moment.at()) | {"online": everything_played(player_id)}
    response = JsonResponse(kept, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="shuffle-up.json"'
    return response


@require_POST
@own_page
def erase(request: HttpRequest) -> HttpResponse:
    """Erase what is personal of a reader who leaves, for good."""
    player_id = own_player(request)
    if request.POST.get("sure") != "on":
        raise Refused("not_confirmed", N_("Tick that you are sure, then erase."))
    acted = run_command(request, command=anonymise_player, player_id=player_id)
    if acted.refused is None:
        logout(request)
    return answer(
        request,
        acted=acted,
        to=reverse("me" if acted.refused else "home"),
    )
