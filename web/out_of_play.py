"""What giving an entry back takes out of a running tournament, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from web.templatetags.shuffle import chips, money


def out_of_play(effects: Mapping[str, Any]) -> list[str]:
    """Return the seat, the chips and the pool that it is about; none of who does not play. effects: as
    `tournaments.queries.registrations.cancel_preview` has them.
    """
    if not effects.get("chips_out"):
        return []
    lines = []
    seat = effects.get("frees_seat")
    if seat:
        lines.append(
            _("%(player)s gets up: table %(table_number)s, seat %(seat_number)s is empty.")
            % {"player": effects["player"], **seat}
        )
    lines.append(
        _(
            "%(chips)s chips leave play. Take exactly so many off the table: some may be in other stacks by now."
        )
        % {"chips": chips(effects["chips_out"])}
    )
    was, then = (money(effects[name], effects["currency"]) for name in ("pool_cents", "pool_after_cents"))
    lines.append(
        _("The pool stays %(pool)s.") % {"pool": then}
        if was == then
        else _("The pool becomes %(then)s; now it is %(was)s.") % {"then": then, "was": was}
    )
    return lines
