"""The public pages of a tournament: one query each, then a template. They read without JavaScript and hold nothing private."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from access import moment
from payouts.queries import amounts_of, bounties_taken, points_by_entry, prizes_payload
from people.queries import with_profile
from rules.entries import time_chip_until
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tables.queries import commitment_of, draw_record, sealed_between
from tournaments.queries import announcements, circuit, clock
from tournaments.queries.announcements import Announcement
from tournaments.queries.eliminations import playing_again
from tournaments.queries.field import counts_payload
from tournaments.queries.line import next_in_line
from tournaments.queries.results import ResultLine
from tournaments.queries.results import results as results_of
from tournaments.queries.scheduled import expected_end
from tournaments.queries.stacks import biggest_stacks
from web.before_start import board_lines, day_and_hour
from web.board import (
    board_payloads,
    entries_taken,
    is_before_start,
    places_shown,
    structure_lines,
    with_hours,
)
from web.problems import refused_page
from web.public.caching import kept
from web.public.entry import entry_block
from web.public.night import night_shown
from web.public.page import announced, offset_of, pages_of
from web.public.policies import in_words
from web.public.subjects import by_subject
from web.words import board_words, draw_check_words, draw_kind_words, strip_words

RESULTS_PER_PAGE = 100
# the places that stand on the page of a tournament itself
RESULTS_ON_PAGE = 8
DRAWS_PER_PAGE = 100
PODIUM = 3

# what the page is for, by the state of the tournament
_PHASES = {"running": "live", "finished": "over", "cancelled": "cancelled"}


def _stacks(tournament_id: int, *, at: datetime) -> list[dict[str, Any]]:
    """The largest counted stacks; share: of the largest, in per cent."""
    rows = biggest_stacks(tournament_id, at=at)
    return [
        {
            "name": row.name,
            "table": row.table,
            "seat": row.seat,
            "stack": row.stack,
            "share": row.stack.chips * 100 // rows[0].stack.chips,
        }
        for row in rows
    ]


def _structure(view: Announcement, payload: dict[str, Any]) -> list[dict[str, Any]]:
    """The levels; of what is announced for an hour and has not begun with the hour of each."""
    lines = structure_lines(payload)
    if view.seats_to_start or view.state in _PHASES:
        return lines
    return with_hours(lines, starts_at=view.starts_at, zone=view.timezone)


def _expected(
    view: Announcement, settings: Mapping[str, Any], counts: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The forecast end of what is announced for an hour and has not begun, with its day where that is another one."""
    if view.seats_to_start or view.state in _PHASES:
        return None
    found = expected_end(settings, entries=counts["entries_total"])
    said = day_and_hour(found.ends_at, at=view.starts_at, zone=view.timezone)
    return {"hour": said, "entries": found.entries}


def _dealt(prizes: dict[str, Any]) -> int:
    """What a deal divides: no place has a prize of its own then, but for what stays for the champion."""
    deal = prizes.get("deal")
    return sum(share["amount_cents"] for share in deal["shares"]) if deal else 0


