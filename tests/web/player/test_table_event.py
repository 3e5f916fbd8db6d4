"""Where a tournament stands, at its tables online: one line over the table, and what opens from it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from access import moment
from tests import cast
from tests.play.conftest import open_one
from tests.play.event import Event, begun, enter, house
from tests.play.room import started
from tests.play.test_add_ons import begun as with_recess
from tests.play.test_add_ons import in_recess
from tests.play.test_late_entries import OPEN as LATE
from tests.web.player.test_tables import browser, given
from tournaments.commands.pause_clock import pause_clock


@pytest.fixture
def event(db, monkeypatch) -> Event:
    found = begun(house(), players=4, name="Sit das nove")
    found.due()
    monkeypatch.setattr(moment, "at", lambda: found.now)
    return found


def parts(event: Event, person: cast.Person | None, language: str = "pt-br") -> dict[str, str]:
    page = browser(person, language).get(f"/tables/{event.table_id}/").content.decode()
    line = page.partition('class="room-event figures"')[2].partition("</a>")[0]
    return dict(re.findall(r'data-part="([a-z-]+)"\s*>([^<]*)<', line))


SAID = {
    "pt-br": ("Nível 1", "→ 50\u00a0/\u00a0100", "restam 4 de 4", "méd. 20 BB", "a 1 do ITM"),
    "pt": ("Nível 1", "→ 50\u00a0/\u00a0100", "restam 4 de 4", "méd. 20 BB", "a 1 do ITM"),
    "en": ("Level 1", "→ 50\u00a0/\u00a0100", "4 of 4 left", "avg. 20 BB", "1 to the money"),
}


@pytest.mark.rule("PT-T.46", "PT-H.11")
@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_the_line_tells_level_time_players_average_and_how_far_the_money_is(event, language):
    said = parts(event, event.people[1], language)
    told = (said["level"], said["next"], said["players"], said["average"], said["money"])
    assert told == SAID[language]
    assert said["level-left"] == _left(event)
    # who looks on reads the same, and nobody at a table without a tournament
    assert parts(event, None, language) == said
    demo = open_one(event.house)
    page = browser(event.people[1]).get(f"/tables/{demo.table_id}/").content.decode()
    assert "room-event" not in page and "clock_topic" not in page


def _left(event: Event) -> str:
    gone = int((event.now - event.row.opened_at).total_seconds())
    left = 600 - gone
    return f"{left // 60}:{left % 60:02d}"


@pytest.mark.rule("PT-T.45")
def test_the_line_stands_while_the_clock_does_and_never_counts_behind_it(event):
    page = given(browser(event.people[1]).get(f"/tables/{event.table_id}/"), "page")
    assert page["ends_ms"] == round((event.row.opened_at + timedelta(minutes=10)).timestamp() * 1000)
    assert page["clock"].startswith("[") and page["entries_open"] is False and page["paid"] == 3
    cast.say(pause_clock, by=event.house.ana, at=event.now, tournament_id=event.tournament_id)
    before = parts(event, event.people[1])
    assert before["level"] == "Em pausa · Nível 1"
    event.now += timedelta(hours=2)
    assert parts(event, event.people[1]) == before
    assert given(browser(event.people[1]).get(f"/tables/{event.table_id}/"), "page")["ends_ms"] is None


@pytest.mark.rule("PT-T.45", "PT-T.46")
def test_in_a_recess_the_average_is_told_by_the_blinds_of_the_last_hand_as_the_stacks_are(db, monkeypatch):
    room = with_recess()
    in_recess(room)
    monkeypatch.setattr(moment, "at", lambda: room.now)
    (row,) = room.open()
    page = browser(language="en").get(f"/tables/{row.pk}/")
    line = page.content.decode().partition('class="room-event figures"')[2].partition("</a>")[0]
    said = dict(re.findall(r'data-part="([a-z-]+)"\s*>([^<]*)<', line))
    face = given(page, "faces")["table"]
    assert said["level"] == "Break" and said["next"].startswith("→ ")
    assert said["average"] == f"avg. {face['event']['average_chips'] // face['big_blind_chips']} BB"


def test_where_every_place_is_paid_it_says_so_and_while_one_may_enter_nothing(db, monkeypatch):
    three = begun(house(), players=3)
    monkeypatch.setattr(moment, "at", lambda: three.now)
    assert parts(three, three.people[1])["money"] == "todos premiados"
    room = started(house(), players=3, seats=5, **LATE)
    monkeypatch.setattr(moment, "at", lambda: room.now)
    (row,) = room.open()
    page = browser().get(f"/tables/{row.pk}/")
    assert given(page, "page")["entries_open"] is True and given(page, "page")["paid"] == 0
    assert re.search(r'data-part="money"\s*></span>', page.content.decode())


@pytest.mark.rule("PT-T.46", "PT-H.11")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("pt-br", ("Prêmio", "Estrutura", "Você está em", "Ver o torneio")),
        ("pt", ("Prémio", "Estrutura", "Está em", "Ver o torneio")),
        ("en", ("Prize", "Structure", "You are", "To the tournament")),
    ],
)
def test_what_opens_from_it_has_prizes_levels_and_the_own_place(event, language, said):
    while event.row.due_kind == "decide":
        event.act("fold")
    event.until("open")
    event.due()
    where = reverse("play-table-event", args=[event.table_id])
    page = browser(event.people[1], language).get(where).content.decode()
    over = page.partition('data-part="over-table"')[2]
    assert "Sit das nove" in over and f'href="{reverse("play", args=[event.tournament_id])}"' in over
    assert 'data-paid="3"' in over and 'aria-current="true"' in over and over.count("<tr") > 6
    for word in said:
        assert word in over, word
    # who looks on reads no own place
    assert said[2] not in browser(language=language).get(where).content.decode().partition("over-table")[2]
    assert (
        browser().get(reverse("play-table-event", args=[open_one(event.house).table_id])).status_code == 404
    )


OUT = {
    "pt-br": ("Você está fora: 4º lugar.", "ficar e assistir", "Todas as mesas"),
    "pt": ("Está fora: terminou em 4.º.", "ficar a ver", "Todas as mesas"),
    "en": ("You are out: 4th place.", "stay and watch", "All tables"),
}


@pytest.mark.rule("PT-T.31", "PT-H.11")
@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_who_is_out_reads_the_place_and_what_there_is_to_do(event, language):
    out = event.people[4]
    event.until("close")
    row = event.row
    row.seats = [{**one, "chips": 0 if one["seat"] == 4 else one["chips"]} for one in row.seats]
    next(one for one in row.seats if one["seat"] == 1)["chips"] += 4_000 - sum(
        one["chips"] for one in row.seats
    )
    row.save(update_fields=["seats"])
    event.due()
    page = browser(out, language).get(f"/tables/{event.table_id}/").content.decode()
    bar = page.partition('data-part="bar"')[2].partition("</section>")[0]
    for word in OUT[language]:
        assert word in bar, word
    assert reverse("play", args=[event.tournament_id]) in bar and reverse("play-tables") in bar


# how many of how many stands in one line
START = {
    "pt-br": ("Começa com 3 inscritos: 1\u00a0de\u00a03", "com 3 inscritos", "até começar", "ao encher"),
    "pt": ("Começa com 3 inscritos: 1\u00a0de\u00a03", "com 3 inscritos", "até começar", "ao encher"),
    "en": ("Starts when 3 are in: 1\u00a0of\u00a03", "when 3 are in", "until it starts", "when full"),
}


@pytest.mark.rule("PT-T.24", "PT-T.35", "PT-T.39")
@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_a_sit_and_go_says_with_how_many_it_starts_and_no_hour(db, monkeypatch, language):
    home = house()
    t = home.registering("online-sit-and-go", capacity=3, seats_per_table=3, starting_stack_chips=1_000)
    rui = enter(home, t, "Rui")
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN + timedelta(minutes=5))
    starts, says, cancelling, listed = START[language]
    for path in (reverse("play", args=[t]), reverse("tournament", args=[t])):
        page = browser(rui, language).get(path).content.decode()
        assert starts in re.sub(r"[ \n]+", " ", page), path
        assert says in page and cancelling in page and "code-huge" not in page
        assert "<time" not in page.partition('class="felt')[2].partition("</section>")[0]
        assert given(browser(rui, language).get(path), "faces")["starts_when_full"] == 3
    assert starts in re.sub(r"[ \n]+", " ", browser(rui, language).get("/tables/").content.decode())
    assert listed in browser(None, language).get("/").content.decode()
    for name in ("structure", "rules"):
        page = browser(None, language).get(reverse(name, args=[t])).content.decode()
        head = page.partition('class="headline"')[2].partition("</div>")[0]
        assert listed in head and "<time" not in head, name
