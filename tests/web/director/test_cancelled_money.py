"""A knock-out that is cancelled: what stands, what stays and what goes back is told, and together it is what was paid."""

from __future__ import annotations

import html
import re

import pytest

from dispatch.facts import SYSTEM
from ledger.commands.withdraw import withdraw
from payouts.queries import cancel_tournament_preview
from rules.entries import simple_split
from tests import cast
from tests.payouts.room import bust, playing
from tests.web.director.test_director import as_, house, press, sealed
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.models import Entry, Tournament

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
    page = words(ana, f"/director/{t}/settings/ending/")
    assert "Stays with the house" not in page
    # the one sum is told once
    assert "Back to the players R$480.00" in page and "Entries given back" not in page
    assert press(ana, t, "cancel", reason="Sem luz")["kind"] == "done"
    sealed()
    # every page of it says at its head who cancelled it, when and why
    for head in ("", "entries/", "settings/ending/"):
        told = words(ana, f"/director/{t}/{head}")
        assert re.search(r"Cancelled by Ana[^.]*, \w+ \d+ \w+ \d{4}, \d\d:\d\d\. Reason: Sem luz", told), head
    back = ana.get(f"/api/tournaments/{t}/repayments").json()
    assert back["cancelled_by"].startswith("Ana") and back["reason"] == "Sem luz"
    assert "fees of players who were out" not in words(ana, f"/director/{t}/entries/")


def test_what_the_house_cancels_by_itself_names_nobody(house):
    t = house.registering("turbo-8max", starts_at=cast.START)
    cast.say(cancel_tournament, by=SYSTEM, at=cast.START, tournament_id=t, reason="Too few players")
    sealed()
    ana = as_(house.ana)
    told = words(ana, f"/director/{t}/entries/")
    assert re.search(r"Cancelled \w+ \d+ \w+ \d{4}, \d\d:\d\d\. Reason: Too few players", told)
    assert "system" not in told
    assert ana.get(f"/api/tournaments/{t}/repayments").json()["cancelled_by"] == ""


def listed(client, t, state=""):
    """(the filters above the list of entries, each row's words and whether its sum is struck)."""
    page = client.get(f"/director/{t}/entries/" + (f"?state={state}" if state else "")).content.decode()
    said = " ".join(
        html.unescape(re.sub(r"<[^>]+>", " ", page.split('class="segments"')[1].split("</nav>")[0])).split()
    )
    rows = (
        page.split('<table class="table entries">')[1]
        .split("<tbody>")[1]
        .split("</tbody>")[0]
        .split("</tr>")[:-1]
    )
    return said.partition("> ")[2] or said, [("<del>" in row, "Cancelled before" in row) for row in rows]


@pytest.mark.rule("SCPT.I")
def test_an_entry_taken_back_alone_is_in_no_sum_and_struck(house):
    t = house.registering("turbo-8max", starts_at=cast.START)
    entries = house.fill(t, 4)
    registration = Entry.objects.get(pk=entries[1]["entry_id"]).registration_id
    cast.say(
        cancel_registration, by=house.desi, registration_id=registration, reason="Não vem", hand_back=True
    )
    ana = as_(house.ana)
    said, rows = listed(ana, t)
    assert said.endswith("All 4 Registered 3 Cancelled 1")
    assert rows == [(False, False), (False, False), (True, False), (False, False)]
    assert press(ana, t, "cancel", reason="Sem luz")["kind"] == "done"
    sealed()
    said, rows = listed(ana, t)
    assert said.endswith("All 4 Cancelled 3 Cancelled before 1")
    assert rows == [(False, False), (False, False), (True, True), (False, False)]
    assert listed(ana, t, "cancelled")[1] == [(False, False)] * 3
    assert listed(ana, t, "taken_back")[1] == [(True, True)]


def test_what_begins_with_its_last_seat_has_no_start_to_put_off(house):
    ana = as_(house.ana)
    t = house.registering("turbo-8max", starts_at=cast.START)
    house.fill(t, 2)
    page = words(ana, f"/director/{t}/settings/ending/")
    assert "New start" in page
    Tournament.objects.filter(pk=t).update(format="sit_and_go")
    assert "New start" not in words(ana, f"/director/{t}/settings/ending/")
