"""The timekeeper: levels begin on time, whoever dies.

A deadline is a row. Every Celery worker hosts a timekeeper thread that sleeps to the exact instant of the next one, and
beat sends a sweep every second for what a crash left. All of them announce by the same command id: one effect.
"""

from __future__ import annotations

import logging
import random
import sys
import uuid
from datetime import datetime

from celery import shared_task
from django.db import Error as DatabaseError
from django.utils import translation
from django.utils.translation import gettext

from dispatch.facts import SYSTEM, CommandId
from dispatch.timekeeper import Timekeeper, TimekeeperStep, now
from play.queries.barred import barred_between_hands
from play.queries.events import decided_online
from rules.refusals import Refused
from tournaments.commands.announce_level import announce_level
from tournaments.commands.announce_levels import announce_levels
from tournaments.commands.call_off_excluded import call_off_excluded
from tournaments.commands.call_time import call_time
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.end_decided_online import end_decided_online
from tournaments.commands.end_late_registration import end_late_registration
from tournaments.commands.open_registration import open_registration
from tournaments.commands.start_tournament import start_tournament
from tournaments.operations import receipts
from tournaments.operations.clock import NAMESPACE, announcement_id
from tournaments.queries import clock, scheduled
from tournaments.queries.eligibility import excluded_with_entries

log = logging.getLogger("tournaments.timekeeper")

# how long one thread of the worker computes while another waits for its turn
_TURN_SECONDS = 0.0005
# how many to look at, and to take from them before the next look
_LIST, _AT_A_TIME = 64, 4
# from how many on they are announced together, and how many in one transaction
_MANY, _TOGETHER = 8, 50


def announce_due(*, at: datetime) -> int:
    """Announce every level whose deadline has come; how many clocks were due.

    Several timekeepers do this at the same instant: each takes a few of those that nobody has in hand, anywhere in
    the list, and looks again.
    """
    tried: set[tuple[int, int]] = set()
    together = 0
    while True:
        due = [
            (tournament_id, turn)
            for tournament_id, turn, _ in clock.due(at=at, limit=_LIST + len(tried))
            if (tournament_id, turn) not in tried
        ]
        if not due:
            return len(tried) + together
        if len(due) >= _MANY:
            done = _announce_together(at=at)
            together += done
            if done:
                continue
        for tournament_id, turn in random.sample(due, min(_AT_A_TIME, len(due))):
            tried.add((tournament_id, turn))
            _announce(tournament_id, turn)


def _announce_together(*, at: datetime) -> int:
    """A part of those that are due, house by house, each part in one transaction; how many were announced."""
    done = 0
    for venue_id, turns in clock.due_together(at=at).items():
        if len(turns) < _MANY:
            continue
        part = sorted(random.sample(turns, min(_TOGETHER, len(turns))))
        name = " ".join(f"{tournament_id}/{turn}" for tournament_id, turn in part)
        try:
            answer = announce_levels(
                command_id=CommandId(uuid.uuid5(NAMESPACE, f"announce/{venue_id}/{name}")),
                at=now(),
                by=SYSTEM,
                venue_id=venue_id,
                turns=[{"tournament_id": tournament_id, "turn": turn} for tournament_id, turn in part],
            )
        except DatabaseError:
            raise
        except Exception:
            # one broken clock stops no other: each is tried alone
            log.exception("venue %s, %s clocks at once", venue_id, len(part))
            continue
        if not answer.replayed:
            done += len(answer.result["announced"])
    return done


def _announce(tournament_id: int, turn: int) -> None:
    try:
        announce_level(
            command_id=CommandId(announcement_id(tournament_id, turn=turn)),
            at=now(),
            by=SYSTEM,
            tournament_id=tournament_id,
            turn=turn,
        )
    except Refused as refused:
        log.warning("tournament %s, turn %s: %s", tournament_id, turn, refused)
    except DatabaseError:
        raise
    except Exception:
        # one broken clock stops no other
        log.exception("tournament %s, turn %s", tournament_id, turn)


def open_due(*, at: datetime) -> None:
    """Open the registrations whose time has come."""
    for tournament_id in clock.registrations_due(at=at):
        try:
            open_registration(
                command_id=CommandId(uuid.uuid5(NAMESPACE, f"open/{tournament_id}")),
                at=at,
                by=SYSTEM,
                tournament_id=tournament_id,
            )
        except Refused as refused:
            log.warning("tournament %s: %s", tournament_id, refused)


