"""What needs the director now, the most urgent first."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dispatch.buttons import Sentence
from payouts import queries as payouts
from people import queries as people
from rules.clock_shown import shown
from rules.permissions import Permission
from rules.policies import from_dict
from tables import queries as tables
from tables.queries import Proposal
from tournaments.commands.start_tournament import WAITING
from tournaments.queries import clock, registrations
from tournaments.queries.debts import debts_view
from web import board, buttons, presence
from web.director.acts import DEAL_ENDED
from web.director.busts import has_bounty
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips, hour, moment, money

LEVEL_ENDS_SECONDS = 120
AT_ONCE = 3  # tables that can be verified from the list of what is to do


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionButton:
    """A button: what it is called and what it posts. asks: the dialog's sentence before it is done."""

    label: str
    act: str
    values: dict[str, Any] = field(default_factory=dict)
    asks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing to see to. mark: a shape that stands for its kind. look: where more is to be seen."""

    key: str
    mark: str
    text: str
    rule: str = ""
    deeds: tuple[ActionButton, ...] = ()
    look: str = ""
    look_label: str = ""
    amber: bool = False


def deed(
    room: StaffTournament, act: str, *, label: str = "", asks: str = "", **values: Any
) -> tuple[ActionButton, ...]:
    """A button from the card of its command; none where this person may not. label: in place of the card's."""
    found = buttons.buttons_of("director")[act]
    if found.permission is not None and not room.may(found.permission):
        return ()
    return (ActionButton(label=label or buttons.label(found, **values), act=act, values=values, asks=asks),)


def needs_of(room: StaffTournament, *, at: datetime) -> list[Need]:
    """Everything that waits for somebody, as far as this person may see to it."""
    if room.state == "draft":
        return [_draft(room)]
    policies = from_dict(room.settings["policies"])
    return [replace(need, rule=policies.citation(need.rule)) for need in _waiting(room, at=at)]


def _waiting(room: StaffTournament, *, at: datetime) -> list[Need]:
    found: list[Need] = []
    counts = board.counts(room.tournament_id)
    found += _before(room, counts, at)
    if room.state == "running":
        found += _running(room, counts, at)
    if room.may(Permission.CONFIRM_PAYMENT):
        found += _payments(room)
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
                look=_at("director-entries", room) + "#waiting",
                look_label=_("See the line"),
            )
        )
    if room.state == "finished":
        found += _rebuys_owed(room)
    if room.state in ("running", "finished") and room.may(Permission.PAY_PRIZE):
        found += _owed(room, at)
    if room.state == "cancelled" and room.may(Permission.VIEW_MONEY):
        found += _to_hand_back(room)
    return found


def _to_hand_back(room: StaffTournament) -> list[Need]:
    """A cancelled tournament is over when everybody has the money in the hand who wants it there."""
    count, cents = payouts.open_repayments(room.tournament_id)
    if not count:
        return []
    return [
        Need(
            key="repayments",
            mark="$",
            text=ngettext(
                "%(count)s repayment waits to be handed back: %(amount)s, in the balance until then.",
                "%(count)s repayments wait to be handed back: %(amount)s, in the balances until then.",
                count,
            )
            % {"count": chips(count), "amount": money(cents, room.currency)},
            look=_at("director-entries", room) + "#back",
            look_label=_("Who gets what back"),
            rule="PT-T.36",
            amber=True,
        )
    ]


def _at(name: str, room: StaffTournament) -> str:
    return reverse(name, args=[room.tournament_id])


def _draft(room: StaffTournament) -> Need:
    return Need(
        key="draft",
        mark="○",
        text=_("This is a draft: nobody sees it. Look at the check, then publish it."),
        look=_at("director-edit", room),
        look_label=_("Check and publish"),
    )


