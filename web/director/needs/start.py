"""What a tournament needs before it runs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from dispatch.buttons import Sentence
from rules.permissions import Permission
from tournaments.commands.start_tournament import WAITING
from web import buttons
from web.director.needs.need import Need, action_button, address
from web.public.entry import opens_at
from web.staffing import StaffTournament
from web.templatetags.shuffle import moment


def draft(scope: StaffTournament) -> Need:
    return Need(
        key="draft",
        mark="file-text",
        text=_("This is a draft: nobody sees it. Look at the check, then publish it."),
        look=address("director-edit", scope=scope),
        look_label=_("Check and publish"),
    )


def before(scope: StaffTournament, *, counts: dict[str, Any], at: datetime) -> list[Need]:
    if scope.state == "announced":
        opens = opens_at(scope.settings)
        passed = at >= opens
        return [
            Need(
                key="registration",
                later=True,
                mark="pencil",
                text=_("Registration is due to open: in a moment by itself, or here.")
                if passed
                # a sit & go shows no hour of its start to count back from
                else _("Registration opens by itself at %(when)s.") % {"when": moment(opens, scope.timezone)},
                buttons=action_button(scope, name="open-registration"),
            )
        ]
    if scope.state == "registering" and scope.may(Permission.START_TOURNAMENT):
        # a sit & go begins with its last seat; whoever begins it before waits no longer
        seats = scope.settings["capacity"] if scope.settings["format"] == "sit_and_go" else None
        late = not seats and at >= scope.settings["starts_at"]
        enough = counts["players_left"] >= 2
        to_desk = not enough and not scope.settings["online"] and scope.may(Permission.TAKE_PAYMENT)
        asks = [
            _("Seats are drawn for %(count)s players and the clock of level 1 begins.")
            % {"count": counts["players_left"]}
        ]
        if counts["waiting"]:
            asks.append(
                buttons.sentence(
                    Sentence(WAITING, counts={"count": counts["waiting"]}), values={}, currency=scope.currency
                )
            )
        if seats:
            asks.append(_("It would start by itself with %(seats)s players.") % {"seats": seats})
        elif not late:
            asks.append(
                _("This is earlier than announced: %(when)s.")
                % {"when": moment(scope.settings["starts_at"], scope.timezone)}
            )
        return [
            Need(
                key="start",
                mark="play",
                text=(
                    _("%(count)s of %(seats)s are in. It starts by itself with the last one.")
                    if seats
                    else _("%(count)s entries. The start was announced for %(when)s.")
                    if enough
                    else _("Enter at least two players. The start was announced for %(when)s.")
                )
                % {
                    "count": counts["entries_total"],
                    "seats": seats,
                    "when": moment(scope.settings["starts_at"], scope.timezone),
                },
                buttons=action_button(scope, name="start", asks=" ".join(asks)) if enough else (),
                # of players who enter by themselves online nobody is written in there
                look=address("desk", scope=scope) if to_desk else "",
                look_label=_("To the desk"),
                amber=late,
                rule="PT-T.39",
            )
        ]
    return []
