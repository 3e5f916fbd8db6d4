"""The player's phone: enter, sit, play, move, go out, be paid; and one's own account."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth import authenticate, login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from api import tries
from ledger import queries as ledger
from ledger.facts import StatementLine, TransferId
from payouts import queries as payouts
from people import queries as people
from people.commands.sign_up import sign_up
from people.operations import hash_secret
from rules.refusals import N_, Refused
from tables import queries as tables
from tables.commands.acknowledge_move import acknowledge_move
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.queries import faces, listings
from web import moment
from web.acting import act, actor_of, answer, sentence
from web.board import board_faces, clock_lines
from web.forms import text
from web.player.own import mine_of
from web.problems import refused_page
from web.staffing import sign_in_again, signed_in
from web.words import board_words

SHORTEST_PASSWORD = 8
SIGN_UPS_AN_HOUR = 30


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response


def _player_of(request: HttpRequest) -> int | None:
    return people.player_of_user(actor_of(request).user_id)


def _announced(tournament_id: int) -> faces.Announcement:
    """Refusal: ``not_found``, also for what is not public."""
    where = faces.audience_of(tournament_id)
    if where is None or not where.public:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="tournament")
    return faces.announcement(tournament_id)


@require_GET
def play(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One tournament as its player has it in the hand. Reads whole without JavaScript."""
    at = moment.at()
    try:
        view = _announced(tournament_id)
        shown = board_faces(tournament_id, at=at)
    except Refused as refused:
        return refused_page(request, refused)
    player_id = _player_of(request)
    context: dict[str, Any] = {
        "view": view,
        "faces": shown,
        "words": board_words(),
        "clock": clock_lines(shown["clock"], at=at),
        "counts": shown["counts"],
        "prizes": shown["prizes"],
        "mine": mine_of(player_id, tournament_id, at=at) if player_id is not None else None,
        "page": {
            "topic": f"player/{player_id}/tournament/{tournament_id}" if player_id is not None else "",
            "mine": reverse("play-mine", args=[tournament_id]),
        },
    }
    return _private(render(request, "player/play.html", context))


