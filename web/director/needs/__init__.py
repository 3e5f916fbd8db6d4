"""What needs the director now, the most urgent first."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.permissions import Permission
from rules.policies import from_dict
from tournaments.queries import payloads
from web.director.needs.money import owed, payments, rebuys_owed, to_hand_back
from web.director.needs.need import Need, address
from web.director.needs.play import running
from web.director.needs.start import before, draft
from web.staffing import StaffTournament


def needs_of(room: StaffTournament, *, at: datetime) -> list[Need]:
    """Everything that waits for somebody, as far as this person may see to it."""
    if room.state == "draft":
        return [draft(room)]
    policies = from_dict(room.settings["policies"])
    return [replace(need, rule=policies.citation(need.rule)) for need in _waiting(room, at=at)]


def _waiting(room: StaffTournament, *, at: datetime) -> list[Need]:
    found: list[Need] = []
    counts = payloads.counts(room.tournament_id)
    found += before(room, counts, at)
    if room.state == "running":
        found += running(room, counts, at)
    if room.may(Permission.CONFIRM_PAYMENT):
        found += payments(room)
    if counts["waiting"]:
        found.append(
            Need(
                key="alternates",
                mark="…",
                text=ngettext(
                    "%(count)s alternate waits for a seat.",
                    "%(count)s alternates wait for a seat.",
                    counts["waiting"],
                )
                % {"count": counts["waiting"]},
                look=address("director-entries", room) + "#waiting",
                look_label=_("See the line"),
            )
        )
    if room.state == "finished":
        found += rebuys_owed(room)
    if room.state in ("running", "finished") and room.may(Permission.PAY_PRIZE):
        found += owed(room, at)
    if room.state == "cancelled" and room.may(Permission.VIEW_MONEY):
        found += to_hand_back(room)
    return found
