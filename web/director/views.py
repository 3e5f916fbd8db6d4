"""The director's pages of one tournament."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from payouts import queries as payouts
from payouts.queries.awards import AwardsView
from people import queries as people
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tables import queries as tables
from tables.queries import TableFace
from tournaments import facts as topics
from tournaments.queries import faces, listings
from tournaments.queries import takers as who_took
from tournaments.queries.clock import clocks_to_stop
from tournaments.queries.debts import why_no_rebuy
from undo import undo_effects, undone_of
from web import moment, penalties
from web.acting import CommandOutcome, actor_of, answer, who_was_first
from web.board import board_faces, clock_lines
from web.director import history as record
from web.director.acts import back_to, page_at, perform, tables_named, undone
from web.director.announced import Where
from web.director.busts import has_bounty
from web.director.hands import charge_of
from web.director.needs import needs_of
from web.director.rehearsal import may_be_simulated
from web.director.totals import totals_of
from web.forms import text
from web.public.policies import unclaimed_in_words
from web.staffing import StaffTournament, signed_in, staff_page
from web.templatetags.shuffle import chair_mark, chair_word
from web.welcome import steps_of
from web.words import board_words

TABLES_ON_A_PAGE = 24
MOST_BROKEN = 50
FIRST_AWARDS = 9
_MAP_WORDS = {"seat": N_("Seat"), "button": N_("button"), "short": N_("short stack")}
MOST_FREE = 24
MOST_HANDS = 60
MOST_TAKERS = 40


def _context(room: StaffTournament, tab: str, **more: Any) -> dict[str, Any]:
    return {"room": room, "tab": tab, **more}


def _boarded(room: StaffTournament) -> dict[str, Any]:
    """What the live header of every page of a tournament needs; nothing of a draft is live."""
    if room.state == "draft":
        return {}
    at = moment.at()
    face = board_faces(room.tournament_id, at=at)
    face["topics"] |= {
        "tables": topics.tables_topic(room.tournament_id),
        "entries": topics.entries_topic(room.tournament_id),
    }
    return {
        "faces": face,
        "words": board_words(),
        "clock": clock_lines(face["clock"], at=at, zone=face["timezone"]),
        "is_over": room.state in ("finished", "cancelled"),
    }


def _started(room: StaffTournament) -> bool:
    return room.settings["started_at"] is not None


@require_GET
@staff_page()
def dashboard(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """What needs me now, the clock, the bust box, the last acts."""
    return render(
        request,
        "director/dashboard.html",
        _context(
            room,
            "now",
            needs=needs_of(room, at=moment.at()),
            bounty=has_bounty(room),
            totals=totals_of(room),
            history=record.page(room.tournament_id, facts=40, state=room.state, where=_where(room)),
            awards=_awards(room) if room.state == "finished" else None,
            stops=_stops(room),
            simulated=may_be_simulated(room) and room.may(Permission.START_TOURNAMENT),
            **_boarded(room),
        ),
    )


def _stops(room: StaffTournament) -> list[str]:
    """The tournaments whose clocks stop with all clocks of the house; none in a rehearsal, which stops only its own, and
    none while they stand."""
    if room.venue.frozen_at is not None:
        return []
    if room.state != "running" or room.settings["practice"] or not room.may(Permission.FREEZE_VENUE):
        return []
    return [name for _number, name in clocks_to_stop(room.venue.venue_id)]


def _awards(room: StaffTournament) -> AwardsView | None:
    """After the end: the best places and what is owed for them."""
    if not room.may(Permission.VIEW_MONEY):
        return None
    return payouts.awards_view(
        today=room.today(moment.at()), tournament_id=room.tournament_id, limit=FIRST_AWARDS
    )


@require_GET
@staff_page()
def now(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """The live part of the dashboard."""
    return render(
        request,
        "director/_now.html",
        _context(
            room,
            "now",
            needs=needs_of(room, at=moment.at()),
            totals=totals_of(room),
            history=record.page(room.tournament_id, facts=40, state=room.state, where=_where(room)),
        ),
    )


@require_GET
@staff_page()
def clock_controls(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """The buttons of the clock as they are now."""
    face = faces.clock_face(room.tournament_id, at=moment.at())
    return render(
        request, "director/clock_parts.html", _context(room, "now", faces={"clock": face}, stops=_stops(room))
    )


@require_POST
@staff_page()
def do(request: HttpRequest, *, room: StaffTournament, what: str) -> HttpResponse:
    """One button. Who may press it is the command's question."""
    return perform(request, room, what)


