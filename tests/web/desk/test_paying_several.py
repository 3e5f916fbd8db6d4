"""Several prizes are paid by one method with one confirmation: each by its own command, each once."""

from __future__ import annotations

import html
import re
import uuid

import pytest

from access import moment
from ledger.models import Transfer
from ledger.queries import reconcile
from payouts.models import Award
from payouts.queries.takings import cash_tonight
from people.commands.exclude_player import exclude_player
from tests import cast
from tests.payouts.room import finish
from tests.web.desk.test_desk import deal
from tests.web.director.test_director import sealed
from tests.web.director.test_prize_pages import as_, freezeout, house, press, shown  # noqa: F401
from tournaments.commands.update_venue import update_venue
from web.templatetags.shuffle import money

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.L")]


@pytest.fixture
def won(house):  # noqa: F811
    """A finished tournament with three prizes, none paid."""
    t = freezeout(house, 12)
    finish(house, t)
    awards = list(Award.objects.filter(tournament_id=t).order_by("place"))
    assert [a.place for a in awards] == [1, 2, 3] and {a.state for a in awards} == {"owed"}
    return t, awards


def confirm(client, t, awards, method="cash"):
    """The page that asks once more: its text, and the form as a browser would send it."""
    response = client.get(f"/director/{t}/prizes/pay/", {"award": [a.pk for a in awards], "method": method})
    assert response.status_code == 200
    body = response.content.decode()
    return {
        "command_id": re.search(r'name="command_id" value="([^"]+)"', body)[1],
        "award": re.findall(r'name="award" value="(\d+)"', body),
        "method": re.search(r'value="(\w+)" checked', body)[1],
    }


def text_of(response):
    """What a page says, without its tags."""
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def written(cents):
    """An amount as the page of `shown` has it."""
    return money(cents, "BRL").replace("\xa0", " ")


def shown_after(desk, t, awards):
    """The page after all of these were paid in cash."""
    return text_of(desk.post(f"/director/{t}/prizes/pay/", confirm(desk, t, awards)))


def states(t):
    return [
        (a.place, a.state, a.paid_method) for a in Award.objects.filter(tournament_id=t).order_by("place")
    ]


def test_those_ticked_are_paid_by_one_method_and_a_double_tap_pays_once(house, won):  # noqa: F811
    t, (first, second, third) = won
    desk = as_(house.desi)
    page = desk.get(f"/director/{t}/prizes/").content.decode()
    assert re.findall(r'form="batch" name="award" value="(\d+)"', page) == [
        str(a.pk) for a in (first, second, third)
    ]
    both = money(first.amount_cents + third.amount_cents, "BRL").replace("\xa0", " ")
    asks = shown(desk, f"/director/{t}/prizes/pay/?award={first.pk}&award={third.pk}&method=transfer")
    assert f"Pay 2 prizes, {both}?" in asks
    form = confirm(desk, t, [first, third], "transfer")
    assert form["award"] == [str(first.pk), str(third.pk)] and form["method"] == "transfer"
    answers = [desk.post(f"/director/{t}/prizes/pay/", form) for _ in range(2)]
    assert [a.status_code for a in answers] == [200, 200]
    for answer in answers:
        assert f"2 prizes paid: {both}" in answer.content.decode().replace("\xa0", " ")
        assert answer.content.decode().count('data-state="paid"') == 2
    # who goes back to the question, and who asks it at another desk, reads that it is done: nobody is asked to pay nothing
    late = [
        shown(desk, f"/director/{t}/prizes/pay/?award={first.pk}&award={third.pk}&method=transfer"),
        text_of(desk.post(f"/director/{t}/prizes/pay/", {**form, "command_id": str(uuid.uuid4())})),
    ]
    for page in late:
        assert "These prizes are paid already" in page
        assert "Pay 0 prizes" not in page and "0 prizes paid" not in page and "R$0.00" not in page
    assert states(t) == [(1, "paid", "transfer"), (2, "owed", ""), (3, "paid", "transfer")]
    assert Transfer.objects.filter(kind="prize_payment").count() == 2
    assert reconcile() == ()
    # each is undone by itself, from its row
    assert press(as_(house.ana), t, "unpay", award_id=first.pk)["kind"] == "done"
    assert states(t) == [(1, "owed", ""), (2, "owed", ""), (3, "paid", "transfer")]


