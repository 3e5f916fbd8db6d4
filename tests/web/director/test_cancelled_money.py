"""A knock-out that is cancelled: what stands, what stays and what goes back is told, and together it is what was paid."""

from __future__ import annotations

import html
import re

import pytest

from ledger.commands.withdraw import withdraw
from payouts.queries import cancel_tournament_preview
from rules.entries import simple_split
from tests import cast
from tests.payouts.room import bust, playing
from tests.web.director.test_director import as_, house, press
from tournaments.models import Entry

__all__ = ["house"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.36", "SCPT.D", "SCPT.P")]

SPLIT = simple_split(name="50 + 25 + 10", prize_cents=5_000, bounty_cents=2_500, fee_cents=1_000)


def words(client, address):
    text = html.unescape(re.sub(r"<[^>]+>", " ", client.get(address).content.decode()))
    return " ".join(text.replace("\xa0", " ").split())


def test_bounties_that_stand_and_fees_that_stay_are_told_before_and_after(house):
    t = house.started(
        "turbo-8max", entries=6, starts_at=cast.START, price_cents=8_500, split=SPLIT.as_dict(),
        late_registration_level=0, re_entries_per_player=0, guarantee_cents=0,
    )  # fmt: skip
    out, taker = playing(t)[:2]
    bust(house, t, out, by=[taker])
    # the bounty has left the house: it stands
    cast.say(
        withdraw, by=house.desi, venue_id=house.venue_id, player_id=Entry.objects.get(pk=taker).player_id, unit="BRL",
        amount_cents=2_500, method="cash",
    )  # fmt: skip
    ana = as_(house.ana)
    told = cancel_tournament_preview(t)
    assert (told.refunded_cents, told.credited_cents) == (5 * 8_500 + 5_000, 2_500)
    assert told.refunded_cents + told.credited_cents + 1_000 == 6 * 8_500
    page = words(ana, f"/director/{t}/settings/ending/")
    assert "Bounties of R$25.00 have been taken and cannot all be taken back" in page
    assert "Bounties that stand R$25.00" in page and "Prizes that stand" not in page
    assert "Stays with the house: of those already out R$10.00" in page
    done = press(ana, t, "cancel", reason="Sem luz", prizes_stand="1", counts_reason="the chips are packed")
    assert done["kind"] == "done", done
    page = words(ana, f"/director/{t}/entries/")
    assert "R$475.00 went into the balances of 5 players." in page
    assert "Bounties of R$25.00 stand." in page
    assert "R$10.00 stays: fees of players who were out." in page
    page = words(ana, f"/director/{t}/prizes/")
    assert "The tournament was cancelled: there are no prizes." in page
    assert "No place is decided yet" not in page and "Prizes (forecast)" not in page
    cast.books_balance()


def test_where_everything_goes_back_nothing_stays(house):
    t = house.started("turbo-8max", entries=4, starts_at=cast.START)
    ana = as_(house.ana)
    assert "Stays with the house" not in words(ana, f"/director/{t}/settings/ending/")
    assert press(ana, t, "cancel", reason="Sem luz")["kind"] == "done"
    assert "fees of players who were out" not in words(ana, f"/director/{t}/entries/")