@require_GET
def mine(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The upper half again, when something about this player has changed."""
    player_id = _player_of(request)
    if player_id is None:
        return _private(HttpResponse(status=401))
    try:
        view = _announced(tournament_id)
        found = mine_of(player_id, tournament_id, at=moment.at())
    except Refused as refused:
        return refused_page(request, refused)
    return _private(render(request, "player/mine.html", {"view": view, "mine": found}))


@require_GET
def terms(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What a player accepts."""
    try:
        view = _announced(tournament_id)
        version, words = listings.terms_of(view.venue_id)
    except Refused as refused:
        return refused_page(request, refused)
    return render(request, "player/terms.html", {"view": view, "version": version, "text": words})


def _own_player(request: HttpRequest) -> int:
    player_id = _player_of(request)
    if player_id is None:
        raise Refused("no_player_file", N_("This account has no player's file. Ask the desk to open one."))
    return player_id


@require_POST
@signed_in
def register(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """From the balance it is paid at once; otherwise the desk takes the money."""
    method = "balance" if request.POST.get("pay") == "balance" else "cash"
    acted = act(
        request,
        register_player,
        tournament_id=tournament_id,
        player_id=_own_player(request),
        method=method,
        terms_version=text(request.POST, "terms", most=20),
    )
    said = (
        _("You are in.")
        if acted.result.get("entry_id")
        else _("Registered. Pay at the desk to get your seat.")
    )
    return answer(request, acted, to=reverse("play", args=[tournament_id]), said=said)


@require_POST
@signed_in
def cancel(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """The player does not come."""
    own = faces.player_face(_own_player(request), tournament_id)["registration"]
    if own is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="registration")
    acted = act(request, cancel_registration, registration_id=own["registration_id"], reason="")
    return answer(
        request, acted, to=reverse("play", args=[tournament_id]), said=_("Your registration is cancelled.")
    )


@require_POST
@signed_in
def re_enter(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Again, from the balance."""
    acted = act(
        request, reenter, tournament_id=tournament_id, player_id=_own_player(request), method="balance"
    )
    return answer(request, acted, to=reverse("play", args=[tournament_id]), said=_("You are in again."))


@require_POST
@signed_in
def moving(request: HttpRequest, *, tournament_id: int, move_id: int) -> HttpResponse:
    """“I'm moving”."""
    acted = act(request, acknowledge_move, move_id=move_id)
    return answer(request, acted, to=reverse("play", args=[tournament_id]))


# --- one's own account --------------------------------------------------------------------------------------


@require_GET
@signed_in
def me(request: HttpRequest) -> HttpResponse:
    """My tournaments, money and record."""
    player_id = _own_player(request)
    asked = request.GET.get("before", "")
    before = TransferId(int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 19 else None
    today = moment.at().astimezone(ZoneInfo("UTC")).date()
    currencies = [
        unit for unit in ("BRL", "EUR") if unit == "BRL" or ledger.wallet_balance(player_id, unit=unit)
    ]
    statements = [ledger.statement(player_id, unit=unit, before=before, limit=30) for unit in currencies]
    return render(
        request,
        "player/me.html",
        {
            "player": people.player_view(player_id),
            "tournaments": listings.entries_of_player(player_id, limit=30),
            "statements": [
                {"statement": s, "lines": _lines(s.lines), "zone": _ZONES.get(s.unit, "UTC")}
                for s in statements
            ],
            "awards": payouts.awards_of_player(player_id, today=today),
            "penalties": tables.penalties_of(player_id),
        },
    )


_ZONES = {"BRL": "America/Sao_Paulo", "EUR": "Europe/Lisbon"}

_NAMES = {
    "deposit": N_("Deposit"),
    "withdrawal": N_("Withdrawal"),
    "adjustment": N_("Correction by the house"),
    "prize": N_("Prize"),
    "prize_payment": N_("Prize paid out"),
    "prize_taken_back": N_("Prize taken back"),
    "bounty_won": N_("Bounty"),
    "refund_share": N_("Refund"),
}


def _lines(lines: Sequence[StatementLine]) -> list[dict[str, Any]]:
    """The statement as a player reads it: what one entry is split into is one line."""
    found: list[dict[str, Any]] = []
    for line in lines:
        about = line.reference.partition(":")[0]
        split = about in ("entry", "purchase") and line.kind not in _NAMES
        name = {"entry": _("Entry"), "purchase": _("Rebuy or add-on")}.get(about, "") if split else ""
        if line.reverses is not None:
            name = _("Refund") if line.change_cents > 0 else _("Taken back")
        name = name or _(_NAMES.get(line.kind, line.kind.replace("_", " ")))
        same = (line.reference, name, line.change_cents > 0)
        if found and split and found[-1]["same"] == same:
            found[-1]["change_cents"] += line.change_cents
            continue
        found.append(
            {
                "same": same,
                "name": name,
                "at": line.at,
                "tournament_id": line.tournament_id,
                "change_cents": line.change_cents,
                "balance_cents": line.balance_cents,
            }
        )
    return found


def join(request: HttpRequest) -> HttpResponse:
    """An account in one form: e-mail and password. A code by e-mail comes later."""
    onward = request.POST.get("next") or request.GET.get("next") or ""
    if not url_has_allowed_host_and_scheme(onward, allowed_hosts={request.get_host()}):
        onward = reverse("me")
    if request.method != "POST":
        return render(request, "player/join.html", {"next": onward, "typed": {}})
    try:
        email, password = text(request.POST, "email", most=254).lower(), str(request.POST.get("password", ""))
        born = _birth_date(text(request.POST, "birth_date", most=10))
        if not SHORTEST_PASSWORD <= len(password) <= 128:
            raise Refused(
                "password_short",
                N_("The password needs at least %(count)s characters."),
                count=SHORTEST_PASSWORD,
            )
        tries.failed(
            tries.check("sign-up", str(request.META.get("REMOTE_ADDR", "")), at_most=SIGN_UPS_AN_HOUR)
        )
        acted = act(
            request,
            sign_up,
            email=email,
            password_hash=hash_secret(password, salt=_salt(request)),
            full_name=text(request.POST, "full_name", most=160),
            public_name=text(request.POST, "public_name", most=80),
            birth_date=born,
            language=(get_language() or "pt-br").lower(),
        )
        if acted.refused is not None:
            raise acted.refused
    except Refused as refused:
        return render(
            request,
            "player/join.html",
            {"next": onward, "typed": request.POST, "refusal": sentence(refused)},
            status=409,
        )
    user = authenticate(request, username=email, password=password)
    if user is None:
        return sign_in_again(request)
    login(request, user)
    return redirect(onward)


def _salt(request: HttpRequest) -> str:
    try:
        return str(uuid.UUID(request.POST.get("command_id", "")))
    except ValueError:
        raise Refused("stale_form", N_("This page is too old to act. Reload it and try again.")) from None


def _birth_date(typed: str) -> date:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise Refused("bad_date", N_("Give your date of birth.")) from None