def _before(room: StaffTournament, counts: dict[str, Any], at: datetime) -> list[Need]:
    if room.state == "announced":
        opens = room.settings["registration_opens_at"]
        return [
            Need(
                key="registration",
                mark="✎",
                text=_("Registration opens by itself at %(when)s.") % {"when": moment(opens, room.timezone)}
                if opens
                else _("Registration opens by itself an hour before the start."),
                deeds=deed(room, "open-registration"),
            )
        ]
    if room.state == "registering" and room.may(Permission.START_TOURNAMENT):
        late = at >= room.settings["starts_at"]
        enough = counts["players_left"] >= 2
        asks = [
            _("Seats are drawn for %(count)s players and the clock of level 1 begins.")
            % {"count": counts["players_left"]}
        ]
        if counts["waiting"]:
            asks.append(
                buttons.sentence(
                    Sentence(WAITING, counts={"count": counts["waiting"]}), values={}, currency=room.currency
                )
            )
        if not late:
            asks.append(
                _("This is earlier than announced: %(when)s.")
                % {"when": moment(room.settings["starts_at"], room.timezone)}
            )
        return [
            Need(
                key="start",
                mark="▶",
                text=(
                    _("%(count)s entries. The start was announced for %(when)s.")
                    if enough
                    else _("Enter at least two players. The start was announced for %(when)s.")
                )
                % {
                    "count": counts["entries_total"],
                    "when": moment(room.settings["starts_at"], room.timezone),
                },
                deeds=deed(room, "start", asks=" ".join(asks)) if enough else (),
                amber=late,
                rule="PT-T.39",
            )
        ]
    return []


def _running(room: StaffTournament, counts: dict[str, Any], at: datetime) -> list[Need]:
    found: list[Need] = []
    if counts["players_left"] == 1 and not counts["waiting"]:
        if counts["late_registration_open"]:
            found.append(
                Need(
                    key="close-entries",
                    mark="■",
                    text=_("One player is left and entries are still open. Close them to fix the prizes."),
                    deeds=deed(room, "close-entries", asks=_close(room, counts)),
                )
            )
        elif room.may(Permission.FINISH_TOURNAMENT):
            found.append(
                Need(
                    key="finish",
                    mark="■",
                    text=_("One player is left. Finish: the winner is paid, the draw's secret is told."),
                    look=_at("director-prizes", room),
                    look_label=_("See who is owed what"),
                    deeds=deed(
                        room,
                        "finish",
                        asks=_(
                            "%(count)s places share %(pool)s. It can be taken back while the prizes it gives are"
                            " still in the balances."
                        )
                        % {
                            "count": counts["places_paid"],
                            "pool": money(counts["pool_cents"], room.currency),
                        },
                    ),
                    rule="PT-T.52",
                )
            )
    if counts["hand_for_hand"]:
        round_ = tables.hand_for_hand_view(room.tournament_id)
        found.append(
            Need(
                key="hand-for-hand",
                mark="⇉",
                text=_("Hand for hand, hand %(round)s: %(done)s tables are done, %(left)s still play.")
                % {"round": round_.round, "done": len(round_.done), "left": len(round_.waiting_for)},
                look=_at("director-hand-for-hand", room),
                look_label=_("Console"),
                rule="PT-T.49",
            )
        )
    elif counts["bubble"] and counts["players_left"] > 1 and room.may(Permission.HAND_FOR_HAND):
        found.append(
            Need(
                key="bubble",
                mark="◌",
                text=_("The bubble: one more player out and the rest are in the money."),
                deeds=deed(room, "hand-for-hand"),
                rule="PT-T.49",
            )
        )
    found += _takers(room)
    found += _rebuys_owed(room)
    found += _deal(room, counts)
    found += [_proposal(room, p) for p in tables.proposals(room.tournament_id)]
    found += _level(room, at)
    found += _counting(room, at)
    found += _seats(room)
    found += _tablets(room, at)
    book = tables.chips_account(room.tournament_id)
    if book.difference_chips:
        found.append(
            Need(
                key="chips",
                mark="≠",
                text=_("Chips counted: %(counted)s, chips in play: %(in_play)s. Difference %(difference)s.")
                % {
                    "counted": chips(book.counted_chips),
                    "in_play": chips(book.in_play_chips),
                    "difference": chips(book.difference_chips),
                },
                amber=True,
                rule="ADTP.24C",
                deeds=_corrections(room, book.difference_chips),
            )
        )
    return found


def _rebuys_owed(room: StaffTournament) -> list[Need]:
    """Rebuys that were announced at a table and that nobody has paid yet. Rule: ADTP.27"""
    if not room.settings["rebuy"]:
        return []
    waiting = debts_view(room.tournament_id)
    if not waiting:
        return []
    names = ", ".join(f"{one.player} {money(one.amount_cents, room.currency)}" for one in waiting[:4])
    return [
        Need(
            key="rebuys-owed",
            mark="$",
            text=_("Rebuys owed: %(names)s.") % {"names": names + (" …" if len(waiting) > 4 else "")},
            rule="ADTP.27",
            look=_at("desk", room) + f"?player={waiting[0].player_id}#owed",
            look_label=_("To the desk"),
        )
    ]


