"""What the tables ask for: seats, counts, tablets, chips."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from access import presence
from people.queries import devices_of
from rules.permissions import Permission
from tables.commands.break_tables import MOST as MOST_AT_ONCE
from tables.queries import Proposal, races_explain, table_counts, unverified
from tournaments.queries import clock
from tournaments.queries.purchases import chips_to_bring
from tournaments.queries.screens import screens_of
from web.director.needs.need import ActionButton, Need, action_button, address
from web.staffing import StaffTournament
from web.templatetags.shuffle import grouped, hour

NAMED = 8  # of the tables that lack something
AT_ONCE = 2  # a row has two buttons: as many tables can be verified from the list of what is to do


_MARKS = {
    "move": "arrow-left-right",
    "break_table": "scissors",
    "final_table": "armchair",
    "redraw": "shuffle",
    "halt": "pause",
    "note_button": "circle-dot",
    "resume": "play",
}


def proposal(scope: StaffTournament, *, p: Proposal) -> Need:
    text = _(p.reason) % dict(p.params)
    more = ""
    buttons: tuple[ActionButton, ...] = ()
    look = look_label = ""
    if p.kind == "move" and p.entry_id is not None:
        to = (
            _("table %(table)s, seat by draw") % {"table": p.to_table}
            if p.to_seat is None
            else _("table %(table)s, seat %(seat)s") % {"table": p.to_table, "seat": p.to_seat}
        )
        more = _("%(player)s, table %(table)s, seat %(seat)s → %(to)s.") % {
            "player": p.player,
            "table": p.table,
            "seat": p.seat,
            "to": to,
        }
        buttons = action_button(
            scope, name="balance", from_table=p.table, to_table=p.to_table, entry_id=p.entry_id
        )
    elif p.kind == "break_table" and scope.may(Permission.BREAK_TABLE):
        look = reverse("director-break", args=[scope.tournament_id, p.table])
        look_label = _("Simulate")
        buttons = action_button(scope, name="break", table=p.table)
        if p.tables:
            several = [str(number) for number in p.tables[:MOST_AT_ONCE]]
            look = f"{reverse('director-break-several', args=[scope.tournament_id])}?{urlencode({'tables': ', '.join(several)})}"
            look_label = _("Break several tables at once (%(count)s)…") % {"count": len(several)}
    elif p.kind in ("final_table", "redraw") and scope.may(Permission.REDRAW):
        asks = (
            _("Everybody draws a seat at the final table. Where they sit now is over.")
            if p.kind == "final_table"
            else _("Everybody draws a new seat. Where they sit now is over.")
        )
        buttons = action_button(
            scope,
            name="redraw",
            label=_("Draw the final table") if p.kind == "final_table" else "",
            asks=asks,
            final="1" if p.kind == "final_table" else "",
        )
    elif p.kind == "note_button":
        look = f"{address('director-map', scope=scope)}?table={p.table}"
        look_label = _("Note the button of table %(table)s") % {"table": p.table}
    elif p.kind in ("halt", "resume"):
        buttons = action_button(scope, name="halt" if p.kind == "halt" else "resume-table", table=p.table)
    return Need(
        key=f"{p.kind}-{p.table}",
        mark=_MARKS.get(p.kind, "circle-alert"),
        text=text,
        more=more,
        later=p.kind == "note_button",
        rule=p.rule,
        buttons=buttons,
        look=look,
        look_label=look_label,
    )


def unverified_seats(scope: StaffTournament) -> list[Need]:
    if scope.play_table is not None:
        return []  # nobody walks there
    found = unverified(scope.tournament_id, first=NAMED)
    total = found.players
    if not total:
        return []
    first = ngettext("table %(tables)s", "tables %(tables)s", len(found.first)) % {
        "tables": ", ".join(str(table) for table in found.first)
    }
    first += _and_more(found.tables - len(found.first))
    return [
        Need(
            key="unverified",
            later=True,
            mark="eye",
            text=ngettext(
                "%(count)s seat is not verified: %(tables)s.",
                "%(count)s seats are not verified: %(tables)s.",
                total,
            )
            % {"count": grouped(total), "tables": first},
            buttons=tuple(
                button
                for table in (found.first if found.tables <= AT_ONCE else found.first[:1])
                for button in action_button(scope, name="verify-table", table=table)
            ),
            look=address("director-map", scope=scope) + "?only=unverified" if found.tables > AT_ONCE else "",
            look_label=_("Tables"),
            rule="ADTP.7",
        )
    ]


def _and_more(count: int) -> str:
    """What stands behind the tables that are named."""
    if count <= 0:
        return ""
    return " " + ngettext("and %(n)s more", "and %(n)s more", count) % {"n": grouped(count)}


def counting(scope: StaffTournament, *, at: datetime) -> list[Need]:
    """Ask in a break for the tables whose stacks are not counted yet. Rule: ADTP.64"""
    if not scope.may(Permission.COUNT_CHIPS):
        return []
    payload = clock.clock_payload(scope.tournament_id, at=at)
    if payload["recess"] is None and payload["items"][payload["index"]]["kind"] != "recess":
        return []
    # in a recess that is given within the first level everybody has but begun
    if payload["recess"] is not None and payload["index"] == 0:
        return []
    missing = [count for count in table_counts(scope.tournament_id) if count.missing]
    if not missing:
        return []
    named = ", ".join(
        _("table %(table)s: %(count)s of %(players)s")
        % {"table": count.table, "count": count.missing, "players": count.players}
        for count in missing[:NAMED]
    ) + _and_more(len(missing) - NAMED)
    one = len(missing) == 1
    return [
        Need(
            key="counts",
            mark="layers",
            text=_("Break: stacks not counted yet at %(tables)s.") % {"tables": named},
            rule="ADTP.64",
            look=reverse("director-count", args=[scope.tournament_id, missing[0].table])
            if one
            else address("director-map", scope=scope) + "?only=uncounted",
            look_label=_("Count table %(table)s") % {"table": missing[0].table} if one else _("Tables"),
        )
    ]


def corrections(scope: StaffTournament, *, difference: int) -> tuple[ActionButton, ...]:
    """Return what a difference can come from. Above zero the tables hold more chips than the book says. A chip race is named
    only where the colours that have left play can make such a difference."""
    change = {"added_chips" if difference > 0 else "removed_chips": abs(difference)}
    asks = _("Every stack was counted again? From now on as many chips are in play as were counted.")
    reasons = [_("Chips were found, lost or forfeited")]
    if races_explain(scope.tournament_id, difference=difference):
        reasons.insert(0, _("It was the chip race"))
    return tuple(
        button
        for reason in reasons
        for button in action_button(
            scope, name="chips-in-play", label=reason, asks=asks, **change, reason=reason
        )
    )


def bringing(scope: StaffTournament, *, at: datetime) -> list[Need]:
    """Tell of chips that were bought on a phone: somebody brings them to the seat. Rule: ADTP.27"""
    return [
        Need(
            key=f"bring-{one.purchase_id}",
            mark="coins",
            text=_("Bring %(chips)s chips to table %(table)s, seat %(seat)s.")
            % {"chips": grouped(one.chips), "table": one.table, "seat": one.seat},
            more=_("%(name)s, bought on the phone at %(time)s")
            % {"name": one.player, "time": hour(one.at, scope.timezone)},
            rule="ADTP.27",
            buttons=action_button(scope, name="chips-brought", purchase_id=one.purchase_id),
        )
        for one in chips_to_bring(scope.tournament_id, at=at)
    ]


def count_again(scope: StaffTournament) -> str:
    """Return where stacks are counted once more: the sheet of the only table, else the tables; "" for who may not."""
    if not scope.may(Permission.COUNT_CHIPS):
        return ""
    counts = table_counts(scope.tournament_id)
    if len(counts) == 1:
        return reverse("director-count", args=[scope.tournament_id, counts[0].table])
    return address("director-map", scope=scope)


def tablets(scope: StaffTournament, *, at: datetime) -> list[Need]:
    """Tablets that were open and are cut off: what is tapped there is kept, and not known here yet."""
    devices = {d.device_id: d.name for d in devices_of(scope.venue.venue_id)}
    return [
        Need(
            key=f"tablet-{device_id}",
            later=True,
            mark="tablet",
            text=_(
                "Tablet %(name)s has not answered since %(time)s. What is tapped on it is kept there until it is back online."
            )
            % {"name": devices[device_id], "time": hour(last, scope.timezone)},
            look=reverse("director-staff", args=[scope.venue.venue_id]),
            look_label=_("Devices"),
            amber=True,
        )
        for device_id, last in sorted(presence.silent(devices, at=at).items())
    ]


def displays(scope: StaffTournament, *, at: datetime) -> list[Need]:
    """Displays of this tournament that do not ask any more what to show, until they are back or somebody unpairs them."""
    if not scope.may(Permission.PAIR_DEVICE):
        return []
    here = {
        screen.code: screen.name or screen.code
        for screen in screens_of(scope.venue.venue_id)
        if screen.tournament_id == scope.tournament_id
    }
    return [
        Need(
            key=f"display-{code}",
            later=True,
            mark="monitor",
            text=_(
                "Display %(name)s has not answered since %(time)s. If it was switched off on purpose, unpair it."
            )
            % {"name": here[code], "time": hour(last, scope.timezone)},
            look=address("screens-control", scope=scope),
            look_label=_("Displays"),
            amber=True,
        )
        for code, last in sorted(presence.silent_displays(here, at=at).items())
    ]