def test_what_cash_the_drawer_has_is_said_before_prizes_are_paid_from_it(house, won):  # noqa: F811
    t, awards = won
    desk = as_(house.desi)
    whole = sum(a.amount_cents for a in awards)

    def asked():
        return shown(desk, f"/director/{t}/prizes/pay/?all=1&method=cash")

    def drawer():
        return cash_tonight(house.venue_id, currency="BRL", zone="America/Sao_Paulo", at=moment.at())

    player = house.player("Rui Barbosa")
    deal(desk, t, "deposit", player_id=player, amount="5000", method="cash")
    page = asked()
    assert f"Cash: the drawer holds {written(drawer())} beyond its float tonight." in page
    assert "comes out of the float" not in page
    # who pays one from its row reads it there
    listed = shown(desk, f"/director/{t}/prizes/")
    assert f"Cash: the drawer holds {written(drawer())} beyond its float tonight." in listed
    # nearly all of it leaves the drawer: the rest does not reach
    deal(desk, t, "deposit", player_id=player, amount="5000", method="transfer", reference="E1")
    out = f"{(drawer() - 100_00) / 100:.2f}"
    deal(desk, t, "withdraw", player_id=player, amount=out, method="cash", reference="x")
    page = asked()
    assert f"Cash: the drawer holds {written(100_00)} beyond its float tonight." in page
    assert f"Paid in cash, {written(whole - 100_00)} of this comes out of the float" in page
    deal(desk, t, "withdraw", player_id=player, amount="200", method="cash", reference="x")
    page = asked()
    assert f"Cash: {written(100_00)} of the drawer's float has been paid out tonight." in page
    assert f"Paid in cash, {written(whole)} of this comes out of the float" in page
    # paying one by itself says it as well, where cash is chosen for it
    rows = desk.get(f"/director/{t}/prizes/").content.decode().replace("\xa0", " ").replace("&#x27;", "'")
    for award in awards:
        row = rows[rows.index(f'data-award="{award.pk}"') :].partition("</tr>")[0]
        cash = row[row.index('value="cash"') : row.index('value="transfer"')]
        assert f"{written(100_00)} of the drawer's float has been paid out tonight." in cash
        assert f"Paid in cash, {written(award.amount_cents)} of this comes out of the float" in cash
        assert "float" not in row.replace(cash, "")
    # what was paid is not asked about any more
    done = shown_after(desk, t, awards)
    assert "beyond its float" not in done
    assert "beyond its float" not in shown(desk, f"/director/{t}/prizes/")


def test_the_page_says_how_far_it_is_and_prints_the_slips_of_those_chosen(house, won):  # noqa: F811
    t, (first, second, third) = won
    desk = as_(house.desi)
    page = desk.get(f"/director/{t}/prizes/").content.decode()
    cents = {a: money(a.amount_cents, "BRL").replace("\xa0", " ") for a in (first, second, third)}
    # the sum of those ticked is told while one ticks: each tick knows its amount
    assert re.findall(r'name="award" value="(\d+)" data-cents="(\d+)"', page.replace("\n", " ")) == [
        (str(a.pk), str(a.amount_cents)) for a in (first, second, third)
    ]
    for award in (second, third):
        press(desk, t, "pay", award_id=award.pk, method="cash")
    owed = money(first.amount_cents, "BRL").replace("\xa0", " ")
    paid = money(second.amount_cents + third.amount_cents, "BRL").replace("\xa0", " ")
    told = shown(desk, f"/director/{t}/prizes/")
    assert "3 prizes · " in told and f"Paid {paid} · 2 of 3 prizes Owed {owed} · Due " in told, told
    # one is left: nothing to tick
    assert 'id="batch"' not in desk.get(f"/director/{t}/prizes/").content.decode()
    # those owed; or those asked for, paid ones too
    assert [cents[a] in shown(desk, f"/director/{t}/prizes/slips/") for a in won[1]] == [True, False, False]
    page = shown(desk, f"/director/{t}/prizes/slips/?award={third.pk}&award={first.pk}")
    assert [cents[a] in page for a in won[1]] == [True, False, True]
    elsewhere = freezeout(house, 4)
    assert cents[first] not in shown(desk, f"/director/{elsewhere}/prizes/slips/?award={first.pk}")