def end_late_due(*, at: datetime) -> None:
    """End late registration where its time has come (PT-T.23)."""
    for tournament_id in clock.entries_due(at=at):
        try:
            end_late_registration(
                # once a minute: one of before alternates were seated is no answer to one of after
                command_id=CommandId(uuid.uuid5(NAMESPACE, f"late/{tournament_id}/{at:%Y%m%d%H%M}")),
                at=at,
                by=SYSTEM,
                tournament_id=tournament_id,
            )
        except Refused as refused:
            log.warning("tournament %s: %s", tournament_id, refused)


def call_time_due(*, at: datetime) -> None:
    """Call the end of the timed tournaments whose time is up (PT-T.52)."""
    for tournament_id in clock.times_up(at=at):
        try:
            call_time(
                # once a minute: what stood in the way may be gone
                command_id=CommandId(uuid.uuid5(NAMESPACE, f"time/{tournament_id}/{at:%Y%m%d%H%M}")),
                at=at,
                by=SYSTEM,
                tournament_id=tournament_id,
            )
        except Refused as refused:
            log.warning("tournament %s: %s", tournament_id, refused)


def begin_online_due(*, at: datetime) -> None:
    """Start the tournaments online whose hour has come; those with too few players are cancelled and refunded (PT-T.35)."""
    for one in scheduled.online_starts_due(at=at):
        # once a minute: what stood in the way may be gone
        name = f"{one.tournament_id}/{at:%Y%m%d%H%M}"
        try:
            if one.enough:
                start_tournament(
                    command_id=CommandId(uuid.uuid5(NAMESPACE, f"start-online/{name}")),
                    at=at,
                    by=SYSTEM,
                    tournament_id=one.tournament_id,
                )
            else:
                with translation.override(one.language):
                    reason = gettext("Too few players at the hour of the start.")
                cancel_tournament(
                    command_id=CommandId(uuid.uuid5(NAMESPACE, f"cancel-online/{name}")),
                    at=at,
                    by=SYSTEM,
                    tournament_id=one.tournament_id,
                    reason=reason,
                )
        except Refused as refused:
            log.warning("tournament %s: %s", one.tournament_id, refused)


def end_decided_due(*, at: datetime) -> None:
    """End the tournaments online that no hand ends any more: one player alone was left as entries closed, or all last hands are played (PT-T.52)."""
    for tournament_id in decided_online():
        # once a minute: what stood in the way may be gone
        name = f"decided/{tournament_id}/{at:%Y%m%d%H%M}"
        try:
            end_decided_online(
                command_id=CommandId(uuid.uuid5(NAMESPACE, name)),
                at=at,
                by=SYSTEM,
                tournament_id=tournament_id,
            )
        except Refused as refused:
            log.warning("tournament %s: %s", tournament_id, refused)


@shared_task(name="tournaments.sweep_due_clocks", ignore_result=True)
def sweep_due_clocks() -> None:
    """Whatever is due by now."""
    at = now()
    announce_due(at=at)
    open_due(at=at)
    end_late_due(at=at)
    call_time_due(at=at)
    begin_online_due(at=at)
    end_decided_due(at=at)


@shared_task(name="tournaments.sweep_exclusions", ignore_result=True)
def sweep_exclusions() -> None:
    """End what a player has not begun to play when an exclusion begins, and free the seats at tables where no hand's end does."""
    at = now()
    for player_id, venue_id in {*excluded_with_entries(at=at), *barred_between_hands(at=at)}:
        try:
            call_off_excluded(
                command_id=CommandId(uuid.uuid4()), at=at, by=SYSTEM, player_id=player_id, venue_id=venue_id
            )
        except Refused as refused:
            log.warning("player %s: %s", player_id, refused)


@shared_task(name="tournaments.number_receipts", ignore_result=True)
def number_receipts() -> None:
    """Give running numbers to the receipts that have none yet."""
    receipts.number_waiting()


class ClockTimekeeperStep(TimekeeperStep):
    """The timekeeper of the level clocks."""

    def begin(self) -> Timekeeper:
        """Start the timekeeper of the levels that end."""
        # An announcement asks PostgreSQL ten times: each time it would wait up to 5 ms for a relay that computes.
        sys.setswitchinterval(_TURN_SECONDS)
        return Timekeeper("timekeeper", do_due=lambda at: announce_due(at=at), first_due=clock.first_deadline)
