"""A table that waits for its player, on the player's other pages; and where play online is found."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from people.commands.grant_role import grant_role
from play.commands.join_waiting_list import join_waiting_list
from play.commands.leave_waiting_list import leave_waiting_list
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.tasks import line_seen
from play.topics import own_tables_topic
from rules.online import OFFER_STANDS
from tests import cast
from tests.play.cash import house as cash_house
from tests.play.cash import known, open_cash
from tests.play.conftest import open_one
from tests.play.event import Event, begun, enter, house
from tests.web.player.test_tables import browser, given
from tournaments.commands.register_player import register_player
from tournaments.models import Tournament

SAID = {
    "pt-br": ("Sua mesa está pronta", "Sua mesa segue sem você", "Ir para a sua mesa"),
    "pt": ("A sua mesa está pronta", "A sua mesa continua sem si", "Ir para a sua mesa"),
    "en": ("Your table is ready", "Your table goes on without you", "Go to your table"),
}


def called(person: cast.Person | None, path: str = "/", language: str = "pt-br") -> str:
    page = browser(person, language).get(path).content.decode()
    return page.partition('class="called"')[2].partition("</div>")[0]


@pytest.fixture
def event(db) -> Event:
    return begun(house(), players=3, name="Sit das nove")


@pytest.mark.rule("PT-T.26", "PT-T.47")
@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_who_opens_another_page_reads_that_the_own_table_is_ready_until_he_is_there(event, language):
    person, where = event.people[1], f'href="/tables/{event.table_id}/"'
    ready, lost, go = SAID[language]
    paths = ("/", "/me/", "/tables/", reverse("tournament", args=[event.tournament_id]))
    for path in paths:
        banner = called(person, path, language)
        lines = banner.partition(">")[2]
        assert own_tables_topic(person.player_id) in banner and "hidden" not in banner.partition(">")[0]
        assert (lines.count(ready), lines.count(lost), where in lines, go in lines) == (1, 0, True, True), (
            path
        )
        assert "Sit das nove" in lines
    # the page of all own tables shows it
    assert where not in called(person, "/tables/mine/", language)
    here = {"player_id": person.player_id, "table_id": event.table_id}
    line_seen(**here, here=True)
    banner = called(person, "/me/", language)
    assert "hidden" in banner.partition(">")[0] and where not in banner
    line_seen(**here, here=False)
    lines = called(person, "/me/", language).partition(">")[2]
    assert lost in lines and ready not in lines and where in lines


@pytest.mark.parametrize(
    ("language", "many", "all_of_them"),
    [
        ("pt-br", "3 mesas à espera", "Todas"),
        ("pt", "3 mesas à espera", "Todas"),
        ("en", "3 tables waiting", "All"),
    ],
)
def test_several_tables_call_in_one_line_the_most_urgent_first(event, language, many, all_of_them):
    person = event.people[1]
    for name in ("Sit das dez", "Sit das onze"):
        t = event.house.registering(
            "online-sit-and-go", capacity=2, seats_per_table=2, starting_stack_chips=1_000, name=name
        )
        enter(event.house, t, f"Eva{t}")
        event.house.deposit(person.player_id, 5_000)
        cast.say(
            register_player,
            by=person,
            tournament_id=t,
            player_id=person.player_id,
            method="balance",
            terms_version="1",
        )
    lines = called(person, "/me/", language).partition(">")[2]
    assert many in lines and lines.count("<p") == 1 and lines.count("href=") == 2
    assert "Sit das nove" in lines and f'href="/tables/{event.table_id}/"' in lines
    assert all_of_them in lines and f'href="{reverse("play-my-tables")}"' in lines
    assert "href" not in called(person, "/tables/mine/", language)


@pytest.mark.rule("PT-H.7", "PT-H.68")
def test_a_table_without_others_and_one_where_the_reader_rests_do_not_call(db):
    home, rui = cast.house(), cast.person("Rui")
    alone, resting, lost = (open_one(home) for _number in range(3))
    for table in (alone, resting, lost):
        table.people[1] = rui
        mine = {"by": rui, "at": table.now, "table_id": table.table_id, "player_id": rui.player_id}
        cast.say(sit, **mine, seat=1)
        if table is not alone:
            for seat in (2, 3):
                table.sit(seat)
        if table is resting:
            cast.say(sit_out, **mine)
        line_seen(player_id=rui.player_id, table_id=table.table_id, here=False)
    lines = called(rui, "/me/").partition(">")[2]
    assert "mesas à espera" not in lines and lines.count("<p") == 1
    assert "Sua mesa segue sem você" in lines and f'href="/tables/{lost.table_id}/"' in lines
    resting.all_come_back()
    lines = called(rui, "/me/").partition(">")[2]
    assert "2 mesas à espera" in lines
    # who sits down there makes it a table that is played
    alone.sit(2)
    assert "3 mesas à espera" in called(rui, "/me/").partition(">")[2]
    # the list of tables marks as many
    assert "3 mesas à espera" in called(rui, "/tables/").partition(">")[2]
    page = browser(rui).get("/tables/").content.decode().partition('id="mine-t"')[2]
    assert page.count(">À sua espera<") == 3
    cast.say(sit_out, by=rui, at=lost.now, table_id=lost.table_id, player_id=rui.player_id)
    assert "2 mesas à espera" in called(rui, "/tables/").partition(">")[2]
    assert (
        browser(rui).get("/tables/").content.decode().partition('id="mine-t"')[2].count(">À sua espera<") == 2
    )


@pytest.mark.parametrize(
    ("language", "said", "take", "until"),
    [
        ("pt-br", "Há um assento livre para você.", "Ocupar o assento", "até"),
        ("pt", "Há um lugar livre para si.", "Ocupar o lugar", "até"),
        ("en", "A seat is free for you.", "Take the seat", "until"),
    ],
)
def test_a_seat_that_is_offered_calls_on_every_page_with_the_time_until_which_it_is_kept(
    db, language, said, take, until
):
    table = open_cash(cash_house(currency="EUR"), seats=2)
    for seat in (1, 2):
        table.sit(seat)
    rui = known(table.house, "Rui", cents=15_000)
    table.say(join_waiting_list, rui)
    where = f'href="/tables/{table.table_id}/"'
    assert where not in called(rui, "/me/", language)
    table.leave(1)
    ends = (table.now + OFFER_STANDS).astimezone(ZoneInfo(table.row.venue.timezone))
    for path in ("/", "/me/", "/tables/", "/tables/mine/"):
        lines = called(rui, path, language).partition(">")[2]
        assert said in lines and take in lines and where in lines, path
        assert f"{until} {ends:%H:%M:%S}" in lines, path
    table.say(leave_waiting_list, rui)
    assert where not in called(rui, "/me/", language)


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_staff_who_play_are_called_on_their_pages_too(event, language):
    """Who directs here and plays there: a person has one account."""
    home, player = event.house, event.people[1]
    cast.say(grant_role, by=home.olga, user_id=player.user_id, venue_id=home.venue_id, role="director")
    room = home.tournament("turbo-8max")
    ready, _lost, go = SAID[language]
    pages = [
        reverse("director"),
        reverse("director-room", args=[room]),
        reverse("director-edit", args=[room]),
        reverse("desk", args=[room]),
        reverse("floor-tablet", args=[room]),
        reverse("director-house", args=[home.venue_id]),
    ]
    for path in pages:
        lines = called(player, path, language)
        assert ready in lines and go in lines and f'href="/tables/{event.table_id}/"' in lines, path


def test_nobody_else_is_called(event):
    assert called(None) == ""
    other = called(cast.person("Zoe"))
    assert "data-called" in other and "href" not in other


def test_where_nothing_is_played_online_nobody_follows_anything(db):
    cast.house()
    assert called(cast.person("Zoe")) == ""


def test_the_page_of_a_table_follows_whether_another_one_waits(event):
    other = open_one(event.house)
    person = event.people[2]
    answer = browser(person).get(f"/tables/{other.table_id}/")
    assert given(answer, "page")["calls"] == own_tables_topic(person.player_id)
    assert "Sua mesa está pronta" in answer.content.decode()
    assert "calls" not in given(browser().get(f"/tables/{other.table_id}/"), "page")


@pytest.mark.parametrize(("language", "said"), [("pt-br", "Online"), ("pt", "Online"), ("en", "Online")])
def test_play_online_stands_among_the_places_of_every_page_where_there_is_any(db, language, said):
    home = house()

    def places(path: str = "/") -> str:
        page = browser(language=language).get(path).content.decode()
        return page.partition('class="front-pages"')[2].partition("</nav>")[0]

    assert reverse("play-tables") not in places()
    t = home.registering("online-sit-and-go", capacity=3, seats_per_table=3, starting_stack_chips=1_000)
    assert f'href="{reverse("play-tables")}"' in places() and said in places()
    assert 'aria-current="page"' in places("/tables/").partition(reverse("play-tables"))[2].partition(">")[0]
    # it is over: nothing is left to play
    Tournament.objects.filter(pk=t).update(state="cancelled", cancel_reason="Chuva", cancelled_at=cast.START)
    assert reverse("play-tables") not in places()
    open_one(home)
    assert reverse("play-tables") in places()


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_no_title_says_the_same_twice(event, language):
    demo = open_one(event.house)
    row = demo.row
    row.name = {"en": "Demo table"}.get(language, "Mesa de demonstração")
    row.save()
    for path in ("/tables/", f"/tables/{event.table_id}/", f"/tables/{demo.table_id}/", "/tables/mine/"):
        page = browser(event.people[1], language).get(path).content.decode()
        title = " ".join(page.partition("<title>")[2].partition("</title>")[0].split())
        parts = title.split(" · ")
        assert title and len(set(parts)) == len(parts), (path, title)
