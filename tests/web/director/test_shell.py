"""The frame of the staff's pages: where one can go, what the strip tells, the light it is read in."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Transfer
from tables.models import Seat
from tests import cast
from tests.web.director.test_director import as_, house, press, running, sealed, somebody  # noqa: F401
from tests.web.director.test_history import cells_of
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.pause_clock import pause_clock
from tournaments.models import Clock, Tournament
from web.board import board_payloads, strip_lines
from web.desk import urls as desk_urls
from web.director import urls as director_urls
from web.director.needs.need import Need
from web.floor import urls as floor_urls
from web.screens import urls as screens_urls
from web.venue import urls as venue_urls

pytestmark = pytest.mark.django_db


def rail(html):
    """The column at the left."""
    return html[html.index('id="places"') : html.index("</nav>")]


def names(html):
    """The groups of the column with the names of their places."""
    found = {}
    for part in rail(html).split('<div class="places" role="group" aria-label="')[1:]:
        found[part[: part.index('"')]] = re.findall(r'<span class="long">(.*?)</span>', part)
    return found


def test_a_tournament_has_three_groups_and_the_page_is_marked(house):  # noqa: F811
    t = running(house)
    html = as_(house.ana).get(f"/director/{t}/").content.decode()
    assert names(html) == {
        "Live": ["Now", "Tables", "Desk", "Rulings"],
        "Money": ["Entries and cash", "Prizes"],
        "Tournament": ["History", "Displays", "Printed sheets", "Settings"],
    }
    pages = {
        f"/director/{t}/": "Now",
        f"/director/{t}/tables/": "Tables",
        f"/desk/{t}/": "Desk",
        f"/floor/{t}/rulings/": "Rulings",
        f"/director/{t}/entries/": "Entries and cash",
        f"/director/{t}/prizes/": "Prizes",
        f"/director/{t}/history/": "History",
        f"/director/{t}/screens/": "Displays",
        f"/director/{t}/paper/": "Printed sheets",
        f"/director/{t}/settings/": "Settings",
    }
    for address, name in pages.items():
        response = as_(house.ana).get(address)
        assert response.status_code == 200, address
        html = response.content.decode()
        current = re.findall(r'aria-current="page"[^>]*>.*?<span class="long">(.*?)</span>', rail(html), re.S)
        assert current == [name], address
        # the clock and what the room asks about stand on every one of them
        assert 'id="strip"' in html and 'data-part="strip-recess"' in html, address
        assert len(re.findall("<h1", html)) == 1, address


def told(html):
    """What stands beside the clock, and the clock: every fact with its small line, in words."""
    words = lambda found: " ".join(unescape(re.sub(r"<[^>]+>", " ", found)).split())  # noqa: E731
    facts = re.findall(r'<div\s+data-fact="(\w+)"([^>]*)>.*?<dd[^>]*>(.*?)</dd>', html, re.S)
    return {name: words(said) for name, marks, said in facts if "hidden" not in marks and name != "pool"}


def test_the_strip_is_on_every_page_of_a_tournament_that_runs(house, monkeypatch):  # noqa: F811
    """With its figures, and the place that is looked at marked; sheets to print, too: somebody who looks for one still directs.
    The floor's tablet tells the same beside its clock."""
    # the house was made a week ago: an evening since, at an hour whose names stand below
    start = (datetime.now(UTC) - timedelta(days=2)).replace(hour=22, minute=0, second=0, microsecond=0)
    monkeypatch.setattr(cast, "START", start)
    monkeypatch.setattr(cast, "OPEN", cast.START - timedelta(hours=1))
    t = house.started("turbo-8max", entries=10, late_registration_level=4)
    out = somebody(t)
    press_at = cast.after(minutes=5)
    bust = uuid.uuid4()
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=press_at,
        command_id=bust,
        tournament_id=t,
        table_number=1,
        busts=[{"entry_id": out.entry_id, "stack_chips_start": None, "by_entries": []}],
    )
    sealed()
    monkeypatch.setattr("access.moment.at", lambda: cast.after(minutes=20))
    # twenty minutes of levels of fifteen: ten are left of the second; a recess follows the sixth, at 20:30 in São Paulo
    facts = {
        "recess": "20:30 in 1:10:00",
        "late": "until 20:00 end of level 4",
        "players": "9 / 10",
        "paid": "3 6 to the money",
        "average": "22,222 111 BB",
    }
    player = out.entry.player_id
    house.deposit(player, 5_000)
    values = {
        "tournament_id": t,
        "table_number": 1,
        "seat_number": Seat.objects.filter(table__tournament_id=t, table__number=1, entry__isnull=False)[
            0
        ].number,
        "number": out.entry.receipt,
        "player_id": player,
        "transfer_id": Transfer.objects.filter(kind="deposit").latest("id").pk,
        "kind": "misdeal",
        "command_id": bust,
    }
    client, walked = as_(house.ana), {}
    of_tournaments = (*director_urls.urlpatterns, *desk_urls.urlpatterns, *venue_urls.urlpatterns, *screens_urls.urlpatterns, *floor_urls.urlpatterns)  # fmt: skip
    for pattern in of_tournaments:
        asked = set(pattern.pattern.converters)
        if not asked & {"tournament_id", "command_id"} or not asked <= set(values):
            continue
        address = reverse(pattern.name, kwargs={name: values[name] for name in asked})
        response = client.get(address)
        html = response.content.decode()
        # parts of a page, what is only posted to, walls: no page of the staff's
        if response.status_code != 200 or "<main" not in html or pattern.name.endswith("-screen"):
            continue
        assert len(re.findall("<h1", html)) == 1, pattern.name
        assert told(html) == facts, pattern.name
        clock = " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
        # the clock's own ten minutes: those until the recess end alike
        assert re.search(r"(?<![\d:])10:00\b", clock) and "100 – 200" in clock and "Level 2" in clock, (
            pattern.name
        )
        # who searches has the box where there is room for it
        where = html[: html.index("<main")] if pattern.name == "floor-tablet" else rail(html)
        assert pattern.name == "floor-tablet" or 'id="strip"' in html, pattern.name
        marked = re.findall(
            r'<(?:a|input)\b[^>]*aria-current="page"[^>]*>(?:\s*<svg.*?</svg>)?(?:<span class="long">)?([^<]*)',
            where,
            re.S,
        )
        walked[pattern.name] = marked[0].strip()
    assert walked == PAGES_THAT_RUN
    # who works at the tables has the tablet's head on what is asked there
    for page in ("", "rulings/", "rulings/misdeal/"):
        html = as_(house.bruno).get(f"/floor/{t}/{page}").content.decode()
        assert 'id="strip"' not in html and told(html) == facts, page
        assert len(re.findall(r'aria-current="page"', html[: html.index("<main")])) == 1, page


