"""Steps on the tournament clock. What it shows is computed (rules.clock); here its anchors are kept.

Locks: the Field row first where a change may end late registration or hand-for-hand, then the Clock row.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

import rules.clock
from dispatch.commands import record
from rules.clock import Changed, ClockState, LevelChange, state_from_dict
from rules.clock_at_tables import seconds_of_recess_passed
from rules.clock_shown import shown_at
from rules.levels import Recess, Structure
from rules.levels import from_dict as structure_from
from rules.refusals import N_, Refused
from tournaments.facts.clock import (
    ClockAdvanced,
    ClockChangeUndone,
    ClockFact,
    ClockFinished,
    ClockRecessOver,
    ClockReopened,
    ClockStarted,
    ClockStoodDecided,
    ClockTimeAdded,
    ClockWentOn,
    HandCharged,
    LevelAnnounced,
)
from tournaments.models import Clock, LevelAnnouncement, Tournament
from tournaments.queries.clock import (
    state_of,
    structure_of,
)

Change = Callable[[ClockState], Changed]


def start_clock(tournament: Tournament, *, at: datetime) -> Clock:
    """Make the clock and start its first level."""
    state, _ = rules.clock.start(state=ClockState(structure=structure_of(tournament)), at=at)
    if not tournament.practice and venue_frozen(tournament.venue_id):
        state, _ = rules.clock.freeze(state=state, at=at)
    clock = Clock(tournament=tournament, turn=1)
    _set(clock, state)
    clock.save(force_insert=True)
    _announce(clock, LevelChange(index=0, due_at=at), at=at)
    _tell_state(ClockStarted, tournament.pk, clock.turn, state)
    return clock


def venue_frozen(venue_id: int) -> bool:
    """Return whether the venue's clocks stand; a freezing or thawing in flight ends first, a later one sees this
    clock.

    Whoever will start a clock asks before the Field is locked: freezing has the venue and waits for the Fields.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT frozen_at IS NOT NULL FROM tournaments_venue WHERE id = %s FOR SHARE", [venue_id]
        )
        return bool(cursor.fetchone()[0])


def stop_clock(tournament: Tournament, *, at: datetime) -> None:
    """Stop the clock for good: the tournament is over. Without a clock nothing happens."""
    clock = Clock.objects.select_for_update().filter(pk=tournament.pk).first()
    if clock is None:
        return
    state = state_of(clock, tournament=tournament)
    if state.finished_at is None:
        state, changes = rules.clock.finish(state=state, at=at)
        keep(clock, tournament=tournament, state=state, changes=changes, fact=ClockFinished, at=at)


def reopen_clock(tournament: Tournament, *, at: datetime) -> None:
    """Pause the clock with the time that was left: the end was taken back. A frozen venue's stands frozen, too."""
    frozen = not tournament.practice and venue_frozen(tournament.venue_id)
    clock = Clock.objects.select_for_update().get(pk=tournament.pk)
    state, changes = rules.clock.reopen(state=state_of(clock, tournament=tournament), at=at)
    if frozen != state.frozen:
        state, _ = rules.clock.freeze(state=state, at=at) if frozen else rules.clock.thaw(state=state, at=at)
    clock.before = None
    keep(clock, tournament=tournament, state=state, changes=changes, fact=ClockReopened, at=at)


def stand_decided(tournament: Tournament, *, at: datetime) -> None:
    """Hold the clock until the result: one player is left and nobody can enter any more. Rule: PT-T.52"""
    change_clock(
        tournament,
        change=lambda state: rules.clock.decide(state=state, at=at),
        fact=ClockStoodDecided,
        at=at,
        undoable=False,
    )


def play_on(tournament: Tournament, *, at: datetime) -> None:
    """Let a clock go on that stood because one player was left: a second is in again. Rule: PT-T.52"""
    clock = Clock.objects.select_for_update().filter(pk=tournament.pk).first()
    if clock is None:
        return
    before = state_of(clock, tournament=tournament)
    if not before.decided:
        return
    state, changes = rules.clock.play_on(state=before, at=at)
    clock.before = None
    keep(clock, tournament=tournament, state=state, changes=changes, fact=ClockWentOn, at=at)


