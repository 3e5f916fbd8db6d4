"""Who is to be paid, or asked: payments, debts, bounties, deals, prizes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from payouts.queries import deals_view, open_bounties, open_repayments, owed_of
from rules.permissions import Permission
from tournaments.queries import registrations
from tournaments.queries.debts import debts_view
from web.director.acts import DEAL_ENDED
from web.director.busts import has_bounty
from web.director.needs.need import Need, address
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips, money


def payments(scope: StaffTournament) -> list[Need]:
    if scope.state not in ("registering", "running"):
        return []
    unpaid, ahead = registrations.waiting_registrations(scope.tournament_id)
    found = []
    if ahead:
        found.append(
            Need(
                key="documents",
                later=True,
                mark="banknote",
                text=ngettext(
                    "%(count)s registration is paid and waits for the document: no seat is held.",
                    "%(count)s registrations are paid and wait for the document: no seat is held.",
                    ahead,
                )
                % {"count": chips(ahead)},
                look=address("desk", scope=scope) + "#ahead",
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
            mark="banknote",
            text=ngettext(
                "%(count)s registration waits for its payment.",
                "%(count)s registrations wait for their payment.",
                unpaid,
            )
            % {"count": chips(unpaid)},
            look=address("desk", scope=scope) + "#unpaid",
            look_label=_("To the desk"),
            rule="SCPT.D",
        ),
    ]


def rebuys_owed(scope: StaffTournament) -> list[Need]:
    """Rebuys that were announced at a table and that nobody has paid yet. Rule: ADTP.27"""
    if not scope.settings["rebuy"]:
        return []
    waiting = debts_view(scope.tournament_id)
    if not waiting:
        return []
    names = ", ".join(f"{one.player} {money(one.amount_cents, scope.currency)}" for one in waiting[:4])
    return [
        Need(
            key="rebuys-owed",
            mark="banknote",
            text=_("Rebuys owed: %(names)s.") % {"names": names + (" …" if len(waiting) > 4 else "")},
            rule="ADTP.27",
            look=address("desk", scope=scope) + f"?player={waiting[0].player_id}#owed",
            look_label=_("To the desk"),
        )
    ]


def takers(scope: StaffTournament) -> list[Need]:
    """Ask who took the chips of those who are out, where it was not said: their bounties wait. Rule: SCPT.P"""
    if not has_bounty(scope):
        return []
    waiting = open_bounties(scope.tournament_id)
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
            mark="target",
            text=ngettext(
                "Who took the chips of %(names)s? The bounty of %(total)s waits.",
                "Who took the chips of %(names)s? %(count)s bounties, %(total)s, wait.",
                len(waiting),
            )
            % {
                "names": names,
                "count": len(waiting),
                "total": money(sum(one.amount_cents for one in waiting), scope.currency),
            },
            rule="SCPT.P",
            look=address("director-takers", scope=scope),
            look_label=_("Say who"),
            amber=True,
        )
    ]


def deal(scope: StaffTournament, *, counts: dict[str, Any]) -> list[Need]:
    """Show a deal that is voted on; with every vote in, it waits for the director."""
    deals = deals_view(scope.tournament_id)
    if not deals or not scope.may(Permission.APPROVE_DEAL):
        return []
    deal = deals[0]
    if deal.ended_because in DEAL_ENDED:
        return [
            Need(
                key="deal-void",
                later=True,
                mark="handshake",
                text=_(DEAL_ENDED[deal.ended_because]),
                look=address("director-deals", scope=scope),
                look_label=_("Deal"),
                rule="ADTP.P3",
            )
        ]
    if deal.state == "made" and deal.changes:
        return []  # play goes on as before, for the prizes that were agreed on
    if deal.state == "made" and counts["players_left"] > 1:
        return [_deal_holds(scope, deal.reserve_cents)]
    if deal.state != "open":
        return []
    voted = {"cast": deal.votes_cast, "needed": deal.votes_needed}
    return [
        Need(
            key="deal",
            mark="handshake",
            text=_("A deal is being voted on: %(cast)s of %(needed)s have voted.") % voted
            if deal.votes_cast < deal.votes_needed
            else _("Everybody has voted on the deal. Count the votes.")
            if deal.changes
            else _("Everybody has voted on the deal: %(total)s waits to be divided.")
            % {"total": money(deal.divided_cents, scope.currency)},
            look=address("director-deals", scope=scope),
            look_label=_("Deal"),
            rule="SCPT.M",
        )
    ]


def after_deal(scope: StaffTournament, *, reserve_cents: int) -> str:
    """Return what comes after a deal: the title is still played for, and with it what was left for the champion. Rule: SCPT.M"""
    if reserve_cents:
        return _(
            "The deal holds. %(reserve)s is still played for: play on until one player is left, then finish the tournament."
        ) % {"reserve": money(reserve_cents, scope.currency)}
    return _(
        "The deal holds: all prize money is divided. Record who goes out, in the order of the places; with one player"
        " left, finish the tournament."
    )


def _deal_holds(scope: StaffTournament, reserve_cents: int) -> Need:
    return Need(
        key="deal-holds",
        later=True,
        mark="handshake",
        text=after_deal(scope, reserve_cents=reserve_cents),
        look=address("director-prizes", scope=scope),
        look_label=_("See who is owed what"),
        rule="SCPT.M",
    )


def owed(scope: StaffTournament, *, at: datetime) -> list[Need]:
    count, cents, late = owed_of(scope.tournament_id, today=scope.today(at))
    if not count:
        return []
    text = ngettext(
        "%(count)s prize is owed: %(amount)s.", "%(count)s prizes are owed: %(amount)s.", count
    ) % {"count": chips(count), "amount": money(cents, scope.currency)}
    if late:
        text += " " + ngettext("%(count)s is overdue.", "%(count)s are overdue.", late) % {
            "count": chips(late)
        }
    return [
        Need(
            key="prizes",
            mark="trophy",
            text=text,
            look=address("director-prizes", scope=scope),
            look_label=_("Pay"),
            rule="SCPT.L",
            amber=bool(late),
            later=not late and scope.state == "running",
        )
    ]


def to_hand_back(scope: StaffTournament) -> list[Need]:
    """Remind that a cancelled tournament is over when everybody has the money in the hand who wants it there."""
    count, cents = open_repayments(scope.tournament_id)
    if not count:
        return []
    return [
        Need(
            key="repayments",
            mark="banknote",
            text=ngettext(
                "%(count)s repayment waits to be handed back: %(amount)s, in the balance until then.",
                "%(count)s repayments wait to be handed back: %(amount)s, in the balances until then.",
                count,
            )
            % {"count": chips(count), "amount": money(cents, scope.currency)},
            look=address("director-entries", scope=scope) + "#back",
            look_label=_("Who gets what back"),
            rule="PT-T.36",
            amber=True,
        )
    ]