# which place each of them is marked as; all but the slip of one prize, which is there once somebody is paid
PAGES_THAT_RUN = {
    "undo": "History",
    "director-room": "Now",
    "director-history": "History",
    "director-search": "",
    "director-map": "Tables",
    "director-break-several": "Tables",
    "director-seating-list": "Printed sheets",
    "director-seat-cards": "Printed sheets",
    "director-move-slips": "Printed sheets",
    "director-paper": "Printed sheets",
    "director-alternates": "Printed sheets",
    "director-structure-sheet": "Printed sheets",
    "director-slips": "Prizes",
    "director-seat": "Tables",
    "director-count": "Tables",
    "director-break": "Tables",
    "director-takers": "Now",
    "director-hand-for-hand": "Tables",
    "director-entries": "Entries and cash",
    "director-prizes": "Prizes",
    "director-deals": "Prizes",
    "director-edit": "Settings",
    "director-edit-structure": "Settings",
    "director-edit-payouts": "Settings",
    "director-ending": "Settings",
    "director-copy": "Settings",
    "desk": "Desk",
    "desk-new-player": "Desk",
    "desk-receipt": "Desk",
    "desk-movement": "Desk",
    "screens-control": "Displays",
    "floor-tablet": "Tables",
    "floor-rulings": "Rulings",
    "floor-ruling": "Rulings",
}


