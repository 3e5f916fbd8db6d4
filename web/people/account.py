"""How one signs in oneself: password, PIN, app, tokens, where one is signed in; and leaving."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from access import moment, passwords
from people.commands.change_password import change_password
from people.commands.choose_mails import choose_mails
from people.commands.close_account import close_account
from people.commands.end_sessions import end_sessions
from people.queries import (
    pin_of,
    player_of_user,
    roles_by_venue,
    second_factor_of,
    session_number,
    sessions_of,
    tokens_of,
)
from rules.refusals import N_, Refused
from tournaments.queries import notices
from web.acting import actor_of, answer, command_id_of, run_command, sentence
from web.forms import text
from web.staffing import personal


def _key(request: HttpRequest) -> str:
    return request.session.session_key or ""


@require_GET
@personal
def account(request: HttpRequest) -> HttpResponse:
    """Show what lets me in, and where I am in."""
    return _page(request)


def _page(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    by = actor_of(request)
    user_id = by.user_id or 0
    at = moment.at()
    return render(
        request,
        "people/account.html",
        {
            "zone": settings.TIME_ZONE,
            "has_password": request.user.is_authenticated and request.user.has_usable_password(),
            "factor": second_factor_of(user_id),
            "pin": pin_of(user_id),
            "works": bool(roles_by_venue(user_id)),
            "tokens": len(tokens_of(user_id, at=at)),
            "sessions": sessions_of(user_id, at=at, this_key=_key(request)),
            "switches": [(switch, _(switch.title)) for switch in notices.own_mails(user_id)],
            "confirmed": request.user.email_confirmed_at is not None,  # type: ignore[union-attr]
            "plays": player_of_user(user_id) is not None,
            "refusal": sentence(refused) if refused else "",
            "field": str(refused.params.get("field", "")) if refused else "",
        },
        status=409 if refused else 200,
    )


@require_http_methods(["GET", "POST"])
@personal
def password(request: HttpRequest) -> HttpResponse:
    """Another password, for who knows the one of now."""
    if request.method != "POST":
        return redirect("account")
    try:
        number, user_id = command_id_of(request), actor_of(request).user_id or 0
        new = request.POST.get("password", "")[:128]
        password_hash = passwords.hashed(new, number=number, email=getattr(request.user, "email", ""))
        passwords.show_old(
            number,
            user_id=user_id,
            old=request.POST.get("old_password", "")[:128],
            code=text(request.POST, name="second_code", most=60),
            at=moment.at(),
        )
        acted = run_command(
            request,
            command=change_password,
            user_id=user_id,
            password_hash=password_hash,
            keep_session=session_number(_key(request)),
        )
        if acted.refused is not None:
            raise acted.refused
    except Refused as refused:
        return _page(request, refused)
    assert acted.done is not None
    passwords.stay_in(request, done=acted.done)
    passwords.tell_of_password(acted.done)
    return answer(
        request,
        acted=acted,
        to=reverse("account"),
        said=_("Your password was changed. Everybody else who was signed in as you is signed out."),
    )


@require_POST
@personal
def sessions(request: HttpRequest) -> HttpResponse:
    """Signed out there, or everywhere but here."""
    number = text(request.POST, name="number", most=40)
    acted = run_command(
        request,
        command=end_sessions,
        user_id=actor_of(request).user_id,
        number=number,
        keep_session=session_number(_key(request)),
    )
    return answer(request, acted=acted, to=reverse("account"), said=_("Signed out."))


@require_POST
@personal
def mails(request: HttpRequest) -> HttpResponse:
    """Choose what I get by mail: the ticked kinds and no others."""
    acted = run_command(
        request,
        command=choose_mails,
        user_id=actor_of(request).user_id,
        off=[switch.kind for switch in notices.own_mails(0) if not request.POST.get(switch.kind)],
    )
    return answer(request, acted=acted, to=f"{reverse('account')}#mails", said=_("Saved."))


@require_POST
@personal
def close(request: HttpRequest) -> HttpResponse:
    """Close the account of a reader who works here no longer."""
    if request.POST.get("sure") != "on":
        raise Refused("not_confirmed", N_("Tick that you are sure, then close the account."))
    acted = run_command(request, command=close_account, user_id=actor_of(request).user_id)
    if acted.refused is None:
        logout(request)
    return answer(request, acted=acted, to=reverse("account" if acted.refused else "home"))