def _takers(room: StaffTournament) -> list[Need]:
    """Who is out and it was not said who took the chips: their bounties wait. Rule: SCPT.P"""
    if not has_bounty(room):
        return []
    waiting = payouts.open_bounties(room.tournament_id)
    if not waiting:
        return []
    names = ", ".join(
        _("%(name)s (table %(table)s, seat %(seat)s)")
        % {"name": one.name, "table": one.table, "seat": one.seat}
        for one in waiting[:4]
    ) + (" …" if len(waiting) > 4 else "")
    return [
        Need(
            key="takers",
            mark="◎",
            text=ngettext(
                "Who took the chips of %(names)s? The bounty of %(total)s waits.",
                "Who took the chips of %(names)s? %(count)s bounties, %(total)s, wait.",
                len(waiting),
            )
            % {
                "names": names,
                "count": len(waiting),
                "total": money(sum(one.amount_cents for one in waiting), room.currency),
            },
            rule="SCPT.P",
            look=_at("director-takers", room),
            look_label=_("Say who"),
            amber=True,
        )
    ]


def _corrections(room: StaffTournament, difference: int) -> tuple[ActionButton, ...]:
    """What a difference can come from. Above zero the tables hold more chips than the book says. A chip race is named
    only where the colours that have left play can make such a difference."""
    change = {"added_chips" if difference > 0 else "removed_chips": abs(difference)}
    asks = _("Every stack was counted again? From now on as many chips are in play as were counted.")
    reasons = [_("Chips were found, lost or forfeited")]
    if tables.races_explain(room.tournament_id, difference=difference):
        reasons.insert(0, _("It was the chip race"))
    return tuple(
        button
        for reason in reasons
        for button in deed(room, "chips-in-play", label=reason, asks=asks, **change, reason=reason)
    )


def _deal(room: StaffTournament, counts: dict[str, Any]) -> list[Need]:
    """A deal that is voted on; with every vote in, it waits for the director."""
    deals = payouts.deals_view(room.tournament_id)
    if not deals or not room.may(Permission.APPROVE_DEAL):
        return []
    deal = deals[0]
    if deal.ended_because in DEAL_ENDED:
        return [
            Need(
                key="deal-void",
                mark="≈",
                text=_(DEAL_ENDED[deal.ended_because]),
                look=_at("director-deals", room),
                look_label=_("Deal"),
                rule="ADTP.P3",
            )
        ]
    if deal.state == "made" and deal.changes:
        return []  # play goes on as before, for the prizes that were agreed on
    if deal.state == "made" and counts["players_left"] > 1:
        return [_deal_holds(room, deal.reserve_cents)]
    if deal.state != "open":
        return []
    voted = {"cast": deal.votes_cast, "needed": deal.votes_needed}
    return [
        Need(
            key="deal",
            mark="≈",
            text=_("A deal is being voted on: %(cast)s of %(needed)s have voted.") % voted
            if deal.votes_cast < deal.votes_needed
            else _("Everybody has voted on the deal. Count the votes.")
            if deal.changes
            else _("Everybody has voted on the deal: %(total)s waits to be divided.")
            % {"total": money(deal.divided_cents, room.currency)},
            look=_at("director-deals", room),
            look_label=_("Deal"),
            rule="SCPT.M",
        )
    ]


def _deal_holds(room: StaffTournament, reserve_cents: int) -> Need:
    """What comes after a deal: the title is still played for, and with it what was left for the champion. Rule: SCPT.M"""
    text = (
        _(
            "The deal holds. %(reserve)s is still played for: play on until one player is left, then finish the tournament."
        )
        % {"reserve": money(reserve_cents, room.currency)}
        if reserve_cents
        else _(
            "The deal holds: all prize money is divided. Record who goes out, in the order of the places; with one player"
            " left, finish the tournament."
        )
    )
    return Need(
        key="deal-holds",
        mark="≈",
        text=text,
        look=_at("director-prizes", room),
        look_label=_("See who is owed what"),
        rule="SCPT.M",
    )


