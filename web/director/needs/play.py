"""What a running tournament needs: its end, the bubble, and what the tables, the clock and the money ask for."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

import tables.queries
from rules.permissions import Permission
from web.director.needs.clock import close_asks, level
from web.director.needs.ending import ending
from web.director.needs.hand_for_hand import hand_for_hand
from web.director.needs.held import held
from web.director.needs.money import deal, rebuys_owed, takers
from web.director.needs.need import Need, action_button, address
from web.director.needs.tables import (
    bringing,
    corrections,
    count_again,
    counting,
    displays,
    proposal,
    tablets,
    unverified_seats,
)
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips, money


def running(scope: StaffTournament, *, counts: dict[str, Any], at: datetime) -> list[Need]:
    found = held(scope)
    found += ending(scope, counts=counts, at=at)
    if counts["players_left"] == 1 and not counts["waiting"]:
        if counts["late_registration_open"]:
            found.append(
                Need(
                    key="close-entries",
                    mark="flag",
                    text=_("One player is left and entries are still open. Close them to fix the prizes."),
                    buttons=action_button(
                        scope, name="close-entries", asks=close_asks(scope, counts=counts, at=at)
                    ),
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
                            "%(count)s places share %(pool)s. It can be undone while the prizes it gives are"
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
    together = hand_for_hand(scope, counts=counts, at=at)
    # in the money it is to end before anything else
    found = [*together, *found] if counts["in_the_money"] else [*found, *together]
    found += takers(scope)
    found += rebuys_owed(scope)
    found += bringing(scope, at=at)
    found += deal(scope, counts=counts)
    found += [proposal(scope, p=p) for p in tables.queries.proposals(scope.tournament_id)]
    found += level(scope, at=at)
    found += counting(scope, at=at)
    found += unverified_seats(scope)
    found += tablets(scope, at=at)
    found += displays(scope, at=at)
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
                look=count_again(scope),
                look_label=_("Count again"),
            )
        )
    return found
