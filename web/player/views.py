"""The player's phone: enter, sit, play, move, go out, be paid."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from access import moment
from payouts.commands.vote_deal import vote_deal
from people.queries import player_of_user
from play.queries.events import table_of_player
from rules.entries import check_price_shown
from rules.refusals import N_, Refused, not_found
from rules.validation import MAX_CHIPS
from tables.commands.acknowledge_move import acknowledge_move
from tournaments.commands.add_on import add_on
from tournaments.commands.ask_to_buy import ask_to_buy
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.rebuy import rebuy
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.commands.withdraw_order import withdraw_order
from tournaments.queries import announcements, circuit, entries
from tournaments.queries.entries import plays_in
from tournaments.queries.line import next_in_line
from tournaments.queries.prices import prices_at
from tournaments.queries.selling import offers_now
from web.acting import CommandOutcome, actor_of, answer, run_command, why_not
from web.before_start import board_lines
from web.board import board_payloads, entries_taken, is_before_start, places_shown
from web.forms import number_or_none, text
from web.line import agreed_of, in_line
from web.player.own import mine_of, price_of
from web.problems import refused_page
from web.public.entry import entry_block
from web.staffing import personal, sign_in_again
from web.words import board_words


def private(response: HttpResponse) -> HttpResponse:
    """Have nobody keep a page that may show somebody's own; those of `own_page` are kept by nobody anyway."""
    response["Cache-Control"] = "private, no-store"
    return response


def own_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Do as `personal`; who is not goes where players come in, by code, and then back."""
    inside = personal(view)

    @wraps(view)
    def page(request: HttpRequest, **more: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return inside(request, **more)
        response = sign_in_again(request)
        if response.status_code == 302:
            response["Location"] = response["Location"].replace(reverse("sign-in"), reverse("join"), 1)
        return response

    return page


def _player_of(request: HttpRequest) -> int | None:
    by = actor_of(request)
    return player_of_user(by.user_id) if by.device_id is None else None


def announced_here(tournament_id: int) -> announcements.Announcement:
    """Return the tournament. Refusal: ``not_found``, also for what is not public."""
    where = announcements.audience_of(tournament_id)
    if where is None or not where.public:
        raise not_found("tournament")
    return announcements.announcement(tournament_id, at=moment.at())


def _distance(counts: dict[str, Any]) -> dict[str, int] | None:
    """How far it is to the money, in places and in percent of the entries; None in it. While entries are taken it is so for now."""
    total, left, paid = counts["entries_total"], counts["players_left"], counts["places_paid"]
    if not paid or left <= paid or not total:
        return None
    gone, unpaid = (total - left) * 100 // total, (total - paid) * 100 // total
    return {"away": left - paid, "gone": gone, "unpaid": unpaid}


# a player who is in, or was
_ENTERED = ("registered", "waiting", "playing", "decided", "out", "won")


@require_GET
def play(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show one tournament as its player has it in the hand. Reads whole without JavaScript."""
    at = moment.at()
    try:
        view = announced_here(tournament_id)
        player_id = _player_of(request)
        plays = player_id is not None and plays_in(tournament_id, player_id=player_id)
        shown = board_payloads(tournament_id, at=at, present=plays)
    except Refused as refused:
        return refused_page(request, refused=refused)
    settings = announcements.settings_of(tournament_id)
    venue = circuit.venue_view(settings["venue_id"])
    own = mine_of(player_id, tournament_id=tournament_id, at=at) if player_id is not None else None
    stage = own["stage"] if own is not None else ""
    before = is_before_start(view.state)
    line = next_in_line(tournament_id)
    context: dict[str, Any] = {
        "view": view,
        "line": line,
        "entry": entry_block(settings, venue=venue, line=line, at=at),
        "price": price_of(settings, venue=venue, split=prices_at(settings, at=at).split),
        "payloads": shown,
        "words": board_words(),
        "clock": board_lines(shown, at=at, before=before),
        "made_at": at,
        "counts": shown["counts"],
        "entries_taken": entries_taken(shown, at=at),
        "before": before,
        "distance": _distance(shown["counts"]),
        "prizes": shown["prizes"],
        "prizes_shown": places_shown(shown["prizes"]),
        "mine": own,
        # the terms of an entry come first for who has none, and the price once
        "entered": stage in _ENTERED,
        "told_price": stage in ("open", "late", "pending") or own is None,
        "page": {
            "topic": f"player/{player_id}/tournament/{tournament_id}" if player_id is not None else "",
            "mine": reverse("play-mine", args=[tournament_id]),
        },
    }
    return private(render(request, "player/play.html", context))


