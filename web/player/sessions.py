"""What a session at a table came to, told when one leaves and whenever one asks; the rules of the game and the ranks of hands."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment
from play.queries.sessions import (
    TimeAtTable,
    leaves_after_hand,
    rakes_of_session,
    session_at_table,
    session_of_player,
)
from play.queries.tables import terms_of_table
from rules.hands.settlement import HAND_SENTENCES, ROYAL_FLUSH
from rules.refusals import not_found
from web.hand_names import hand_said
from web.player.game_words import words_of_game
from web.player.table_words import card_words
from web.player.views import own_page, own_player, private
from web.problems import refused_page
from web.public.online_rules import online_rules
from web.templatetags.shuffle import counted

# five cards of each kind, the best first; those that make it stand first
_EXAMPLES = (
    "As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "Qc Qd Qh Qs 7d", "Jc Jd Jh 4s 4c", "Ad Jd 8d 6d 2d", "Ts 9d 8c 7h 6s",
    "8c 8d 8h Ks 3c", "Ac Ad 7h 7s Qd", "Tc Td As 9h 4c", "Ah Jc 9d 6s 3c",
)  # fmt: skip


@require_GET
@own_page
def table_session(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Show what the reader's session at this table came to, or comes to."""
    found = session_at_table(table_id=table_id, player_id=own_player(request))
    return _shown(request, found)


@require_GET
@own_page
def my_session(request: HttpRequest, *, sitting_id: int) -> HttpResponse:
    """Show what one of the reader's sessions came to."""
    found = session_of_player(sitting_id=sitting_id, player_id=own_player(request))
    return _shown(request, found)


def _shown(request: HttpRequest, session: TimeAtTable) -> HttpResponse:
    minutes = int(session.line.lasted(moment.at()).total_seconds() // 60)
    lasted, change = time_words(minutes), session.change_chips
    result = ("+" if change > 0 else "") + counted(change, session.line.currency)
    rakes = rakes_of_session(session.line.sitting_id) if session.line.currency else []
    context = {
        "rakes": rakes,
        "rakes_cents": sum(cents for _number, cents in rakes),
        "session": session,
        "lasted": lasted,
        "result": result,
        "hours": _("You have been at this table for %(time)s. Result so far: %(result)s.")
        % {"time": lasted, "result": result},
        "leaves": leaves_after_hand(session.line.table_id, sitting_id=session.line.sitting_id),
    }
    return render(request, "player/session.html", context)


def time_words(minutes: int) -> str:
    """Say how long something lasted."""
    if minutes < 60:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}


@require_GET
def table_rules(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Show the ranks of hands with cards, what holds at this table with its clauses, and the way to complain. Rule: PT-H.66"""
    terms = terms_of_table(table_id)
    if terms is None:
        return refused_page(request, refused=not_found("table"))
    names = [ROYAL_FLUSH, *HAND_SENTENCES.values()]
    ranks: list[dict[str, Any]] = []
    for sentence, example in zip(names, _EXAMPLES, strict=True):
        first, *_rest = cards = [card_words(card) for card in example.split()]
        params = {
            "first": first["rank"],
            "second": cards[3]["rank"] if "over" in sentence else cards[2]["rank"],
        }
        ranks.append({"said": hand_said(sentence, params=params), "cards": cards})
    lines = [one.line for one in online_rules(table=terms)]
    context = {"table_id": table_id, "ranks": ranks, "lines": lines, "game": words_of_game(terms.game)}
    return private(render(request, "player/table_rules.html", context))