def test_all_that_is_owed_is_chosen_without_ticks(house, won):  # noqa: F811
    t, awards = won
    desk = as_(house.desi)
    press(desk, t, "pay", award_id=awards[1].pk, method="cash")
    page = desk.get(f"/director/{t}/prizes/pay/?all=1&method=cash").content.decode()
    assert re.findall(r'name="award" value="(\d+)"', page) == [str(awards[0].pk), str(awards[2].pk)]


def test_what_another_paid_meanwhile_is_told_and_the_rest_is_paid(house, won):  # noqa: F811
    t, (first, second, third) = won
    desk, director = as_(house.desi), as_(house.ana)
    form = confirm(desk, t, [first, second])
    press(director, t, "pay", award_id=first.pk, method="balance")
    sealed()
    told = text_of(desk.post(f"/director/{t}/prizes/pay/", form))
    assert "1 prize paid: " in told, told
    assert "(place 1) was already paid out. Done by Ana at " in told, told[told.index("1 prize paid") :][:600]
    assert states(t) == [(1, "paid", "balance"), (2, "paid", "cash"), (3, "owed", "")]
    # an old page of nothing but what is paid says so
    asks = shown(desk, f"/director/{t}/prizes/pay/?award={first.pk}&award={second.pk}")
    assert "Nothing of this is owed any more." in asks
    assert reconcile() == ()


def test_who_is_excluded_needs_a_reason_and_holds_up_nobody(house, won):  # noqa: F811
    t, (first, second, _third) = won
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"excluded_prizes": "pay"})
    cast.say(
        exclude_player,
        by=house.ana,
        at=cast.after(hours=4),
        venue_id=house.venue_id,
        player_id=first.player_id,
        reason="away",
        until_at=None,
    )
    desk = as_(house.desi)
    body = desk.post(f"/director/{t}/prizes/pay/", confirm(desk, t, [first, second])).content.decode()
    assert "1 prize paid" in body
    assert states(t)[:2] == [(1, "owed", ""), (2, "paid", "cash")]
    asks = shown(desk, f"/director/{t}/prizes/pay/?award={first.pk}")
    assert "Reason why excluded players are paid" in asks
    desk.post(f"/director/{t}/prizes/pay/", {**confirm(desk, t, [first]), "reason": "won before"})
    assert states(t)[0] == (1, "paid", "cash")
    assert Award.objects.get(pk=first.pk).paid_reason == "won before"


def test_strangers_other_tournaments_and_nothing_chosen(house, won):  # noqa: F811
    t, (first, *_rest) = won
    elsewhere = freezeout(house, 4)
    desk, floor = as_(house.desi), as_(house.bruno)
    form = confirm(desk, t, [first])
    with cast.unchanged():
        assert floor.get(f"/director/{t}/prizes/pay/?award={first.pk}").status_code == 403
        assert floor.post(f"/director/{t}/prizes/pay/", form).status_code == 403
        other = desk.post(f"/director/{elsewhere}/prizes/pay/", form).content.decode()
        assert "Nothing was paid" in other
        nothing = desk.post(f"/director/{t}/prizes/pay/", {"command_id": str(uuid.uuid4())}, follow=True)
        assert "No prize is chosen. Tick those to be paid." in nothing.content.decode()
        asked = desk.get(f"/director/{t}/prizes/pay/", follow=True)
        assert "No prize is chosen. Tick those to be paid." in asked.content.decode()


def test_a_program_pays_several_with_one_command_id(house, won):  # noqa: F811
    t, (first, second, third) = won
    desk = as_(house.desi)
    press(desk, t, "pay", award_id=third.pk, method="cash")
    asked = {"award_ids": [first.pk, third.pk, second.pk], "method": "cash"}
    number = str(uuid.uuid4())
    for replayed in (False, True):
        response = desk.post(
            f"/api/tournaments/{t}/pay-awards",
            asked,
            content_type="application/json",
            headers={"Command-Id": number},
        )
        assert response.status_code == 200, response.content
        told = response.json()
        assert told["replayed"] is replayed
        assert told["result"]["paid"] == 2
        assert told["result"]["paid_cents"] == first.amount_cents + second.amount_cents
        assert [(line["award_id"], line["paid"]) for line in told["result"]["lines"]] == [
            (first.pk, True),
            (third.pk, False),
            (second.pk, True),
        ]
        refused = told["result"]["lines"][1]["refused"]
        assert refused["code"] == "already_paid" and refused["detail"].endswith("was already paid out.")
    assert reconcile() == ()
