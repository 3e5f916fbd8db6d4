"""Signing in on a page. Wrong tries are counted with those of the API: one lock for both."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from access import moment, rate_limit, sign_in
from access.sign_in import pass_second, wrong_sign_in
from people.queries import second_factor_of
from rules.refusals import Refused
from web.acting import sentence
from web.work import work_of

HALF_IN = "half_in"  # in the session: who gave the right password, and when
HALF_IN_SECONDS = 10 * 60
SET_FOR = "password_set_for"  # in the session: whose password was set a moment ago


class SignInPage(LoginView):
    """E-mail and password; then the code of an app, where one is set up."""

    template_name = "people/sign_in.html"

    def get_initial(self) -> dict[str, Any]:
        known = self.request.session.pop(SET_FOR, "") if self.request.method == "GET" else ""
        return {**super().get_initial(), "username": known}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = super().get_context_data(**kwargs)
        user = self.request.user
        if user.is_authenticated:
            # who comes back by an old link is not asked for a password as if nobody knew them
            onward = self.get_redirect_url() or work_of(user.pk, at=moment.at())
            found |= {"known_as": user.email, "onward": onward}
        return found

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        email = request.POST.get("username", "").strip().lower()
        try:
            counters = sign_in.counters(request, email=email)
        except Refused as refused:
            return self._again(self.form_class(request), refused, status=429)
        response: HttpResponse = super().post(request, *args, **kwargs)
        if response.status_code != 302:
            for counter in counters:
                rate_limit.failed(counter)
        elif request.user.is_authenticated:
            sign_in.remember(response, request=self.request, email=email)
        return response

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        onward = self.get_redirect_url()
        if second_factor_of(user.pk) is None:
            sign_in.come_in(self.request, user=user)
            return HttpResponseRedirect(onward or work_of(user.pk, at=moment.at()))
        self.request.session[HALF_IN] = {"user_id": user.pk, "at": moment.at().timestamp(), "to": onward}
        return redirect("sign-in-code")

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return self._again(form, wrong_sign_in())

    def _again(self, form: AuthenticationForm, refused: Refused, *, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form, refusal=sentence(refused))
        return self.render_to_response(context, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """Show the code of the app, for whoever has just given the right password."""
    half = request.session.get(HALF_IN)
    if half is None or moment.at().timestamp() - half["at"] > HALF_IN_SECONDS:
        request.session.pop(HALF_IN, None)
        return redirect("sign-in")
    refusal, status = "", 200
    if request.method == "POST":
        try:
            pass_second(half["user_id"], code=request.POST.get("code", ""), at=moment.at())
        except Refused as refused:
            refusal, status = sentence(refused), 429 if refused.code == "too_many_tries" else 409
        else:
            user = get_user_model().objects.get(pk=half["user_id"])
            del request.session[HALF_IN]
            sign_in.come_in(request, user=user)
            response = redirect(half["to"] or work_of(user.pk, at=moment.at()))
            sign_in.remember(response, request=request, email=user.email)
            return response
    return render(request, "people/sign_in_code.html", {"refusal": refusal}, status=status)
