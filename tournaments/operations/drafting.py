"""A draft made: new, from a template, or copied from another tournament."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max

from dispatch.commands import record
from rules import announcing, validation
from rules.policies import Policies, from_dict
from rules.presets import template
from rules.refusals import N_, Refused, not_found
from tournaments.facts.announcements import TournamentDrafted
from tournaments.models import Stage, Tournament, TournamentState
from tournaments.models.circuit import PLAY_MONEY
from tournaments.operations.announcing import OVER, announced_values, instant
from tournaments.operations.circuit import rule_set_of
from tournaments.operations.field import policies_of
from tournaments.operations.templates import of_venue
from tournaments.queries.circuit import currency_of


def stage_of_venue(venue_id: int, *, stage_id: Any) -> Stage | None:
    if stage_id is None:
        return None
    found = Stage.objects.filter(
        pk=validation.integer("stage_id", stage_id), season__series__venue_id=venue_id
    ).first()
    if found is None:
        raise not_found("stage")
    return found


def make(
    *,
    venue_id: int,
    values: Mapping[str, Any],
    policies: Policies,
    starts_at: datetime,
    registration_opens_at: datetime | None,
    stage: Stage | None,
    at: datetime,
) -> Tournament:
    """Make a tournament in draft; `values` were read."""
    values = announcing.settle(values)
    number = values.pop("number")
    if number == 1:
        number = next_event_number(venue_id, stage=stage)
    elif stage is not None:
        check_event_number(stage, number=number)
    tournament = Tournament.objects.create(
        venue_id=venue_id,
        stage=stage,
        currency=played_for(venue_id, practice=values["practice"]),
        number=number,
        starts_at=starts_at,
        registration_opens_at=registration_opens_at,
        rule_set=policies.rule_set,
        policies=policies.as_dict(),
        created_at=at,
        **values,
    )
    record(TournamentDrafted(tournament_id=tournament.pk, name=tournament.name, starts_at=starts_at))
    return tournament


def next_event_number(venue_id: int, *, stage: Stage | None) -> int:
    """Return the event number after the last of a stage; outside a stage, after those of the house that are not over."""
    if stage is not None:
        Stage.objects.select_for_update().get(pk=stage.pk)  # two drafts at once get two numbers
        taken = Tournament.objects.filter(stage=stage)
    else:
        taken = Tournament.objects.filter(venue_id=venue_id, stage=None).exclude(state__in=OVER)
    last = taken.filter(practice=False).aggregate(n=Max("number"))["n"]
    return int(last or 0) + 1


def check_event_number(stage: Stage, *, number: int, but: int | None = None) -> None:
    """Refuse an event number that another tournament of the stage has. Refusals: ``event_number_taken``."""
    Stage.objects.select_for_update().get(pk=stage.pk)
    found = Tournament.objects.filter(stage=stage, number=number, practice=False).exclude(
        state=TournamentState.CANCELLED
    )
    other = found.first() if but is None else found.exclude(pk=but).first()
    if other is not None:
        raise Refused(
            "event_number_taken",
            N_("Event %(number)s of this stage is %(name)s. The next free number is %(free)s."),
            field="number",
            number=number,
            name=other.name,
            free=next_event_number(stage.season.series.venue_id, stage=stage),
        )


def played_for(venue_id: int, *, practice: bool) -> str:
    """Return the currency of a tournament: its house's, or money of practice, so that practice touches no wallet, drawer
    or account that real money lies in."""
    return PLAY_MONEY if practice else currency_of(venue_id)


def from_template(
    *,
    venue_id: int,
    key: str | None,
    template_id: int | None,
    name: str,
    starts_at: datetime,
    stage_id: int | None,
    changes: Mapping[str, Any],
    at: datetime,
) -> Tournament:
    """Make a draft from a template (without one: the turbo's values) or from one of the house's, with changes."""
    changes = dict(changes)
    starts_at = instant("starts_at", value=starts_at)
    opens_at = changes.pop("registration_opens_at", None)
    if template_id is None:
        base = template(key or "turbo-8max")
        values, policies = base.values(), None
        rule_set = changes.pop("rule_set", base.rule_set)
    else:
        own = of_venue(venue_id, template_id=template_id)
        values, policies = own.values, from_dict(own.policies)
        rule_set = changes.pop("rule_set", policies.rule_set)
        if opens_at is None and own.opens_seconds_before is not None:
            opens_at = starts_at - timedelta(seconds=own.opens_seconds_before)
    if policies is None or rule_set != policies.rule_set:
        policies = rule_set_of(venue_id=venue_id, name=rule_set)
    return make(
        venue_id=venue_id,
        values={**template("turbo-8max").values(), **values, **announcing.read({**changes, "name": name})},
        policies=policies,
        starts_at=starts_at,
        registration_opens_at=None if opens_at is None else instant("registration_opens_at", value=opens_at),
        stage=stage_of_venue(venue_id, stage_id=stage_id),
        at=at,
    )


def copy(
    source: Tournament, *, name: str, starts_at: datetime, changes: Mapping[str, Any], at: datetime
) -> Tournament:
    """Make a draft like another tournament: the same announcement with changes, none of its history."""
    changes = dict(changes)
    stage, policies = source.stage, policies_of(source)
    if "stage_id" in changes:
        stage = stage_of_venue(source.venue_id, stage_id=changes.pop("stage_id"))
    if (rule_set := changes.pop("rule_set", policies.rule_set)) != policies.rule_set:
        policies = rule_set_of(venue_id=source.venue_id, name=rule_set)
    ahead = changes.pop("registration_opens_at", None)
    if ahead is not None:
        ahead = instant("registration_opens_at", value=ahead)
    elif source.registration_opens_at is not None:
        ahead = instant("starts_at", value=starts_at) - (source.starts_at - source.registration_opens_at)
    return make(
        venue_id=source.venue_id,
        # a copy is another event of its stage: it gets the next number there
        values={**announced_values(source), "number": 1, **announcing.read({**changes, "name": name})},
        policies=policies,
        starts_at=instant("starts_at", value=starts_at),
        registration_opens_at=ahead,
        stage=stage,
        at=at,
    )
