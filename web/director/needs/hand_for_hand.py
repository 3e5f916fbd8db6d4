"""What the bubble asks for, and hands that are played together."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from rules.permissions import Permission
from tables.queries import RoundView, hand_for_hand_view, has_served
from tournaments.queries.field import field_of
from web.director.hands import short_level, short_levels_warned
from web.director.needs.need import Need, action_button, address
from web.staffing import StaffTournament


def hand_for_hand(scope: StaffTournament, *, counts: dict[str, Any], at: datetime) -> list[Need]:
    """Return that it is to begin, where it stands, or that it is to end. Rule: PT-T.49"""
    if counts["hand_for_hand"]:
        return [_stands(scope, counts)]
    if not counts["bubble"] or counts["players_left"] < 2 or not scope.may(Permission.HAND_FOR_HAND):
        return []
    field = field_of(scope.tournament_id)
    # one table plays its hands together with nobody
    alone = field is None or field.tables_open < 2
    return [
        Need(
            key="bubble",
            mark="circle-dot",
            text=_("The bubble: one more player out and the rest are in the money."),
            buttons=()
            if alone
            else action_button(scope, name="hand-for-hand", asks=_short_levels(scope, at)),
            rule="PT-T.49",
            later=alone,
        )
    ]


def _stands(scope: StaffTournament, counts: dict[str, Any]) -> Need:
    round_ = hand_for_hand_view(scope.tournament_id)
    look = address("director-hand-for-hand", scope=scope)
    asked = _asked_to_end(scope, counts, round_)
    if asked is not None:
        text, more = asked
        return Need(
            key="hand-for-hand",
            mark="hand",
            text=text,
            more=more,
            buttons=action_button(scope, name="end-hand-for-hand", label=_("End hand for hand")),
            look=look,
            look_label=_("Open hand for hand"),
            rule="PT-T.49",
        )
    return Need(
        key="hand-for-hand",
        mark="hand",
        text=_("Hand for hand, hand %(round)s: tables done %(done)s, still playing %(left)s.")
        % {"round": round_.number, "done": len(round_.done), "left": len(round_.waiting_for)},
        look=look,
        look_label=_("Open hand for hand"),
        rule="PT-T.49",
    )


def _asked_to_end(
    scope: StaffTournament, counts: dict[str, Any], round_: RoundView
) -> tuple[str, str] | None:
    """Why hand for hand is to be ended, and what follows; None where it goes on. The director began it and ends it: the level may be
    wanted to stand until the money."""
    if has_served(scope.tournament_id, round_=round_, places_paid=counts["places_paid"]):
        return _("The bubble has burst: end hand for hand."), _("Until then the tables wait for one another.")
    field = field_of(scope.tournament_id)
    if field is not None and field.tables_open < 2 and not round_.done and not round_.out:
        return (
            _("One table is left and hand for hand is still on: the clock stands."),
            _("No other table waits for it. End hand for hand, and the clock runs again."),
        )
    return None


def _short_levels(scope: StaffTournament, at: datetime) -> str:
    """What is asked before each hand ends a level; "" where none does."""
    return short_levels_warned(scope.settings["policies"], shortest_level=short_level(scope, at=at))
