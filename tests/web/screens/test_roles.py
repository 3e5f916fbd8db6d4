"""Roles of displays: assigned from the staff's page, previewed there, followed by the display."""

from __future__ import annotations

import base64
import io
import json
import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from PIL import Image

from access import moment
from dispatch import topics
from dispatch.models import Fact, Stream
from people.models import User
from tables.commands.count_chips import count_chips
from tables.models import Seat
from tables.queries import seat_places
from tests import cast
from tests.payouts.room import bust, finish
from tests.tables import room
from tournaments.commands.add_sponsor import add_sponsor
from tournaments.commands.assign_screen import assign_screen
from tournaments.commands.pair_screen import pair_screen
from tournaments.commands.set_up_screen import set_up_screen
from tournaments.models import Screen
from tournaments.streams import tournament_stream
from web.screens import worker
from web.screens.words import ROLES

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.fixture
def running(house) -> int:
    return house.started("scpt-main", entries=12)


@pytest.fixture
def display(client, house, running) -> str:
    """The code of a display that shows the clock."""
    code = re.search(r"<h1[^>]*>([0-9A-Z]{6})</h1>", client.get("/screens/").content.decode())[1]
    cast.say(pair_screen, by=house.ana, tournament_id=running, code=code)
    return code


@pytest.fixture
def staff(house) -> Client:
    staff = Client(headers={"accept-language": "en"})
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    return staff


def post(staff: Client, tournament_id: int, **values: Any) -> None:
    sent = {"command_id": str(uuid.uuid4()), **values}
    assert staff.post(f"/director/{tournament_id}/screens/", sent).status_code == 302


def test_one_tap_gives_a_display_its_role_and_the_display_hears_of_it(client, staff, running, display):
    assert client.get("/screens/where/").json()["shows"] == f"clock/{running}/classic/0"
    post(staff, running, what="assign", code=display, **{"as": "seats"})
    assert client.get("/screens/where/").json()["shows"] == f"seats/{running}/classic/0"
    page = client.get("/screens/").content.decode()
    assert 'data-role="seats"' in page and f'data-shows="seats/{running}/classic/0"' in page
    # pressed on the staff's page: this role and no other
    seen = staff.get(f"/director/{running}/screens/").content.decode()
    assert re.findall(r'value="([a-z._]+)"\s+aria-pressed="true"', seen) == ["seats"]
    # and back, to another layout of the clock
    post(staff, running, what="assign", code=display, **{"as": "clock.poster"})
    page = client.get("/screens/").content.decode()
    assert 'data-layout="poster"' in page and f'data-shows="clock/{running}/poster/0"' in page


#: What tells the page of a role from all others.
MARKS = {
    "clock.classic": 'data-layout="classic"',
    "clock.poster": 'data-layout="poster"',
    "seats": 'data-role="seats"',
    "payouts": 'data-role="payouts"',
    "final_table": 'data-role="final"',
    "table": 'data-role="table"',
    "lobby": 'data-role="today"',
    "schedule": 'data-role="schedule"',
    "sponsors": 'data-role="sponsors"',
    "overlay": 'data-layout="lower"',
}


def test_each_role_is_previewed_and_given_and_the_display_has_its_page(client, staff, running, display):
    control = staff.get(f"/director/{running}/screens/").content.decode()
    previews = re.findall(r'<a href="([^"]+)" target="preview">', control)
    given = re.findall(r'name="as"\s+value="([a-z_.]+)"', control)
    assert list(ROLES) == list(MARKS) and len(previews) == len(MARKS)
    assert given == list(MARKS)
    for (role, mark), address in zip(MARKS.items(), previews, strict=True):
        post(staff, running, what="assign", code=display, table_number="1", **{"as": role})
        for page in (Client().get(address).content.decode(), client.get("/screens/").content.decode()):
            assert {one for one, its in MARKS.items() if its in page} == {role}, role
            assert mark in page, role
        seen = staff.get(f"/director/{running}/screens/").content.decode()
        assert re.findall(r'value="([a-z._]+)"\s+aria-pressed="true"', seen) == [role]


def test_the_layout_of_the_clock_is_kept_while_the_display_is_there_for_something_else(
    house, running, display
):
    here = {"by": house.ana, "tournament_id": running, "code": display}
    cast.say(assign_screen, **here, role="clock", layout="poster")
    cast.say(assign_screen, **here, role="seats")
    assert Screen.objects.get().layout == "poster"
    facts = cast.facts(running, kind="screen_assigned")
    assert [(f["role"], f["layout"], f["table"]) for f in facts] == [
        ("clock", "poster", None), ("seats", "poster", None),
    ]  # fmt: skip


