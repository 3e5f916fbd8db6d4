"""Money brought to a table and added there, by its player."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from access import moment
from payouts.queries.pay_ins import takes_pay_ins
from play.commands.buy_in import buy_in
from play.commands.join_waiting_list import join_waiting_list
from play.commands.keep_stack import keep_stack
from play.commands.leave_waiting_list import leave_waiting_list
from play.commands.top_up import top_up
from play.operations.sitting_down import why_no_more_money
from play.queries.cash import top_up_offer
from play.queries.sessions import is_session
from play.queries.tables import venue_of_play_table
from rules.refusals import Refused
from web.acting import CommandOutcome, answer, run_command, sentence
from web.forms import amount, number
from web.player.cash_words import why_ended, why_not_added
from web.player.views import answer_if_in_already, own_page, own_player


@require_POST
@own_page
def table_buy_in(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Take a seat at a cash table with money of the reader's account."""
    try:
        given = {"seat": number(request.POST, name="seat"), "cents": amount(request.POST, name="amount")}
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    else:
        acted = run_command(
            request, command=buy_in, table_id=table_id, player_id=own_player(request), **given
        )
    acted, said = answer_if_in_already(acted, said=_("You sit down. You are dealt in from the next hand on."))
    to = reverse("play-table", args=[table_id])
    if acted.refused is not None:  # what was typed stands there again
        to += "?" + urlencode({name: request.POST.get(name, "")[:12] for name in ("seat", "amount")})
    return answer(request, acted=acted, to=to, said=said)


@require_POST
@own_page
def table_waiting(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Wait for a seat at a cash table or register for its session, or no longer."""
    leaves, registers = request.POST.get("what") == "leave", "amount" in request.POST
    command = leave_waiting_list if leaves else join_waiting_list
    try:
        given = {"cents": amount(request.POST, name="amount")} if registers else {}
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    else:
        acted = run_command(
            request, command=command, table_id=table_id, player_id=own_player(request), **given
        )
    session = registers or is_session(table_id)
    if leaves:
        said = _("Your registration is withdrawn.") if session else _("You have left the waiting list.")
    else:
        said = _("You are registered for the session.") if session else _("You are in the waiting list.")
    acted, said = answer_if_in_already(acted, said=said)
    to = reverse("play-table", args=[table_id])
    if registers and acted.refused is not None:
        to += "?" + urlencode({"amount": request.POST["amount"][:12]})
    return answer(request, acted=acted, to=to, said=said)


@require_http_methods(["GET", "POST"])
@own_page
def table_top_up(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Show what the reader may add at a cash table, and add it: at once, or when the hand is over; or take that back."""
    player_id = own_player(request)
    if request.method == "GET":
        offer = top_up_offer(table_id, player_id=player_id, at=moment.at())
        barred = why_no_more_money(table_id, player_id=player_id, at=moment.at())
        shown = {
            "offer": offer,
            "barred": sentence(barred) if barred else "",
            "pays_in_here": takes_pay_ins(venue_of_play_table(table_id) or 0),
            "usual_cents": max(offer.least_cents, min(offer.allowed_cents, offer.balance_cents)),
            "ended": why_ended(offer.kept_ended),
            "not_added": why_not_added(offer.adds_ended),
        }
        return render(request, "player/top_up.html", shown)
    ends = request.POST.get("what") == "end"
    try:
        cents = 0 if ends else amount(request.POST, name="amount", allow_zero=False)
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    else:
        acted = run_command(request, command=top_up, table_id=table_id, player_id=player_id, cents=cents)
    said = _("Your chips are added.")
    if ends:
        said = _("No chips are added when this hand is over.")
    elif not acted.result.get("at_once", True):
        said = _("Your chips are added when this hand is over.")
    return answer(request, acted=acted, to=reverse("play-table", args=[table_id]), said=said)


@require_POST
@own_page
def table_keep_stack(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Have the reader's stack filled up after each hand, or no more."""
    ends = request.POST.get("what") == "end"
    try:
        cents = 0 if ends else amount(request.POST, name="amount")
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    else:
        acted = run_command(
            request, command=keep_stack, table_id=table_id, player_id=own_player(request), cents=cents
        )
    said = (
        _("The automatic top-up is off.")
        if ends
        else _("After each hand your stack is topped up automatically.")
    )
    return answer(request, acted=acted, to=reverse("play-table", args=[table_id]), said=said)
