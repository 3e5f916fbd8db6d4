"""Hands that are over: the last one of a table, and one's own, one by one and in a list. All read whole without JavaScript."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from access import moment
from play.commands.complain import complain
from play.models import ComplaintState
from play.queries.complaints import complaints_about, complaints_of_player
from play.queries.exports import must_count, ohh_text, phh, phhs
from play.queries.history import (
    IN_A_FILE,
    PlayedHand,
    hands_of_player,
    last_hand,
    own_hand,
    tables_of_player,
    whole_hands_of_player,
)
from play.queries.kits import records_of_hand
from play.queries.onlookers import known_until
from play.queries.sessions import last_sessions
from play.queries.tables import venue_of_play_table
from rules.hands import CardGame
from rules.online import COMPLAINT_LETTERS, ComplaintPolicy, table_policies
from rules.refusals import Refused, not_found
from tournaments.queries.citing import cited
from web.acting import CommandOutcome, actor_of, answer, run_command
from web.forms import number_asked, number_or_none, text
from web.player.game_words import words_of_game
from web.player.hand_words import hands_shown, payloads_of, pots_said, steps_said, streets, void_said
from web.player.table_words import card_words, table_words
from web.player.tables import at_own_place
from web.player.views import own_page, own_player, private
from web.problems import refused_page


@require_GET
@own_page
def my_hands(request: HttpRequest) -> HttpResponse:
    """List the reader's hands, the newest first; of one table, where one is asked for."""
    me = own_player(request)
    table_id = number_asked(request.GET, name="table")
    found = hands_of_player(me, table_id=table_id, before=number_asked(request.GET, name="before"))
    complaints = complaints_of_player(me)
    context = {
        "hands": [
            {
                "line": line,
                "cards": [card_words(card) for card in line.cards],
                "board": [card_words(card) for card in line.board],
            }
            for line in found.lines
        ],
        "next_before": found.next_before,
        "tables": tables_of_player(me),
        "complaints": complaints,
        # the notice of an answer leads there, also from below a later one that still waits
        "any_answered": any(one.state == "answered" for one in complaints),
        "sessions": last_sessions(me),
        "table_id": table_id,
        "asked": request.GET.urlencode(),
        "in_a_file": IN_A_FILE,
        "bb": table_words()["bb"],
    }
    return render(request, "player/hands.html", context)


@require_GET
@own_page
def my_hand(request: HttpRequest, *, table_id: int, number: int) -> HttpResponse:
    """Show one of the reader's hands, step by step."""
    me = own_player(request)
    hand = own_hand(table_id=table_id, number=number, player_id=me)
    own = next(one for one in hand.players if one.seat == hand.own_seat)
    context = hand_context(hand) | {
        "faces": payloads_of(hand),
        "words": table_words(),
        "page": {"seat": hand.own_seat, "cards": list(own.cards)},
        "records": records_of_hand(table_id=table_id, number=number),
        **_complaining(hand, player_id=me),
    }
    return render(request, "player/hand.html", context)


def _complaining(hand: PlayedHand, *, player_id: int) -> dict[str, Any]:
    """The complaints of a player about a hand, and what its form asks."""
    about = complaints_about(table_id=hand.table_id, number=hand.number, player_id=player_id)
    return {
        "complaints": about,
        "waits": any(one.state == ComplaintState.OPEN for one in about),
        "answer_days": ComplaintPolicy().answer_days,
        "most": COMPLAINT_LETTERS,
        "complaint_rule": _complaint_rule(hand),
    }


def _complaint_rule(hand: PlayedHand) -> str:
    """The rule by which one complains, of the books in force where the hand was played. Rule: PT-H.66, PT-O.66, PT-T.55"""
    of_game = "PT-O.66" if table_policies(hand.game).game is CardGame.OMAHA else "PT-H.66"
    if hand.tournament_id is None:
        return of_game
    return cited(f"{of_game} · PT-T.55", about={"tournament_id": hand.tournament_id})


