"""What must add up, on the dashboard: what was sold against what was paid, chips in play against chips expected."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from payouts.queries import money_view
from rules.permissions import Permission
from tables.queries import chips_account
from web.labels import method_word
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips, money


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """One sum, counted in two ways. left and right: both in words; agrees: whether they are the same."""

    key: str
    left: str
    right: str
    agrees: bool


def totals_of(scope: StaffTournament) -> list[Total]:
    """The sums this person may see; nothing before anything was sold."""
    found: list[Total] = []
    if scope.state == "draft":
        return found
    if scope.may(Permission.VIEW_MONEY) and not scope.settings["practice"]:
        found += _money(scope)
    if scope.state in ("running", "finished"):
        found += _chips(scope)
    return found


def _money(scope: StaffTournament) -> list[Total]:
    view = money_view(scope.tournament_id)
    received = (*view.sold, *view.ahead)
    if not received:
        return []
    by_price: dict[int, int] = {}
    by_method: dict[str, int] = {}
    surcharge = 0
    for line in received:
        if line.what != "ahead":
            by_price[line.unit_cents] = by_price.get(line.unit_cents, 0) + line.count
            surcharge += line.surcharge_cents
        by_method[line.method] = by_method.get(line.method, 0) + line.cents
    ahead = view.ahead_cents
    parts = [f"{chips(count)} × {money(cents, scope.currency)}" for cents, count in sorted(by_price.items())]
    if surcharge:
        parts.append(_("%(amount)s surcharge") % {"amount": money(surcharge, scope.currency)})
    if ahead:
        parts.append(_("%(amount)s paid, document to be checked") % {"amount": money(ahead, scope.currency)})
    methods = [
        f"{method_word(method)} {money(cents, scope.currency)}" for method, cents in sorted(by_method.items())
    ]
    return [
        Total(
            key="money",
            left=_sum(parts, money(view.sold_cents + ahead, scope.currency)),
            right=_sum(methods, money(view.paid_cents + ahead, scope.currency)),
            agrees=not view.differences,
        )
    ]


def _chips(scope: StaffTournament) -> list[Total]:
    book = chips_account(scope.tournament_id)
    counted = _("%(counted)s of %(players)s stacks counted: %(chips)s.") % {
        "counted": chips(book.counted),
        "players": chips(book.players_left),
        "chips": chips(book.counted_chips),
    }
    left = _("Chips in play: %(in_play)s. Expected: %(expected)s.") % {
        "in_play": chips(book.in_play_chips),
        "expected": chips(book.expected_chips),
    }
    if book.removed_chips:
        # entries alone do not explain the number: say what does
        change = (
            _("%(issued)s were given out; %(change)s left play: disqualified, given up, lost or raced off.")
            if book.removed_chips > 0
            else _("%(issued)s were given out; %(change)s came into play: chip race or chips found.")
        )
        left += " " + change % {
            "issued": chips(book.issued_chips),
            "change": chips(abs(book.removed_chips)),
        }
    return [
        Total(
            key="chips",
            left=left,
            right=counted if book.counted else "",
            agrees=book.in_play_chips == book.expected_chips and not book.difference_chips,
        )
    ]


def _sum(parts: list[str], total: str) -> str:
    return f"{' + '.join(parts)} = {total}"
