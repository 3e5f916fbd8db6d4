"""Another e-mail address for the own account: a code goes to the new one, word to the old one."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access import email_codes, moment, passwords
from dispatch.facts import CommandId
from people.commands.ask_email_code import ask_email_code
from people.commands.change_email import change_email
from people.commands.prove_email import prove_email
from people.queries import reach_as_read, second_factor_of
from rules.refusals import N_, Refused
from web.acting import actor_of, command_id_of, run_command, sentence
from web.forms import text
from web.player.entrance import done_of, place_of, wrong_code
from web.staffing import personal

_NEW = "new_email"  # in the session: which code was sent where


@require_http_methods(["GET", "POST"])
@personal
def email(request: HttpRequest) -> HttpResponse:
    """Change the address: ask for the new one with the password, then for the code that was sent there.

    ``?other``: another address after all.
    """
    if "other" in request.GET:
        request.session.pop(_NEW, None)
    if request.method != "POST":
        return _page(request)
    try:
        return _changed(request) if "code" in request.POST else _asked(request)
    except Refused as refused:
        return _page(request, refused)


def _asked(request: HttpRequest) -> HttpResponse:
    """Send the code, to who has shown the password."""
    number = command_id_of(request)
    typed = text(request.POST, name="email", most=254)
    passwords.show_old_if_any(
        number,
        user_id=actor_of(request).user_id or 0,
        old=request.POST.get("old_password", "")[:128],
        code=text(request.POST, name="second_code", most=60),
        at=moment.at(),
    )
    if typed.strip().lower() == _user(request).email:
        raise Refused("same_email", N_("This is your address already."), field="email")
    asked = email_codes.asked(number, email=typed, place=place_of(request))
    done = done_of(run_command(request, command=ask_email_code, **asked))
    email_codes.send(done.command_id, email=asked["email"])
    request.session[_NEW] = {"id": done.result["code_id"], "email": asked["email"]}
    return redirect("account-email")


def _changed(request: HttpRequest) -> HttpResponse:
    """Take the code; a right one changes the address at once."""
    sent = request.session.get(_NEW)
    if sent is None:
        return redirect("account-email")
    tried = email_codes.guessed(
        sent["id"],
        email=sent["email"],
        code=str(request.POST.get("code", "")),
        place=place_of(request),
    )
    proving = done_of(run_command(request, command=prove_email, **tried))
    if proving.result["outcome"] != "right":
        if not proving.replayed:
            email_codes.missed(place=place_of(request))
        raise wrong_code(proving.result["outcome"], left=proving.result["tries_left"])
    if not proving.replayed:
        email_codes.answered(place=place_of(request))
    user = _user(request)
    before = reach_as_read(user)
    done = change_email(
        # one form, two commands: the second has a number of its own, the same again for a double tap
        command_id=CommandId(uuid.uuid5(proving.command_id, "change_email")),
        at=moment.at(),
        by=actor_of(request),
        user_id=user.pk,
        email=sent["email"],
        code_id=sent["id"],
    )
    passwords.tell_of_email(done, before=before)
    request.session.pop(_NEW, None)
    messages.success(request, _("Your address was changed. We wrote to the old one, too."))
    return redirect("account")


def _user(request: HttpRequest) -> Any:
    return request.user


def _page(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    sent = request.session.get(_NEW)
    return render(
        request,
        "people/email.html",
        {
            "sent": sent["email"] if sent else "",
            "typed": request.POST.get("email", "")[:254],
            "has_password": _user(request).has_usable_password(),
            "factor": second_factor_of(_user(request).pk),
            "refusal": sentence(refused) if refused else "",
            "field": str(refused.params.get("field", "")) if refused else "",
        },
        status=409 if refused else 200,
    )
