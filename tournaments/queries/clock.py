"""Reads of the tournament clock."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Q

from dispatch.facts import CommandId
from dispatch.queries import command_by_id, latest_facts
from dispatch.reading import read_once
from rules.clock import ClockState, catch_up, remaining_us, state_from_dict
from rules.clock_at_tables import level_held_seconds, timed_end_at
from rules.clock_shown import milliseconds, snapshot
from rules.games import game_name
from rules.levels import Level, Recess, Structure, ante_for, from_dict
from rules.policies import Policies
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused, not_found, possible
from tournaments.facts.clock import ClockPaused, ClockReopened, HandCharged
from tournaments.models import Clock, LevelAnnouncement, Tournament, TournamentState, Venue
from tournaments.queries.announcements import announced_tournament
from tournaments.queries.field import field_of
from tournaments.queries.public_view import public_view
from tournaments.streams import tournament_stream


def structure_of(tournament: Tournament) -> Structure:
    """Return the structure a tournament plays."""
    return from_dict(tournament.structure)


def state_of(clock: Clock, *, tournament: Tournament) -> ClockState:
    """Return the anchors as the law reads them."""
    return state_from_dict(structure=structure_of(tournament), values=clock.state)


def clock_state(tournament: Tournament, *, clock: Clock | None) -> ClockState:
    """Return the state of a tournament's clock; one that has not been started where there is none yet."""
    return (
        ClockState(structure=structure_of(tournament))
        if clock is None
        else state_of(clock, tournament=tournament)
    )


def due(*, at: datetime, limit: int = 1000) -> list[tuple[int, int, datetime]]:
    """Return clocks whose item is over: (tournament id, turn, deadline), the oldest first; without those that
    somebody has in hand at this moment.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tournament_id, turn, deadline_at FROM tournaments_clock WHERE deadline_at <= %s"
            " ORDER BY deadline_at LIMIT %s FOR KEY SHARE SKIP LOCKED",
            [at, limit],
        )
        found: list[tuple[int, int, datetime]] = cursor.fetchall()
    return found


def due_together(*, at: datetime, limit: int = 400) -> dict[int, list[tuple[int, int]]]:
    """Return of the clocks whose item is over those of which only the clock changes, because entries are closed:
    (tournament id, turn) by house. Without those that somebody has in hand.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.venue_id, c.tournament_id, c.turn FROM tournaments_clock c"
            " JOIN tournaments_tournament t ON t.id = c.tournament_id"
            " JOIN tournaments_field f ON f.tournament_id = c.tournament_id AND f.entries_closed_at IS NOT NULL"
            " WHERE c.deadline_at <= %s ORDER BY c.deadline_at LIMIT %s FOR KEY SHARE OF c SKIP LOCKED",
            [at, limit],
        )
        for venue_id, tournament_id, turn in cursor.fetchall():
            found.setdefault(venue_id, []).append((tournament_id, turn))
    return found


def first_deadline() -> datetime | None:
    """Return the earliest instant at which some clock's item is over, past ones with them."""
    found: datetime | None = (
        Clock.objects.filter(deadline_at__isnull=False)
        .order_by("deadline_at")
        .values_list("deadline_at", flat=True)
        .first()
    )
    return found


def registrations_due(*, at: datetime, limit: int = 100) -> list[int]:
    """Return announced tournaments whose registration should be open by now: an hour ahead where no time was set.

    Rule: SCPT.B
    """
    found = Tournament.objects.filter(
        Q(registration_opens_at__lte=at)
        | Q(registration_opens_at__isnull=True, starts_at__lte=at + timedelta(hours=1)),
        state=TournamentState.ANNOUNCED,
        starts_at__gt=at,
    )
    return list(found.order_by("starts_at").values_list("pk", flat=True)[:limit])


def entries_end_at(tournament: Tournament) -> datetime | None:
    """Return the instant at which late registration ends by time; None where a level ends it, or before the start.

    Rule: PT-T.23
    """
    if not tournament.late_registration_minutes or tournament.started_at is None:
        return None
    return tournament.started_at + timedelta(minutes=tournament.late_registration_minutes)


def time_ends_at(tournament: Tournament, *, state: ClockState) -> datetime | None:
    """Return when the time of a timed tournament is up; None of others, before the start, and while the clock stands. Rule: PT-T.52"""
    if tournament.length_minutes is None:
        return None
    return timed_end_at(state=state, length_minutes=tournament.length_minutes)


def times_up(*, at: datetime, limit: int = 100) -> list[int]:
    """Return running tournaments whose time is up by now, and was not called yet.

    Rule: PT-T.52
    """
    clocks = Clock.objects.select_related("tournament").order_by("pk")
    # later by what the clock stood, or sooner where it was set back, which each one's state tells
    clocks = clocks.filter(
        tournament__state=TournamentState.RUNNING,
        tournament__length_minutes__isnull=False,
        tournament__field__time_up_at__isnull=True,
    )
    ends = ((c.pk, time_ends_at(c.tournament, state=state_of(c, tournament=c.tournament))) for c in clocks)
    return [pk for pk, end in ends if end is not None and end <= at][:limit]