def _close(room: StaffTournament, counts: dict[str, Any]) -> str:
    return _("No entry, re-entry, rebuy or add-on from now on. %(count)s entries share %(pool)s.") % {
        "count": counts["entries_total"],
        "pool": money(counts["pool_cents"], room.currency),
    }


_MARKS = {
    "move": "⇄",
    "break_table": "✂",
    "final_table": "◎",
    "redraw": "⟳",
    "halt": "❚❚",
    "note_button": "Ⓓ",
    "resume": "▶",
}


def _proposal(room: StaffTournament, p: Proposal) -> Need:
    text = _(p.reason) % dict(p.params)
    deeds: tuple[ActionButton, ...] = ()
    look = look_label = ""
    if p.kind == "move" and p.entry_id is not None:
        to = (
            _("table %(table)s, seat by draw") % {"table": p.to_table}
            if p.to_seat is None
            else _("table %(table)s, seat %(seat)s") % {"table": p.to_table, "seat": p.to_seat}
        )
        text += " " + _("%(player)s, table %(table)s seat %(seat)s → %(to)s.") % {
            "player": p.player,
            "table": p.table,
            "seat": p.seat,
            "to": to,
        }
        deeds = deed(room, "balance", from_table=p.table, to_table=p.to_table, entry_id=p.entry_id)
    elif p.kind == "break_table" and room.may(Permission.BREAK_TABLE):
        look = reverse("director-break", args=[room.tournament_id, p.table])
        look_label = _("Simulate")
        deeds = deed(room, "break", table=p.table)
    elif p.kind in ("final_table", "redraw") and room.may(Permission.REDRAW):
        asks = (
            _("Everybody draws a seat at the final table. Where they sit now is over.")
            if p.kind == "final_table"
            else _("Everybody draws a new seat. Where they sit now is over.")
        )
        deeds = deed(
            room,
            "redraw",
            label=_("Draw the final table") if p.kind == "final_table" else "",
            asks=asks,
            final="1" if p.kind == "final_table" else "",
        )
    elif p.kind == "note_button":
        look = f"{_at('director-map', room)}?table={p.table}"
        look_label = _("Note the button of table %(table)s") % {"table": p.table}
    elif p.kind in ("halt", "resume"):
        deeds = deed(room, "halt" if p.kind == "halt" else "resume-table", table=p.table)
    return Need(
        key=f"{p.kind}-{p.table}",
        mark=_MARKS.get(p.kind, "•"),
        text=text,
        rule=p.rule,
        deeds=deeds,
        look=look,
        look_label=look_label,
    )


def _level(room: StaffTournament, at: datetime) -> list[Need]:
    face = clock.clock_face(room.tournament_id, at=at)
    return [*_late_by_time(room, face), *_level_ends(room, face, at)]


def _late_by_time(room: StaffTournament, face: dict[str, Any]) -> list[Need]:
    """An hour ends late registration soon, whatever the clock does. Rule: PT-T.23"""
    ends_ms = face["late_registration_ends_ms"]
    if ends_ms is None or not 0 < ends_ms - face["server_ms"] <= LEVEL_ENDS_SECONDS * 1000:
        return []
    ends = hour(datetime.fromtimestamp(ends_ms / 1000, tz=UTC), room.timezone)
    return [
        Need(
            key="late-registration",
            mark="◔",
            text=_("Late registration ends at %(time)s.") % {"time": ends},
            rule="PT-T.23",
        )
    ]


def _level_ends(room: StaffTournament, face: dict[str, Any], at: datetime) -> list[Need]:
    if face["state"] != "running" or face["anchor_ms"] is None:
        return []
    now = shown(snapshot=face, now_ms=face["server_ms"])
    item = face["items"][now.index]
    if now.remaining_ms > LEVEL_ENDS_SECONDS * 1000 or now.following_index is None:
        return []
    following = board.clock_lines(face, at=at, zone=room.timezone)["next"]
    if item["late_registration_ends"]:
        following = (following + " " + _("Late registration closes with it.")).strip()
    return [
        Need(
            key="level",
            mark="◔",
            text=_("This level ends in less than two minutes. %(next)s") % {"next": following},
        )
    ]


