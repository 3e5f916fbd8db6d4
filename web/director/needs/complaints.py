"""Complaints about hands that were played online: they wait for the house's answer, and not for ever."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from play.queries.complaints import complaints_waiting
from rules.permissions import Permission
from web.complaints import waiting_words
from web.director.needs.need import Need
from web.staffing import StaffTournament


def complaints(scope: StaffTournament, *, at: datetime) -> list[Need]:
    """Return what players wrote about this tournament's hands and nobody answered, for whom may answer it. Rule: PT-T.55"""
    if not scope.settings["online"] or not scope.may(Permission.RUN_PLAY_TABLES):
        return []
    venue_id = scope.venue.venue_id
    waiting = complaints_waiting(venue_id, tournament_id=scope.tournament_id)
    if waiting is None:
        return []
    late = at > waiting.answer_by
    return [
        Need(
            key="complaints",
            mark="triangle-alert" if late else "hourglass",
            text=waiting_words(waiting, zone=scope.timezone, at=at),
            amber=late,
            look=reverse("director-complaint", args=[venue_id, waiting.first_id]),
            look_label=_("Read the complaint"),
            rule="PT-T.55",
        )
    ]