@require_GET
def mine(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show the upper half again, when something about this player has changed."""
    player_id = _player_of(request)
    if player_id is None:
        return private(HttpResponse(status=401))
    try:
        view = announced_here(tournament_id)
        found = mine_of(player_id, tournament_id=tournament_id, at=moment.at())
    except Refused as refused:
        return refused_page(request, refused=refused)
    return private(render(request, "player/mine_now.html", {"view": view, "mine": found}))


@require_GET
def terms(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show what a player accepts."""
    try:
        view = announced_here(tournament_id)
        version, words = circuit.terms_of(view.venue_id)
    except Refused as refused:
        return refused_page(request, refused=refused)
    return render(request, "player/terms.html", {"view": view, "version": version, "text": words})


_IN_ALREADY = ("already_registered", "already_at_table", "already_waiting")


def is_in_already(acted: CommandOutcome) -> bool:
    """Return whether the reader has what was asked for, from another device or by another tap: that is told, and is no refusal."""
    return acted.refused is not None and acted.refused.code in _IN_ALREADY


def answer_if_in_already(acted: CommandOutcome, *, said: str) -> tuple[CommandOutcome, str]:
    """Return what is answered: whoever is in already is told so as if it had been done just now; else the act itself with what is said of it."""
    return (CommandOutcome(), why_not(acted)) if is_in_already(acted) else (acted, said)


def own_player(request: HttpRequest) -> int:
    player_id = _player_of(request)
    if player_id is None:
        raise Refused(
            "no_player_file",
            N_("This account is not a player's yet. Ask the desk to register you as a player."),
        )
    return player_id


def _in_already(player_id: int, *, tournament_id: int) -> str:
    """What who registers a second time has: a seat, a place in line, or neither, where the payment or the document is missing."""
    entry = entries.player_payload(player_id, tournament_id=tournament_id)["entry"]
    if entry is None:
        return _("You are registered already, but have no seat yet: this page says what is missing.")
    return in_line(entry["line"]) if entry["line"] else _("You are in already.")


@require_POST
@own_page
def register(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Register the reader; from the balance it is paid at once; otherwise the desk takes the money, or sees that a
    PIX has arrived.

    waits: what the page told of the line. Where it is longer meanwhile nothing is paid. Rule: SCPT.H"""
    here = reverse("play", args=[tournament_id])
    try:
        waits = agreed_of(request.POST)
        shown_cents = number_or_none(request.POST, name="price")
    except Refused as refused:
        return answer(request, acted=CommandOutcome(refused=refused), to=here)
    method = {"balance": "balance", "pix": "transfer"}.get(request.POST.get("pay", ""), "cash")
    acted = run_command(
        request,
        command=register_player,
        tournament_id=tournament_id,
        player_id=own_player(request),
        method=method,
        terms_version=text(request.POST, name="terms", most=20),
        waits=waits,
        told_cents=shown_cents,
    )
    if is_in_already(acted):
        table_id = table_of_player(tournament_id, player_id=own_player(request))
        to = here if table_id is None else reverse("play-table", args=[table_id])
        said = _in_already(own_player(request), tournament_id=tournament_id)
        return answer(request, acted=CommandOutcome(), to=to, said=said)
    line = None if acted.done is None or acted.result["entry_id"] else next_in_line(tournament_id)
    if acted.result.get("line"):
        said = in_line(acted.result["line"])
    elif acted.result.get("entry_id"):
        said = _("You are in.")
    elif line is not None and line.full:
        said = _("Registered. The tournament is full now: read what that means before you pay.")
    elif method == "transfer":
        said = _("Registered. Pay by PIX to get your seat.")
    else:
        said = _("Registered. Pay at the desk to get your seat.")
    return answer(request, acted=acted, to=_where(request, tournament_id, acted), said=said)


@require_POST
@own_page
def cancel(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Cancel the registration of a player who does not come."""
    own = entries.player_payload(own_player(request), tournament_id=tournament_id)["registration"]
    if own is None:
        raise not_found("registration")
    acted = run_command(
        request, command=cancel_registration, registration_id=own["registration_id"], reason=""
    )
    return answer(
        request,
        acted=acted,
        to=reverse("play", args=[tournament_id]),
        said=_("Your registration is cancelled."),
    )


_PAYS = {"pix": "transfer", "desk": "cash"}


@require_POST
@own_page
def buy(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Re-entry, rebuy, add-on or surrender: from the balance at once; by PIX or at the desk it is asked for.

    price: what the page told. Another price meanwhile sells nothing."""
    player_id = own_player(request)
    here = reverse("play", args=[tournament_id])
    kind, pay = text(request.POST, name="kind", most=20), text(request.POST, name="pay", most=20)
    try:
        offer = next(
            (
                o
                for o in offers_now(tournament_id=tournament_id, player_id=player_id, at=moment.at())
                if o.kind == kind
            ),
            None,
        )
        stack = number_or_none(request.POST, name="stack_chips", high=MAX_CHIPS)
        shown_cents = number_or_none(request.POST, name="price")
        waits = agreed_of(request.POST)
        if offer is not None:
            currency = announcements.settings_of(tournament_id)["currency"]
            check_price_shown(shown_cents, now_cents=offer.price_cents, currency=currency)
    except Refused as refused:
        return answer(request, acted=CommandOutcome(refused=refused), to=here)
    if pay in _PAYS:
        acted = run_command(
            request,
            command=ask_to_buy,
            tournament_id=tournament_id,
            player_id=player_id,
            kind=kind,
            method=_PAYS[pay],
            stack_chips=stack,
            told_cents=shown_cents,
        )
        said = (
            _("Asked for. Pay by PIX; the desk confirms.")
            if pay == "pix"
            else _("Asked for. Pay at the desk.")
        )
        return answer(request, acted=acted, to=here, said=said)
    acted = _bought(
        request, tournament_id, player_id, kind=kind, stack=stack, waits=waits, shown_cents=shown_cents
    )
    line = acted.result.get("line")
    said = in_line(line) if line else _said(kind)
    return answer(request, acted=acted, to=_where(request, tournament_id, acted), said=said)


def _bought(
    request: HttpRequest,
    tournament_id: int,
    player_id: int,
    *,
    kind: str,
    stack: int | None,
    waits: int,
    shown_cents: int | None,
) -> CommandOutcome:
    """From the balance: the command asks all anew, so that a stale page or a second tap buys nothing twice."""
    if kind in ("re_entry", "surrender"):
        return run_command(
            request,
            command=reenter,
            tournament_id=tournament_id,
            player_id=player_id,
            method="balance",
            surrender=kind == "surrender",
            stack_chips=stack,
            waits=waits,
            told_cents=shown_cents,
        )
    entry = entries.player_payload(player_id, tournament_id=tournament_id)["entry"]
    if entry is None or kind not in ("rebuy", "add_on"):
        return CommandOutcome(refused=not_found("entry"))
    if kind == "add_on":
        return run_command(request, command=add_on, entry_id=entry["entry_id"], method="balance")
    return run_command(
        request, command=rebuy, entry_id=entry["entry_id"], method="balance", stack_chips=stack
    )


def _where(request: HttpRequest, tournament_id: int, acted: CommandOutcome) -> str:
    """The table in the browser at which who has just come in plays, else the page of the tournament."""
    table_id = None
    # whose entry filled it has no seat in its own answer: the draw came behind it
    if acted.result.get("entry_id"):
        table_id = table_of_player(tournament_id, player_id=own_player(request))
    if table_id is None:
        return reverse("play", args=[tournament_id])
    return reverse("play-table", args=[table_id])


def _said(kind: str) -> str:
    if kind in ("re_entry", "surrender"):
        return _("You are in again.")
    return _("Bought. Show this to the floor, who brings the chips.")


@require_POST
@own_page
def withdraw(request: HttpRequest, *, tournament_id: int, order_id: int) -> HttpResponse:
    """Withdraw an order that the reader does not want any more."""
    acted = run_command(request, command=withdraw_order, order_id=order_id)
    return answer(
        request,
        acted=acted,
        to=reverse("play", args=[tournament_id]),
        said=_("Withdrawn. You owe nothing for it."),
    )


@require_POST
@own_page
def vote(request: HttpRequest, *, tournament_id: int, deal_id: int) -> HttpResponse:
    """Keep the reader's yes or no to a deal, in secret. Without a choice nothing is sent on. Rule: ADTP.P3"""
    entry = entries.player_payload(own_player(request), tournament_id=tournament_id)["entry"]
    choice = request.POST.get("agrees")
    here = reverse("play", args=[tournament_id])
    if entry is None:
        raise Refused("not_in_deal", N_("Only the players of this deal vote on it."), rule="ADTP.P3")
    if choice not in ("yes", "no"):
        acted = CommandOutcome(
            refused=Refused("vote_missing", N_("Choose yes or no, then vote."), rule="ADTP.P3")
        )
        return answer(request, acted=acted, to=here)
    acted = run_command(
        request, command=vote_deal, deal_id=deal_id, entry_id=entry["entry_id"], agrees=choice == "yes"
    )
    return answer(request, acted=acted, to=here, said=_("You have voted."))


@require_POST
@own_page
def moving(request: HttpRequest, *, tournament_id: int, move_id: int) -> HttpResponse:
    """“I'm moving”."""
    acted = run_command(request, command=acknowledge_move, move_id=move_id)
    return answer(request, acted=acted, to=reverse("play", args=[tournament_id]))