@signed_in
def undo(request: HttpRequest, *, command_id: UUID) -> HttpResponse:
    """GET: what taking the command back would do. POST: do it."""
    if request.method == "POST":
        acted = undone(request, command_id)
        return answer(request, acted, to=back_to(request, reverse("director")), said=_said_taken_back(acted))
    told = undo_effects(number=command_id, by=actor_of(request), at=moment.at())
    found = record.command_of(command_id)
    of_tournament = undone_of(command_id, {})["tournament_id"]
    return render(
        request,
        "director/undo.html",
        {
            "command_id": command_id,
            "line": found,
            "room": {"venue": listings.venue_view(listings.settings_of(of_tournament)["venue_id"])}
            if of_tournament
            else None,
            "things": [
                {
                    "thing": t["thing"],
                    "effects": record.effects_told(t["effects"]),
                    "by": _undone_by(command_id, t),
                }
                for t in told["things"]
            ],
            "next": _within(request.GET.get("next", "")),
        },
    )


def _said_taken_back(acted: CommandOutcome) -> str:
    """That it is taken back, and which tables have another number now."""
    return " ".join(
        [
            _("Taken back."),
            *(
                _("Table %(table)s is table %(now)s now: another tournament plays at its number.") % changed
                for changed in acted.result.get("renumbered", ())
            ),
        ]
    )


def _undone_by(command_id: UUID, told: Mapping[str, Any]) -> str:
    """Who has taken this back already, in a sentence; "" where nobody has."""
    effects = told["effects"]
    if effects.get("possible", True) or effects.get("code") != "already_undone":
        return ""
    about = undone_of(command_id, told)
    refused = Refused("already_undone", "")
    return who_was_first(refused, about["tournament_id"], about)


def _where(room: StaffTournament) -> Where:
    return Where(currency=room.currency, zone=room.timezone)


def _within(address: str) -> str:
    """A page of this site, or the list of tournaments."""
    return page_at(address) or reverse("director")


