"""The first owner of an empty installation comes in: by the link that the server printed, and nobody else."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from access import passwords
from access.sign_in import come_in
from people.commands.open_first_account import open_first_account
from people.queries import opens_the_house
from rules.refusals import N_, Refused
from web.acting import command_id_of, run_command, sentence
from web.forms import text
from web.problems import refused_page

#: In the session: the code by which this browser may open the first venue.
FOUNDING = "founding_code"


@never_cache
@require_GET
def link(request: HttpRequest, *, code: str) -> HttpResponse:
    """Open the way in from the link of the console; the code moves into the session."""
    if not opens_the_house(code):
        return refused_page(request, refused=Refused("not_found", N_("There is no page at this address.")))
    request.session[FOUNDING] = code
    return redirect("first-owner")


@never_cache
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Show who the owner is; the venue comes next."""
    code = request.session.get(FOUNDING, "")
    if not opens_the_house(code):
        return refused_page(request, refused=Refused("not_found", N_("There is no page at this address.")))
    if request.user.is_authenticated:
        return redirect("director-open-house")
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        try:
            return _opened(request, code)
        except Refused as refused:
            at = {"email_taken": "email"}.get(refused.code, str(refused.params.get("field", "")))
            wrong = {at: refused}
    refusal = next((sentence(refused) for at, refused in wrong.items() if not at), "")
    return render(
        request,
        "people/first_owner.html",
        {"typed": request.POST, "wrong": wrong, "refusal": refusal},
        status=409 if wrong else 200,
    )


def _opened(request: HttpRequest, code: str) -> HttpResponse:
    acted = run_command(
        request,
        command=open_first_account,
        code=code,
        email=text(request.POST, name="email", most=254),
        name=text(request.POST, name="name", most=80),
        password_hash=passwords.hashed(
            request.POST.get("password", "")[:128],
            number=command_id_of(request),
            email=text(request.POST, name="email", most=254),
        ),
        language=(get_language() or "pt-br").lower(),
    )
    if acted.refused is not None:
        raise acted.refused
    come_in(request, user=get_user_model().objects.get(pk=acted.result["user_id"]))
    return redirect("director-open-house")
