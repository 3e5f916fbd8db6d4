"""What needs the director now, the most urgent first."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.permissions import Permission
from rules.policies import from_dict
from tournaments.queries import payloads
from web.director.needs.complaints import complaints
from web.director.needs.money import owed, payments, rebuys_owed, to_hand_back
from web.director.needs.need import Need, address
from web.director.needs.play import running
from web.director.needs.start import before, draft
from web.staffing import StaffTournament


def needs_of(scope: StaffTournament, *, at: datetime) -> list[Need]:
    """Return everything that waits for somebody, as far as this person may see to it."""
    if scope.state == "draft":
        return [draft(scope)]
    policies = from_dict(scope.settings["policies"])
    return [replace(need, rule=policies.citation(need.rule)) for need in _waiting(scope, at=at)]


def _waiting(scope: StaffTournament, *, at: datetime) -> list[Need]:
    found: list[Need] = []
    counts = payloads.counts(scope.tournament_id, seen_at=None)
    found += before(scope, counts=counts, at=at)
    if scope.state == "running":
        found += running(scope, counts=counts, at=at)
    if scope.may(Permission.CONFIRM_PAYMENT):
        found += payments(scope)
    if counts["waiting"]:
        found.append(
            Need(
                key="alternates",
                later=True,
                mark="hourglass",
                text=ngettext(
                    "%(count)s alternate waits for a seat.",
                    "%(count)s alternates wait for a seat.",
                    counts["waiting"],
                )
                % {"count": counts["waiting"]},
                look=address("director-entries", scope=scope) + "#waiting",
                look_label=_("See the line"),
            )
        )
    found += complaints(scope, at=at)
    if scope.state == "finished":
        found += rebuys_owed(scope)
    if scope.state in ("running", "finished") and scope.may(Permission.PAY_PRIZE):
        found += owed(scope, at=at)
    if scope.state == "cancelled" and scope.may(Permission.VIEW_MONEY):
        found += to_hand_back(scope)
    return found
