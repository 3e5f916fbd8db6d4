"""Practice with simulated players: they come and go at the director's word, and no real money moves.

The director does what he will do on the night (desk, clock, balancing, breaking, hand for hand, prizes) on real pages
through real commands. The tournament is never public and never ranked, and it is played for money of practice: a unit of
its own in the books, so that no account of the house is touched.
"""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from access import moment
from dispatch.facts import CommandId
from dispatch.queries import command_by_id
from payouts.queries import deal_in_vote
from people.commands.check_identity import check_identity
from people.commands.create_player import create_player
from people.queries import player_with_document, simulated_among
from rules.money import Currency
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tables.queries import table_view, tables_view
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.register_player import register_player
from tournaments.queries import entries
from web import forms
from web.acting import CommandOutcome, answer, command_id_of
from web.staffing import StaffTournament, staff_page

MOST_AT_ONCE = 30
MOST = 300
_FIRST = [
    "Ana",
    "Beatriz",
    "Bruno",
    "Caio",
    "Camila",
    "Carla",
    "Cecília",
    "Daniel",
    "Davi",
    "Débora",
    "Diego",
    "Eduardo",
    "Elisa",
    "Fernanda",
    "Flávia",
    "Gabriel",
    "Gustavo",
    "Helena",
    "Heitor",
    "Isabela",
    "João",
    "Joana",
    "Júlia",
    "Larissa",
    "Letícia",
    "Lucas",
    "Luísa",
    "Marcelo",
    "Mariana",
    "Mateus",
]
_LAST = [
    "Albuquerque",
    "Almeida",
    "Barbosa",
    "Cardoso",
    "Carvalho",
    "Costa",
    "Figueiredo",
    "Gonçalves",
    "Moreira",
    "Nascimento",
]


def _name(number: int) -> str:
    """Who simulated player `number` is: a name as people have, another one for each of the first MOST."""
    turn, first = divmod(number - 1, len(_FIRST))
    return f"{_FIRST[first]} {_LAST[(first + turn) % len(_LAST)]}"


def may_be_simulated(scope: StaffTournament) -> bool:
    """Answer whether simulated players may take part: practice in which no real money moves."""
    return scope.currency == Currency.PLAY


def _own(request: HttpRequest, *what: object) -> CommandId:
    """Ids made from the form's: sent twice, everything is done once."""
    return CommandId(uuid.uuid5(command_id_of(request), "/".join(map(str, what))))


def _player(request: HttpRequest, scope: StaffTournament, number: int) -> int:
    """The file of a simulated player of this venue; opened the first time it is needed."""
    document = f"ENSAIO{scope.venue.venue_id}X{number}"
    country = "PT" if scope.venue.currency == "EUR" else "BR"
    known = player_with_document(document, kind="other", country=country, simulated=True)
    if known is not None:
        return known
    common: dict[str, Any] = {"at": moment.at(), "by": scope.actor, "venue_id": scope.venue.venue_id}
    made = create_player(
        command_id=_own(request, "player", number),
        full_name=_name(number),
        birth_date=date(1990, 1, 1),
        document_kind="other",
        document_number=document,
        country=country,
        simulated=True,
        **common,
    )
    player_id = int(made.result["player_id"])
    check_identity(command_id=_own(request, "identity", number), player_id=player_id, **common)
    return player_id


def _enrol(request: HttpRequest, scope: StaffTournament) -> str:
    wanted = forms.number(request.POST, name="count", low=1, high=MOST_AT_ONCE)
    came = wanted if command_by_id(_own(request, "register", 0)) is not None else 0
    for number in range(1, MOST + 1):
        if came == wanted:
            break
        player_id = _player(request, scope, number)
        if entries.player_payload(player_id, tournament_id=scope.tournament_id)["entry"] is not None:
            continue
        register_player(
            command_id=_own(request, "register", came),
            at=moment.at(),
            by=scope.actor,
            tournament_id=scope.tournament_id,
            player_id=player_id,
            method="cash",
            terms_version=scope.venue.terms_version,
            paid=True,
        )
        came += 1
    return ngettext(
        "%(count)s simulated player has come.", "%(count)s simulated players have come.", came
    ) % {"count": came}


def _out(request: HttpRequest, scope: StaffTournament) -> str:
    """One or several simulated players go out, one after another: which, the form's command id decides."""
    said: list[str] = []
    if command_by_id(_own(request, "out", 0)) is not None:
        return ""  # a double tap: those who went out are out
    for turn in range(forms.number(request.POST, name="count", low=1, high=10)):
        own = _own(request, "out", turn)
        deal = deal_in_vote(scope.tournament_id)
        lines = [
            line for line in tables_view(scope.tournament_id) if line.players > 1 and line.state == "open"
        ]
        if not lines:
            raise Refused("nobody_left", N_("Nobody can go out now: no open table has two players."))
        seated_table = table_view(scope.tournament_id, table_number=lines[own.int % len(lines)].table)
        seated = [c for c in seated_table.chairs if c.entry_id is not None]
        nobody = simulated_among(c.player_id for c in seated if c.player_id is not None)
        there = [c for c in seated if c.player_id in nobody]
        if not there:
            continue
        chair = there[own.int // 1009 % len(there)]
        takers = [c.entry_id for c in seated if c is not chair]
        done = eliminate_players(
            command_id=own,
            at=moment.at(),
            by=scope.actor,
            tournament_id=scope.tournament_id,
            table_number=seated_table.line.table,
            busts=[{"entry_id": chair.entry_id, "stack_chips_start": None, "by_entries": takers[:1]}],
            falling_deal_id=deal.deal_id if deal else None,
        )
        said += [
            _("%(name)s is out at table %(table)s.") % {"name": out["name"], "table": seated_table.line.table}
            for out in done.result.get("eliminations", [])
        ]
    return " ".join(said)


_STEPS = {"enrol": _enrol, "out": _out}


@require_POST
@staff_page(Permission.START_TOURNAMENT)
def simulated(request: HttpRequest, *, scope: StaffTournament, what: str) -> HttpResponse:
    """Let simulated players come, or some of them go out."""
    if what not in _STEPS:
        raise not_found("action")
    said, acted = "", CommandOutcome()
    try:
        if not may_be_simulated(scope):
            raise Refused(
                "only_in_rehearsals",
                N_("Simulated players take part only in practice."),
            )
        said = _STEPS[what](request, scope)
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    return answer(request, acted=acted, to=reverse("director-room", args=[scope.tournament_id]), said=said)
