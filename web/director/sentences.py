"""What is said of an act in words that no card has: names from rows, bounties, money put back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.refusals import N_
from tournaments.queries import players
from tournaments.queries.debts import owed_by_entrants
from web.staffing import StaffTournament
from web.templatetags.houses import place_word
from web.templatetags.shuffle import money

Result = Mapping[str, Any]


def said_out(scope: StaffTournament, result: Result) -> str:
    """Return who went out in which place, with prize and bounty apart."""
    lines = []
    gone = [out["entry_id"] for out in result.get("eliminations", [])]
    owed = owed_by_entrants(scope.tournament_id, entry_ids=gone) if gone else {}
    for out in result.get("eliminations", []):
        values = {"name": out["name"], "place": place_word(out["place"]) if out["place"] else ""}
        if out["place"] is None:
            lines.append(_("%(name)s is out; the place is decided with the round.") % values)
        elif out.get("amount_cents"):
            lines.append(
                _("%(name)s out in %(place)s place, wins %(amount)s.")
                % {**values, "amount": money(out["amount_cents"], scope.currency)}
            )
        elif not out.get("final", True):
            # late entries and re-entries still move it
            lines.append(_("%(name)s out, %(place)s place for now.") % values)
        else:
            lines.append(_("%(name)s out in %(place)s place.") % values)
        lines.append(said_takers(scope, out=out))
        if out["entry_id"] in owed:
            # who goes out through the door goes past the desk
            lines.append(
                _("%(name)s owes %(amount)s at the desk.")
                % {"name": out["name"], "amount": money(owed[out["entry_id"]], scope.currency)}
            )
    came = result.get("seated_alternates", ())
    names = players.names_of_entries({seated["entry_id"] for seated in came}) if came else {}
    lines += [_said_seated(seated, names) for seated in came]
    return " ".join(line for line in lines if line)


def _said_seated(seated: Result, names: Mapping[int, str]) -> str:
    """Who came from the line, and sits where: maybe in the chair that was just left."""
    return _("%(name)s, next in line, sits at table %(table)s, seat %(seat)s now.") % {
        "name": names.get(seated["entry_id"], ""),
        "table": seated["table_number"],
        "seat": seated["seat_number"],
    }


def said_takers(scope: StaffTournament, *, out: Result) -> str:
    """Return whose the bounty is; "" where there is none."""
    takers = out.get("takers", "")
    shares: Iterable[Mapping[str, Any]] = out.get("bounties", ())
    shares_said = [f"{share['name']} {money(share['amount_cents'], scope.currency)}" for share in shares]
    if shares_said:
        return _("Bounty: %(who)s.") % {"who": ", ".join(shares_said)}
    if takers == "open":
        return _("Who took the chips is still to be said.")
    if takers == "nobody":
        return _("Nobody took the chips: the bounty stays in the pool for the champion.")
    return ""


def said_named(scope: StaffTournament, result: Result) -> str:
    """Return the answer after the bust."""
    return said_takers(scope, out=result) or _("Noted.")


def said_hand(scope: StaffTournament, result: Result) -> str:
    out = said_out(scope, result)
    if result.get("completed"):
        return (out + " " + _("Hand %(number)s is complete at all tables.") % dict(result)).strip()
    return (out + " " + _("The hand is done at this table.")).strip()


def said_published(*, practice: bool) -> str:
    """Return what is said where a tournament was published."""
    if practice:
        return _(
            "Published for the staff alone. The draw is recorded, and anybody on the staff can check it."
        )
    return _("Published. Everybody sees it now. The draw is recorded, and anybody can check it.")


def said_under_age(scope: StaffTournament, result: Result) -> str:
    """Return what was done with somebody who is under age, and with what the person had elsewhere."""
    lines = [said_out(scope, result)] if result.get("eliminations") else []
    lines.append(_("Nobody registers this person until the identity document is checked."))
    return " ".join([*lines, *said_called_off(result)])


def said_called_off(result: Result) -> list[str]:
    """Return which entries ended with it, each with what went back into the balance, and what becomes of the chips at tables online."""
    return [*_said_cancelled(result), *(_said_left(one) for one in result.get("tables", []))]


def _said_left(left: Mapping[str, Any]) -> str:
    if left["cents"] is None:
        said = N_("%(table)s: left.") if left["at_once"] else N_("%(table)s: left when the hand is over.")
        return _(said) % {"table": left["table"]}
    if not left["at_once"]:
        return _(
            "%(table)s: the hand is played to its end; then what is left of the stack goes into the balance."
        ) % {"table": left["table"]}
    return _("%(table)s: %(amount)s is back in the balance.") % {
        "table": left["table"],
        "amount": money(left["cents"], left["currency"]),
    }


def _said_cancelled(result: Result) -> list[str]:
    return [
        _("Cancelled: %(tournament)s; %(amount)s is in the balance.")
        % {"tournament": gone["tournament"], "amount": money(gone["refund_cents"], gone["currency"])}
        if gone["refund_cents"]
        else _("Cancelled: %(tournament)s.") % {"tournament": gone["tournament"]}
        for gone in result.get("called_off", [])
    ]
