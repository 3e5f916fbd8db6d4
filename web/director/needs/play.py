"""What a running tournament needs: its end, the bubble, and what the tables, the clock and the money ask for."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

import tables.queries
from rules.permissions import Permission
from web.director.hands import short_level, short_levels_warned
from web.director.needs.clock import close_asks, level
from web.director.needs.ending import ending
from web.director.needs.money import deal, rebuys_owed, takers
from web.director.needs.need import Need, action_button, address
from web.director.needs.tables import corrections, counting, proposal, tablets, unverified_seats
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips, money


def _short_levels(scope: StaffTournament, at: datetime) -> str:
    """What is asked before each hand ends a level; "" where none does."""
    return short_levels_warned(scope.settings["policies"], shortest_level=short_level(scope, at=at))


def running(scope: StaffTournament, *, counts: dict[str, Any], at: datetime) -> list[Need]:
    found: list[Need] = []
    found += ending(scope, counts=counts, at=at)
    if counts["players_left"] == 1 and not counts["waiting"]:
        if counts["late_registration_open"]:
            found.append(
                Need(
                    key="close-entries",
                    mark="flag",
                    text=_("One player is left and entries are still open. Close them to fix the prizes."),
                    buttons=action_button(scope, name="close-entries", asks=close_asks(scope, counts=counts)),
                )
            )
        elif scope.may(Permission.FINISH_TOURNAMENT):
            found.append(
                Need(
                    key="finish",
                    mark="flag",
                    text=_("One player is left. Finish: the winner is paid, the draw's secret is told."),
                    look=address("director-prizes", scope=scope),
                    look_label=_("See who is owed what"),
                    buttons=action_button(
                        scope,
                        name="finish",
                        asks=_(
                            "%(count)s places share %(pool)s. It can be taken back while the prizes it gives are"
                            " still in the balances."
                        )
                        % {
                            "count": counts["places_paid"],
                            "pool": money(counts["pool_cents"], scope.currency),
                        },
                    ),
                    rule="PT-T.52",
                )
            )
    if counts["hand_for_hand"]:
        round_ = tables.queries.hand_for_hand_view(scope.tournament_id)
        found.append(
            Need(
                key="hand-for-hand",
                mark="hand",
                text=_("Hand for hand, hand %(round)s: %(done)s tables are done, %(left)s still play.")
                % {"round": round_.number, "done": len(round_.done), "left": len(round_.waiting_for)},
                look=address("director-hand-for-hand", scope=scope),
                look_label=_("Console"),
                rule="PT-T.49",
            )
        )
    elif counts["bubble"] and counts["players_left"] > 1 and scope.may(Permission.HAND_FOR_HAND):
        found.append(
            Need(
                key="bubble",
                mark="circle-dot",
                text=_("The bubble: one more player out and the rest are in the money."),
                buttons=action_button(scope, name="hand-for-hand", asks=_short_levels(scope, at)),
                rule="PT-T.49",
            )
        )
    found += takers(scope)
    found += rebuys_owed(scope)
    found += deal(scope, counts=counts)
    found += [proposal(scope, p=p) for p in tables.queries.proposals(scope.tournament_id)]
    found += level(scope, at=at)
    found += counting(scope, at=at)
    found += unverified_seats(scope)
    found += tablets(scope, at=at)
    book = tables.queries.chips_account(scope.tournament_id)
    if book.difference_chips:
        found.append(
            Need(
                key="chips",
                mark="triangle-alert",
                text=_("Chips counted: %(counted)s, chips in play: %(in_play)s. Difference %(difference)s.")
                % {
                    "counted": chips(book.counted_chips),
                    "in_play": chips(book.in_play_chips),
                    "difference": chips(book.difference_chips),
                },
                amber=True,
                rule="ADTP.24C",
                buttons=corrections(scope, difference=book.difference_chips),
            )
        )
    return found
