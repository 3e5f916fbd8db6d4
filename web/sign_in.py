"""Signing in on a page. Wrong tries are counted with those of the API: one lock for both doors."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse

from api import tries
from api.sessions import WRONG_FOR_AN_ADDRESS, WRONG_FROM_A_PLACE
from rules.refusals import Refused
from web.acting import sentence


class SignIn(LoginView):
    """E-mail and password."""

    template_name = "people/sign_in.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        email = request.POST.get("username", "").strip().lower()
        try:
            place = tries.check(
                "sign-in-from", str(request.META.get("REMOTE_ADDR", "")), at_most=WRONG_FROM_A_PLACE
            )
            address = tries.check("sign-in", email, at_most=WRONG_FOR_AN_ADDRESS)
        except Refused as refused:
            form = self.form_class(request)
            context = self.get_context_data(form=form, refusal=sentence(refused))
            return self.render_to_response(context, status=429)
        response: HttpResponse = super().post(request, *args, **kwargs)
        if not request.user.is_authenticated:
            tries.failed(address)
            tries.failed(place)
        return response