def test_a_display_has_a_name_and_a_volume(client, staff, running, display):
    post(staff, running, what="set-up", code=display, name="  Parede   norte ", sound="on", volume="35")
    where = client.get("/screens/where/").json()
    assert (where["sound"], where["volume"], where["voice"]) == (True, 35, False)
    page = client.get("/screens/").content.decode()
    assert 'data-volume="35"' in page and 'data-sound="true"' in page
    seen = staff.get(f"/director/{running}/screens/").content.decode()
    assert "<h3>Parede norte</h3>" in seen and "with sound, 35%" in seen
    # shown another tournament it keeps both
    Screen.objects.update(volume=100)
    post(staff, running, what="set-up", code=display, name="Bar", volume="0")
    assert list(Screen.objects.values_list("name", "sound", "volume")) == [("Bar", False, 0)]


def test_a_display_speaks_only_where_somebody_chose_it(client, staff, house, running, display):
    assert 'data-voice="false"' in client.get("/screens/").content.decode()
    post(staff, running, what="set-up", code=display, name="Bar", sound="on", volume="40", voice="on")
    assert client.get("/screens/where/").json()["voice"] is True
    page = client.get("/screens/").content.decode()
    assert 'data-voice="true"' in page
    assert "%(small)s" in json_of(page, "words")["voice_level"]
    seen = staff.get(f"/director/{running}/screens/").content.decode()
    assert re.search(r'name="voice"\s+checked', seen)
    # what is not chosen again is off again
    post(staff, running, what="set-up", code=display, name="Bar", sound="on", volume="40")
    assert client.get("/screens/where/").json()["voice"] is False
    assert [f["voice"] for f in cast.facts(running, kind="screen_set_up")] == [True, False]