@kept
def tournament(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show one tournament, as anybody may see it; reads well without JavaScript."""
    at = moment.at()
    try:
        view = announced(request, tournament_id=tournament_id)
        by_topic = board_payloads(tournament_id, at=at)
    except Refused as refused:
        return refused_page(request, refused=refused)
    record = commitment_of(tournament_id)
    line = next_in_line(tournament_id)
    counts = by_topic["counts"]
    found = announcements.settings_of(tournament_id)
    context: dict[str, Any] = {
        "view": view,
        "phase": _PHASES.get(view.state, "before"),
        "line": line,
        "stacks": _stacks(tournament_id, at=at) if view.state == "running" else [],
        "to_money": max(0, counts["players_left"] - counts["places_paid"]),
        "entry": entry_block(found, venue=circuit.venue_view(found["venue_id"]), line=line, at=at),
        "payloads": by_topic,
        # a countdown says that it is one
        "words": board_words() | {"in_time": strip_words()["in_time"]},
        "clock": board_lines(by_topic, at=at, before=is_before_start(view.state)),
        "counts": counts,
        "entries_taken": entries_taken(by_topic, at=at),
        "prizes": by_topic["prizes"],
        "prizes_shown": places_shown(by_topic["prizes"]),
        "dealt_cents": _dealt(by_topic["prizes"]),
        # a small field: each prize stands beside who won it
        "prizes_told": view.state == "finished" and _prizes_beside_names(by_topic["prizes"]),
        "results": by_topic["eliminations"]["rows"],
        "podium": _podium(view, at=at) if view.state == "finished" else [],
        "structure": _structure(view, by_topic["clock"]),
        "expected": _expected(view, found, counts),
        "draw": {"commitment": record},
        "night": night_shown(view, prizes=by_topic["prizes"], at=at) if view.state == "finished" else None,
        "made_at": at,
    }
    return render(request, "public/tournament.html", context)


def _prizes_beside_names(prizes: dict[str, Any]) -> bool:
    """Answer whether the places of the page's results have every prize that was paid."""
    shown = places_shown(prizes)
    return bool(shown) and "deal" not in prizes and max(row["last"] for row in shown) <= RESULTS_ON_PAGE


def _bounties(tournament_id: int, *, at: datetime) -> dict[int, int]:
    """Return what each player took in bounties, as the public knows it."""
    return {one.player_id: one.amount_cents for one in bounties_taken(tournament_id, seen_at=at)}


def _points(view: Announcement) -> Mapping[int, Decimal]:
    """Return the points of a season by entry, once they are given."""
    return points_by_entry(view.tournament_id) if view.season_id and view.state == "finished" else {}


def _lines(
    rows: Sequence[ResultLine],
    *,
    bounties: Mapping[int, int],
    points: Mapping[int, Decimal],
    again: Collection[int] = (),
) -> list[dict[str, Any]]:
    """Return places with what was won there; of a player who has two, the bounties stand beside the first.
    again: which players play on by another entry."""
    won, paged = amounts_of([row.entry_id for row in rows]), with_profile(row.player_id for row in rows)
    left = dict(bounties)
    return [
        {
            "place": row.place,
            "tied": row.tied,
            "name": row.player,
            "country": row.country,
            "player_id": row.player_id if row.player_id in paged else None,
            "ordinal": row.ordinal,
            "plays_again": row.player_id in again,
            "amount_cents": won.get(row.entry_id, 0),
            "bounties_cents": left.pop(row.player_id, 0),
            "points": points.get(row.entry_id),
        }
        for row in rows
    ]


def _podium(view: Announcement, *, at: datetime) -> list[dict[str, Any]]:
    """Return the best places of a tournament that is over, as its results name them."""
    best = results_of(view.tournament_id, at=at, limit=PODIUM)
    return _lines(best, bounties=_bounties(view.tournament_id, at=at), points=_points(view))


@kept
def results(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show the places decided so far, best first, a page at a time."""
    offset, at = offset_of(request), moment.at()
    try:
        view = announced(request, tournament_id=tournament_id)
        rows = results_of(tournament_id, at=at, offset=offset, limit=RESULTS_PER_PAGE + 1)
    except Refused as refused:
        return refused_page(request, refused=refused)
    shown = rows[:RESULTS_PER_PAGE]
    prizes = prizes_payload(tournament_id)
    # a player's bounties stand once, beside the best place
    bounties = _bounties(tournament_id, at=at)
    named = (
        {row.player_id for row in results_of(tournament_id, at=at, limit=offset)}
        if bounties and offset
        else set()
    )
    points = _points(view)
    # who is out, and came in once more
    again = (
        playing_again(tournament_id, player_ids={row.player_id for row in shown}, at=at)
        if view.state == "running"
        else set()
    )
    lines = _lines(
        shown,
        bounties={player: cents for player, cents in bounties.items() if player not in named},
        points=points,
        again=again,
    )
    # one alone has won
    won = shown and view.state == "finished" and shown[0].place == 1 and shown[0].tied == 1
    context = {
        "view": view,
        "rows": lines,
        # no column that is empty from its head to its foot
        "prized": bool(points) or any(row["amount_cents"] or row["bounties_cents"] for row in lines),
        "bounties": bool(bounties),
        "points": bool(points),
        # the first page alone: further ones are the list
        "podium": lines[:PODIUM] if won and offset == 0 else [],
        "night": night_shown(view, prizes=prizes, at=at) if offset == 0 else None,
        "prizes": prizes,
        "pages": pages_of(offset, size=RESULTS_PER_PAGE, more=len(rows) > RESULTS_PER_PAGE),
        "json_url": f"/api/tournaments/{tournament_id}/results",
        "csv_url": reverse("results-sheet", args=[tournament_id]),
    }
    return render(request, "public/results.html", context)


@kept
def structure(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show levels and prizes."""
    try:
        view = announced(request, tournament_id=tournament_id)
        lines = _structure(view, clock.clock_payload(tournament_id, at=moment.at(), as_public=True))
        counts = counts_payload(tournament_id, seen_at=moment.at())
        found = announcements.settings_of(tournament_id)
    except Refused as refused:
        return refused_page(request, refused=refused)
    context = {
        "view": view,
        "structure": lines,
        "expected": _expected(view, found, counts),
        "prizes": (prizes := prizes_payload(tournament_id)),
        "prizes_shown": places_shown(prizes),
        "settings": found,
        "time_chip_until": time_chip_until(
            starts_at=found["starts_at"], minutes_before_start=found["time_chip_minutes_before_start"]
        ),
    }
    return render(request, "public/structure.html", context)


@kept
def rules(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show the rules in force, in words. Rule: PT-T.56"""
    try:
        view = announced(request, tournament_id=tournament_id)
        found = announcements.settings_of(tournament_id)
    except Refused as refused:
        return refused_page(request, refused=refused)
    policies = policies_from(found["policies"]).in_event(main_event=found["main_event"])
    context = {
        "view": view,
        "rule_set": policies.rule_set,
        "subjects": by_subject(in_words(policies, online=found["online"])),
    }
    return render(request, "public/rules.html", context)


@kept
def draw(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show how to check the draw. Rule: ADTP.7, PT-T.39"""
    offset = offset_of(request)
    try:
        view = announced(request, tournament_id=tournament_id)
        record = draw_record(tournament_id)
        committed_at, revealed_at = sealed_between(tournament_id)
    except Refused as refused:
        return refused_page(request, refused=refused)
    except LookupError:
        nothing = Refused(
            "not_found", N_("There is no sealed draw yet. Come back when the tournament is announced.")
        )
        return refused_page(request, refused=nothing)
    kinds = draw_kind_words()
    context = {
        "view": view,
        "record": record,
        "committed_at": committed_at,
        "revealed_at": revealed_at,
        "drawn": len(record["draws"]),
        "words": draw_check_words(),
        "record_url": reverse("draw-record", args=[tournament_id]),
        "draws": [
            {"number": d["number"], "kind": kinds.get(d["kind"], d["kind"]), "seed": d["seed"]}
            for d in record["draws"][offset : offset + DRAWS_PER_PAGE]
        ],
        "pages": pages_of(offset, size=DRAWS_PER_PAGE, more=len(record["draws"]) > offset + DRAWS_PER_PAGE),
    }
    return render(request, "public/draw.html", context)
