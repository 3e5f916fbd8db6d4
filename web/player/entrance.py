"""How a player comes in: an e-mail address, the code that was sent to it, and the first time a few words about oneself.

Until the code was given the pages are the same whether the address has an account. What the visitor is about is kept in
the session: the number of the code, its address, where to go on, and later the proof.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_http_methods

from access import email_codes, moment, rate_limit
from access.sign_in import SIGN_UPS_FROM_A_PLACE, come_in, remember, way_closed
from dispatch.facts import Done
from people.commands.ask_email_code import ask_email_code
from people.commands.prove_email import prove_email
from people.commands.sign_up import sign_up
from people.models.users import Language
from people.operations import faults_of
from people.queries import privacy_text, sign_in_method
from play.queries.origins import houses_with_origins
from rules.online import KEY_MONTHS, PERIOD_DAYS
from rules.refusals import N_, Refused
from tournaments.queries import announcements
from web.acting import command_id_of, run_command, sentence, with_rule
from web.forms import Reading, at_fields, birth_date_or_none, text
from web.public.language import speak
from web.work import work_of

_CODE, _PROOF, _ONWARD = "email_code", "email_proof", "onward"
#: In the session: the proof of an address, for choosing another password.
CHOOSING_PROOF = "choosing_proof"


def place_of(request: HttpRequest) -> str:
    """Return where a request comes from, for counting tries."""
    return str(request.META.get("REMOTE_ADDR", ""))


def _onward(request: HttpRequest) -> str:
    """Where the visitor wanted to go; only within the house."""
    asked = request.POST.get("next") or request.GET.get("next") or request.session.get(_ONWARD) or ""
    return asked if url_has_allowed_host_and_scheme(asked, allowed_hosts={request.get_host()}) else ""


def _page(request: HttpRequest, name: str, status: int = 200, **context: Any) -> HttpResponse:
    onward = _onward(request)
    shown = {"next": onward, "view": _tournament_of(onward), **context}
    response = render(request, name if "/" in name else f"player/{name}.html", shown, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _tournament_of(onward: str) -> announcements.Announcement | None:
    """The tournament that the visitor wants to enter: the page is its house's."""
    try:
        tournament_id = resolve(urlsplit(onward).path).kwargs.get("tournament_id")
    except Resolver404:
        return None
    where = announcements.audience_of(tournament_id) if tournament_id is not None else None
    return (
        announcements.announcement(tournament_id, at=moment.at())
        if tournament_id is not None and where and where.public
        else None
    )


def done_of(acted: Any) -> Done:
    """Return what a command did. Refusals: the command's."""
    if acted.refused is not None:
        raise acted.refused
    done: Done = acted.done
    return done


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Show the address. A code goes to it."""
    return ask_for_code(request, template="player/join.html", choosing=False)


def ask_for_code(request: HttpRequest, *, template: str, choosing: bool) -> HttpResponse:
    """Send a code to the address that is typed; choosing: it is to choose a new password, not to come in."""
    if request.method != "POST":
        return _page(request, template, email="")
    typed = text(request.POST, name="email", most=254)
    try:
        asked = email_codes.asked(command_id_of(request), email=typed, place=place_of(request))
        done = done_of(run_command(request, command=ask_email_code, **asked))
        email_codes.send(done.command_id, email=asked["email"])
    except Refused as refused:
        last = email_codes.still_good(typed, at=moment.at()) if refused.code == "too_many_codes" else None
        if last is not None:
            _keep(request, code_id=last, email=typed.strip().lower(), choosing=choosing)
        return _page(
            request, template, status=409, email=typed, refusal=sentence(refused), sent=last is not None
        )
    _keep(request, code_id=done.result["code_id"], email=asked["email"], choosing=choosing)
    return redirect("join-code")


def _keep(request: HttpRequest, *, code_id: int, email: str, choosing: bool) -> None:
    """The code that the next page asks for."""
    request.session[_ONWARD] = _onward(request)
    request.session[_CODE] = {"id": code_id, "email": email, "choosing": choosing}
    for name in (_PROOF, CHOOSING_PROOF):
        request.session.pop(name, None)


@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Show the code. It signs in, or leads to the few words."""
    sent = request.session.get(_CODE)
    if sent is None:
        return redirect("join")
    if request.method != "POST":
        return _page(request, "code", email=sent["email"])
    try:
        tried = email_codes.guessed(
            sent["id"], email=sent["email"], code=str(request.POST.get("code", "")), place=place_of(request)
        )
        done = done_of(run_command(request, command=prove_email, **tried))
        found = done.result
        if found["outcome"] != "right":
            if not done.replayed:
                email_codes.missed(place=place_of(request))
            raise wrong_code(found["outcome"], left=found["tries_left"])
        proof = email_codes.proof_of(sent["id"])
        if not done.replayed:
            email_codes.answered(place=place_of(request))
        if found["way"] == "sign_up":
            request.session[_PROOF] = proof
            return redirect("join-you")
        if sent.get("choosing") and found["way"] != "closed":
            request.session[CHOOSING_PROOF] = proof
            return redirect("password-choose")
        at = moment.at()
        proved = email_codes.proven(proof, at=at)
        user = _whose(proved.email)
        email_codes.opened(proved, at=at)
        return _come_in(request, user)
    except Refused as refused:
        return _page(request, "code", status=409, email=sent["email"], refusal=sentence(refused))


