"""A typed line names a seat, and means the face that was there: who came from the line is not put out for who left."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client

from access import moment
from people.models import Player, User
from rules.entries import simple_split
from tables.commands.redraw_tables import redraw_tables
from tables.commands.verify_seat import verify_seat
from tables.commands.verify_table import verify_table
from tables.models import Move, Seat
from tests import cast
from tests.web.desk.test_announced_rebuys import REBUY
from tests.web.director.test_director import as_, press
from tournaments.commands.close_entries import close_entries
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Elimination, Tournament
from web.templatetags.shuffle import moment as shown

pytestmark = pytest.mark.django_db
AT = cast.START + timedelta(minutes=10)


@pytest.fixture(autouse=True)
def at(monkeypatch):
    now = {"at": AT}
    monkeypatch.setattr(moment, "at", lambda: now["at"])
    return now


@pytest.fixture
def house():
    return cast.house()


def full(house, capacity=8, **more):
    """A full table, and two in line."""
    t = house.registering("turbo-8max", capacity=capacity, starts_at=cast.START, **more)
    house.fill(t, capacity + 2)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    return t


def sitter(t, number):
    return Seat.objects.get(table__tournament_id=t, table__number=1, number=number).entry


def chairs(t):
    found = Seat.objects.filter(table__tournament_id=t, entry__isnull=False).order_by("number")
    return [s.number for s in found]


def outs(t):
    return list(Elimination.objects.filter(tournament_id=t).order_by("pk").values_list("entry_id", flat=True))


@pytest.mark.rule("ADTP.7", "SCPT.H")
def test_the_same_line_twice_puts_one_out_and_asks_about_the_alternate(house, at):
    split = simple_split(name="50 + 25", prize_cents=5_000, bounty_cents=2_500).as_dict()
    t = full(house, price_cents=7_500, split=split)
    ana, bruno = as_(house.ana), as_(house.bruno)
    seat, by, *_rest = chairs(t)
    gone, line = sitter(t, seat), f"1-{seat} por 1-{by}"
    first = press(ana, t, "bust", bust=line)
    come = sitter(t, seat)
    assert come.pk != gone.pk
    assert first["text"].endswith(
        f"{come.player.public_name}, next in line, sits at table 1, seat {seat} now."
    )
    at["at"] = AT + timedelta(seconds=26)
    asked = (
        f"Seat 1-{seat}: {come.player.public_name} has sat there for 26 s, since {gone.player.public_name} went"
        f" out. If you mean {come.player.public_name}, type the line again with ! at its end."
    )
    with cast.unchanged():
        for client in (bruno, ana):
            toast = press(client, t, "bust", bust=line)
            assert (toast["kind"], toast["text"], toast["rule"]) == ("refused", asked, "Rule ADTP.7")
        # nor is a bounty given to who did not sit there yet
        assert press(bruno, t, "bust", bust=f"1-{by} by 1-{seat}")["text"] == asked
    assert press(bruno, t, "bust", bust=f"{line} !")["kind"] == "done"
    assert outs(t) == [gone.pk, come.pk]
    cast.books_balance()


@pytest.mark.rule("ADTP.7", "SCPT.H")
def test_a_line_that_is_sent_twice_means_the_same_person_and_answers_the_same(house):
    t = full(house)
    ana = as_(house.ana)
    seat = chairs(t)[0]
    gone, number = sitter(t, seat), uuid.uuid4()
    first = press(ana, t, "bust", number, bust=f"1-{seat}")
    assert first["kind"] == "done" and sitter(t, seat).pk != gone.pk
    with cast.unchanged():
        assert press(ana, t, "bust", number, bust=f"1-{seat}") == first
    # also where nobody came into the chair
    t = house.started("turbo-8max", entries=6, starts_at=cast.START)
    seat, number = chairs(t)[0], uuid.uuid4()
    first = press(ana, t, "bust", number, bust=f"1-{seat}")
    with cast.unchanged():
        assert press(ana, t, "bust", number, bust=f"1-{seat}") == first


@pytest.mark.rule("ADTP.7", "ADTP.27")
def test_a_typed_rebuy_asks_too(house):
    t = full(house, rebuy=REBUY)
    ana = as_(house.ana)
    seat = chairs(t)[0]
    press(ana, t, "bust", bust=f"1-{seat}")
    with cast.unchanged():
        assert (
            "type the line again with ! at its end" in press(ana, t, "bust", bust=f"1-{seat} rebuys")["text"]
        )


@pytest.mark.rule("ADTP.7")
@pytest.mark.parametrize(
    ("verified", "minutes", "asks"), [(False, 9, True), (False, 10, False), (True, 1, True), (True, 2, False)]
)
def test_who_was_verified_or_sits_there_for_long_is_no_newcomer(house, at, verified, minutes, asks):
    t = full(house)
    ana = as_(house.ana)
    seat = chairs(t)[0]
    press(ana, t, "bust", bust=f"1-{seat}")
    if verified:
        cast.say(verify_seat, by=house.ana, at=AT, tournament_id=t, table_number=1, seat_number=seat)
    at["at"] = AT + timedelta(minutes=minutes)
    toast = press(ana, t, "bust", bust=f"1-{seat}")
    assert (toast["kind"] == "refused") is asks
    assert len(outs(t)) == (1 if asks else 2)


@pytest.mark.rule("ADTP.7")
def test_a_seat_that_changed_hands_by_a_move_is_asked_about(house, at):
    t = house.started("turbo-8max", entries=12, starts_at=cast.START)
    ana = as_(house.ana)
    one, other = chairs_of(t, 1), chairs_of(t, 2)
    free = next(n for n in range(1, 9) if n not in {s.number for s in other})
    moved, come = one[0].entry, other[0].entry
    assert press(ana, t, "move", entry_id=moved.pk, table=2, seat=free)["kind"] == "done"
    assert press(ana, t, "move", entry_id=come.pk, table=1, seat=one[0].number)["kind"] == "done"
    at["at"] = AT + timedelta(minutes=1, seconds=5)
    with cast.unchanged():
        toast = press(ana, t, "bust", bust=f"1-{one[0].number}")
    assert toast["text"] == (
        f"Seat 1-{one[0].number}: {come.player.public_name} has sat there for 1 min, since"
        f" {moved.player.public_name} was moved. If you mean {come.player.public_name}, type the line again with ! at"
        " its end."
    )
    # a seat's sheet names the person
    assert press(ana, t, "bust", table="1", entry_id=str(come.pk))["kind"] == "done"


@pytest.mark.rule("ADTP.7")
@pytest.mark.parametrize("out", [True, False])
def test_a_seat_that_was_just_changed_is_in_no_doubt_once_its_table_is_verified(house, at, out):
    t = house.started("turbo-8max", entries=12, starts_at=cast.START)
    ana = as_(house.ana)
    one, other = chairs_of(t, 1), chairs_of(t, 2)
    seat, gone, come = one[0].number, one[0].entry, other[0].entry
    if out:
        press(ana, t, "bust", bust=f"1-{seat}")
        at["at"] += timedelta(minutes=2)
    else:
        free = next(n for n in range(1, 9) if n not in {s.number for s in other})
        press(ana, t, "move", entry_id=gone.pk, table=2, seat=free)
    press(ana, t, "move", entry_id=come.pk, table=1, seat=seat)
    at["at"] += timedelta(seconds=20)
    with cast.unchanged():
        assert press(ana, t, "bust", bust=f"1-{seat}")["kind"] == "refused"
    cast.say(verify_table, by=house.ana, at=at["at"], tournament_id=t, table_number=1)
    assert press(ana, t, "bust", bust=f"1-{seat}")["kind"] == "done"
    assert outs(t)[-1] == come.pk


@pytest.mark.rule("ADTP.7")
@pytest.mark.parametrize(
    ("final", "why"), [(True, "the draw of the final table"), (False, "the seats were redrawn")]
)
def test_after_a_draw_of_everybody_the_draw_is_why_somebody_else_sits_there(house, at, final, why):
    # of two chairs that were left one is taken again, however they are drawn: one alone stays free at the table
    t = house.started("turbo-8max", entries=10 if final else 16, starts_at=cast.START)
    ana = as_(house.ana)
    cast.say(close_entries, by=house.ana, at=AT, tournament_id=t)
    gone = {s.number: s.entry for s in chairs_of(t, 1)[:2]}
    for number in gone:
        assert press(ana, t, "bust", bust=f"1-{number}")["kind"] == "done"
    at["at"] = AT + timedelta(seconds=30)
    cast.say(redraw_tables, by=house.ana, at=at["at"], tournament_id=t, final=final)
    at["at"] += timedelta(seconds=23)
    taken = {s.number for s in chairs_of(t, 1)}
    assert len(taken) == (8 if final else 7)
    number = next(n for n in gone if n in taken)
    come = sitter(t, number).player.public_name
    with cast.unchanged():
        toast = press(ana, t, "bust", bust=f"1-{number}")
    assert (toast["kind"], toast["rule"]) == ("refused", "Rule ADTP.7")
    assert toast["text"] == (
        f"Seat 1-{number}: {come} has sat there for 23 s, since {why}; before that it was"
        f" {gone[number].player.public_name}. If you mean {come}, type the line again with ! at its end."
    )


def chairs_of(t, table):
    found = Seat.objects.filter(table__tournament_id=t, table__number=table, entry__isnull=False)
    return list(found.select_related("entry__player").order_by("number"))


@pytest.mark.rule("SCPT.H")
def test_the_start_tells_who_gets_a_seat_who_waits_and_that_it_is_early(house, at):
    t = house.registering("turbo-8max", capacity=3, starts_at=cast.START)
    house.fill(t, 4)
    ana = as_(house.ana)
    at["at"] = cast.START - timedelta(minutes=20)
    page = ana.get(f"/director/{t}/now/").content.decode()
    announced = shown(cast.START, "America/Sao_Paulo")
    assert (
        "Seats are drawn for 3 players and the clock of level 1 begins. 1 entry waits in line. This is earlier than"
        f" announced: {announced}."
    ) in page
    at["at"] = cast.START
    page = ana.get(f"/director/{t}/now/").content.decode()
    assert "1 entry waits in line." in page and "earlier than announced" not in page
    toast = press(ana, t, "start")
    assert toast["text"] == (
        "Seats are drawn for 3 players at 1 table. 1 entry waits in line. Shuffle up and deal."
    )
    many = house.registering("turbo-8max", starts_at=cast.START)
    house.fill(many, 9)
    assert press(ana, many, "start")["text"] == (
        "Seats are drawn for 9 players at 2 tables. Shuffle up and deal."
    )


def test_a_first_seat_is_told_without_words_of_moving_and_leaves_the_page_in_reach(house, at):
    t = full(house)
    seat = chairs(t)[0]
    press(as_(house.ana), t, "bust", bust=f"1-{seat}")
    come = sitter(t, seat)
    user = User.objects.create_user("come@example.com", created_at=AT)
    Player.objects.filter(pk=come.player_id).update(user=user)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    page = client.get(f"/play/{t}/").content.decode()
    first = page[page.index('id="moved"') :].partition("</section>")[0]
    assert "<dialog" not in page and "Take all your chips with you." not in page
    assert f"<b>1</b> <span>Seat</span> <b>{seat}</b>" in first
    assert "Go and sit down: you start there with a stack of your own." in first
    move = Move.objects.get(entry=come)
    client.post(f"/play/{t}/moves/{move.pk}/", {"command_id": str(uuid.uuid4())})
    assert 'id="moved"' not in client.get(f"/play/{t}/").content.decode()


def test_a_sheet_with_more_chips_than_are_in_play_says_how_many_too_many(house):
    t = house.started("turbo-8max", entries=4, starts_at=cast.START)
    ana, stack = as_(house.ana), Tournament.objects.get(pk=t).starting_stack_chips
    found = chairs_of(t, 1)
    address = f"/director/{t}/tables/1/count/"
    form = {"command_id": str(uuid.uuid4())}
    for seat in found:
        form |= {f"who_{seat.number}": str(seat.entry_id), f"seat_{seat.number}": str(stack)}
    form[f"seat_{found[0].number}"] = str(stack + 100)
    page = ana.post(address, form, follow=True).content.decode()
    assert 'data-kind="warning"' in page and "100 chips more than are in play: count again." in page
    assert re.search(r'data-amber="true"><dt [^>]*>Too many</dt>.*data-part="left">100<', page)
    form |= {"command_id": str(uuid.uuid4()), f"seat_{found[0].number}": str(stack)}
    page = ana.post(address, form, follow=True).content.decode()
    assert 'data-kind="success"' in page and "more than are in play" not in page
    assert re.search(r'>Left to count</dt>.*data-part="left">0<', page)


def test_a_deal_while_entries_are_open_leads_to_closing_them(house):
    t = house.started("turbo-8max", entries=4, starts_at=cast.START)
    ana, here = as_(house.ana), f"/director/{t}/deals/"
    page = ana.get(here).content.decode()
    assert "Entries are still open; there are no prizes to divide yet." in page
    assert f'action="/director/{t}/do/close-entries/"' in page
    answer = ana.post(f"/director/{t}/do/close-entries/", {"command_id": str(uuid.uuid4()), "next": here})
    assert answer["Location"] == here
    page = ana.get(here).content.decode()
    assert "Entries are still open" not in page and "close-entries" not in page