def test_what_a_display_cannot_be_is_refused(house, running, display):
    here = {"by": house.ana, "tournament_id": running, "code": display}
    with cast.refused("bad_screen_role"):
        cast.say(assign_screen, **here, role="film")
    with cast.refused("bad_screen_role"):
        cast.say(assign_screen, **here, role="clock", layout="round")
    with cast.refused("no_such_table"):
        cast.say(assign_screen, **here, role="table", table_number=999)
    with cast.refused("not_found"):
        cast.say(assign_screen, **{**here, "code": "ZZZZZZ"}, role="seats")
    with cast.refused("bad_screen_name"):
        cast.say(set_up_screen, **here, name="x" * 41)
    for nobody in (house.bruno, house.dora, house.caio, cast.PASSER_BY):
        for command, more in ((assign_screen, {"role": "seats"}), (set_up_screen, {"name": "Bar"})):
            with cast.refused("forbidden"):
                cast.say(command, **{**here, "by": nobody}, **more)
    other = cast.house(name="Outra")
    theirs = other.published()
    with cast.refused("not_found"):
        cast.say(assign_screen, by=other.ana, tournament_id=theirs, code=display, role="seats")
    for wrong in (
        {"role": "film"},
        {"layout": "round"},
        {"volume": 101},
        {"role": "table"},
        {"table_number": 1},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Screen.objects.update(**wrong)


def test_a_display_of_a_table_sent_to_another_tournament_shows_its_clock(client, house, running, display):
    cast.say(assign_screen, by=house.ana, tournament_id=running, code=display, role="table", table_number=1)
    assert client.get("/screens/where/").json()["shows"] == f"table/{running}/classic/1"
    other = house.published(name="Outro")
    cast.say(pair_screen, by=house.ana, tournament_id=other, code=display)
    assert client.get("/screens/where/").json()["shows"] == f"clock/{other}/classic/0"


def test_forty_displays_that_ask_cost_one_read_by_key_each(
    client, house, running, display, django_assert_num_queries
):
    with django_assert_num_queries(1) as asked:
        client.get("/screens/where/")
    assert 'WHERE "tournaments_screen"."code" = ' in asked[0]["sql"]


def test_the_worker_is_for_displays_alone_and_another_with_every_release(client, house, tmp_path, settings):
    answer = client.get("/screens/worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert (answer["Service-Worker-Allowed"], answer["Cache-Control"]) == ("/screens/", "no-cache")
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    text = answer.content.decode()
    assert re.fullmatch(
        r'import \{ serve \} from "/static/js/display_worker\.js";\nserve\("[0-9a-f]{16}"\);\n', text
    )
    assert client.get("/screens/worker.js").content.decode() == text
    (tmp_path / "wall.css").write_text("body {}")
    settings.STATICFILES_DIRS = [tmp_path]
    worker._release.cache_clear()
    try:
        assert client.get("/screens/worker.js").content.decode() != text
    finally:
        worker._release.cache_clear()


def test_forty_displays_go_elsewhere_at_once_and_each_shows_its_own(client, house, running):
    """Forty are sent to another role while none of them asks; the page of each is the one that it was sent to."""
    displays = [Client() for _ in range(40)]
    codes = [f"D1SP{number:02d}" for number in range(40)]
    Screen.objects.bulk_create(
        Screen(code=code, venue_id=house.venue_id, tournament_id=running, paired_at=cast.START)
        for code in codes
    )
    for one, code in zip(displays, codes, strict=True):
        one.cookies["screen"] = code
    words = ("seats", "payouts", "final_table", "clock")
    for i, code in enumerate(codes):
        cast.say(assign_screen, by=house.ana, tournament_id=running, code=code, role=words[i % 4])
    told = [d.get("/screens/where/").json()["shows"].split("/")[0] for d in displays]
    assert told == [words[i % 4] for i in range(40)]
    for display, role in zip(displays[:4], ("seats", "payouts", "final", None), strict=True):
        page = display.get("/screens/").content.decode()
        assert (f'data-role="{role}"' in page) if role else ('data-layout="classic"' in page)


def test_a_display_that_cannot_show_what_it_should_goes_on_asking(client, house):
    practice = house.published(name="Ensaio", practice=True)
    code = re.search(r"<h1[^>]*>([0-9A-Z]{6})</h1>", client.get("/screens/").content.decode())[1]
    cast.say(pair_screen, by=house.ana, tournament_id=practice, code=code)
    page = client.get("/screens/").content.decode()
    assert f'data-shows="clock/{practice}/classic/0"' in page and "data-where-url" in page and code in page


def test_every_role_is_previewed_in_a_frame_of_this_house_alone(staff, running):
    seen = staff.get(f"/director/{running}/screens/")
    assert "frame-src 'self'" in seen["Content-Security-Policy"]
    assert seen["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in seen["Content-Security-Policy"]
    addresses = re.findall(r'<a href="([^"]+)" target="preview">', seen.content.decode())
    assert len(addresses) == len(set(addresses)) > 1
    for address in addresses:
        page = Client().get(address)
        assert (page.status_code, page["X-Frame-Options"]) == (200, "SAMEORIGIN"), address
        assert "frame-ancestors 'self'" in page["Content-Security-Policy"], address
        # a preview is no display: it asks nobody what it should show
        assert "data-where-url" not in page.content.decode(), address


def test_the_seating_list_is_sent_again_only_when_something_happened(client, house, running):
    first = client.get(f"/screens/{running}/seats/")
    asked = {"headers": {"if-none-match": first["ETag"]}}
    assert first.status_code == 200 and client.get(f"/screens/{running}/seats/", **asked).status_code == 304
    house.enter(running)
    # as the relay leaves the stream
    Stream.objects.update_or_create(
        name=tournament_stream(running), defaults={"seq": 999, "hash": b"another" * 4}
    )
    again = client.get(f"/screens/{running}/seats/", **asked)
    assert again.status_code == 200 and len(again.json()["rows"]) == 13


def json_of(page: str, name: str) -> Any:
    return json.loads(re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page)[1])


def test_the_payouts_say_what_is_open_and_who_has_what(client, house):
    t = house.started("turbo-8max", entries=10, late_registration_level=0, re_entries_per_player=0)
    page = client.get(f"/screens/{t}/payouts/").content.decode()
    assert json_of(page, "fallen") == [] and 'data-part="gone-box"' in page
    # one list alone has the whole display from the first paint on
    assert 'data-alone="open"' in page
    for minute, entry in enumerate(list(room.seats(t))[:-1], 1):
        room.bust(house, t, entry, at=cast.after(minutes=minute))
    rows = client.get(f"/screens/{t}/paid/").json()["rows"]
    prizes = {row["first"]: row["amount_cents"] for row in json_of(page, "faces")["prizes"]["rows"]}
    assert [(place, tied, cents) for place, tied, _name, cents in rows] == [
        (place, 1, prizes[place]) for place in sorted(prizes) if place > 1
    ]
    assert all(name in client.get(f"/screens/{t}/payouts/").content.decode() for *_, name, _cents in rows)


@pytest.mark.rule("PT-T.33")
def test_both_who_share_the_last_paid_place_are_on_the_payouts_and_the_end_is_no_list_of_who_is_out(
    client, house
):
    t = house.started("turbo-8max", entries=8, late_registration_level=0, re_entries_per_player=0)
    places = json_of(client.get(f"/screens/{t}/payouts/").content.decode(), "faces")["prizes"]["places_paid"]
    entries = list(room.seats(t))
    for entry in entries[: -places - 1]:
        room.bust(house, t, entry, at=cast.after(minutes=1))
    bust(house, t, *entries[-places - 1 : -places + 1], at=cast.after(minutes=2), stacks=[900, 900])
    rows = client.get(f"/screens/{t}/paid/").json()["rows"]
    assert [(place, tied) for place, tied, *_ in rows] == [(places, 2), (places, 2)]
    shown = english(client, t)
    assert '<span id="gone-title" data-part="gone-title">Already out' in shown and "data-alone" not in shown
    finish(house, t)
    rows = client.get(f"/screens/{t}/paid/").json()["rows"]
    assert [place for place, *_ in rows] == [*range(1, places), places, places]
    shown = english(client, t)
    assert '<span id="gone-title" data-part="gone-title">Results' in shown and 'data-alone="gone"' in shown


def english(client, tournament):
    page = client.get(f"/screens/{tournament}/payouts/", headers={"accept-language": "en"})
    return page.content.decode()


def test_a_table_is_shown_with_its_seats_and_nothing_of_the_staffs(client, house, running):
    seats_payload = Client().get(f"/screens/{running}/table/1/")
    face = json_of(seats_payload.content.decode(), "faces")
    table = face["seats"]
    assert face["topics"]["seats"] == f"tournament/{running}/table/1"
    sitting = dict(
        Seat.objects.filter(table__tournament_id=running, table__number=1).values_list(
            "number", "entry__player__public_name"
        )
    )
    assert {seat["seat"]: seat["name"] or None for seat in table["seats"]} == sitting
    assert set(table["seats"][0]) == {"seat", "side", "row", "name", "stack", "counted_ms"}
    # a seat stands on the wall where it stands on the tablet's map and the phone's drawing
    assert [(seat["seat"], seat["side"], seat["row"]) for seat in table["seats"]] == [
        (place.seat, place.side, place.row) for place in seat_places(len(table["seats"]))
    ]
    assert Client().get(f"/screens/{running}/table/99/").status_code == 409


def test_what_happens_at_a_table_is_told_to_the_display_beside_it(house, running):
    entry = (
        Seat.objects.filter(table__tournament_id=running, table__number=1, entry__isnull=False).first().entry
    )
    cast.say(count_chips, by=house.bruno, at=cast.after(minutes=5), entry_id=entry.pk, stack_chips=30_000)
    assert f"tournament/{running}/table/1" in Fact.objects.get(kind="chips_counted").touches
    told = topics.read([f"tournament/{running}/table/1"])[f"tournament/{running}/table/1"]
    (seat,) = [seat for seat in told.payload["seats"] if seat["stack"]]
    assert (seat["stack"]["chips"], seat["stack"]["stands"]) == (30_000, True) and seat["counted_ms"]


def test_the_display_of_a_table_is_asked_for_by_its_number(client, staff, running, display):
    post(staff, running, what="assign", code=display, table_number="2", **{"as": "table"})
    assert client.get("/screens/where/").json()["shows"] == f"table/{running}/classic/2"
    assert 'data-role="table"' in client.get("/screens/").content.decode()
    for role, name in (("payouts", "payouts"), ("final_table", "final")):
        post(staff, running, what="assign", code=display, **{"as": role})
        assert f'data-role="{name}"' in client.get("/screens/").content.decode()
    # without a number nothing changes, and the page says why
    post(staff, running, what="assign", code=display, table_number="", **{"as": "table"})
    assert client.get("/screens/where/").json()["shows"] == f"final_table/{running}/classic/0"
    assert "There is no table" in staff.get(f"/director/{running}/screens/").content.decode()


def test_the_lobby_has_the_tournaments_of_today_and_the_schedule_what_comes(client, house, monkeypatch):
    running = house.started("scpt-main", entries=12, name="Hoje à noite")
    house.published(name="Semana que vem", starts_at=cast.START + timedelta(days=7))
    house.published(name="Ensaio", practice=True, starts_at=cast.START + timedelta(days=7))
    house.tournament("turbo-8max", name="Nunca anunciado")
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=5))
    page = client.get(f"/screens/venue/{house.venue_id}/today/").content.decode()
    (row,) = json_of(page, "faces")["rows"]
    assert (row["name"], row["counts"]["players_left"]) == ("Hoje à noite", 12)
    assert row["topics"] == {name: f"tournament/{running}/{name}" for name in ("clock", "counts")}
    coming = client.get(f"/screens/venue/{house.venue_id}/schedule/").content.decode()
    assert "Semana que vem" in coming
    assert not [name for name in ("Hoje à noite", "Ensaio", "Nunca anunciado") if name in coming]
    assert client.get("/screens/venue/999999/today/").status_code == 404