def wrong_code(outcome: str, *, left: int) -> Refused:
    """Return the no to a code that opens nothing, with the tries that are left."""
    if outcome == "over":
        return Refused("code_over", N_("This code does not open any more. Ask for another."))
    return Refused("wrong_code", N_("This is not the code. Tries left: %(left)s."), left=left)


def _whose(email: str) -> Any:
    """The account that a proved address opens. Refusals: those of `way_closed`."""
    way, user = sign_in_method(email)
    if user is None:
        raise way_closed(way)
    return user


def _come_in(request: HttpRequest, user: Any) -> HttpResponse:
    """Sign in who proved the address."""
    onward = _onward(request) or work_of(user.pk, at=moment.at())
    for name in (_CODE, _PROOF, _ONWARD):
        request.session.pop(name, None)
    come_in(request, user=user)
    response = redirect(onward)
    # who reads the mails of an address has tries of his own here, as after the password
    remember(response, request=request, email=user.email)
    response["Cache-Control"] = "private, no-store"
    return response


@require_http_methods(["GET", "POST"])
def you(request: HttpRequest) -> HttpResponse:
    """Name, date of birth, nickname, language, terms: once."""
    proof = request.session.get(_PROOF, "")
    try:
        number = command_id_of(request) if request.method == "POST" else None
        proved = email_codes.proven(proof, at=moment.at(), number=number)
    except Refused:
        return redirect("join")
    email = proved.email
    language = (get_language() or "pt-br").lower()
    about: dict[str, Any] = {
        "version": privacy_text().version,
        "email": email,
        "languages": Language.choices,
        "years": email_codes.MINIMUM_AGE_YEARS,
    }
    if request.method != "POST":
        return _page(request, "you", typed={"language": language}, **about)
    version = about["version"]
    typed = {name: text(request.POST, name=name, most=most) for name, most in _TYPED.items()}
    reading, born = Reading(), None
    with reading.field("birth_date"):
        born = birth_date_or_none(request.POST)
        if born is None:
            raise Refused("bad_date", N_("Give your date of birth, like 31/12/1990."))
    for fault in faults_of(
        {"full_name": typed["full_name"], "public_name": typed["public_name"], "birth_date": born},
        at=moment.at(), minimum_age_years=email_codes.MINIMUM_AGE_YEARS, for_account=True,
    ):  # fmt: skip
        reading.wrong.setdefault(str(fault.params["field"]), fault)
    if request.POST.get("terms") != version:
        reading.wrong["terms"] = Refused(
            "terms_not_accepted", N_("Read the terms and tick that you accept them."), field="terms"
        )
    try:
        reading.done()
        rate_limit.failed(rate_limit.check("sign-up", who=place_of(request), at_most=SIGN_UPS_FROM_A_PLACE))
        done_of(
            run_command(
                request,
                command=sign_up,
                email=email,
                code_id=proved.code_id,
                password_hash="",
                birth_date=born,
                email_confirmed=True,
                minimum_age_years=email_codes.MINIMUM_AGE_YEARS,
                terms_version=version,
                **typed,
            )
        )
        response = _come_in(request, _whose(email))
        speak(response, code=typed["language"])
        return response
    except Refused as refused:
        wrong = at_fields(refused)
        faults = {f: with_rule(request, text=sentence(no), refused=no) for f, no in wrong.items()}
        said = [fault for name, fault in faults.items() if name not in _FIELDS]
        if not wrong:
            said = [with_rule(request, text=sentence(refused), refused=refused)]
        shown = {name: fault for name, fault in faults.items() if name in _FIELDS}
        return _page(
            request, "you", status=409, typed=request.POST, faults=shown,
            first=next((name for name in _FIELDS if name in shown), ""),
            refusal=" ".join(said), **about,
        )  # fmt: skip


# what may be typed, and how much of it; the fields as the page has them
_TYPED = {"full_name": 160, "public_name": 80, "language": 8}
_FIELDS = ("full_name", "birth_date", "public_name", "terms")


@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what the house keeps about a person, why, and how to have it or to have it erased."""
    words = privacy_text()
    return _page(
        request,
        "privacy",
        version=words.version,
        text=words.text,
        years=email_codes.MINIMUM_AGE_YEARS,
        origins_at=houses_with_origins(),
        origin_days=PERIOD_DAYS,
        key_months=KEY_MONTHS,
    )
