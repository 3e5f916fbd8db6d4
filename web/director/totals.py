"""What must add up, on the dashboard: what was sold against what was paid, chips in play against chips expected."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from payouts.queries import money_view
from payouts.queries.kept import Kept, kept_of
from payouts.queries.money import MoneyView
from rules.permissions import Permission
from rules.refusals import N_
from tables.queries import chips_account
from web.labels import RECEIPT_WORDS, method_word
from web.line_ends import NBSP
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips, grouped, money


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """One sum, counted in two ways. rows: (what, how much, whether the rows above add up to it) of both; agrees: whether
    they are the same."""

    key: str
    rows: tuple[tuple[str, str, bool], ...]
    note: str = ""
    agrees: bool


def totals_of(scope: StaffTournament) -> list[Total]:
    """Return the sums this person may see; nothing before anything was sold."""
    found: list[Total] = []
    if scope.state == "draft":
        return found
    if scope.may(Permission.VIEW_MONEY) and not scope.settings["practice"]:
        found += _money(scope)
    if scope.state in ("running", "finished"):
        found += _chips(scope)
    return found


_ORDER = tuple(RECEIPT_WORDS)


def _money(scope: StaffTournament) -> list[Total]:
    view = money_view(scope.tournament_id)
    received = (*view.sold, *view.ahead)
    if not received:
        return []
    by_price: dict[tuple[str, int], int] = {}
    by_method: dict[str, int] = {}
    surcharge = 0
    for line in received:
        if line.what != "ahead":
            sold = (line.what, line.unit_cents)
            by_price[sold] = by_price.get(sold, 0) + line.count
            surcharge += line.surcharge_cents
        by_method[line.method] = by_method.get(line.method, 0) + line.cents
    ahead = view.ahead_cents
    kinds = {what for what, _cents in by_price}
    rows = [
        (
            # of entries alone nobody asks what they are
            ("" if kinds == {"entry"} else f"{_(RECEIPT_WORDS[what])}: ")
            + f"{chips(count)}{NBSP}×{NBSP}{money(cents, scope.currency)}",
            money(count * cents, scope.currency),
            False,
        )
        for (what, cents), count in sorted(
            by_price.items(), key=lambda one: (_ORDER.index(one[0][0]), one[0][1])
        )
    ]
    if surcharge:
        rows.append((_("Surcharge"), money(surcharge, scope.currency), False))
    if ahead:
        rows.append((_("Paid, document to be checked"), money(ahead, scope.currency), False))
    if len(rows) > 1:
        rows.append((_("Sold"), money(view.sold_cents + ahead, scope.currency), True))
    methods = [
        (method_word(method), money(cents, scope.currency), False)
        for method, cents in sorted(by_method.items())
    ]
    kept = kept_in_balances(scope)
    if len(methods) > 1 or kept:
        methods.append((received_word(view), money(view.paid_cents + ahead, scope.currency), True))
    methods += over_counter(view, kept=kept, currency=scope.currency)
    return [Total(key="money", rows=(*rows, *methods), agrees=not view.differences)]


def received_word(view: MoneyView) -> str:
    """What the sum of all ways of paying is called: a rebuy that is owed was not received yet."""
    owed = any(line.method == "owed" and line.cents for line in view.sold)
    return _("Received or owed for sales") if owed else _("Received for sales")


def kept_in_balances(scope: StaffTournament) -> tuple[Kept, ...]:
    """Return what was taken for what is cancelled since and stayed in the balances; of a cancelled tournament nothing, for its
    sums are those of before."""
    return kept_of(scope.tournament_id) if scope.state != "cancelled" else ()


# these bring nothing into the drawer: the money was there before, or is not there yet
_NOTHING_CAME = {
    "balance": N_("Paid from balances"),
    "owed": N_("Owed, not taken yet"),
}


def over_counter(view: MoneyView, *, kept: tuple[Kept, ...], currency: str) -> list[tuple[str, str, bool]]:
    """Return what leads from what was received for sales to what went over the counter, where the two differ by
    something that was cancelled: what the drawer is counted against. Rule: SCPT.E"""
    if not kept:
        return []
    rows = []
    counter = view.paid_cents + view.ahead_cents
    for method, word in _NOTHING_CAME.items():
        cents = sum(line.cents for line in view.sold if line.method == method)
        if cents:
            rows.append((_(word), money(-cents, currency), False))
            counter -= cents
    for line in kept:
        said = _("Cancelled since, left in the balances: %(method)s") % {"method": method_word(line.method)}
        rows.append((said, money(line.cents, currency), False))
        counter += line.cents
    return [*rows, (_("Over the counter"), money(counter, currency), True)]


def _chips(scope: StaffTournament) -> list[Total]:
    book = chips_account(scope.tournament_id)
    rows = [
        (_("Chips in play"), grouped(book.in_play_chips), False),
        (_("Expected"), grouped(book.expected_chips), False),
    ]
    if book.counted:
        counted = _("%(counted)s of %(players)s stacks counted") % {
            "counted": grouped(book.counted),
            "players": grouped(book.players_left),
        }
        rows.append((counted, grouped(book.counted_chips), False))
    note = ""
    if book.removed_chips:
        # entries alone do not explain the number: say what does
        change = (
            _("%(issued)s were given out; %(change)s left play: disqualified, given up, lost or raced off.")
            if book.removed_chips > 0
            else _("%(issued)s were given out; %(change)s came into play: chip race or chips found.")
        )
        note = change % {
            "issued": grouped(book.issued_chips),
            "change": grouped(abs(book.removed_chips)),
        }
    return [
        Total(
            key="chips",
            rows=tuple(rows),
            note=note,
            agrees=book.in_play_chips == book.expected_chips and not book.difference_chips,
        )
    ]
