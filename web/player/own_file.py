"""One's own file: the nickname and the phone, the public page, all of it to take away or to have erased."""

from __future__ import annotations

from uuid import uuid5

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from access import moment
from dispatch.facts import CommandId
from people.commands.anonymise_player import anonymise_player
from people.commands.choose_profile import choose_profile
from people.commands.update_player import update_player
from people.queries import require
from play.queries.own_data import everything_played
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.queries.own_data import everything_of
from web.acting import CommandOutcome, actor_of, answer, command_id_of, run_command, say_wrong
from web.forms import at_fields, text
from web.player.account import about_form, me_page, page_chosen
from web.player.views import own_page, own_player

# what of an open page is chosen: places with prizes, or places alone
_OPEN = ("all", "places")


@require_POST
@own_page
def about(request: HttpRequest) -> HttpResponse:
    """Another nickname, another phone, a public page or none; what the desk corrected meanwhile stays, and where both did it is said."""
    player_id = own_player(request)
    post, clash = about_form(player_id).with_saved(request.POST)
    typed = {
        "public_name": text(post, name="public_name", most=80),
        "phone": text(post, name="phone", most=40),
    }
    # a page that was opened before the choice stood in this form does not say it
    page = text(post, name="page", most=10) or page_chosen(player_id)
    acted = (
        run_command(request, command=update_player, player_id=player_id, **typed)
        if clash is None
        else CommandOutcome(refused=clash)
    )
    if acted.refused is not None:
        wrong = at_fields(acted.refused)
        say_wrong(request, refused=acted.refused, wrong=wrong)
        return me_page(request, typed={**typed, "page": page}, wrong=wrong)
    if page == page_chosen(player_id):
        messages.success(request, _("Saved."))
        return redirect("me")
    chosen = _choose_page(request, player_id=player_id, page=page)
    said = _("Your page is open to everybody.") if page in _OPEN else _("You have no public page.")
    return answer(request, acted=chosen, to=f"{reverse('me')}#public-page", said=said)


@require_POST
@own_page
def profile(request: HttpRequest) -> HttpResponse:
    """Choose a public page, or none: the form of a page that was opened when the choice stood alone."""
    page = text(request.POST, name="shown", most=10) or "no"
    chosen = _choose_page(request, player_id=own_player(request), page=page)
    said = _("Your page is open to everybody.") if page in _OPEN else _("You have no public page.")
    return answer(request, acted=chosen, to=f"{reverse('me')}#public-page", said=said)


def _choose_page(request: HttpRequest, *, player_id: int, page: str) -> CommandOutcome:
    """The second thing that this form does has an id of its own."""
    try:
        done = choose_profile(
            command_id=CommandId(uuid5(command_id_of(request), "page")),
            at=moment.at(),
            by=actor_of(request),
            player_id=player_id,
            shown=page in _OPEN,
            prizes=page == "all",
        )
    except Refused as refused:
        return CommandOutcome(refused=refused)
    return CommandOutcome(done=done)


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
