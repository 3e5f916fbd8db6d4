"""A re-entry sold to the wrong person, taken back at the desk, in the history and by a program."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime
from html import unescape

import pytest

from config import readers
from dispatch.readers import begin, read_once
from ledger.queries import tournament_money, wallet_balance
from people.commands.check_identity import check_identity
from tests import cast
from tests.api.conftest import caller
from tests.web.desk.test_desk import as_, deal, house, text
from tests.web.director.test_director import press, running, sealed, somebody
from tests.web.director.test_history import lines
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Field, Purchase, Tournament
from tournaments.queries.players import entries_of_player

__all__ = ["house"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("ADTP.8A", "SCPT.I")]
HTMX = {"HTTP_HX_REQUEST": "true"}


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(text(answer)).replace("\xa0", " ")).split())


def plain(text):
    return unescape(text).replace("\xa0", " ")


def form_of(page):
    """The form on the card that takes the re-entry back; "" where there is none."""
    found = re.search(r"<form[^>]*/do/undo-re-entry/.*?</form>", page, re.S)
    return found[0] if found else ""


@pytest.fixture
def tournament(house):
    return running(house, entries=6, template="turbo-8max")


@pytest.fixture
def sold(house, tournament):
    """Somebody who was out has entered again, paid by debit: the entry."""
    first = somebody(tournament).entry
    press(as_(house.ana), tournament, "bust", table="1", entry_id=str(first.pk))
    deal(as_(house.desi), tournament, "reenter", player_id=first.player_id, method="debit")
    return Entry.objects.select_related("player", "seat__table").get(
        tournament_id=tournament, player_id=first.player_id, ordinal=2
    )


def test_the_desk_says_what_it_does_and_does_it(house, tournament, sold):
    desk, name = as_(house.desi), sold.player.public_name
    page = text(desk.get(f"/desk/{tournament}/?player={sold.player_id}"))
    form = form_of(page)
    said = " ".join(re.sub(r"<[^>]+>", " ", unescape(form).replace("\xa0", " ")).split())
    assert "R$126.00 goes back." in said and f"Receipt {sold.receipt} is void." in said
    assert f"{name} gets up: table 1, seat {sold.seat.number} is empty." in said
    assert "20,000 chips leave play." in said
    assert "The pool becomes R$600.00; now it is R$700.00." in said
    assert f"{name} is out again, 6th for now." in said
    # the dialog tells where the money goes, with the mark and without it
    assert (
        f'data-asks="Undo the re-entry of {name}? …"' in unescape(form) and 'data-names="hand_back"' in form
    )
    assert 'data-on="Give R$126.00 back to the debit card, at the card machine."' in plain(form)
    assert 'data-off="R$126.00 goes into the player\'s balance."' in plain(form)
    assert "(Debit card) Otherwise: R$126.00 goes into the player's balance." in said
    # a reason is asked, and the money is handed back unless somebody says otherwise
    assert re.search(r'name="reason"[^>]*required', form, re.S)
    assert re.search(r'name="hand_back"[^>]*checked', form, re.S)
    # what cancels the registration says in the same place that it is this act
    assert "Only the re-entry can be undone, with “Undo the re-entry”" in unescape(page)

    kept = {"player_id": sold.player_id, "entry_id": sold.pk, "hand_back": "1"}
    with cast.unchanged():
        refused = text(deal(desk, tournament, "undo-re-entry", **kept))
    assert "State the reason; it is kept with the decision." in refused
    assert re.search(r"<details open>\s*<summary>Undo the re-entry</summary>", refused)

    number = uuid.uuid4()
    for _press in range(2):  # the second is the same press: its answer, and nothing more
        answer = deal(desk, tournament, "undo-re-entry", command_id=number, reason="pessoa errada", **kept)
        assert (
            f"Undone. Give R$126.00 back to the debit card, at the card machine. Receipt {sold.receipt} is void."
            f" Take exactly 20,000 chips off table 1, seat {sold.seat.number}. {name} is out again."
            in words(answer)
        )
        # the desk is free for the next: nothing was sold, and no receipt waits to be printed
        assert answer.request["QUERY_STRING"] == "" and "Print the receipt" not in words(answer)
    sold.refresh_from_db()
    assert sold.state == "cancelled"
    assert tournament_money(tournament).taken_cents == {"cash": 72_000, "debit": 0}
    assert wallet_balance(sold.player_id, unit="BRL") == 0
    field = Field.objects.get(pk=tournament)
    assert (field.entries_total, field.entries_unique, field.players_left) == (6, 6, 5)
    cast.books_balance()

    # out as before: it can be sold again, and nothing is left to be taken back
    page = text(desk.get(f"/desk/{tournament}/?player={sold.player_id}"))
    assert "Paid: re-entry" in page and form_of(page) == ""
    with cast.unchanged():
        late = words(deal(desk, tournament, "undo-re-entry", reason="de novo", **kept))
    assert "already undone" in late
    paper = words(desk.get(f"/desk/{tournament}/receipts/{sold.receipt}/"))
    assert "Reversed" in paper


def test_without_the_mark_the_money_stays_in_the_balance(house, tournament, sold):
    answer = deal(
        as_(house.desi),
        tournament,
        "undo-re-entry",
        player_id=sold.player_id,
        entry_id=sold.pk,
        reason="pessoa errada",
    )
    assert "Undone. R$126.00 is in the player's balance." in words(answer)
    assert wallet_balance(sold.player_id, unit="BRL") == 12_600


def test_what_was_played_is_not_offered_and_says_why(house, tournament, sold):
    press(as_(house.ana), tournament, "chips", entry_id=str(sold.pk), stack_chips="19000")
    page = text(as_(house.desi).get(f"/desk/{tournament}/?player={sold.player_id}"))
    assert form_of(page) == ""
    assert f"{sold.player.public_name} has played: the stack was counted. Disqualify instead." in unescape(
        page
    )


def test_a_first_entry_has_no_such_act(house, tournament):
    entry = somebody(tournament).entry
    page = text(as_(house.desi).get(f"/desk/{tournament}/?player={entry.player_id}"))
    assert "Undo the re-entry" not in page


def test_the_address_of_a_tournament_takes_back_its_own_only(house, tournament, sold):
    other, desk = running(house, entries=2, template="turbo-8max", name="Outro"), as_(house.desi)
    with cast.unchanged():
        answer = deal(desk, other, "undo-re-entry", entry_id=sold.pk, reason="x")
    assert "There is no such entry." in words(answer)


def test_the_history_takes_it_back_and_tells_before_and_after(house, tournament, sold):
    ana, name, seat = as_(house.ana), sold.player.public_name, sold.seat.number
    line, offered = lines(ana, tournament)[0]
    assert line.startswith("Re-entry") and offered
    page = text(ana.get(f"/undo/{sold.command_id}/"))
    said = " ".join(re.sub(r"<[^>]+>", " ", unescape(page).replace("\xa0", " ")).split())
    assert f"{name} is out again, 6th for now." in said and f"Receipt {sold.receipt} is void." in said
    assert "R$126.00 leave the books the way they came" in said
    assert re.search(r'name="reason"[^>]*required', page, re.S)
    version = re.search(r'name="version" value="(\w+)"', page)[1]
    # somebody enters meanwhile: the page still says what it would do
    house.enter(tournament, at=cast.after(minutes=1))
    toast = ana.post(
        f"/undo/{sold.command_id}/",
        {
            "command_id": str(uuid.uuid4()),
            "thing": str(sold.pk),
            "version": version,
            "reason": "pessoa errada",
            "hand_back": "1",
        },
        **HTMX,
    )["HX-Trigger"]
    # whoever undoes it there has the card to give the money back to, too
    assert json.loads(toast)["toast"]["text"].replace("\xa0", " ") == (
        f"Undone. Give R$126.00 back to the debit card, at the card machine. Receipt {sold.receipt} is void."
        f" Take exactly 20,000 chips off table 1, seat {seat}. {name} is out again."
    )
    sold.refresh_from_db()
    assert sold.state == "cancelled"
    line, offered = lines(ana, tournament)[0]
    assert line == (
        f"Re-entry undone · {name}; R$126.00 · table 1, seat {seat} → out, 7th place · pessoa errada · Ana"
    )
    assert not offered
    # and it is not offered a second time
    assert [o for line, o in lines(ana, tournament) if line.startswith("Re-entry ·")] == [False]


def test_the_player_is_told_that_the_house_did_it(house):
    begin(readers.notices_reader())
    cast.say(
        check_identity,
        by=house.desi,
        player_id=house.caio.player_id,
        venue_id=house.venue_id,
        document_kind="rg",
        document_number="12345678",
    )
    tournament = house.registering("turbo-8max", starts_at=cast.START)
    mine = house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    press(as_(house.ana), tournament, "bust", table="1", entry_id=str(mine["entry_id"]))
    desk = as_(house.desi)
    deal(desk, tournament, "reenter", player_id=house.caio.player_id, method="cash")
    entry = Entry.objects.get(tournament_id=tournament, player_id=house.caio.player_id, ordinal=2)
    deal(
        desk,
        tournament,
        "undo-re-entry",
        player_id=house.caio.player_id,
        entry_id=entry.pk,
        reason="pessoa errada",
        hand_back="1",
    )
    # at once on the tournament's own page, which goes back to being out
    page = words(as_(house.caio).get(f"/play/{tournament}/"))
    assert "You are out, for now" in page
    assert (
        "The house has undone your re-entry You get back: R$120.00, the way you had paid (Cash)."
        f" Receipt {entry.receipt} is void." in page
    )
    sealed()
    read_once(readers.notices_reader())
    page = words(as_(house.caio).get("/me/"))
    assert "The house has undone your re-entry" in page
    assert "You get back: R$120.00, the way you had paid (Cash)." in page
    assert f"Receipt {entry.receipt} is void." in page
    # one entry and its place, not two and how the tournament stands
    [own] = entries_of_player(house.caio.player_id)
    assert (own.entries, own.entry_id, own.entry_state) == (1, mine["entry_id"], "out")
    assert "2 entries" not in page and "4th place" in page
    # who enters again is told no more of the one before; what stays with the house is in the balance
    deal(desk, tournament, "reenter", player_id=house.caio.player_id, method="debit")
    page = words(as_(house.caio).get(f"/play/{tournament}/"))
    assert "has undone" not in page
    third = Entry.objects.get(tournament_id=tournament, player_id=house.caio.player_id, state="playing")
    deal(
        desk, tournament, "undo-re-entry", player_id=house.caio.player_id, entry_id=third.pk, reason="de novo"
    )
    page = words(as_(house.caio).get(f"/play/{tournament}/"))
    assert (
        "The house has undone your re-entry You get back: R$126.00. It went into your balance."
        f" Receipt {third.receipt} is void." in page
    )
    assert entry.receipt not in page


def test_a_program_of_the_desk_does_it_and_no_tablet_of_the_floor(house, tournament, sold):
    body = {"reason": "pessoa errada", "hand_back": True}
    address = f"entries/{sold.pk}/re-entry/undo"
    floor, desk, number = caller("bruno", house.bruno), caller("desi", house.desi), uuid.uuid4()
    no = floor.post(address, body)
    assert (no.status_code, no.json()["code"]) == (403, "forbidden")
    sold.refresh_from_db()
    assert sold.state == "playing"
    told = desk.get(f"commands/{sold.command_id}/undo").json()["things"][0]["effects"]
    assert (told["possible"], told["refund_cents"], told["place_again"]) == (True, 12_600, 6)
    answer = desk.post(address, body, number=number)
    assert answer.status_code == 200, answer.content
    result = answer.json()["result"]
    assert (result["refund_cents"], result["handed_back"], result["place"]) == (12_600, True, 6)
    again = desk.post(address, body, number=number)
    assert again.headers["Command-Replayed"] == "true"
    late = desk.post(address, body)
    assert (late.status_code, late.json()["code"]) == (409, "already_undone")
    assert desk.post(f"commands/{sold.command_id}/undo", body).json()["code"] == "already_undone"
    cast.books_balance()


def test_the_floor_reads_how_many_chips_leave_which_seat(house, tournament, sold):
    seat, name = sold.seat.number, sold.player.public_name
    tablet = as_(house.bruno)
    assert "Take exactly" not in words(tablet.get(f"/floor/{tournament}/"))
    deal(
        as_(house.desi),
        tournament,
        "undo-re-entry",
        player_id=sold.player_id,
        entry_id=sold.pk,
        reason="pessoa errada",
    )
    sealed()
    for page in (f"/floor/{tournament}/", f"/floor/{tournament}/proposals/"):
        told = words(tablet.get(page))
        assert f"Take exactly 20,000 chips off table 1, seat {seat}. {name}, undone at " in told, page
        assert "R$" not in told.partition("Take exactly")[2].partition("undone at")[0]


def test_who_comes_too_late_to_enter_again_is_told_so_before(house, tournament, sold):
    desk, ana, name = as_(house.desi), as_(house.ana), sold.player.public_name
    late = f"Late registration is over: {name} cannot enter again."
    assert late not in words(desk.get(f"/desk/{tournament}/?player={sold.player_id}"))
    assert late not in words(ana.get(f"/undo/{sold.command_id}/"))
    cast.say(
        move_to_level,
        by=house.ana,
        at=datetime.now(UTC),
        tournament_id=tournament,
        level_index=Tournament.objects.get(pk=tournament).late_registration_level + 4,
    )
    assert late in words(desk.get(f"/desk/{tournament}/?player={sold.player_id}"))
    assert late in words(ana.get(f"/undo/{sold.command_id}/"))
    # of a first entry, too
    other = Entry.objects.filter(tournament_id=tournament, state="playing").exclude(pk=sold.pk).first()
    page = words(ana.get(f"/desk/{tournament}/?player={other.player_id}"))
    assert f"Late registration is over: {other.player.public_name} cannot enter again." in page


def test_the_history_offers_no_undo_of_what_was_played(house, tournament, sold):
    ana = as_(house.ana)
    assert [o for line, o in lines(ana, tournament) if line.startswith("Re-entry ·")] == [True]
    # counted as it was issued, nothing was played as far as anybody knows
    press(ana, tournament, "chips", entry_id=str(sold.pk), stack_chips="20000")
    assert [o for line, o in lines(ana, tournament) if line.startswith("Re-entry ·")] == [True]
    press(ana, tournament, "chips", entry_id=str(sold.pk), stack_chips="19000")
    assert [o for line, o in lines(ana, tournament) if line.startswith("Re-entry ·")] == [False]


def test_a_rebuy_is_undone_with_its_money_and_chips_told(house):
    tournament = running(
        house,
        entries=6,
        template="turbo-8max",
        rebuy={"price_cents": 5_000, "chips": 10_000, "until_level": 6, "per_player": None},
    )
    desk, ana, seat = as_(house.desi), as_(house.ana), somebody(tournament)
    buys = {"player_id": seat.entry.player_id, "entry_id": seat.entry_id, "method": "debit"}
    deal(desk, tournament, "rebuy", stack_chips="15000", **buys)
    bought = Purchase.objects.get(entry_id=seat.entry_id)
    page = f"/desk/{tournament}/?player={seat.entry.player_id}"
    off = f"Take exactly 10,000 chips off table 1, seat {seat.number}."
    back = "Give R$52.50 back to the debit card, at the card machine."
    asked = plain(re.search(r'data-asks="(Undo the rebuy\?[^"]*)"', text(desk.get(page)))[1])
    assert asked == f"Undo the rebuy? {back} Receipt {bought.receipt} is void. {off}"
    # the history tells the same, and offers it
    sealed()
    assert [o for line, o in lines(ana, tournament) if line.startswith("Rebuy")] == [True]
    told = words(ana.get(f"/undo/{bought.command_id}/"))
    assert f"Receipt {bought.receipt} is void." in told and off in told
    # the entry itself stays: the stack that was said at the rebuy is another than was issued
    name = seat.entry.player.public_name
    assert f"{name} has played: the stack was counted." in words(ana.get(f"/undo/{seat.entry.command_id}/"))
    gone = {"player_id": seat.entry.player_id, "purchase_id": bought.pk, "hand_back": "1"}
    answer = deal(desk, tournament, "undo-purchase", **gone)
    done = words(answer)
    assert answer.request["QUERY_STRING"] == f"player={seat.entry.player_id}"
    assert f"Undone. {back} Receipt {bought.receipt} is void. {off}" in done
    # its chips were played: the card says so in place of the button, and the history offers nothing
    deal(desk, tournament, "rebuy", stack_chips="0", **buys)
    press(ana, tournament, "chips", entry_id=str(seat.entry_id), stack_chips="9000")
    body = text(desk.get(page))
    assert "/do/undo-purchase/" not in body
    assert f"{name} has played: the stack was counted. Disqualify instead." in unescape(body)
    assert [o for line, o in lines(ana, tournament) if line.startswith("Rebuy ·")] == [False, False]


def test_practice_money_is_always_handed_back(house):
    """Nobody has a balance of it: there is nothing to choose, and no drawer to look into."""
    tournament = running(house, entries=6, template="turbo-8max", practice=True)
    entry, desk = somebody(tournament).entry, as_(house.desi)
    press(as_(house.ana), tournament, "bust", table="1", entry_id=str(entry.pk))
    deal(desk, tournament, "reenter", player_id=entry.player_id, method="cash")
    page = text(desk.get(f"/desk/{tournament}/?player={entry.player_id}"))
    form = form_of(page)
    assert re.search(r'type="hidden"\s+name="hand_back"\s+value="1"', form) and "checkbox" not in form
    asks = f'data-asks="Undo the re-entry of {entry.player.public_name}? Hand over T$120.00 in cash."'
    assert asks in plain(form)
    assert "Takings of the night" not in page and "R$" not in page