def test_the_only_tournament_that_comes_is_a_poster_with_all_that_one_asks(client, house, monkeypatch):
    house.published(name="Noite única", starts_at=cast.START + timedelta(days=7), guarantee_cents=5_000_000)
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=5))
    where = f"/screens/venue/{house.venue_id}/schedule/"

    def told() -> str:
        answer = client.get(where, headers={"Accept-Language": "en"}).content.decode()
        return answer[answer.index('<ol class="days"') : answer.index("</ol>")]

    page = told()
    assert "data-alone" in page
    said = dict(re.findall(r'<dt>([^<]*)</dt>\s*<dd[^>]*>\s*<span class="line">([^<]*)</span>', page))
    said = {label.replace("\u2060", ""): value.replace("\xa0", " ") for label, value in said.items()}
    assert list(said) == ["Buy-in", "Guaranteed", "Starting stack", "Level 1", "Late registration"]
    assert said["Guaranteed"] == "R$50,000" and re.fullmatch(r"\d+ – \d+ · \d+ min", said["Level 1"])
    assert said["Late registration"].startswith("to the end of")
    # two are lines of a list
    house.published(name="Outra noite", starts_at=cast.START + timedelta(days=8))
    page = told()
    assert "data-alone" not in page and "<dl>" not in page and page.count("<li") == 2


