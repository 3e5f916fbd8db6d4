"""The floor's tablet: my tables, a table, a seat; what needs the server; rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

import tables.queries
from access import moment
from payouts.queries import bounty_of, open_bounties
from people.queries import roles_by_venue
from rules.permissions import Permission, allowed
from rules.policies import from_dict as policies_from
from rules.refusals import not_found
from tables.commands.balance_tables import balance_tables
from tables.commands.break_table import break_table
from tables.commands.halt_table import halt_table
from tables.commands.resume_table import resume_table
from tables.queries import Proposal
from tournaments.commands.note_chips_brought import note_chips_brought
from tournaments.queries import announcements, circuit
from tournaments.queries.field import field_of
from tournaments.queries.players import find_entries
from tournaments.queries.purchases import chips_to_bring
from tournaments.topics import counts_topic
from web.acting import CommandOutcome, actor_of, answer, run_command
from web.board import is_before_start
from web.floor.chips_off import chips_off
from web.floor.page import clock_and_facts, floor_page
from web.floor.words import floor_words
from web.forms import number, number_or_none, text
from web.penalties import step_of
from web.staffing import StaffTournament, signed_in, staff_page
from web.templatetags.houses import money_short
from web.work import tonight_of

MOST_ROWS = 20
# before the module has drawn the room's own list
FIRST_TILES = 36
# what everybody must sit through together is the director's
_APPLIED_HERE = {
    "move": Permission.BALANCE,
    "break_table": Permission.BREAK_TABLE,
    "halt": Permission.BALANCE,
    "resume": Permission.BALANCE,
}


@require_GET
@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments that run where I work."""
    return floor_page(
        request,
        template="floor/home.html",
        context={
            "running": _running(request),
            "coming": _coming(request),
            "waits": True,
            # whom it would only refuse is not led there
            "may_pair": any(
                allowed(roles, permission=Permission.PAIR_DEVICE)
                for roles in roles_by_venue(actor_of(request).user_id or 0).values()
            ),
        },
    )


def _coming(request: HttpRequest) -> list[dict[str, Any]]:
    """What starts tonight where I work, with the topic that tells when it does."""
    by, at = actor_of(request), moment.at()
    return [
        {"line": line, "venue": circuit.venue_view(venue_id), "waits": counts_topic(line.tournament_id)}
        for venue_id, roles in sorted(roles_by_venue(by.user_id or 0).items())
        if allowed(roles, permission=Permission.VIEW_STAFF)
        for line in tonight_of(venue_id, at=at)
        if line.state != "running"
    ]


def _running(request: HttpRequest) -> list[dict[str, Any]]:
    by = actor_of(request)
    return [
        {"line": line, "venue": circuit.venue_view(venue_id), "waits": counts_topic(line.tournament_id)}
        for venue_id, roles in sorted(roles_by_venue(by.user_id or 0).items())
        if allowed(roles, permission=Permission.VIEW_STAFF)
        for line in announcements.tournaments_of(venue_id, state="running")
    ]


# a tablet is left on the page of its tables: it says what became of them and leads on
_NO_TABLES = {
    "cancelled": gettext_lazy("This tournament was cancelled. Nothing is to be done at its tables any more."),
    "finished": gettext_lazy("This tournament is over. Nothing is to be done at its tables any more."),
}
_NOT_YET = gettext_lazy("The tables are here once the tournament has started and while it runs.")


