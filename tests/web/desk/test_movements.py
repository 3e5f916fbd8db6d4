"""Money paid in or out at the desk has a paper, made out to the name that the person had then."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.urls import reverse

from ledger.models import Transfer
from people.models import Player
from rules.entries import simple_split
from tests import cast
from tests.web.desk.test_desk import deal, open_one
from tests.web.director.test_director import as_, house, running
from tournaments.commands.move_to_level import move_to_level
from tournaments.models import Entry, Purchase, Tournament

__all__ = ["house", "open_one"]

pytestmark = pytest.mark.django_db


def words(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.content.decode())).split())


def test_money_over_the_desk_is_printed_there_with_the_name_of_that_moment(house, open_one):
    player = house.player("Rui Barbosa")
    name = Player.objects.get(pk=player).full_name
    desk = as_(house.desi)
    landed = deal(desk, open_one, "deposit", player_id=player, amount="120.00", method="cash", reference="")
    paid_in = Transfer.objects.get(kind="deposit")
    paper = reverse("desk-movement", args=[open_one, player, paid_in.pk])
    assert "A receipt is ready for the player." in words(landed)
    # twice: just now, and among the person's last ones, where it stays
    assert landed.content.decode().count(f'href="{paper}"') == 2
    at_desk = f"{reverse('desk', args=[open_one])}?player={player}"
    assert desk.get(at_desk).content.decode().count(f'href="{paper}"') == 1
    printed = words(desk.get(paper))
    assert f"Movement no. {paid_in.pk} Player {name} Method Cash Paid in" in printed
    assert "Balance before R$0.00 Amount +R$120.00 Balance after R$120.00" in printed

    deal(desk, open_one, "update", player_id=player, full_name="Rui Outro Nome")
    deal(desk, open_one, "withdraw", player_id=player, amount="20.00", method="cash", reference="")
    assert Player.objects.get(pk=player).full_name == "Rui Outro Nome"
    assert f"Player {name} Method" in words(desk.get(paper))
    paid_out = Transfer.objects.get(kind="withdrawal")
    said = words(desk.get(reverse("desk-movement", args=[open_one, player, paid_out.pk]) + "?size=a4"))
    assert "Player Rui Outro Nome Method Cash Paid out" in said
    assert "Balance before R$120.00 Amount −R$20.00 Balance after R$100.00" in said
    # who took money out of the drawer signs for it; nobody signs for what was paid in
    assert "Date and signature" in said and "Date and signature" not in printed

    # neither under somebody else's name nor for who takes no money
    other = reverse("desk-movement", args=[open_one, house.caio.player_id, paid_in.pk])
    assert desk.get(other).status_code == 404
    assert as_(house.bruno).get(paper).status_code == 403


def test_a_balance_that_does_not_reach_is_said_and_nothing_waits_for_it(house, open_one):
    player = house.player("Rui Barbosa")
    desk = as_(house.desi)
    # an empty one is no way to pay
    page = desk.get(f"{reverse('desk', args=[open_one])}?player={player}").content.decode()
    assert re.findall(r'name="method"\s+value="(\w+)"', page) == ["cash", "debit", "credit", "transfer"]
    house.deposit(player, 5_000)
    page = desk.get(f"{reverse('desk', args=[open_one])}?player={player}")
    assert "Balance R$120.00 R$50.00 in the balance · R$70.00 missing" in words(page)
    assert re.search(r'value="balance"\s+disabled', page.content.decode())
    assert "The balance does not reach" not in words(page)  # another way is chosen already

    # where the balance alone pays, the button waits with the reason
    online = house.registering("sit-and-go-9", online=True)
    page = desk.get(f"{reverse('desk', args=[online])}?player={player}")
    said = words(page)
    assert "The balance does not reach:" in said and "Pay them in first, under “Balance” below." in said
    assert re.search(r"<button[^>]*disabled[^>]*>\s*Paid: register", page.content.decode())


@pytest.mark.rule("PT-T.21")
def test_a_document_is_seen_at_the_desk_of_a_tournament_online_too(house):
    """A club with nothing but tournaments online could not say it anywhere, and its players could not pay in."""
    rui = house.player("Rui Barbosa", checked=False)
    online = house.registering("sit-and-go-9", online=True)
    desk = as_(house.desi)
    where = f"{reverse('desk', args=[online])}?player={rui}"
    assert "I have seen the document" in words(desk.get(where))
    deal(desk, online, "check", player_id=rui, document_kind="rg", document_number="1234567")
    assert Player.objects.get(pk=rui).id_checked_at is not None
    assert "I have seen the document" not in words(desk.get(where))


def test_a_transfer_without_its_reference_comes_back_with_what_was_typed(house, open_one):
    player = house.player("Rui Barbosa")
    desk = as_(house.desi)
    with cast.unchanged():
        landed = deal(
            desk, open_one, "deposit", player_id=player, amount="85,00", method="transfer", reference=""
        )
    page = landed.content.decode()
    assert "Write what the bank says of this transfer" in page
    fold = page.split('id="de-a"')[0].rsplit("<details", 1)[1]
    assert fold.lstrip().startswith("open")
    field = {
        name: re.search(rf'<(?:input|select)[^>]*id="{name}".*?>', page, re.S)[0] for name in ("de-a", "de-r")
    }
    assert 'value="85,00"' in field["de-a"]
    assert (
        "required" in field["de-r"]
        and 'aria-invalid="true"' in field["de-r"]
        and "autofocus" in field["de-r"]
    )
    assert re.search(r'<option value="transfer" selected>', page)
    assert "Reference (a transfer needs it: what the bank says)" in page
    deal(desk, open_one, "deposit", player_id=player, amount="85,00", method="transfer", reference="E1")
    # of somebody else nothing of it is there
    other = house.player("Ana Maria")
    page = desk.get(f"{reverse('desk', args=[open_one])}?player={other}&again=deposit").content.decode()
    assert "85,00" not in page.split('id="de-a"')[1].split(">")[0]


def test_in_the_break_of_the_add_on_it_comes_before_the_rebuy(house):
    offer = {
        "price_cents": 3_000,
        "chips": 10_000,
        "split": simple_split(name="x", prize_cents=3_000, fee_cents=0).as_dict(),
    }
    night = running(
        house,
        template="turbo-8max",
        rebuy={**offer, "until_level": 6, "per_player": None}, add_on={**offer, "after_level": 6, "per_player": 1},
    )  # fmt: skip
    player = Entry.objects.filter(tournament_id=night).first().player_id
    at_desk = f"{reverse('desk', args=[night])}?player={player}"

    def order():
        page = as_(house.desi).get(at_desk).content.decode()
        return re.findall(rf"/desk/{night}/do/(rebuy|add-on)/", page)

    assert order() == ["rebuy"]
    items = Tournament.objects.get(pk=night).structure["items"]
    after = [n for n, item in enumerate(items) if item["kind"] == "level"][5] + 1
    assert items[after]["kind"] == "recess"
    cast.say(move_to_level, by=house.ana, at=datetime.now(UTC), tournament_id=night, level_index=after)
    assert order() == ["add-on", "rebuy"]


def test_two_add_ons_at_once_say_their_sum_and_show_both_receipts(house):
    offer = {
        "price_cents": 3_000,
        "chips": 10_000,
        "split": simple_split(name="x", prize_cents=3_000, fee_cents=0).as_dict(),
    }
    night = running(house, template="turbo-8max", add_on={**offer, "after_level": 6, "per_player": 2})
    entry = Entry.objects.filter(tournament_id=night).first()
    items = Tournament.objects.get(pk=night).structure["items"]
    after = [n for n, item in enumerate(items) if item["kind"] == "level"][5] + 1
    cast.say(move_to_level, by=house.ana, at=datetime.now(UTC), tournament_id=night, level_index=after)
    desk = as_(house.desi)
    answer = deal(
        desk, night, "add-on", player_id=entry.player_id, entry_id=entry.pk, method="cash", count="2"
    )
    bought = Purchase.objects.filter(entry=entry).order_by("id")
    assert len(bought) == 2
    done = answer.content.decode().split('class="desk-done"')[1].split("</section>")[0]
    assert "20,000 chips" in done and "R$60.00" in done and "2 receipts" in done
    for one in bought:
        assert (
            f'href="{reverse("desk-receipt", args=[night, one.receipt])}"' in done
            and f"Receipt {one.receipt}" in done
        )
    # receipts of two people, or of another tournament, are no sale
    other = house.registering("turbo-8max")
    address = reverse("desk", args=[other])
    assert "desk-done" not in desk.get(f"{address}?done={bought[0].receipt}").content.decode()