def entries_due(*, at: datetime, limit: int = 100) -> list[int]:
    """Running tournaments whose late registration should have ended by now, by its time; without those where people
    may enter while alternates wait.

    Rule: PT-T.23, ADTP.8B
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.id FROM tournaments_tournament t JOIN tournaments_field f ON f.tournament_id = t.id"
            " WHERE t.state = 'running' AND t.late_registration_minutes IS NOT NULL"
            " AND f.entries_closed_at IS NULL"
            " AND t.started_at + make_interval(mins => t.late_registration_minutes) <= %s"
            " AND NOT (f.waiting > 0 AND (t.policies ->> 'late_entry_while_alternates_wait')::boolean)"
            " ORDER BY t.id LIMIT %s",
            [at, limit],
        )
        return [tournament_id for (tournament_id,) in cursor.fetchall()]


def running_clocks_of_venue(venue_id: int) -> list[int]:
    """Return tournaments of a venue whose clock has been started and not finished. A rehearsal is no part of the
    room: its clock is among them only where it stands with the others.
    """
    return list(
        Clock.objects.filter(
            Q(tournament__practice=False) | Q(frozen=True),
            tournament__venue_id=venue_id,
            tournament__state=TournamentState.RUNNING,
        )
        .order_by("tournament_id")
        .values_list("tournament_id", flat=True)
    )


def clocks_to_stop(venue_id: int) -> list[tuple[int, str]]:
    """Return (tournament, name) of those that stop when every clock of the venue does."""
    return list(
        Tournament.objects.filter(pk__in=running_clocks_of_venue(venue_id))
        .order_by("pk")
        .values_list("pk", "name")
    )


def unfreeze_preview(venue_id: int, *, freeze_command_id: uuid.UUID) -> dict[str, Any]:
    """Return {venue_id, tournaments: names, possible, code, sentence}: what going on after a stop would bring back."""
    no = why_frozen_stays(Venue.objects.get(pk=venue_id), freeze_command_id=freeze_command_id)
    return {
        "venue_id": venue_id,
        "tournaments": [] if no else [name for _, name in clocks_to_stop(venue_id)],
        **possible(no),
    }


def why_frozen_stays(venue: Venue, *, freeze_command_id: uuid.UUID) -> Refused | None:
    """Return why a stop of all clocks is not the one that holds now; None where it is.

    Refusals: ``already_undone``, ``no_such_stop``.
    """
    stop = command_by_id(CommandId(freeze_command_id))
    if stop is None or not stop.outcome or stop.outcome.get("venue_id") != venue.pk:
        return Refused(
            "no_such_stop", N_("All clocks were not stopped by this. Reload the page."), rule="ADTP.23"
        )
    if venue.frozen_at != stop.at:
        return Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    return None


def tournament_for_clock(tournament_id: int) -> Tournament:
    """Return the tournament with its venue. Refusal: ``not_found``."""
    found = Tournament.objects.select_related("venue").filter(pk=tournament_id).first()
    if found is None:
        raise no_such_tournament()
    return found


def no_such_tournament() -> Refused:
    return not_found("tournament")


def undo_preview(tournament_id: int, *, at: datetime) -> dict[str, Any]:
    """Return what undoing the last change of the clock would do, told beforehand.

    {tournament_id, what: kind of the change | None, level_now, level_after, remaining_seconds_after, recess_after,
    level_left_seconds_after}: levels by number; what remains is the recess's where it is recess after, and of a recess that was given
    the level's time stands beside it (None elsewhere).
    With what None there is nothing to undo. Refusal: ``not_found``.
    """
    tournament = tournament_for_clock(tournament_id)
    clock = Clock.objects.filter(pk=tournament_id).first()
    nothing = {"tournament_id": tournament_id, "what": None}
    # what a hand of hand-for-hand took comes back with the hand, not by itself
    if clock is None or clock.before is None or clock.before["kind"] == HandCharged.kind:
        return nothing
    structure = structure_of(tournament)
    before, _ = catch_up(state=state_from_dict(structure=structure, values=clock.before["state"]), at=at)
    now, _ = catch_up(state=state_of(clock, tournament=tournament), at=at)
    return {
        **nothing,
        "what": clock.before["kind"],
        "level_now": structure.level_number(now.index),
        "level_after": structure.level_number(before.index),
        "remaining_seconds_after": -(-remaining_us(state=before, at=at) // 1_000_000),
        "recess_after": isinstance(before.item, Recess),
        "level_left_seconds_after": level_held_seconds(state=before),
    }


def state_now(tournament_id: int, *, at: datetime) -> ClockState:
    """Return the anchors of a tournament's clock with every level that is due by then entered. Refusal: ``not_found``."""
    tournament = tournament_for_clock(tournament_id)
    return catch_up(
        state=clock_state(tournament, clock=Clock.objects.filter(pk=tournament_id).first()), at=at
    )[0]


