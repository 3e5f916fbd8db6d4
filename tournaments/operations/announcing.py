"""Steps of a tournament before it plays: locked, published, opened, postponed, and told."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection

from dispatch.commands import record
from rules import announcing, findings, validation
from rules.entries import periods_of, periods_put_off, registration_opens
from rules.refusals import N_, Refused, not_found
from tables.operations import commit_draw
from tournaments.facts.announcements import RegistrationOpened, TournamentPostponed, TournamentPublished
from tournaments.models import Slot, Tournament, TournamentState
from tournaments.operations.entry_context import ENTRY_LOCK_KEY
from tournaments.operations.field import policies_of
from tournaments.operations.slots import make_slots

DRAFT, ANNOUNCED = TournamentState.DRAFT, TournamentState.ANNOUNCED
REGISTERING, RUNNING = TournamentState.REGISTERING, TournamentState.RUNNING
OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)


def lock(tournament_id: int) -> Tournament:
    """Lock the tournament for update: registrations in flight end first, later ones wait. Refusal: ``not_found``.

    Not against foreign keys: a bust that only refers to the tournament needs not wait for it.
    """
    lock_out_new_entries(tournament_id)
    found = Tournament.objects.select_for_update(of=("self",), no_key=True).filter(pk=tournament_id).first()
    if found is None:
        raise not_found("tournament")
    return found


def lock_out_new_entries(tournament_id: int) -> None:
    """Keep everybody from entering until the end of this command: however many want to, those inside are waited for and no others.

    Before any row is locked."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_xact_lock({ENTRY_LOCK_KEY})", {"tournament_id": tournament_id})


def announced_values(tournament: Tournament) -> dict[str, Any]:
    """Return the announced values by the names of rules.announcing.FIELDS."""
    return {name: getattr(tournament, name) for name in announcing.FIELDS}


def instant(name: str, *, value: Any) -> datetime:
    if isinstance(value, str):  # in `changes` that came as JSON
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
        if value is not None and not 2000 <= value.year < 2100:
            value = None
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise Refused("not_an_instant", N_("%(field)s needs a date and a time."), field=name)
    return value


def publish(
    tournament: Tournament, *, acknowledge: Collection[str], practice_seed: str | None, at: datetime
) -> str:
    """Announce a draft: checked, its draw committed to. Returns the commitment.

    Refusals: ``not_a_draft``, ``not_ready_to_publish``, ``starts_in_the_past``, ``seed_only_for_practice``.
    Rule: SCPT.B, PT-T.39
    """
    if tournament.state != DRAFT:
        raise Refused("not_a_draft", N_("This tournament was already published."), rule="SCPT.B")
    if tournament.starts_at <= at:
        raise Refused(
            "starts_in_the_past", N_("The start lies in the past. Set a later start."), rule="SCPT.B"
        )
    seed = None
    if practice_seed is not None:
        if not tournament.practice:
            raise Refused(
                "seed_only_for_practice",
                N_("Only a practice tournament may bring its own seed."),
                rule="PT-T.39",
            )
        try:
            seed = bytes.fromhex(practice_seed)
        except (ValueError, TypeError):
            raise Refused(
                "bad_seed", N_("A practice seed is 64 hexadecimal digits (32 bytes)."), rule="PT-T.39"
            ) from None
    findings.check(
        announced_values(tournament),
        policies=policies_of(tournament),
        acknowledged=acknowledge,
        online_tables=settings.ONLINE_TABLES,
    )
    commitment = commit_draw(tournament.pk, at=at, seed=seed)
    tournament.state = ANNOUNCED
    tournament.save(update_fields=["state", *revised(tournament, at=at)])
    record(
        TournamentPublished(
            tournament_id=tournament.pk,
            name=tournament.name,
            starts_at=tournament.starts_at,
            price_cents=tournament.price_cents,
            currency=tournament.currency,
            guarantee_cents=tournament.guarantee_cents,
            rule_set=tournament.rule_set,
            commitment=commitment,
            acknowledged=sorted(set(acknowledge)),
        )
    )
    return commitment


def revised(tournament: Tournament, *, at: datetime) -> tuple[str, str]:
    """Number what is announced anew; the fields to be saved with it. The row is locked."""
    tournament.revision += 1
    tournament.revised_at = at
    return ("revision", "revised_at")


def open_registration(tournament: Tournament, *, at: datetime) -> None:
    """Open registration: now, or at the announced time when the clock calls. Rule: SCPT.B, SCPT.H

    Refusals: ``not_announced``.
    """
    if tournament.state != ANNOUNCED:
        raise Refused(
            "not_announced",
            N_("Registration can be opened once, after the tournament was published."),
            rule="SCPT.B",
        )
    if at < registration_opens(tournament.registration_opens_at, starts_at=tournament.starts_at):
        tournament.registration_opens_at = at
    tournament.state = REGISTERING
    tournament.save(update_fields=["state", "registration_opens_at"])
    if tournament.capacity is not None:
        Slot.objects.filter(tournament=tournament).delete()
        make_slots(tournament)
    record(RegistrationOpened(tournament_id=tournament.pk))


def postpone(tournament: Tournament, *, starts_at: datetime, reason: str, at: datetime) -> None:
    """Announce another start; players are notified. Registrations stay. A start that was announced is kept otherwise: people come
    half an hour before it. Prices by period go with the start, but one that has ended does not come back. Rule: SCPT.B, SCPT.C, SCPT.D

    Refusals: ``already_started``, ``starts_in_the_past``, ``reason_missing``.
    """
    if tournament.state not in (DRAFT, ANNOUNCED, REGISTERING):
        raise Refused("already_started", N_("This tournament has already started."), rule="PT-T.39")
    if instant("starts_at", value=starts_at) <= at:
        raise Refused(
            "starts_in_the_past", N_("The start lies in the past. Set a later start."), rule="SCPT.B"
        )
    before = tournament.starts_at
    if tournament.registration_opens_at is not None and tournament.state != REGISTERING:
        tournament.registration_opens_at += starts_at - before
    tournament.starts_at = starts_at
    if tournament.state != DRAFT:
        tournament.price_periods = [
            p.as_dict()
            for p in periods_put_off(
                periods_of(tournament.price_periods), starts_at=before, later=starts_at - before, at=at
            )
        ]
    fields = ["starts_at", "registration_opens_at", "price_periods", *revised(tournament, at=at)]
    tournament.save(update_fields=fields)
    record(
        TournamentPostponed(
            tournament_id=tournament.pk,
            draft=tournament.state == DRAFT,
            starts_before=before,
            starts_at=starts_at,
            reason=reason_of(reason),
        )
    )


def reason_of(value: Any) -> str:
    """Return the reason as given: one that is kept with the decision.
    Refusal: ``reason_missing``. Rule: SCPT.I, ADTP.1
    """
    if not isinstance(value, str) or not value.strip():
        raise Refused("reason_missing", N_("State the reason; it is kept with the decision."), rule="SCPT.I")
    return validation.text("reason", value, at_most=300)