def test_lobby_and_schedule_are_the_venues_whatever_tournament_the_display_was_paired_with(
    client, staff, house, running, display
):
    other = house.published(name="Outro")
    for role, name in (("lobby", "today"), ("schedule", "schedule")):
        post(staff, running, what="assign", code=display, **{"as": role})
        assert client.get("/screens/where/").json()["shows"] == f"{role}/{house.venue_id}/classic/0"
        assert f'data-role="{name}"' in client.get("/screens/").content.decode()
    # sent to another tournament it stays what it is: nothing is loaded again
    post(staff, other, what="assign", code=display, **{"as": "schedule"})
    assert client.get("/screens/where/").json()["shows"] == f"schedule/{house.venue_id}/classic/0"
    post(staff, other, what="assign", code=display, **{"as": "overlay"})
    assert 'data-layout="lower"' in client.get("/screens/").content.decode()


def test_sponsors_are_shown_in_their_order_and_a_house_without_any_shows_itself(
    client, staff, house, running, display
):
    post(staff, running, what="assign", code=display, **{"as": "sponsors"})
    assert client.get("/screens/where/").json()["shows"] == f"sponsors/{running}/classic/0"
    page = client.get("/screens/").content.decode()
    # nobody yet: the house by its name, no empty wall
    assert 'data-role="sponsors" data-none' in page and '<p class="line">Clube</p>' in page
    white, dark = io.BytesIO(), io.BytesIO()
    Image.new("RGBA", (300, 90), "#fdfdfd").save(white, "PNG")
    Image.new("RGB", (90, 90), "#5b3218").save(dark, "PNG")
    for name, drawn in (("Café <Serrano>", dark), ("Água Viva", white)):
        letters = base64.b64encode(drawn.getvalue()).decode()
        cast.say(add_sponsor, by=house.ana, venue_id=house.venue_id, name=name, picture=letters)
    page = client.get("/screens/").content.decode()
    assert re.findall(r'alt="([^"]+)"', page) == ["Café &lt;Serrano&gt;", "Água Viva"]
    assert re.findall(r'<li data-ground="(\w+)"', page) == ["white", "black"]
    assert len(re.findall(r"data-ground=\"\w+\" data-on", page)) == 1
    # the time of the tournament in a corner while it runs
    assert re.search(r'data-part="mini"\s*>', page) and json_of(page, "faces")["clock"]
    waiting = Client().get(f"/screens/{house.published(name='Depois')}/sponsors/").content.decode()
    assert re.search(r'data-part="mini"\s+hidden>', waiting)
    # who runs another house has other sponsors
    other = cast.house(name="Outra")
    theirs = Client().get(f"/screens/{other.published()}/sponsors/").content.decode()
    assert "Água Viva" not in theirs and "data-none" in theirs
