"""An app for signing in, besides the password: set up with its first code, taken away with another."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access import rate_limit
from people import operations
from people.commands.drop_second_factor import drop_second_factor
from people.commands.set_second_factor import set_second_factor
from people.operations import totp
from people.queries import second_factor_of
from rules.refusals import Refused
from web import pix
from web.acting import actor_of, answer, run_command, sentence
from web.forms import text
from web.staffing import personal

WRONG_CODES = 10


@require_http_methods(["GET", "POST"])
@personal
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show whether there is one, and the form for the other."""
    by = actor_of(request)
    user_id = by.user_id or 0
    recovery: tuple[str, ...] = ()
    refusal, seed = "", _seed(request)
    if request.method == "POST":
        code = text(request.POST, name="code", most=60)
        try:
            counter = rate_limit.check("second-factor-page", who=str(user_id), at_most=WRONG_CODES)
            if request.POST.get("what") == "drop":
                acted = run_command(request, command=drop_second_factor, user_id=user_id, code=code)
                if acted.refused is None:
                    said = _("The password alone signs in again.")
                    return answer(request, acted=acted, to=reverse("me-second-factor"), said=said)
            else:
                acted = run_command(request, command=set_second_factor, user_id=user_id, seed=seed, code=code)
                if acted.done is not None and acted.done.replayed:
                    refusal = _(
                        "The recovery codes were shown already. Remove the app and set it up again if they are lost."
                    )
                elif acted.refused is None:
                    recovery = operations.recovery_codes(user_id, seed=seed)
            if acted.refused is not None:
                rate_limit.failed(counter)
                refusal = sentence(acted.refused)
        except Refused as refused:
            refusal = sentence(refused)
    factor = second_factor_of(user_id)
    secret = operations.factor_secret(user_id, seed=seed)
    where = totp.address(secret, issuer="Shuffle Up", account=request.user.email)  # type: ignore[union-attr]
    return render(
        request,
        "player/second_factor.html",
        {
            "factor": factor,
            "left": operations.RECOVERY_CODES - factor.recovery_used if factor else 0,
            "recovery": recovery,
            "refusal": refusal,
            "possible": request.user.is_authenticated and request.user.has_usable_password(),
            "seed": seed,
            "secret": totp.typed_secret(secret),
            "drawing": pix.drawing(where),
        },
        status=409 if refusal else 200,
    )


def _seed(request: HttpRequest) -> uuid.UUID:
    """That of the form, so that a wrong code does not mean scanning again; a new one for a new page."""
    try:
        return uuid.UUID(request.POST.get("seed", ""))
    except ValueError:
        return uuid.uuid4()
