"""Where the money of what is taken back at the desk goes, told before it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.results import HANDED_BACK
from web.labels import method_word
from web.templatetags.shuffle import money


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyBack:
    """method: by which it came, as people read it; "" where it came from the balance and can go nowhere else. handed: what the cashier
    does then; kept: where it goes otherwise. choice: whether the cashier chooses between both; of practice money nobody has a balance."""

    method: str
    handed: str
    kept: str
    choice: bool

    @property
    def told(self) -> str:
        """Where it goes when nothing is chosen."""
        return self.handed or self.kept


def money_back(effects: Mapping[str, Any], *, practice: bool) -> MoneyBack | None:
    """Return where the money goes; None where none came. effects: of a preview, refund_cents or, in the balance already, ahead_cents;
    method and currency."""
    ahead = effects.get("ahead_cents", 0)
    if not effects["refund_cents"] and not ahead:
        return None
    told = {"amount": money(effects["refund_cents"] or ahead, effects["currency"])}
    handed = HANDED_BACK.get(effects["method"])
    return MoneyBack(
        method=method_word(effects["method"]) if handed else "",
        handed=_(handed) % told if handed else "",
        kept=(
            _("%(amount)s stays in the player's balance.")
            if ahead
            else _("%(amount)s goes into the player's balance.")
        )
        % told,
        choice=bool(handed) and not practice,
    )