def running_item_ends(tournament_id: int, *, at: datetime) -> datetime:
    """Return when the level or recess that is played now is over, where its clock goes on from now: after a recess that was given in
    between, too. Refusal: ``not_found``."""
    state = state_now(tournament_id, at=at)
    held = level_held_seconds(state=state) or 0
    return at + timedelta(microseconds=remaining_us(state=state, at=at), seconds=held)


def levels_began(tournament_id: int) -> dict[int, datetime]:
    """Return when each level or recess began, by its index; of one that was begun twice, the last time."""
    announced = LevelAnnouncement.objects.filter(clock_id=tournament_id).order_by("turn")
    return dict(announced.values_list("level_index", "due_at"))


@read_once
def clock_payload(tournament_id: int, *, at: datetime, as_public: bool = False) -> dict[str, Any]:
    """Return the clock as an anchor and the structure: a screen counts by itself from here (static/js/clock.js). as_public: as the public
    knows it, whose clock stands no sooner than it learns of the end.

    Rule: ADTP.23, PT-T.23, PT-T.45, PT-T.52, PT-H.11
    """
    tournament = announced_tournament(tournament_id)
    clock = Clock.objects.filter(pk=tournament_id).first()
    field = field_of(tournament_id)
    # announced as a level is: who is in and how the tables stand follow late
    time_is_up = field is not None and field.time_up_at is not None
    if as_public and (told := public_view(tournament, seen_at=at)) is not None:
        clock, field = told.clock or clock, told.field
    state = clock_state(tournament, clock=clock)
    policies = policies_from(tournament.policies)
    state, _ = catch_up(state=state, at=at)
    anchor = snapshot(state=state)
    players_left = field.players_left if field else None
    ends_at, over_at = entries_end_at(tournament), time_ends_at(tournament, state=state)
    sells_after = tournament.add_on["after_level"] if tournament.add_on else 0
    return {
        **anchor,
        "server_ms": milliseconds(at),
        "game": game_name(tournament.variant),
        # by time it ends whatever the clock does; null where a level ends it, which its item says
        "late_registration_ends_ms": milliseconds(ends_at) if ends_at is not None else None,
        # of a timed tournament: None before the start and while the clock stands
        "time_ends_ms": milliseconds(over_at) if over_at is not None else None,
        "time_is_up": time_is_up,
        "stood_ms": _stood_ms(tournament, clock),
        # what the director gave or took of the item that runs: its row of a structure reads as it is set
        "added_seconds": state.extra_seconds if state.recess_seconds is None else state.held_extra_seconds,
        "turn": clock.turn if clock is not None and state.started_at is not None else 0,
        "items": [
            {**item, **_played(state, index, players_left, policies, sells_after)}
            for index, item in enumerate(anchor["items"])
        ],
    }


def _stood_ms(tournament: Tournament, clock: Clock | None) -> int | None:
    """Since when the clock stands by somebody's word; None while it runs, or where more was changed since."""
    if clock is None:
        return None
    if clock.frozen:
        frozen_at = tournament.venue.frozen_at
        return milliseconds(frozen_at) if frozen_at else None
    if clock.state.get("paused") and clock.before and clock.before["kind"] == "clock_paused":
        return milliseconds(datetime.fromisoformat(clock.before["at"]))
    return None


def paused_by(tournament_id: int) -> tuple[str, datetime] | None:
    """Return who paused the clock last, and when; None where it stands because its end was taken back."""
    told = latest_facts(
        stream=tournament_stream(tournament_id),
        kinds=(ClockPaused.kind, ClockReopened.kind),
        audiences=("public", "staff"),
        limit=1,
    )
    return (told[0].label, told[0].at) if told and told[0].kind == ClockPaused.kind else None


def _played(
    state: ClockState, index: int, players_left: int | None, policies: Policies, sells_after: int
) -> dict[str, Any]:
    """What is played in a level, or what is done in a recess. sells_after: after which level the add-on is sold, 0 for none."""
    item = state.structure.items[index]
    if not isinstance(item, Level):
        # the break in which the desk sells it says so by itself, whether or not its row is marked
        sold = bool(sells_after) and state.structure.level_number(index) == sells_after
        return {"colour_up": list(item.colour_up), "add_on": item.add_on or sold}
    # before the start nobody is heads-up
    left = 10 if players_left is None else players_left
    number = state.structure.level_number(index)
    ante = ante_for(level=item, level_number=number, players_left=left, policies=policies)
    return {
        "small_blind": item.small_blind,
        "big_blind": item.big_blind,
        "ante": ante.chips,
        "ante_kind": ante.kind.value,
        # its own game, "" where the tournament's is played (SCPT.N)
        "game": game_name(item.game),
    }