@require_POST
@own_page
def my_hand_complain(request: HttpRequest, *, table_id: int, number: int) -> HttpResponse:
    """Complain about one of the reader's hands, and about whose play where one is named; who wrote at the table goes back to it."""
    try:
        about = number_or_none(request.POST, name="about_seat")
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    else:
        acted = run_command(
            request,
            command=complain,
            table_id=table_id,
            number=number,
            player_id=own_player(request),
            # one more than it may have: the command says that it is too long
            said=text(request.POST, name="said", most=COMPLAINT_LETTERS + 1),
            about_seat=about,
        )
    if "at_table" in request.POST and acted.refused is None:
        to = reverse("play-table", args=[table_id])
        said = _(
            "Your complaint is with the house, and this hand with it. The answer will stand in My hands."
        )
    else:
        to = reverse("me-hand", args=[table_id, number])
        said = _("Your complaint is with the house, and this hand with it. The answer will stand here.")
    return answer(request, acted=acted, to=to, said=said)


@require_GET
@own_page
def my_hand_file(request: HttpRequest, *, table_id: int, number: int, form: str) -> HttpResponse:
    """Send one of the reader's hands as a file that other programs read."""
    hand = own_hand(table_id=table_id, number=number, player_id=own_player(request))
    must_count(hand)
    said = ohh_text([hand]) if form == "ohh" else phh(hand)
    return _file(said, name=f"hand-{table_id}-{number}.{form}")


@require_GET
@own_page
def my_hands_file(request: HttpRequest, *, form: str) -> HttpResponse:
    """Send the reader's hands, as the list shows them, as one file; those that were made void are left out."""
    hands = whole_hands_of_player(
        own_player(request),
        table_id=number_asked(request.GET, name="table"),
        before=number_asked(request.GET, name="before"),
    )
    counted = [hand for hand in reversed(hands) if not hand.voided]
    return _file(ohh_text(counted) if form == "ohh" else phhs(counted), name=f"hands.{form}")


def _file(said: str, *, name: str) -> HttpResponse:
    kind = "application/json" if name.endswith(".ohh") else "application/toml"
    response = HttpResponse(said, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_GET
def table_last_hand(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Show the last hand of a table that is over, to everybody who may look on; the own cards to their player alone, with the form to
    complain. Who was writing about an earlier own hand finds that one.
    """
    if venue_of_play_table(table_id) is None:
        return refused_page(request, refused=not_found("table"))
    known = known_until(actor_of(request), table_id=table_id, at=moment.at())
    me = at_own_place(request)
    number = number_asked(request.GET, name="hand")
    hand: PlayedHand | None
    if number:
        try:
            hand = own_hand(table_id=table_id, number=number, player_id=me or 0)
        except Refused as refused:
            return refused_page(request, refused=refused)
    else:
        hand = last_hand(table_id=table_id, player_id=me, known_until=known)
    context: dict[str, Any] = {"table_id": table_id, "hand": None, "earlier": bool(number)}
    if hand is not None:
        context |= hand_context(hand)
        if me is not None and hand.own_seat:
            context |= _complaining(hand, player_id=me)
    return private(render(request, "player/last_hand.html", context))


def hand_context(hand: PlayedHand) -> dict[str, Any]:
    """Return what every page of one hand shows: who played it with what, the board, the pots, each step in words."""
    names, hands = streets(), hands_shown(hand)
    steps = steps_said(hand)
    won = {card for one in hands.values() for card in one.five}
    return {
        "hand": hand,
        "bb": table_words()["bb"],
        "game": words_of_game(hand.game),
        "board": [card_words(card) | {"five": card in won} for card in hand.board],
        "players": [
            {
                "one": one,
                "cards": [
                    card_words(card) | {"five": made is not None and card in made.five} for card in one.cards
                ],
                "mine": one.seat == hand.own_seat,
                "made": made.said if made is not None else "",
            }
            for one in hand.players
            for made in [hands.get(one.seat)]
        ],
        "pots": pots_said(hand),
        "void": void_said(hand),
        "steps": [{"step": step, "street": names.get(step.street, "")} for step in steps],
    }
