"""My limits on a page of their own: what is used, of how much, when there is room again and what holds later."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from access import moment
from people.models import Player
from tests import cast
from tests.web.director.test_director import as_
from tests.web.public.test_days import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(monkeypatch):
    house = cast.house()
    monkeypatch.setattr(moment, "at", lambda: cast.START)
    house.deposit(house.caio.player_id, 50_00, at=cast.START)
    return house


def shown(client, address="/me/limits/"):
    return re.sub(r"\s+", " ", client.get(address).content.decode()).replace("\xa0", " ")


def test_language_and_light_chosen_on_an_answer_lead_back_to_its_page(house):
    no = as_(house.caio).post("/me/limit/", fresh(kind="deposit", period="day", unit="BRL", amount="x"))
    page = no.content.decode()
    assert no.status_code == 409
    assert '<input type="hidden" name="next" value="/me/limits/">' in page
    assert page.count("?next=%2Fme%2Flimits%2F") == 3 and "me%2Flimit%2F" not in page
    asked = as_(house.caio).get("/me/limits/?kind=loss").content.decode()
    assert '<input type="hidden" name="next" value="/me/limits/?kind=loss">' in asked
    # what an address asks for, and more of it, is not written twice for HTML
    more = as_(house.caio).get("/me/limits/?kind=loss&unit=BRL").content.decode()
    assert more.count('?next=%2Fme%2Flimits%2F%3Fkind%3Dloss%26unit%3DBRL"') == 3


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_what_is_used_is_shown_before_a_limit_is_set_and_a_higher_limit_says_when_it_holds(
    house, monkeypatch
):
    phone = as_(house.caio)
    page = shown(phone)
    assert (
        "R$50.00 paid in, no limit" in page and "R$0.00 lost, no limit" in page and "0 min, no limit" in page
    )
    # what each limit means stands below its name, before its figures
    told = [
        page.index(part)
        for part in ("Deposits<", "into your balance", "Losses<", "less what you win", "Spending<")
    ]
    assert told == sorted(told)
    said = phone.post("/me/limit/", fresh(kind="deposit", period="day", unit="BRL", amount="80"), follow=True)
    page = said.content.decode().replace("\xa0", " ")
    assert "It holds from now on." in page and "R$50.00 of R$80.00 paid in" in page
    assert re.search(r'<progress max="8000" value="5000"', page)
    assert "Room again" not in shown(phone)
    # higher: from tomorrow, said with the moment; until then the old one holds
    said = phone.post(
        "/me/limit/", fresh(kind="deposit", period="day", unit="BRL", amount="100"), follow=True
    )
    assert "it holds from Sun 22 Nov 2026, 19:00" in said.content.decode()
    assert "R$100.00 from Sun 22 Nov 2026, 19:00" in shown(phone)
    # the desk reads the limit in its refusal, and changes nothing
    t = house.registering("turbo-8max")
    desi = as_(house.desi)
    with cast.unchanged():
        over = fresh(player_id=house.caio.player_id, amount="30.01", method="cash", reference="")
        no = desi.post(f"/desk/{t}/do/deposit/", over)
    no = desi.get(no["Location"])
    assert "lets R$30.00 more come in within 24 hours" in no.content.decode().replace("\xa0", " ")
    desk = (
        as_(house.desi).get(f"/desk/{t}/?player={house.caio.player_id}").content.decode().replace("\xa0", " ")
    )
    assert "R$30.00 more may be paid in" in desk
    house.deposit(house.caio.player_id, 30_00, at=cast.START)
    page = shown(phone)
    assert "R$80.00 of R$80.00 paid in" in page and "Available again from Sun 22 Nov 2026, 19:00" in page
    # a day later it is the higher one
    monkeypatch.setattr(moment, "at", lambda: cast.START + timedelta(hours=25))
    assert "R$0.00 of R$100.00 paid in" in shown(phone)


@pytest.mark.rule("REGULATIONS 2.10")
def test_the_time_at_tables_is_limited_in_hours_and_minutes(house):
    phone = as_(house.caio)
    said = phone.post("/me/time-limit/", fresh(period="week", hours="2", minutes="30"), follow=True)
    assert "It holds from now on." in said.content.decode() and "0 min of 2 h 30 min" in shown(phone)
    for hours, minutes in (("200", ""), ("x", ""), ("1", "75")):
        with cast.unchanged():
            no = phone.post("/me/time-limit/", fresh(period="week", hours=hours, minutes=minutes))
        assert no.status_code == 409 and 'role="alert" id="h-no"' in no.content.decode()
    phone.post("/me/time-limit/", fresh(period="week", hours="", minutes=""))
    assert "No limit from Sun 22 Nov 2026, 19:00" in shown(phone)


def test_limits_are_read_by_programs_with_what_is_used(house):
    phone, player = as_(house.caio), house.caio.player_id
    phone.post("/me/limit/", fresh(kind="loss", period="month", unit="BRL", amount="10"))
    uses = phone.get(f"/api/players/{player}/limits-in-use?unit=BRL").json()
    rows = {(one["kind"], one["period"]): (one["limit_cents"], one["used_cents"]) for one in uses}
    assert rows["loss", "month"] == (1_000, 0) and rows["deposit", "day"] == (None, 5_000) and len(rows) == 9
    times = phone.get(f"/api/players/{player}/time-at-tables").json()
    assert [(one["period"], one["limit_minutes"], one["used_seconds"]) for one in times] == [
        ("day", None, 0), ("week", None, 0), ("month", None, 0),
    ]  # fmt: skip
    for path in ("limits-in-use?unit=BRL", "time-at-tables"):
        assert as_(house.dora).get(f"/api/players/{player}/{path}").status_code == 403


@pytest.mark.rule("PT-T.21", "PT-T.22", "REGULATIONS 2.10")
def test_money_is_summed_by_calendar_and_every_line_stands_in_a_file(house):
    t = house.registering("online-mtt-pt")
    house.enter(t, house.caio.player_id, method="balance")
    # half past ten in the evening of the 20th in São Paulo, the 21st in Greenwich
    house.deposit(house.caio.player_id, 10_00, at=cast.before(hours=20.5))
    phone = as_(house.caio)
    days = shown(phone, "/me/sums/?by=day")
    first, second = days.index("21 Nov 2026"), days.index("20 Nov 2026")
    assert first < second and "R$50.00" in days[first:second] and "R$10.00" in days[second:]
    months = shown(phone, "/me/sums/")
    assert "November 2026" in months and "R$60.00" in months and "−R$22.00" in months
    assert (
        "<h3>2026</h3>" in shown(phone, "/me/sums/?by=year")
        and "Days, months and years as in São Paulo" in months
    )
    answer = phone.get("/me/statement.csv?unit=BRL")
    rows = answer.content.decode("utf-8-sig").splitlines()
    assert (
        rows[0].startswith("Number,When,What,Amount,Balance")
        and answer["Cache-Control"] == "private, no-store"
    )
    changes = [row.split(",")[3] for row in rows[1:]]
    assert sum(map(float, changes)) == 38.0 and any(",Entry," in row for row in rows)


@pytest.mark.rule("REGULATIONS 2.10")
def test_a_deposit_is_the_same_in_sums_and_limits_and_the_sums_lead_to_the_balance(house):
    house.deposit(house.caio.player_id, 10_00, at=cast.before(hours=20.5))
    Player.objects.filter(pk=house.caio.player_id).update(
        id_checked_at=cast.DRAFTED, id_checked_by_id=house.desi.user_id
    )
    # paid at once by PIX: it comes and is staked, and was never in the balance
    house.enter(house.registering("turbo-8max"), house.caio.player_id, method="transfer")
    phone = as_(house.caio)
    days = shown(phone, "/me/sums/?by=day").split("<h3>")[1:3]
    found = [
        {
            name.strip(): re.sub(r"<[^>]+>", "", value).strip()
            for name, value in re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", one, re.S)
        }
        for one in days
    ]
    assert [(one["Deposits"], one.get("Paid for entries at the desk or by PIX")) for one in found] == [
        ("R$50.00", "R$120.00"),
        ("R$10.00", None),
    ]
    assert (found[0]["Balance now"], found[1]["Balance at the end"]) == ("R$60.00", "R$10.00")
    assert found[0]["Paid to play"] == "R$120.00"
    # the days as the limits have them
    page = shown(phone)
    assert "R$50.00 paid in, no limit" in page or "R$60.00 paid in, no limit" in page
    assert "R$170.00" not in page and "R$180.00" not in page