def recess_from_now(tournament: Tournament, *, at: datetime) -> None:
    """Let a running recess count from this moment: the last table has finished its hand. Rule: PT-T.45"""
    clock = Clock.objects.select_for_update().filter(pk=tournament.pk).first()
    if clock is None:
        return
    passed = seconds_of_recess_passed(state=state_of(clock, tournament=tournament), at=at)
    if passed > 0:
        change_clock(
            tournament,
            change=lambda state: rules.clock.add_time(state=state, seconds=passed, at=at, last_hand=True),
            fact=ClockTimeAdded,
            at=at,
            added_seconds=passed,
        )


def change_clock(
    tournament: Tournament,
    *,
    change: Change,
    fact: type[ClockFact],
    at: datetime,
    structure: Structure | None = None,
    undoable: bool = True,
    **more: Any,
) -> ClockState:
    """Lock the clock, change it by the rules, keep it; the fact tells also what was before and `more`. Refusal: ``clock_not_started`` and those of the rules.

    undoable: by `undo_last_change`; False where other rows changed with the clock.
    """
    clock = Clock.objects.select_for_update().filter(pk=tournament.pk).first()
    if clock is None:
        raise Refused(
            "clock_not_started", N_("The clock has not been started. Start it first."), rule="ADTP.23"
        )
    before = clock.state
    stood = state_of(clock, tournament=tournament)
    state, changes = change(stood)
    if undoable:
        was, now = shown_at(state=stood, at=at), shown_at(state=state, at=at)
        more |= {
            "was_index": was.index,
            "was_recess": isinstance(stood.structure.items[was.index], Recess),
            "was_level": stood.structure.level_number(was.index),
            "was_left_seconds": -(-was.remaining_ms // 1000),
            "level": state.structure.level_number(now.index),
            "left_seconds": -(-now.remaining_ms // 1000),
        }
    if structure is not None:
        tournament.structure = structure.as_dict()
        tournament.save(update_fields=["structure"])
    # what goes back to an older structure cannot be undone by anchors alone
    alone = undoable and structure is None
    clock.before = {"state": before, "kind": fact.kind, "at": at.isoformat()} if alone else None
    keep(clock, tournament=tournament, state=state, changes=changes, fact=fact, at=at, **more)
    return state


def undo_last_change(tournament: Tournament, *, at: datetime) -> ClockState:
    """Put the anchors back as they were before the last change by a person: time passed as if it had not happened.

    Refusals: ``clock_not_started``, ``nothing_to_undo``.
    """
    clock = Clock.objects.select_for_update().filter(pk=tournament.pk).first()
    if clock is None:
        raise Refused(
            "clock_not_started", N_("The clock has not been started. Start it first."), rule="ADTP.23"
        )
    if clock.before is None or clock.before["kind"] == HandCharged.kind:
        raise Refused(
            "nothing_to_undo",
            N_("The last change of the clock was not made by a person. Move the level or the time instead."),
            rule="ADTP.1",
        )
    return put_back(clock, tournament=tournament, before=clock.before, at=at)


def put_back(clock: Clock, *, tournament: Tournament, before: Mapping[str, Any], at: datetime) -> ClockState:
    """Put the anchors of a locked clock back as they were before its last change, with the time that has passed since.

    before: what the clock kept of that change; nothing is kept of this one.
    """
    state = state_from_dict(structure=structure_of(tournament), values=before["state"])
    state, changes = rules.clock.catch_up(state=state, at=at)
    clock.before = None
    keep(
        clock,
        tournament=tournament,
        state=state,
        changes=changes,
        fact=ClockChangeUndone,
        at=at,
        undone=before["kind"],
    )
    return state


def keep(
    clock: Clock,
    *,
    tournament: Tournament,
    state: ClockState,
    changes: tuple[LevelChange, ...],
    fact: type[ClockFact],
    at: datetime,
    **more: Any,
) -> None:
    """Write the anchors, one announcement for each level that began, and the facts.

    The turn rises with each: it names announcements and deadlines, so that none is done twice.
    """
    for change in changes:
        clock.turn += 1
        _announce(clock, change, at=at)
        _tell_level(tournament.pk, state.structure, change)
    clock.turn += 1
    _set(clock, state)
    clock.save()
    _tell_state(fact, tournament.pk, clock.turn, state, **more)


_IN_HAND = """
SELECT t.id, t.structure::text, c.state::text, c.turn
FROM tournaments_clock c
JOIN unnest(%s::bigint[], %s::int[]) AS asked (tournament_id, turn)
  ON asked.tournament_id = c.tournament_id AND asked.turn = c.turn
JOIN tournaments_tournament t ON t.id = c.tournament_id AND t.venue_id = %s
JOIN tournaments_field f ON f.tournament_id = c.tournament_id AND f.entries_closed_at IS NOT NULL
ORDER BY c.tournament_id FOR UPDATE OF c SKIP LOCKED
"""
_ADVANCED = """
WITH told AS (
  SELECT * FROM jsonb_to_recordset(%s::jsonb)
  AS x (id bigint, state jsonb, level_index int, turn int, deadline_at timestamptz, frozen bool)
)
UPDATE tournaments_clock c SET state = told.state, level_index = told.level_index, turn = told.turn,
  deadline_at = told.deadline_at, frozen = told.frozen, before = NULL
FROM told WHERE c.tournament_id = told.id
"""


def advance_together(venue_id: int, *, turns: Sequence[tuple[int, int]], at: datetime) -> list[int]:
    """Announce what is due of these (tournament id, turn) of a house, in a few statements however many; whose were.

    Only clocks that stand at that turn, that nobody has in hand, and whose entries are closed: nothing but the clock
    changes there, so its row alone is locked. Clocks of one structure read it once. Rule: ADTP.23
    """
    with connection.cursor() as cursor:
        cursor.execute(_IN_HAND, [[t for t, _ in turns], [turn for _, turn in turns], venue_id])
        found = cursor.fetchall()
    structures: dict[str, Structure] = {}
    rows: list[dict[str, Any]] = []
    announced: list[LevelAnnouncement] = []
    for tournament_id, structure_text, state_text, turn in found:
        structure = structures.get(structure_text)
        if structure is None:
            structure = structures[structure_text] = structure_from(json.loads(structure_text))
        before = state_from_dict(structure=structure, values=json.loads(state_text))
        state, changes = rules.clock.catch_up(state=before, at=at)
        if state == before:
            continue
        for change in changes:
            turn += 1
            announced.append(
                LevelAnnouncement(
                    clock_id=tournament_id,
                    turn=turn,
                    level_index=change.index,
                    due_at=change.due_at,
                    announced_at=at,
                )
            )
            _tell_level(tournament_id, structure, change)
        turn += 1
        deadline = rules.clock.deadline(state=state)
        rows.append(
            {
                "id": tournament_id,
                "state": state.as_dict(),
                "level_index": state.index,
                "turn": turn,
                "deadline_at": deadline.isoformat() if deadline else None,
                "frozen": state.frozen,
            }
        )
        _tell_state(ClockAdvanced if changes else ClockRecessOver, tournament_id, turn, state)
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(_ADVANCED, [json.dumps(rows)])
        LevelAnnouncement.objects.bulk_create(announced)
    return [row["id"] for row in rows]


def _set(clock: Clock, state: ClockState) -> None:
    clock.state = state.as_dict()
    clock.level_index = state.index
    clock.deadline_at = rules.clock.deadline(state=state)
    clock.frozen = state.frozen


def _announce(clock: Clock, change: LevelChange, *, at: datetime) -> None:
    LevelAnnouncement.objects.create(
        clock=clock, turn=clock.turn, level_index=change.index, due_at=change.due_at, announced_at=at
    )


def _tell_state(fact: type[ClockFact], tournament_id: int, turn: int, state: ClockState, **more: Any) -> None:
    record(
        fact(
            tournament_id=tournament_id,
            turn=turn,
            **_level_body(state.structure, state.index),
            **state.as_dict(),
            **more,
        )
    )


def _tell_level(tournament_id: int, structure: Structure, change: LevelChange) -> None:
    record(
        LevelAnnounced(
            tournament_id=tournament_id,
            **_level_body(structure, change.index),
            due_at=change.due_at.isoformat(),
        )
    )


def _level_body(structure: Structure, index: int) -> dict[str, Any]:
    return {"level_index": index, "item": structure.items[index].as_dict()}


NAMESPACE = uuid.UUID("6b6a0f3e-6c0d-5d0e-9c57-0d5f3a1d1a10")


def announcement_id(tournament_id: int, *, turn: int) -> uuid.UUID:
    """Return the command id of the announcement that is due in this turn of the clock: two sweepers, one effect."""
    return uuid.uuid5(NAMESPACE, f"announce/{tournament_id}/{turn}")