def test_who_paused_the_clock_and_since_when_is_told(house):  # noqa: F811
    """On Now with what lets it go on, and beside the keys of the strip. Rule: ADTP.23"""
    t = running(house)
    zone = Tournament.objects.get(pk=t).venue.timezone
    press(as_(house.bruno), t, "pause")
    sealed()
    paused_at = Clock.objects.get(pk=t).before["at"]
    since = datetime.fromisoformat(paused_at).astimezone(ZoneInfo(zone)).strftime("%H:%M")
    client = as_(house.ana)
    html = client.get(f"/director/{t}/").content.decode()
    need = html[html.index('data-need="stands"') :]
    need = need[: need.index("</li>")]
    assert "<strong>The clock is paused</strong>" in need and f"Since {since}, by Bruno." in need
    assert f'action="/director/{t}/do/resume/"' in need and "Let the clock go on" in need
    strip = client.get(f"/director/{t}/clock/").content.decode()
    told = re.search(r'<p class="stands-since">\s*<span>(.*?)</span>\s*<span>(.*?)</span>', strip)
    assert told is not None and told.groups() == (f"since {since}", "Bruno")
    press(client, t, "freeze")
    sealed()
    html = client.get(f"/director/{t}/").content.decode()
    need = html[html.index('data-need="stands"') :]
    need = need[: need.index("</li>")]
    assert "All clocks of the house are stopped" in need and ", by Ana." in need
    assert "Let all clocks go on" in need
    press(client, t, "thaw")
    press(client, t, "resume")
    sealed()
    html = client.get(f"/director/{t}/").content.decode()
    assert 'data-need="stands"' not in html and 'class="stands-since"' not in html


def test_who_may_less_has_fewer_places(house):  # noqa: F811
    t = running(house)
    html = as_(house.bruno).get(f"/director/{t}/").content.decode()
    floor = names(html)
    assert "Money" not in floor and "Settings" not in floor["Tournament"] and "Desk" not in floor["Live"]
    # what one may not is left out, not greyed
    assert "disabled" not in rail(html)


def test_the_switcher_leads_to_tonights_other_tournaments(house):  # noqa: F811
    now = datetime.now(UTC)
    t = house.registering("turbo-8max", starts_at=now + timedelta(hours=1), name="Primeiro")
    other = house.registering("turbo-8max", starts_at=now + timedelta(hours=2), name="Segundo")
    house.registering("turbo-8max", starts_at=now + timedelta(days=3), name="Outro dia")
    column = rail(as_(house.ana).get(f"/director/{t}/").content.decode())
    assert f'href="/director/{other}/"' in column and "Segundo" in column and "Outro dia" not in column
    # and so does the house's own column
    column = rail(as_(house.ana).get(f"/director/venues/{house.venue_id}/").content.decode())
    assert "Primeiro" in column and "Segundo" in column
    assert "Staff and devices" in column and "Circuits and seasons" in column


def test_what_waits_is_counted_for_the_column(house):  # noqa: F811
    t = running(house)
    client = as_(house.ana)
    html = client.get(f"/director/{t}/").content.decode()
    listed = int(re.search(r'data-needs="(\d+)"', html)[1])
    found = client.get(f"/director/{t}/waiting/").json()
    assert found == {"tables": 2, "now": listed, "desk": 0}
    # the page that lists the needs is not asked again what it shows
    assert client.get(f"/director/{t}/waiting/?listed").json() == {"tables": 2, "desk": 0}
    assert "desk" not in as_(house.bruno).get(f"/director/{t}/waiting/").json()


def test_a_house_is_no_place_for_a_stranger(house):  # noqa: F811
    t = running(house)
    for address in ("waiting/", "paper/", "bust/?bust=1-1"):
        response = as_(house.caio).get(f"/director/{t}/{address}")
        assert response.status_code == 403, address


@pytest.mark.rule("PT-T.23")
def test_the_strip_tells_recess_late_registration_and_the_bubble(house):  # noqa: F811
    t = house.started("turbo-8max", entries=6, starts_at=cast.START)
    at = cast.after(minutes=5)
    told = strip_lines(board_payloads(t, at=at), at=at)
    items = board_payloads(t, at=at)["clock"]["items"]
    recess = next(i for i, item in enumerate(items) if item["kind"] == "recess")
    seconds = sum(item["seconds"] for item in items[:recess]) - 300
    assert told["recess"][1].endswith(_countdown(seconds))
    assert told["late"][0].startswith("até") or told["late"][0].startswith("until")
    assert told["players"] == ("6 / 6", "")
    assert told["spent"] == 300_000 and told["of"] == items[0]["seconds"] * 1000
    paid = int(told["paid"][0])
    assert str(6 - paid) in told["paid"][1]
    # while the clock stands nobody knows at what hour the recess comes: only how much is to be played until then
    cast.say(pause_clock, by=house.ana, at=at, tournament_id=t)
    later = cast.after(minutes=9)
    told = strip_lines(board_payloads(t, at=later), at=later)
    # a countdown says that it is one
    assert told["recess"] in [(f"{word} {_countdown(seconds)}", "") for word in ("in", "em")]


