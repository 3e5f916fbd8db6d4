"""Steps on the templates of a house: an announcement kept to begin others with."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import record
from rules import validation
from rules.refusals import N_, Refused
from tournaments.facts.circuit import TemplateDropped, TemplateSaved
from tournaments.models import HouseTemplate, Tournament, Venue
from tournaments.operations.announcing import announced_values

MOST_TEMPLATES = 100


def save(source: Tournament, *, name: str, at: datetime) -> HouseTemplate:
    """Keep the announcement of a tournament under a name; one that had the name gives way.

    Refusals: ``text_missing``, ``too_many_templates``.
    """
    name = validation.text("name", name)
    Venue.objects.select_for_update(no_key=True).get(
        pk=source.venue_id
    )  # two of one name: the later one stays
    kept = HouseTemplate.objects.filter(venue_id=source.venue_id, dropped_at=None)
    replaced = kept.filter(name=name).first()
    if replaced is None and kept.count() >= MOST_TEMPLATES:
        raise Refused(
            "too_many_templates",
            N_("There are %(most)s templates already. Remove one that is no longer used."),
            most=MOST_TEMPLATES,
        )
    if replaced is not None:
        replaced.dropped_at = at
        replaced.save(update_fields=["dropped_at"])
    opens = source.registration_opens_at
    template = HouseTemplate.objects.create(
        venue_id=source.venue_id,
        name=name,
        # a number is one event's, and what was tried out in practice is kept to be played
        values={**announced_values(source), "number": 1, "practice": False},
        policies=source.policies,
        starts_at=source.starts_at,
        opens_seconds_before=None
        if opens is None or opens > source.starts_at
        else int((source.starts_at - opens).total_seconds()),
        created_at=at,
    )
    record(
        TemplateSaved(
            venue_id=source.venue_id,
            template_id=template.pk,
            name=name,
            tournament_id=source.pk,
            replaced=None if replaced is None else replaced.pk,
        )
    )
    return template


def drop(*, venue_id: int, template_id: Any, at: datetime) -> HouseTemplate:
    """Keep a template no longer. Refusals: ``no_such_template``."""
    Venue.objects.select_for_update(no_key=True).get(pk=venue_id)
    template = of_venue(venue_id, template_id=template_id)
    template.dropped_at = at
    template.save(update_fields=["dropped_at"])
    record(TemplateDropped(venue_id=venue_id, template_id=template.pk, name=template.name))
    return template


def of_venue(venue_id: int, *, template_id: Any) -> HouseTemplate:
    """Return a template that the house keeps. Refusals: ``no_such_template``."""
    found = HouseTemplate.objects.filter(
        pk=validation.integer("template_id", template_id), venue_id=venue_id, dropped_at=None
    ).first()
    if found is None:
        raise Refused("no_such_template", N_("This template was removed. Choose another."), field="template")
    return found