def _counting(room: StaffTournament, at: datetime) -> list[Need]:
    """In a break every stack can be counted: which tables still lack counts. Rule: ADTP.64"""
    if not room.may(Permission.COUNT_CHIPS):
        return []
    face = clock.clock_face(room.tournament_id, at=at)
    if face["items"][face["index"]]["kind"] != "recess":
        return []
    missing = [count for count in tables.table_counts(room.tournament_id) if count.missing]
    if not missing:
        return []
    named = ", ".join(
        _("table %(table)s: %(count)s of %(players)s")
        % {"table": count.table, "count": count.missing, "players": count.players}
        for count in missing[:8]
    ) + (" …" if len(missing) > 8 else "")
    one = len(missing) == 1
    return [
        Need(
            key="counts",
            mark="Σ",
            text=_("Break: stacks not counted yet at %(tables)s.") % {"tables": named},
            rule="ADTP.64",
            look=reverse("director-count", args=[room.tournament_id, missing[0].table])
            if one
            else _at("director-map", room) + "?only=uncounted",
            look_label=_("Count table %(table)s") % {"table": missing[0].table} if one else _("Tables"),
        )
    ]


def _tablets(room: StaffTournament, at: datetime) -> list[Need]:
    """Tablets that were open and are cut off: what is tapped there is kept, and not known here yet."""
    devices = {d.device_id: d.name for d in people.devices_of(room.venue.venue_id)}
    return [
        Need(
            key=f"tablet-{device_id}",
            mark="⌁",
            text=_(
                "Tablet %(name)s is not answering since %(time)s. What is tapped on it is kept there until the line is back."
            )
            % {"name": devices[device_id], "time": hour(last, room.timezone)},
            look=reverse("director-staff", args=[room.venue.venue_id]),
            look_label=_("Devices"),
            amber=True,
        )
        for device_id, last in sorted(presence.silent(devices, at=at).items())
    ]


def _seats(room: StaffTournament) -> list[Need]:
    found = tables.unverified(room.tournament_id)
    if not found:
        return []
    total = sum(n for _table, n in found)
    first = ", ".join(_("table %(table)s") % {"table": table} for table, _n in found[:8]) + (
        " …" if len(found) > 8 else ""
    )
    return [
        Need(
            key="unverified",
            mark="◇",
            text=ngettext(
                "%(count)s seat is not verified: %(tables)s.",
                "%(count)s seats are not verified: %(tables)s.",
                total,
            )
            % {"count": total, "tables": first},
            deeds=tuple(
                button for table, _n in found[:AT_ONCE] for button in deed(room, "verify-table", table=table)
            ),
            look=_at("director-map", room) + "?only=unverified",
            look_label=_("Tables"),
            rule="ADTP.7",
        )
    ]


def _payments(room: StaffTournament) -> list[Need]:
    if room.state not in ("registering", "running"):
        return []
    unpaid, ahead = registrations.waiting_registrations(room.tournament_id)
    found = []
    if ahead:
        found.append(
            Need(
                key="documents",
                mark="$",
                text=ngettext(
                    "%(count)s registration is paid and waits for the document: no seat is held.",
                    "%(count)s registrations are paid and wait for the document: no seat is held.",
                    ahead,
                )
                % {"count": ahead},
                look=_at("desk", room) + "#ahead",
                look_label=_("To the desk"),
                rule="SCPT.F",
            )
        )
    if not unpaid:
        return found
    return [
        *found,
        Need(
            key="payments",
            mark="$",
            text=ngettext(
                "%(count)s registration waits for its payment.",
                "%(count)s registrations wait for their payment.",
                unpaid,
            )
            % {"count": unpaid},
            look=_at("desk", room) + "#unpaid",
            look_label=_("To the desk"),
            rule="SCPT.D",
        ),
    ]


def _owed(room: StaffTournament, at: datetime) -> list[Need]:
    count, cents, late = payouts.owed_of(room.tournament_id, today=room.today(at))
    if not count:
        return []
    text = ngettext(
        "%(count)s prize is owed: %(amount)s.", "%(count)s prizes are owed: %(amount)s.", count
    ) % {"count": count, "amount": money(cents, room.currency)}
    if late:
        text += " " + ngettext("%(count)s is overdue.", "%(count)s are overdue.", late) % {"count": late}
    return [
        Need(
            key="prizes",
            mark="★",
            text=text,
            look=_at("director-prizes", room),
            look_label=_("Pay"),
            rule="SCPT.L",
            amber=bool(late),
        )
    ]
