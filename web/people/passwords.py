"""Choosing a password: by an invitation, or after a code by e-mail where the old one is forgotten.

What an address carries (the link) goes into the session at once, and the page moves on: it stands in no history, no
referrer and no log of what came after.
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from access import email_codes, moment, passwords
from people import operations
from people.commands.accept_invitation import accept_invitation
from people.commands.reset_password import reset_password
from rules.refusals import Refused
from web.acting import command_id_of, run_command, sentence
from web.player import entrance
from web.sign_in import SET_FOR

_LINK = "invitation_link"


@never_cache
@require_GET
def invitation(request: HttpRequest, *, link: str) -> HttpResponse:
    """Open what an invitation by letter leads to."""
    try:
        operations.open_link(link, at=moment.at())
    except Refused as refused:
        return _over(request, refused)
    request.session[_LINK] = link
    request.session.pop(entrance.CHOOSING_PROOF, None)
    return redirect("password-choose")


def _over(request: HttpRequest, refused: Refused) -> HttpResponse:
    return render(request, "people/choose.html", {"over": sentence(refused)}, status=410)


@never_cache
@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Send a code to the address, whoever's it is; with it another password is chosen."""
    return entrance.ask_for_code(request, template="people/forgotten.html", choosing=True)


@never_cache
@require_http_methods(["GET", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Show the new password."""
    link, proof = request.session.get(_LINK, ""), request.session.get(entrance.CHOOSING_PROOF, "")
    try:
        if link:
            email = operations.open_link(link, at=moment.at())[0].email
        elif proof:
            number = command_id_of(request) if request.method == "POST" else None
            proved = email_codes.proven(proof, at=moment.at(), number=number)
            email = proved.email
        else:  # a form that is sent twice has set the password already
            return redirect("sign-in" if request.method == "POST" else "password-forgotten")
    except Refused as refused:
        return _over(request, refused)
    refusal = ""
    if request.method == "POST":
        try:
            password_hash = passwords.hashed(
                request.POST.get("password", "")[:128], number=command_id_of(request), email=email
            )
            if link:
                acted = run_command(
                    request, command=accept_invitation, link=link, password_hash=password_hash
                )
            else:
                acted = run_command(
                    request, command=reset_password, password_hash=password_hash, **proved._asdict()
                )
            if acted.refused is not None:
                raise acted.refused
            assert acted.done is not None
            passwords.tell_of_password(acted.done)
            for name in (_LINK, entrance.CHOOSING_PROOF):
                request.session.pop(name, None)
            if request.user.is_authenticated:
                # another password ends every session, this one too: a fresh one says so
                logout(request)
            messages.success(request, _("Your password is set. Sign in with it."))
            # it was just shown: nobody types it twice, and no address has it
            request.session[SET_FOR] = email
            return redirect("sign-in")
        except Refused as refused:
            refusal = sentence(refused)
    # 200 also when refused: what answers an error is logged with its address
    return render(request, "people/choose.html", {"email": email, "refusal": refusal})