def _countdown(seconds):
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def test_before_the_start_the_strip_names_the_first_level(house):  # noqa: F811
    t = house.registering("scpt-main")
    html = as_(house.ana).get(f"/director/{t}/").content.decode()
    assert re.search(r'data-part="blinds"\s+data-next="true"\s*>([^<]*)<', html)[1] == "First level: 50 – 100"
    # there is no level and no time of one yet: when it starts, as the script says it
    strip = html[html.index('id="strip"') :]
    starts = re.search(r'data-part="level"\s*>([^<]*)<', strip)[1]
    # its hour is over, and nobody has begun
    assert re.fullmatch(r"Scheduled for (.+, )?\d\d:\d\d, not\u00a0started\u00a0yet", starts.strip())
    assert re.search(r'role="timer"\s+aria-live="off"\s+data-part="time"\s+hidden\s*>', strip)
    html = as_(house.ana).get(f"/director/{running(house)}/").content.decode()
    assert re.search(r'data-part="blinds"\s*>([^<]*)<', html)[1] == "50 – 100"
    strip = html[html.index('id="strip"') :]
    assert re.search(r'data-part="level"\s*>([^<]*)<', strip)[1] == "Level 1"
    assert re.search(r'role="timer"\s+aria-live="off"\s+data-part="time"\s*>', strip)


def test_what_is_over_has_no_clock_and_no_keys(house):  # noqa: F811
    t = running(house)
    html = as_(house.ana).get(f"/director/{t}/").content.decode()
    assert 'id="clock-controls"' in html and 'role="timer"' in html
    cast.say(cancel_tournament, by=house.ana, at=cast.after(minutes=9), tournament_id=t, reason="Sem luz")
    html = as_(house.ana).get(f"/director/{t}/").content.decode()
    strip = html[html.index('id="strip"') : html.index("<main")]
    # what it is; no figures, which are all zero now
    assert (
        'data-over="true"' in strip and "<strong>Cancelled</strong>" in strip and "Places paid" not in strip
    )
    assert 'id="clock-controls"' not in html and 'role="timer"' not in strip


@pytest.mark.parametrize(
    ("need", "fact", "reason"),
    [
        ({"text": "8 seats are not verified: table 1, table 2."}, "8 seats are not verified", "Table 1, table 2."),
        ({"text": "Table 2 has 9, table 7 has 6.", "more": "J. Figueiredo moves."}, "Table 2 has 9, table 7 has 6", "J. Figueiredo moves."),
        ({"text": "Who took the chips of J. Figueiredo (table 1)? The bounty waits."}, "Who took the chips of J. Figueiredo (table 1)?", "The bounty waits."),
        ({"text": "7 alternates wait for a seat."}, "7 alternates wait for a seat", ""),
        ({"text": "As inscrições abrem sozinhas em seg., 23 nov. 2026, 19:00."}, "As inscrições abrem sozinhas em seg., 23 nov. 2026, 19:00", ""),
        ({"text": "3 prizes are owed: R$ 1.500,00."}, "3 prizes are owed", "R$ 1.500,00."),
    ],
)  # fmt: skip
def test_a_need_is_a_fact_and_what_follows_from_it(need, fact, reason):
    made = Need(key="x", mark="eye", **need)
    assert (made.fact, made.reason) == (fact, reason)


