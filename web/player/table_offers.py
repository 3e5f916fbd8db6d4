"""What the table of a tournament sells to who sits there: a rebuy, an add-on."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from access import moment
from play.models import TableStage
from play.queries.add_ons import add_ons_sold
from tournaments.queries import announcements
from tournaments.queries.paid_ahead import spendable_balance
from tournaments.queries.selling import may_enter_again_once_out


def rebuy_offer(payload: dict[str, Any], *, me: int | None) -> dict[str, Any] | None:
    """Return what a rebuy of this tournament costs and brings, whether the reader's balance is enough, and whether who goes without
    may enter again; None where none is sold."""
    if payload["event"] is None or me is None:
        return None
    tournament_id, at = payload["event"]["tournament_id"], moment.at()
    settings = announcements.settings_of(tournament_id)
    if not settings["rebuy"]:
        return None
    price, currency = settings["rebuy"]["price_cents"], settings["currency"]
    return {
        "price_cents": price,
        "chips": settings["rebuy"]["chips"],
        "currency": currency,
        "enough": spendable_balance(me, unit=currency) >= price,
        "again": may_enter_again_once_out(tournament_id, player_id=me, at=at),
        "waits": _("The next hand waits for who decides on a rebuy: %(names)s."),
    }


def add_on_offer(payload: dict[str, Any], *, me: int | None) -> dict[str, Any] | None:
    """Return what an add-on costs and brings to the reader, whether it is sold now, and to how many the balance reaches; None where none is."""
    if payload["event"] is None or me is None:
        return None
    sold = add_ons_sold(payload["event"]["tournament_id"], player_id=me, at=moment.at())
    if sold is None:
        return None
    balance = spendable_balance(me, unit=sold.currency)
    counts = [
        {"count": n, "chips": sold.chips * n, "price_cents": sold.price_cents * n}
        for n in range(1, min(sold.left, 10) + 1)
        if n == 1 or sold.price_cents * n <= balance
    ]
    return {
        "sold": sold,
        "counts": counts,
        "enough": balance >= sold.price_cents,
        "shown": sold.open and payload["stage"] == TableStage.WAITING,
    }
