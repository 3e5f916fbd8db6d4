"""What a tournament plays for is one figure, and comes about in one way, on every page that tells it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from people.models import User
from tests import cast
from tournaments.commands.close_entries import close_entries

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.F", "SCPT.J", "SCPT.L")]

# 4 x 328.50 in the pool; 300,000 are guaranteed, of which 3 % + 3 % go to the staff and the ranking
COLLECTED, OVERLAY, NET = "R$1,314.00", "R$280,686.00", "R$282,000.00"


@pytest.fixture(autouse=True)
def _now(monkeypatch):
    monkeypatch.setattr("access.moment.at", lambda: cast.after(minutes=6))


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).replace("\u00a0", " ").split())


def cut(page, begins, ends):
    return words(page[page.index(begins) :].split(ends, 1)[0].split(">", 1)[1])


def pages_of(house, t):
    ana = Client(headers={"accept-language": "en"})
    ana.force_login(User.objects.get(pk=house.ana.user_id))
    return lambda path: ana.get(path).content.decode()


@pytest.mark.parametrize("closed", [False, True])
def test_pool_overlay_guarantee_and_funds_are_the_same_on_every_page(closed):
    house = cast.house()
    t = house.started("scpt-main", entries=4)
    if closed:
        cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=t)
    page = pages_of(house, t)
    entries = page(f"/director/{t}/entries/")
    assert cut(entries, 'data-part="pool"', "</dd>") == "R$282,000 overlay R$280,686"
    card = cut(entries[entries.index('id="pool-t"') :], "<dl", "</dl>")
    so_far = "" if closed else ", as it stands now"
    told = f"Collected {COLLECTED} Overlay, from the house{so_far} {OVERLAY} Net {NET}"
    left = f" Prizes paid out R$0.00 Prizes owed R$0.00 Left in the pool {NET}"
    assert card == told + (left if closed else "")
    assert f"Prize pool {NET}" in words(page(f"/director/{t}/prizes/"))
    beside = "guaranteed R$300,000, funds included"
    phone = page(f"/play/{t}/")
    assert cut(phone, 'data-part="pool"', "</dd>") == f"R$282,000 {beside} · overlay R$280,686"
    assert f"R$450 · {beside}" in words(page(f"/t/{t}/"))
    assert cut(page(f"/screens/{t}/clock/"), 'data-part="pool"', "</b>") == "R$282,000"
    assert "Payouts · R$282,000" in words(page(f"/screens/{t}/payouts/"))


def test_of_a_pool_above_its_guarantee_nobody_is_told_what_the_funds_would_have_had():
    house = cast.house()
    t = house.started("scpt-main", entries=4, guarantee_cents=100_000)
    page = pages_of(house, t)
    assert cut(page(f"/play/{t}/"), 'data-part="pool"', "</dd>") == "R$1,314 guaranteed R$1,000"
    card = cut(page(f"/director/{t}/entries/").split('id="pool-t"', 1)[1], "<dl", "</dl>")
    assert card == f"Collected {COLLECTED} Net {COLLECTED}"