def test_the_bust_box_says_who_is_meant(house):  # noqa: F811
    t = running(house)
    client = as_(house.ana)
    seat = somebody(t)
    name = seat.entry.player.public_name

    def meant(typed):
        html = client.get(f"/director/{t}/bust/", {"bust": typed}).content.decode()
        return " ".join(re.sub(r"<[^>]+>", " ", html).split())

    told = meant(f"1-{seat.number}")
    assert name in told and f"Table 1, seat {seat.number}" in told and "12" in told
    # late registration is open: this one may come again, and until when
    assert re.search(r"May re-enter until \d\d:\d\d\.", told), told
    Tournament.objects.filter(pk=t).update(re_entries_per_player=0)
    assert "May re-enter" not in meant(f"1-{seat.number}")
    assert name in meant(f"1{seat.number} by") and name in meant(f"1-{seat.number}=1500, ")
    assert meant("") == "" and meant("1") == ""
    # what cannot be read yet is not answered; what names nobody is, as the refusal says it
    assert meant("7-") == meant("ab") == meant(f"99-1, 1-{seat.number}") == ""
    assert meant("99-1") == "There is no table 99."
    assert meant("1-10") == "Nobody sits at table 1, seat 10."
    # nothing was done by looking
    press(client, t, "bust", bust=f"1-{seat.number}")
    told = meant(f"1-{seat.number}")
    assert told.startswith(
        f"Nobody sits at table 1, seat {seat.number}: {name} went out there, entered by Ana at "
    ), told


def test_the_light_that_was_chosen_is_there_at_the_first_paint(house):  # noqa: F811
    t = running(house)
    client = as_(house.ana)
    page = f"/director/{t}/"
    assert 'data-theme="device"' in client.get(page).content.decode()
    response = client.get("/theme/dark/", {"next": page})
    assert response["Location"] == page and response["Cache-Control"] == "no-store"
    assert 'data-theme="dark"' in client.get(page).content.decode()
    client.get("/theme/device/", {"next": page})
    assert 'data-theme="device"' in client.get(page).content.decode()
    assert client.get("/theme/pink/").status_code == 404
    assert client.get("/theme/light/", {"next": "https://elsewhere.example/"})["Location"] == "/"


def test_a_common_public_page_is_kept_for_each_light(house):  # noqa: F811
    t = running(house)
    sealed()
    stranger = Client(headers={"accept-language": "en"})
    assert 'data-theme="device"' in stranger.get(f"/t/{t}/").content.decode()
    stranger.cookies["theme"] = "dark"
    told = stranger.get(f"/t/{t}/")
    assert 'data-theme="dark"' in told.content.decode() and "public" in told["Cache-Control"]
    del stranger.cookies["theme"]
    assert 'data-theme="device"' in stranger.get(f"/t/{t}/").content.decode()


def test_on_a_phone_a_page_that_stands_below_more_marks_it(house):  # noqa: F811
    t = running(house)
    client = as_(house.ana)
    marked = {
        path: 'href="#places" aria-current="true"' in client.get(f"/director/{t}/{path}").content.decode()
        for path in ("", "tables/", "entries/", "history/", "prizes/")
    }
    assert marked == {"": False, "tables/": False, "entries/": False, "history/": True, "prizes/": True}


def test_the_history_is_shown_by_kind(house):  # noqa: F811
    t = running(house)
    client = as_(house.ana)
    seat = somebody(t)
    press(client, t, "bust", bust=f"1-{seat.number}")
    press(client, t, "minutes", seconds=60)
    sealed()

    def rows(only):
        html = client.get(f"/director/{t}/history/", {"only": only}).content.decode()
        return [cells_of(row) for row in re.findall(r"<tr data-command=.*?</tr>", html, re.S)]

    assert rows("clock")[0][2].startswith("+1:00: ") and all("out" not in row[2] for row in rows("clock"))
    busted = rows("tables")[0]
    assert seat.entry.player.public_name in busted[1]
    assert busted[2] == f"table 1, seat {seat.number} → out" and busted[4].startswith("Undo…")
    assert any("R$450.00" in row[1] for row in rows("money"))
    assert rows("nonsense") == rows("")


def test_the_sheets_that_exist_are_listed(house):  # noqa: F811
    t = running(house)
    html = as_(house.ana).get(f"/director/{t}/paper/").content.decode()
    for part in (
        "tables/list/",
        "tables/cards/",
        "tables/slips/",
        "structure/",
        "alternates/",
        "prizes/slips/",
    ):
        assert f'href="/director/{t}/{part}"' in html
        assert as_(house.ana).get(f"/director/{t}/{part}").status_code == 200, part
    draft = house.tournament("turbo-8max")
    html = as_(house.ana).get(f"/director/{draft}/paper/").content.decode()
    assert "tables/list/" not in html and "structure/" in html