@require_GET
@staff_page(Permission.VERIFY_SEAT)
def tablet(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the tablet of one tournament: everything else happens in static/js/floor.js."""
    if scope.state != "running":
        context = {
            "scope": scope,
            "running": _running(request),
            "coming": [row for row in _coming(request) if row["line"].tournament_id != scope.tournament_id],
            # a sit & go starts with its last player, at no hour
            "begins": is_before_start(scope.state) and scope.settings["format"] != "sit_and_go",
            "stands": _NO_TABLES.get(scope.state, _NOT_YET),
            "waits": counts_topic(scope.tournament_id),
        }
        return floor_page(request, template="floor/home.html", context=context)
    number_of = scope.tournament_id
    paired = scope.actor.device_id is not None
    told, in_words = clock_and_facts(scope)
    page = told | {
        "tournament_id": number_of,
        "name": scope.name,
        "topics": told["topics"]
        | {
            "tables": f"staff/tournament/{number_of}/tables",
            "table": f"staff/tournament/{number_of}/table/",
        },
        "operator": {"id": scope.actor.user_id, "name": scope.actor.label},
        "sign_in": f"{reverse('floor-unlock' if paired else 'sign-in')}?next={request.path}",
        "may_disqualify": scope.may(Permission.DISQUALIFY),
        # its price; "": none is sold
        "rebuy": money_short(scope.settings["rebuy"]["price_cents"], scope.settings["currency"])
        if scope.settings["rebuy"]
        else "",
        "played_online": bool(scope.settings["online"]),
        "may_rule": scope.may(Permission.RULE),
        "book": reverse("floor-book", args=[number_of]),
        "books": policies_from(scope.settings["policies"]).books,
        "bounty": bounty_of(scope.settings["split"]) > 0,
    }
    return floor_page(
        request,
        template="floor/tablet.html",
        context={
            "scope": scope,
            "page": page,
            **in_words,
            "words": floor_words(),
            "paired": paired,
            "lines": tables.queries.tables_view(number_of)[:FIRST_TILES],
            **_needed(scope),
            **(_penalised(scope) if scope.may(Permission.PENALISE) else {}),
        },
    )


@require_GET
@staff_page()
def proposals(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show what the tables need now: these acts ask the server first."""
    return render(request, "floor/proposals.html", {"scope": scope, **_needed(scope)})


def _needed(scope: StaffTournament) -> dict[str, Any]:
    """What the rules propose, and the bounties of which nobody said who took them."""
    found = [_proposal(scope, p) for p in tables.queries.proposals(scope.tournament_id)]
    field = field_of(scope.tournament_id)
    waiting = (
        open_bounties(scope.tournament_id)
        if scope.state == "running" and bounty_of(scope.settings["split"])
        else []
    )
    return {
        "proposals": found,
        "waits_to_break": None if found else tables.queries.next_break(scope.tournament_id),
        "bounties": waiting[:MOST_ROWS],
        "chips_off": chips_off(scope.tournament_id, at=moment.at()) if scope.state == "running" else [],
        "chips_on": chips_to_bring(scope.tournament_id, at=moment.at()) if scope.state == "running" else [],
        "may_bring": scope.may(Permission.VERIFY_SEAT),
        "time_is_up": scope.state == "running" and field is not None and field.time_up_at is not None,
    }


@require_GET
@staff_page()
def find(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show who sits where, by a piece of a name: a tablet itself knows the players of the tables it follows alone."""
    typed = text(request.GET, name="q", most=100)
    found = find_entries(scope.tournament_id, text=typed, limit=8)
    return render(request, "floor/found.html", {"scope": scope, "q": typed, "found": found})


@require_GET
@staff_page(Permission.PENALISE)
def penalties(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the hands that players must still miss, at every table. Rule: ADTP.67A, ADTP.67C"""
    return render(request, "floor/penalties.html", {"scope": scope, **_penalised(scope)})


def _penalised(scope: StaffTournament) -> dict[str, Any]:
    """The penalties of which hands are still owed."""
    found = [
        {
            "penalty": p,
            "step": step_of(p.kind, rounds=p.rounds),
            "left": p.hands_owed - p.hands_served,
        }
        for p in tables.queries.open_penalties(scope.tournament_id)
    ]
    return {"penalties": found}


def _proposal(scope: StaffTournament, p: Proposal) -> dict[str, Any]:
    where = ""
    if p.kind == "move":
        where = (
            _("%(player)s, table %(table)s, seat %(seat)s → table %(to)s, seat by draw")
            if p.to_seat is None
            else _("%(player)s, table %(table)s, seat %(seat)s → table %(to)s, seat %(to_seat)s")
        ) % {"player": p.player, "table": p.table, "seat": p.seat, "to": p.to_table, "to_seat": p.to_seat}
    labels = {
        "move": _("Move"),
        "break_table": _("Break table %(table)s"),
        "halt": _("Halt table %(table)s"),
        "resume": _("Resume table %(table)s"),
    }
    permission = _APPLIED_HERE.get(p.kind)
    return {
        "kind": p.kind,
        "text": _(p.reason) % dict(p.params),
        "rule": policies_from(scope.settings["policies"]).citation(p.rule),
        "where": where,
        "table": p.table,
        "to_table": p.to_table,
        "entry_id": p.entry_id,
        "label": labels[p.kind] % {"table": p.table}
        if permission is not None and scope.may(permission)
        else "",
    }


@require_POST
@staff_page()
def apply(request: HttpRequest, *, scope: StaffTournament, kind: str) -> HttpResponse:
    """Do what is proposed; a proposal that is stale is answered with what changed."""
    if kind == "brought":
        bought = number(request.POST, name="purchase_id", low=1, high=2**63 - 1)
        acted = run_command(request, command=note_chips_brought, purchase_id=bought)
        return _answered(
            request,
            scope=scope,
            acted=acted,
            said=_("Noted: the chips are at table %(table_number)s, seat %(seat_number)s.") % acted.result
            if acted.done
            else "",
        )
    table = number(request.POST, name="table", low=1, high=100_000)
    here: dict[str, Any] = {"tournament_id": scope.tournament_id}
    if kind == "move":
        acted = run_command(
            request,
            command=balance_tables,
            **here,
            from_table=table,
            to_table=number(request.POST, name="to_table", low=1, high=100_000),
            entry_id=number_or_none(request.POST, name="entry_id"),
        )
        said = _("%(name)s moves to table %(table_number)s seat %(seat_number)s.")
    elif kind in ("break_table", "halt", "resume"):
        command = {"break_table": break_table, "halt": halt_table, "resume": resume_table}[kind]
        acted = run_command(request, command=command, **here, table_number=table)
        said = {
            "break_table": _("Table %(table)s is broken. The players see their new seats."),
            "halt": _("Table %(table)s is halted."),
            "resume": _("Table %(table)s plays on."),
        }[kind]
    else:
        raise not_found("proposal")
    values: Mapping[str, Any] = {"table": table, **acted.result}
    return _answered(request, scope=scope, acted=acted, said=said % values if acted.done else "")


def _answered(
    request: HttpRequest, *, scope: StaffTournament, acted: CommandOutcome, said: str
) -> HttpResponse:
    return answer(
        request,
        acted=acted,
        to=reverse("floor-tablet", args=[scope.tournament_id]),
        said=said,
        fragment=lambda: proposals(_as_get(request), tournament_id=scope.tournament_id),
    )


def _as_get(request: HttpRequest) -> HttpRequest:
    """The same person asks for the list again."""
    request.method = "GET"
    return request