@require_GET
@staff_page()
def history(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """Everything that was done, the newest first."""
    try:
        before = int(request.GET["before"]) if "before" in request.GET else None
    except ValueError:
        before = None
    return render(
        request,
        "director/history.html",
        _context(
            room,
            "history",
            history=record.page(room.tournament_id, before=before, state=room.state, where=_where(room)),
            **_boarded(room),
        ),
    )


@require_GET
@staff_page()
def search(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """Who is where: by a piece of a name."""
    typed = text(request.GET, "q", most=100)
    return render(
        request,
        "director/search.html",
        _context(
            room,
            "search",
            q=typed,
            found=listings.find_entries(room.tournament_id, typed),
            **_boarded(room),
        ),
    )


# ------------------------------------------------------------------------------------------ tables


@require_GET
@staff_page()
def seating(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """The room, two dozen tables to a page; ``?table=`` opens the page of that table, ``?only=short`` shows tables that
    lack players, ``?only=unverified`` those with seats nobody has looked at, ``?only=uncounted`` those with stacks whose
    count is missing or old."""
    lines = tables.tables_view(room.tournament_id)
    total = len(lines)
    only = request.GET.get("only", "")
    if only == "unverified":
        marked = {table for table, _players in tables.unverified(room.tournament_id)}
        lines = [line for line in lines if line.table in marked]
    elif only == "uncounted" and room.state == "running":
        marked = {count.table for count in tables.table_counts(room.tournament_id) if count.missing}
        lines = [line for line in lines if line.table in marked]
    elif only == "short":
        fullest = max((line.players for line in lines), default=0)
        lines = [line for line in lines if line.players < fullest - 1 or line.state == "halted"]
    else:
        only = ""
    asked = _whole(request, "table")
    at_index = next((n for n, line in enumerate(lines) if line.table == asked), None)
    pages = max(1, -(-len(lines) // TABLES_ON_A_PAGE))
    page = min(max(1, _whole(request, "page") or 1), pages)
    if at_index is not None:
        page = at_index // TABLES_ON_A_PAGE + 1
    found = tables.table_faces(
        room.tournament_id, offset=(page - 1) * TABLES_ON_A_PAGE, limit=TABLES_ON_A_PAGE, lines=lines
    )
    part = request.GET.get("part")
    return render(
        request,
        "director/_map.html" if part else "director/map.html",
        _context(
            room,
            "map",
            tables=[_drawn(face, room) for face in found],
            said={n: _(text) for n, text in _MAP_WORDS.items()},
            page=page,
            pages=_pages(lines),
            only=only,
            looked_for=asked,
            missing=asked is not None and at_index is None,
            may_move=room.may(Permission.MOVE_PLAYER) and room.state == "running",
            spare=", ".join(str(n) for n in tables.spare_tables(room.tournament_id)),
            total=total,
            moving=_moving(request, room),
            this_page=_map_address(room, page, only),
            **({} if part else _boarded(room)),
        ),
    )


def _whole(request: HttpRequest, name: str) -> int | None:
    try:
        return int(request.GET.get(name, "")[:9])
    except ValueError:
        return None


def _map_address(room: StaffTournament, page: int, only: str) -> str:
    query = {"page": page, **({"only": only} if only else {})}
    return f"{reverse('director-map', args=[room.tournament_id])}?{urlencode(query)}"


def _pages(lines: list[tables.TableLine]) -> list[dict[str, Any]]:
    """The pages of the map by the tables on them."""
    return [
        {"number": n // TABLES_ON_A_PAGE + 1, "label": f"{first[0].table}–{first[-1].table}"}
        for n in range(0, len(lines), TABLES_ON_A_PAGE)
        if (first := lines[n : n + TABLES_ON_A_PAGE])
    ]


def _moving(request: HttpRequest, room: StaffTournament) -> dict[str, Any] | None:
    """Tap-tap: whom the next tapped empty seat is for."""
    entry_id = _whole(request, "move")
    if entry_id is None:
        return None
    place = tables.seat_of(entry_id)
    if place is None:
        return None
    for chair in tables.table_view(room.tournament_id, place[0]).chairs:
        if chair.entry_id == entry_id:
            return {"entry_id": entry_id, "player": chair.player, "table": place[0], "seat": place[1]}
    return None


def _drawn(face: TableFace, room: StaffTournament) -> dict[str, Any]:
    """A table as the map draws it: every state a shape and a word.

    A page has hundreds of chairs: what a chair needs is made here, a template makes it several times as slowly.
    """
    seats = f"{reverse('director-map', args=[room.tournament_id])}{face.line.table}/seats/"
    stacks = [c.stack_chips for c in face.chairs if c.stack_chips]
    average = sum(stacks) / len(stacks) if stacks else 0
    playing = room.state == "running"
    return {
        "face": face,
        "line": face.line,
        "unverified": sum(c.entry_id is not None and not c.verified for c in face.chairs),
        "chairs": [
            {
                "chair": c,
                "state": (state := _chair_state(c)),
                "word": chair_word(state),
                "mark": chair_mark(state),
                "href": f"{seats}{c.seat}/",
                "short": bool(c.stack_chips and average and c.stack_chips < average / 3),
                # when play is over nobody is dealt in any more
                "button": playing and c.seat == face.line.button_seat,
                "small": playing and c.seat == face.small_blind_seat,
                "big": playing and c.seat == face.big_blind_seat,
            }
            for c in face.chairs
        ],
    }


def _chair_state(chair: tables.SeatView) -> str:
    if chair.entry_id is None:
        return "empty"
    if chair.hands_owed:
        return "penalty"
    if chair.away:
        return "away"
    if chair.waits_for_button:
        return "locked"
    return "seated" if chair.verified else "unverified"


def _table_or_404(room: StaffTournament, table_number: int) -> TableFace:
    try:
        return tables.table_view(room.tournament_id, table_number)
    except ObjectDoesNotExist:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="table") from None


@require_GET
@staff_page()
def seat(request: HttpRequest, *, room: StaffTournament, table_number: int, seat_number: int) -> HttpResponse:
    """One seat with everything that can be done there."""
    face = _table_or_404(room, table_number)
    chair = next((c for c in face.chairs if c.seat == seat_number), None)
    if chair is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="seat")
    penalised = None
    if chair.entry_id is not None and room.may(Permission.PENALISE):
        penalised = tables.record_of(chair.entry_id)
    return render(
        request,
        "director/_seat.html" if getattr(request, "htmx", False) else "director/seat.html",
        _context(
            room,
            "map",
            face=face,
            chair=chair,
            state=_chair_state(chair),
            mates=[
                {"entry_id": c.entry_id, "seat": c.seat, "name": c.player}
                for c in face.chairs
                if c.entry_id is not None and c.seat != seat_number
            ]
            if has_bounty(room)
            else [],
            marked=(),
            rebuys=_rebuys(room, chair),
            penalties=penalised.history if penalised else (),
            reasons=penalties.reasons(),
            steps=penalties.steps(penalised),
            proposal=penalties.proposal(penalised),
            **({} if getattr(request, "htmx", False) else _boarded(room)),
        ),
    )


def _rebuys(room: StaffTournament, chair: tables.SeatView) -> Mapping[str, Any] | None:
    """What a rebuy announced at the table costs, where this player may take one now. Rule: ADTP.27"""
    offer: Mapping[str, Any] | None = room.settings["rebuy"]
    if not offer or chair.entry_id is None or room.state != "running" or not room.may(Permission.BUST):
        return None
    return offer if why_no_rebuy(chair.entry_id, at=moment.at()) is None else None


@require_GET
@staff_page(Permission.BREAK_TABLE)
def breaking(request: HttpRequest, *, room: StaffTournament, table_number: int) -> HttpResponse:
    """What breaking a table would do: who must move, and where there is room. The seats themselves are drawn."""
    face = _table_or_404(room, table_number)
    lines = [line for line in tables.tables_view(room.tournament_id) if line.table != table_number]
    leaving = [c for c in face.chairs if c.entry_id is not None]
    free = [
        {"table": line.table, "players": line.players, "free": line.seats - line.players}
        for line in lines
        if line.state == "open"
    ]
    room_for = sum(row["free"] for row in free)
    after = _spread([row["players"] for row in free], len(leaving))
    return render(
        request,
        "director/break.html",
        _context(
            room,
            "map",
            face=face,
            leaving=leaving,
            free=sorted(free, key=lambda row: (row["players"], row["table"]))[:MOST_FREE],
            more_free=max(0, len(free) - MOST_FREE),
            room_for=room_for,
            enough=room_for >= len(leaving),
            some_room=bool(free),
            smallest=min(after, default=0),
            largest=max(after, default=0),
            **_boarded(room),
        ),
    )


@require_GET
@staff_page(Permission.BREAK_TABLE)
def breaking_several(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """What breaking several tables at once would do; ``?tables=7,8,9``. Nobody goes to a table that breaks with them."""
    numbers = tables_named(request.GET.get("tables", ""))[:MOST_BROKEN]
    breaking = [_table_or_404(room, number) for number in numbers]
    leaving = [
        {"table": face.line.table, "seat": c.seat, "player": c.player}
        for face in breaking
        for c in face.chairs
        if c.entry_id is not None
    ]
    staying = [
        {"table": line.table, "players": line.players, "free": line.seats - line.players}
        for line in tables.tables_view(room.tournament_id)
        if line.table not in numbers
    ]
    room_for = sum(row["free"] for row in staying)
    after = _spread([row["players"] for row in staying], len(leaving))
    return render(
        request,
        "director/break_several.html",
        _context(
            room,
            "map",
            numbers=", ".join(str(number) for number in numbers),
            leaving=leaving,
            staying=sorted(staying, key=lambda row: (row["players"], row["table"]))[:MOST_FREE],
            room_for=room_for,
            enough=bool(staying) and room_for >= len(leaving),
            smallest=min(after, default=0),
            largest=max(after, default=0),
            **_boarded(room),
        ),
    )


def _spread(players: list[int], more: int) -> list[int]:
    """Table sizes when each newcomer goes to a shortest table."""
    found = list(players)
    heapq.heapify(found)
    for _n in range(more if found else 0):
        heapq.heapreplace(found, found[0] + 1)
    return found


@require_GET
@staff_page(Permission.BUST)
def takers(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """Whose chips went to whom: what is open, and ``?correct=`` what was answered wrongly. Rule: SCPT.P"""
    waiting = payouts.open_bounties(room.tournament_id)
    asked = [
        {
            "asked": who_took.takers_asked(room.tournament_id, one.elimination_id),
            "amount_cents": one.amount_cents,
            "change": False,
        }
        for one in waiting[:MOST_TAKERS]
    ]
    correct = _whole(request, "correct")
    if correct is not None and correct not in {one.elimination_id for one in waiting}:
        asked.insert(
            0,
            {"asked": who_took.takers_asked(room.tournament_id, correct), "amount_cents": 0, "change": True},
        )
    return render(
        request,
        "director/takers.html",
        _context(
            room,
            "now",
            asked=asked,
            answered=who_took.takers_answered(room.tournament_id, limit=MOST_TAKERS),
            unclaimed=unclaimed_in_words(room.settings["policies"]),
            **_boarded(room),
        ),
    )


@require_GET
@staff_page()
def hand_for_hand(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """The console: which tables are done with the hand, who is out in it."""
    if not _started(room):
        raise Refused("not_started", N_("This tournament has not started yet."))
    part = request.GET.get("part")
    # those that everybody waits for come first; of a large room the rest is told in numbers
    lines = [line for line in tables.tables_view(room.tournament_id) if line.players > 1]
    lines.sort(key=lambda line: (bool(line.hand_done), line.table))
    round_ = tables.hand_for_hand_view(room.tournament_id)
    return render(
        request,
        "director/_hand_for_hand.html" if part else "director/hand_for_hand.html",
        _context(
            room,
            "map",
            round=round_,
            bounty=has_bounty(room),
            tables_in_round=len(round_.done) + len(round_.waiting_for),
            charge=charge_of(room.settings["policies"], now=round_.charge if round_.on else None),
            lines=lines[:MOST_HANDS],
            more=max(0, len(lines) - MOST_HANDS),
            **({} if part else _boarded(room)),
        ),
    )


# ------------------------------------------------------------------------------------------ my venues


@require_GET
def signed_in_still(request: HttpRequest) -> HttpResponse:
    """204, or 401 when the session is over: asked before a whole form is sent, so that nothing typed is lost."""
    response = HttpResponse(status=204 if request.user.is_authenticated else 401)
    response["Cache-Control"] = "private, no-store"
    return response


def _by_time(
    lines: list[listings.TournamentLine], zone: str, *, at: datetime
) -> list[tuple[str, str, list[listings.TournamentLine]]]:
    """(key, title, tournaments): what runs first, then today and what comes, the nearest first; what is over, the latest
    first. Empty groups are left out."""
    today = at.astimezone(ZoneInfo(zone)).date()
    found: dict[str, list[listings.TournamentLine]] = {"running": [], "today": [], "next": [], "past": []}
    for line in sorted(lines, key=lambda line: (line.starts_at, line.tournament_id)):
        if line.state == "running":
            found["running"].append(line)
        elif line.state in ("finished", "cancelled"):
            found["past"].insert(0, line)
        elif line.starts_at.astimezone(ZoneInfo(zone)).date() == today:
            found["today"].append(line)
        else:
            found["next"].append(line)
    titles = {"running": _("Running"), "today": _("Today"), "next": _("Next"), "past": _("Past")}
    return [(key, titles[key], lines) for key, lines in found.items() if lines]


@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """The venues where I am staff, with their tournaments."""
    by = actor_of(request)
    at = moment.at()
    venues = []
    for venue_id, roles in people.roles_by_venue(by.user_id or 0).items():
        view = listings.venue_view(venue_id)
        venues.append(
            {
                "view": view,
                "groups": _by_time(listings.tournaments_of(venue_id, limit=60), view.timezone, at=at),
                "steps": steps_of(venue_id, roles=roles),
                "may_create": people.may(by, Permission.CREATE_TOURNAMENT, venue_id=venue_id),
                "seasons": listings.seasons_of(venue_id),
                "roles": sorted(str(r) for r in roles),
            }
        )
    may_open = people.owns_a_venue(by.user_id or 0) or not listings.venues(limit=1)
    return render(request, "director/home.html", {"venues": venues, "may_open": may_open})
