"""The director's pages through Django's client: what is shown, what a button does, who may not."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from dispatch import relay
from people.models import Player, User
from tables.commands.hand_done import hand_done
from tables.models import Move, Penalty, Seat, Table
from tables.queries import proposals
from tests import cast
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Clock, Elimination, Entry, EntryState, Field, Registration, Tournament
from web.director import seating

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def house(monkeypatch):
    """The cast, playing now: pages live in the present."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


def running(house, entries=12, template="scpt-main", **more):
    tournament = house.registering(template, starts_at=cast.START, **more)
    house.fill(tournament, entries)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


def as_(person):
    client = Client(headers={"accept-language": "en"})
    user = User.objects.get(pk=person.user_id)
    user.name = person.name
    user.save()
    client.force_login(user)
    return client


def sealed():
    while relay.seal():
        pass


def press(client, tournament, what, command_id=None, **values):
    """Press a button of the dashboard, as htmx does; the toast."""
    response = client.post(
        f"/director/{tournament}/do/{what}/",
        {"command_id": str(command_id or uuid.uuid4()), **values},
        **HTMX,
    )
    assert response.status_code == 204, response.content[:300]
    return json.loads(response["HX-Trigger"])["toast"]


def take_back(client, toast):
    response = client.post(toast["undo"], {"command_id": str(uuid.uuid4())}, **HTMX)
    return json.loads(response["HX-Trigger"])["toast"]


def somebody(tournament, table=1):
    return Seat.objects.filter(
        table__tournament_id=tournament, table__number=table, entry__isnull=False
    ).first()


# ---------------------------------------------------------------------------- who may look


PAGES = (
    "",
    "now/",
    "clock/",
    "tables/",
    "tables/list/",
    "tables/cards/?table=1",
    "tables/slips/",
    "alternates/",
    "structure/",
    "deals/",
    "hand-for-hand/",
    "history/",
    "search/?q=a",
    "entries/",
    "prizes/",
    "settings/",
)


def test_every_page_of_a_running_tournament_opens_for_the_director(house):
    tournament = running(house)
    client = as_(house.ana)
    sealed()
    for page in PAGES:
        response = client.get(f"/director/{tournament}/{page}")
        assert response.status_code == 200, page
        assert response["Cache-Control"] == "private, no-store"
        html = response.content.decode()
        assert "style=" not in html and "onclick" not in html, page


def test_the_list_on_the_wall_says_whose_it_is_and_as_of_when(house, monkeypatch):
    tournament = running(house)
    monkeypatch.setattr("access.moment.at", lambda: cast.START + timedelta(minutes=95))
    listed = as_(house.ana).get(f"/director/{tournament}/tables/list/").content.decode()
    said = " ".join(listed.split("</h1>")[-1].split("<ol")[0].split())
    hour = (cast.START + timedelta(minutes=95)).astimezone(ZoneInfo("America/Sao_Paulo"))
    # it hangs there on the next day, too
    day = f"{hour:%a} {hour.day} {hour:%b} {hour.year}"
    assert f"Clube · Printed as it stood: {day}, {hour:%H:%M}. Beside each name: table-seat." in said, said


def test_a_line_of_the_entries_says_where_one_sits_where_no_column_does(house):
    tournament = running(house)
    page = " ".join(as_(house.ana).get(f"/director/{tournament}/entries/").content.decode().split())
    seat = Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False).select_related("table")[
        0
    ]
    said = f"table {seat.table.number}, seat {seat.number}</span>"
    assert re.search(f'Playing<span class="seat-beside" ?>, {said}', page), page


def test_pages_of_a_draft_open(house):
    draft = house.tournament("sit-and-go-9", starts_at=datetime.now(UTC) + timedelta(days=2))
    client = as_(house.ana)
    for page in ("", "settings/", "history/", "copy/"):
        assert client.get(f"/director/{draft}/{page}").status_code == 200, page
    assert b"Everything checks" in client.get(f"/director/{draft}/settings/").content


def test_when_registration_of_a_sit_and_go_opens_is_told_by_the_hour(house):
    starts = datetime.now(UTC) + timedelta(days=2)
    sit = house.published("sit-and-go-9", starts_at=starts)
    page = as_(house.ana).get(f"/director/{sit}/").content.decode()
    opens = (starts - timedelta(hours=1)).astimezone(ZoneInfo("America/Sao_Paulo"))
    assert re.search(rf"Registration opens by itself at [^<]*{opens:%H:%M}", page)
    assert "before the start" not in page


@pytest.mark.parametrize("who", ["caio", "dora"])
def test_whoever_is_no_staff_sees_a_clear_page_and_nothing_of_the_room(house, who):
    tournament = running(house)
    client = as_(getattr(house, who))
    name = somebody(tournament).entry.player.public_name
    for page in (*PAGES, "tables/1/seats/1/"):
        response = client.get(f"/director/{tournament}/{page}")
        assert response.status_code == 403, page
        assert name.encode() not in response.content
        assert b"Not possible" in response.content
    # whether a tournament exists is nobody's business either
    missing = client.get("/director/999999999/")
    assert missing.status_code == 403
    assert b"Only the staff of this house" in missing.content


def test_the_floor_sees_no_money_and_no_settings(house):
    tournament = running(house)
    client = as_(house.bruno)
    assert client.get(f"/director/{tournament}/").status_code == 200
    for page in ("entries/", "prizes/", "settings/"):
        assert client.get(f"/director/{tournament}/{page}").status_code == 403, page
    assert b"Entries and cash" not in client.get(f"/director/{tournament}/").content


def test_signed_out_in_the_middle_htmx_is_told_and_a_page_goes_to_sign_in_and_back(house):
    tournament = running(house)
    client = Client()
    with cast.unchanged():
        response = client.post(f"/director/{tournament}/do/pause/", {"command_id": str(uuid.uuid4())}, **HTMX)
        assert response.status_code == 401
        response = client.post(
            f"/director/{tournament}/do/pause/",
            {"command_id": str(uuid.uuid4())},
            HTTP_REFERER=f"http://testserver/director/{tournament}/",
        )
    assert response["Location"] == f"/sign-in/?next=/director/{tournament}/"


# ---------------------------------------------------------------------------- busts


def test_a_bust_by_table_and_seat_and_its_undo(house):
    tournament = running(house)
    client = as_(house.ana)
    seat = somebody(tournament)
    entry, name = seat.entry, seat.entry.player.public_name
    toast = press(client, tournament, "bust", bust=f"1-{seat.number}")
    assert toast["text"] == f"{name} out, 12th place for now."
    entry.refresh_from_db()
    assert entry.state == EntryState.OUT
    # the preview tells before it is done
    page = client.get(toast["undo"])
    assert f"{name} is in again at table 1, seat {seat.number}." in page.content.decode()
    assert take_back(client, toast)["text"] == "Undone."
    entry.refresh_from_db()
    assert entry.state == EntryState.PLAYING
    assert take_back(client, toast)["kind"] == "refused"


def test_three_keystrokes_bust_and_seat_ten_needs_its_sign(house):
    tournament = running(house)
    client = as_(house.ana)
    seat = somebody(tournament)
    told = press(client, tournament, "bust", bust=f"1{seat.number}")
    assert told["text"] == f"{seat.entry.player.public_name} out, 12th place for now."
    other = somebody(tournament)
    assert press(client, tournament, "bust", bust=f"1{other.number}=900")["kind"] == "done"


def test_a_double_tap_busts_once_and_answers_the_same(house):
    tournament = running(house)
    client = as_(house.ana)
    seat = somebody(tournament)
    command_id = uuid.uuid4()
    values = {"table": "1", "entry_id": str(seat.entry_id)}
    first = press(client, tournament, "bust", command_id, **values)
    second = press(client, tournament, "bust", command_id, **values)
    assert first == second
    assert Elimination.objects.filter(tournament_id=tournament).count() == 1


def test_a_stale_page_is_told_who_did_it(house):
    tournament = running(house)
    seat = somebody(tournament)
    values = {"table": "1", "entry_id": str(seat.entry_id)}
    press(as_(house.bruno), tournament, "bust", **values)
    ana = as_(house.ana)
    with cast.unchanged():
        toast = press(ana, tournament, "bust", **values)
    assert toast["kind"] == "refused"
    assert "Bruno" in toast["text"]


@pytest.mark.parametrize(
    "typed", ["", "7", "10", "110", "x-y", "7-4; DROP", "1-99", "99-1", "1-1, 2-2", "-1--1", "1-1=abc"]
)
def test_a_bust_that_cannot_be_read_changes_nothing(house, typed):
    tournament = running(house)
    client = as_(house.ana)
    with cast.unchanged():
        assert press(client, tournament, "bust", bust=typed)["kind"] == "refused"


def test_two_in_one_hand_with_their_stacks(house):
    tournament = running(house)
    client = as_(house.ana)
    two = list(Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False, table__number=1)[:2])
    with cast.unchanged():
        assert (
            press(client, tournament, "bust", bust=", ".join(f"1-{s.number}" for s in two))["kind"]
            == "refused"
        )
    toast = press(client, tournament, "bust", bust=f"1-{two[0].number}=1.500, 1-{two[1].number}=900")
    names = [s.entry.player.public_name for s in two]
    assert (
        f"{names[0]} out, 11th place for now." in toast["text"]
        and f"{names[1]} out, 12th place for now." in toast["text"]
    )
    assert toast["undo"] and toast["several"]
    told = client.get(toast["undo"]).content.decode()
    assert all(name in told for name in names)


# ---------------------------------------------------------------------------- clock


def test_clock_buttons_and_undo(house):
    tournament = running(house)
    client = as_(house.bruno)
    toast = press(client, tournament, "pause")
    assert toast["text"] == "The clock is paused."
    assert b"Resume" in client.get(f"/director/{tournament}/clock/").content
    sealed()
    assert take_back(client, toast)["text"] == "Undone."
    assert b"Pause" in client.get(f"/director/{tournament}/clock/").content
    assert press(client, tournament, "minutes", seconds="60")["kind"] == "done"
    assert press(client, tournament, "minutes", seconds="99999999")["kind"] == "refused"
    press(client, tournament, "next-level", level_index="0")
    assert Clock.objects.get(pk=tournament).level_index == 1
    # a double tap on the same page: the level after the one that was shown
    press(client, tournament, "next-level", level_index="0")
    assert Clock.objects.get(pk=tournament).level_index == 1
    with cast.unchanged():
        assert press(client, tournament, "freeze")["kind"] == "refused"
    ana = as_(house.ana)
    press(ana, tournament, "freeze")
    assert b"Let all clocks go on" in ana.get(f"/director/{tournament}/clock/").content


# ---------------------------------------------------------------------------- what needs me now


def test_the_dashboard_opens_on_what_is_needed_with_reason_and_rule_and_one_tap_does_it(house):
    tournament = running(house, entries=20, seats_per_table=9)
    client = as_(house.ana)
    tables = list(Table.objects.filter(tournament_id=tournament).order_by("number"))
    fullest = tables[0].number
    for seat in Seat.objects.filter(table=tables[-1], entry__isnull=False)[:2]:
        press(client, tournament, "bust", bust=f"{tables[-1].number}-{seat.number}")
    move = next(p for p in proposals(tournament) if p.kind == "move")
    html = client.get(f"/director/{tournament}/").content.decode()
    assert "Needs you now" in html and move.rule in html and move.player in html
    assert f'name="entry_id" value="{move.entry_id}"' in html
    toast = press(
        client,
        tournament,
        "balance",
        from_table=str(move.table),
        to_table=str(move.to_table),
        entry_id=str(move.entry_id),
    )
    assert f"{move.player} → table {move.to_table}" in toast["text"]
    assert Move.objects.filter(entry_id=move.entry_id, to_table_number=move.to_table).exists()
    # the same proposal from a page that was not reloaded
    with cast.unchanged():
        again = press(
            client,
            tournament,
            "balance",
            from_table=str(move.table),
            to_table=str(move.to_table),
            entry_id=str(move.entry_id),
        )
    assert again["kind"] == "refused"
    assert "seats are not verified" in html and "ADTP.7" in html
    assert fullest


def test_breaking_a_table_is_simulated_first_and_undone_later(house):
    tournament = running(house, entries=11, seats_per_table=9)
    client = as_(house.ana)
    press(client, tournament, "close-entries")
    table = Table.objects.filter(tournament_id=tournament).order_by("players").first()
    for seat in Seat.objects.filter(table=table, entry__isnull=False)[: table.players - 2]:
        press(client, tournament, "bust", bust=f"{table.number}-{seat.number}")
    html = client.get(f"/director/{tournament}/tables/{table.number}/break/").content.decode()
    assert "2 players draw new seats." in html
    # without scripts, too, the slips follow: the last of two addresses counts
    asked = re.search(r'<form[^>]*/do/break/".*?</form>', html, re.S)[0]
    assert re.findall(r'name="next"\s+value="([^"]*)"', asked) == [
        f"/director/{tournament}/", f"/director/{tournament}/tables/slips/"
    ]  # fmt: skip
    toast = press(client, tournament, "break", table=str(table.number))
    assert toast["text"] == f"Table {table.number} is broken, 2 players have new seats."
    table.refresh_from_db()
    assert table.state == "broken"
    assert f"goes back to table {table.number}" in client.get(toast["undo"]).content.decode()
    take_back(client, toast)
    table.refresh_from_db()
    assert table.state == "open"


def totals(html):
    """(what, how much) of every line of the totals."""
    part = html[html.index('id="totals"') :]
    return re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", part[: part.index("</section>")])


def test_the_totals_stand_on_the_dashboard_and_turn_amber_when_they_disagree(house):
    tournament = running(house)
    client = as_(house.ana)
    html = client.get(f"/director/{tournament}/").content.decode()
    assert totals(html) == [
        ("12\xa0×\xa0R$450.00", "R$5,400.00"),
        ("Cash", "R$5,400.00"),
        ("Chips in play", "360,000"),
        ("Expected", "360,000"),
    ]
    assert "All agree" in html and "These do not agree." not in html
    Entry.objects.filter(pk=somebody(tournament).entry_id).update(chips_issued=29_975)
    html = client.get(f"/director/{tournament}/now/").content.decode()
    assert 'data-total="chips" data-amber="true"' in html and ("Expected", "359,975") in totals(html)
    assert "These do not agree." in html and "All agree" not in html
    page = client.get(f"/director/{tournament}/entries/").content.decode()
    assert "The chips in play are not those that the entries got." in page
    # who may not see money sees the chips only
    floor = as_(house.bruno).get(f"/director/{tournament}/").content.decode()
    assert 'data-total="money"' not in floor and 'data-total="chips"' in floor


def test_a_deal_that_is_voted_on_is_a_need(house):
    tournament = running(house, entries=3, rule_set="adtp")
    client = as_(house.ana)
    press(client, tournament, "close-entries")
    for seat in Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False):
        press(client, tournament, "chips", entry_id=str(seat.entry_id), stack_chips="30000")
    press(client, tournament, "deal", kind="chip_chop")
    html = client.get(f"/director/{tournament}/now/").content.decode()
    assert 'data-need="deal"' in html and "<strong>A deal is being voted on</strong>" in html
    assert "0 of 3 have voted." in html


def test_what_goes_on_paper(house):
    """UX: seat cards, move slips, payout slips with a line to sign, structure sheet, alternates list."""
    tournament = running(house, entries=8, template="turbo-8max", capacity=8)
    client = as_(house.ana)
    for name in ("Zeca", "Alma"):  # the line is by time, not by name
        house.enter(tournament, house.player(name), at=cast.START + timedelta(minutes=1))
    page = client.get(f"/director/{tournament}/alternates/").content.decode()
    assert re.search(r"1\. <strong>Zeca.*2\. <strong>Alma", page, re.DOTALL) and "data-print" in page
    sheet = client.get(f"/director/{tournament}/structure/").content.decode()
    assert "20,000 chips to begin with" in sheet and "late registration ends" in sheet
    assert client.get(f"/director/{tournament}/prizes/slips/").content.decode().count('class="sign"') == 0


# ---------------------------------------------------------------------------- seats


def test_a_seat_with_everything_that_can_be_done_there(house):
    tournament = running(house)
    client = as_(house.bruno)
    seat = somebody(tournament)
    where = {"table": "1", "seat": str(seat.number)}
    assert (
        b"not verified" in client.get(f"/director/{tournament}/tables/1/seats/{seat.number}/", **HTMX).content
    )
    assert press(client, tournament, "verify", **where)["kind"] == "done"
    assert (
        press(client, tournament, "chips", entry_id=str(seat.entry_id), stack_chips="12.500")["kind"]
        == "done"
    )
    assert Entry.objects.get(pk=seat.entry_id).stack_chips == 12_500
    assert press(client, tournament, "away", entry_id=str(seat.entry_id), away="1")["kind"] == "done"
    # what a round costs is said where one is given
    box = client.get(f"/director/{tournament}/tables/1/seats/{seat.number}/", **HTMX).content.decode()
    assert re.search(r"A round at this level costs [\d,]+ chips in blinds and antes\.", box)
    # "Back" leaves a box everywhere else
    said = re.search(
        r'<input type="hidden" name="away" value="">\s*<button[^>]*>\s*([^<]*?)\s*</button>', box
    )
    assert said[1] == "Back at the table"
    toast = press(
        client, tournament, "penalty", entry_id=str(seat.entry_id), kind="missed_hand", reason="late"
    )
    assert toast["kind"] == "done"
    html = client.get(f"/director/{tournament}/tables/").content.decode()
    assert 'data-state="penalty"' in html
    sheet = client.get(
        f"/director/{tournament}/tables/{seat.table.number}/seats/{seat.number}/"
    ).content.decode()
    # the history and what it leads to come first, and no reason is chosen for anybody
    assert "Penalties so far: 1. The next step would be: 1 round." in sheet
    assert sheet.index("Penalties so far") < sheet.index("Why?") < sheet.index('value="missed_rounds-1"')
    assert " checked" not in sheet[sheet.index("Why?") : sheet.index('value="missed_rounds-1"')]
    with cast.unchanged():
        assert (
            press(client, tournament, "penalty", entry_id=str(seat.entry_id), step="warning")["kind"]
            == "refused"
        )
    served = press(client, tournament, "serve", penalty_id=str(Penalty.objects.get().pk), hand_number="1")
    assert served["text"] == "Hands sat out: 1 of 1."
    again = press(client, tournament, "serve", penalty_id=str(Penalty.objects.get().pk), hand_number="1")
    assert again["text"] == "The same hand dealt again counts once: 1 of 1."
    less = press(client, tournament, "unserve", penalty_id=str(Penalty.objects.get().pk), hand_number="1")
    assert less["text"] == "Hands sat out: 0 of 1."
    rounds = press(
        client,
        tournament,
        "penalty",
        entry_id=str(seat.entry_id),
        step="missed_rounds-2",
        ground="Showing cards",
    )
    assert rounds["kind"] == "done" and Penalty.objects.latest("id").reason == "Showing cards"
    assert take_back(client, rounds)["text"] == "Undone."
    assert take_back(client, toast)["text"] == "Undone."
    empty = (
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=True)
        .select_related("table")
        .first()
    )
    html = client.get(f"/director/{tournament}/tables/?move={seat.entry_id}").content.decode()
    assert f"Move to table {empty.table.number}, seat {empty.number}" in html
    moved = press(
        client,
        tournament,
        "move",
        entry_id=str(seat.entry_id),
        table=str(empty.table.number),
        seat=str(empty.number),
    )
    assert moved["text"].endswith(f"→ table {empty.table.number}, seat {empty.number}.")


def test_the_map_is_paged_and_costs_the_same_for_every_page(
    house, django_assert_max_num_queries, monkeypatch
):
    tournament = running(house, entries=70, template="turbo-8max", seats_per_table=2)
    client = as_(house.ana)
    with django_assert_max_num_queries(40):
        html = client.get(f"/director/{tournament}/tables/").content.decode()
    # a tile for every table, one of them opened
    assert (html.count('class="dots"'), html.count('class="round around"')) == (2 * 35, 1)
    monkeypatch.setattr(seating, "TILES_ON_A_PAGE", 24)
    pages = [client.get(f"/director/{tournament}/tables/?page={n}").content.decode() for n in (1, 2)]
    assert [page.count("data-free") for page in pages] == [24, 11]
    by_size = client.get(f"/director/{tournament}/tables/?order=size&only=unverified").content.decode()
    assert by_size.count("data-free") == 24 and 'class="round around"' in by_size
    assert client.get(f"/director/{tournament}/tables/?page=zz").status_code == 200
    assert client.get(f"/director/{tournament}/tables/999/seats/1/").status_code == 404


def test_search_finds_a_player_and_the_seat(house):
    tournament = running(house)
    seat = somebody(tournament)
    html = (
        as_(house.bruno)
        .get(f"/director/{tournament}/search/?q={seat.entry.player.public_name}")
        .content.decode()
    )
    assert f"Table 1, seat {seat.number}" in html
    assert (
        "Nobody by this name"
        in as_(house.bruno).get(f"/director/{tournament}/search/?q=zzz").content.decode()
    )


def test_search_says_how_many_more_there_are_and_a_name_stands_once(house):
    t = house.registering("turbo-8max")
    found = house.players(22, name="Caio")
    for player in found:
        house.enter(t, player)
    Player.objects.filter(pk__in=found).update(full_name="Caio", public_name="Caio")
    client = as_(house.ana)
    html = client.get(f"/director/{t}/search/?q=caio").content.decode()
    assert html.count("<strong>Caio</strong>") == 20 and '<span class="soft">Caio</span>' not in html
    assert "2 more have these letters: type more of the name." in html
    assert html.count("Open at the desk") == 20
    Player.objects.filter(pk=found[-1]).update(full_name="Caio Lima")
    html = client.get(f"/director/{t}/search/?q=caio+lima").content.decode()
    assert '<span class="soft">Caio Lima</span>' in html and 'id="more-found"' not in html


# ---------------------------------------------------------------------------- hand for hand


@pytest.mark.rule("ADTP.P16")
def test_the_console_says_why_all_tie_who_are_out_at_two_tables(house):
    tournament = running(house, entries=12, seats_per_table=4)
    client = as_(house.ana)
    press(client, tournament, "close-entries")
    press(client, tournament, "hand-for-hand")
    two = Seat.objects.filter(table__tournament_id=tournament, table__number=1, entry__isnull=False)[:2]
    gone = {1: [seat.entry_id for seat in two], 2: [somebody(tournament, 2).entry_id]}
    console = f"/director/{tournament}/hand-for-hand/"
    why = "Out at different tables in one hand all tie, also those who shared a table"
    for table, entries in gone.items():
        stacks = {f"stack_{entry}": str(1000 * n) for n, entry in enumerate(entries, start=1)}
        press(client, tournament, "hand-done", table=table, round="1", out=entries, **stacks)
        html = " ".join(client.get(console).content.decode().split())
        assert (why in html) is (table == 2)
    assert re.findall(r'class="hand-place">(\d+)\w* <small class="soft">shared', html) == ["10"] * 3


def test_the_hand_for_hand_console(house):
    tournament = running(house, entries=12, seats_per_table=6)
    client = as_(house.ana)
    press(client, tournament, "close-entries")
    assert press(client, tournament, "hand-for-hand")["kind"] == "done"
    html = client.get(f"/director/{tournament}/hand-for-hand/").content.decode()
    assert '<b class="figures">0</b>' in html and "of 2 tables done" in html
    out = somebody(tournament, 1)
    assert f'name="out" value="{out.entry_id}"' in html
    with cast.unchanged():
        refused = press(client, tournament, "hand-done", table="1", round="1", out="nobody at all")
    assert (refused["kind"], refused["text"]) == ("refused", "nobody at all is not a whole number.")
    pressed = {"out": str(out.entry_id), f"stack_{out.entry_id}": "1500"}
    first = press(client, tournament, "hand-done", table="1", round="1", **pressed)
    assert "decided with the round" in first["text"]
    # what it means is told before it is decided
    html = " ".join(client.get(f"/director/{tournament}/hand-for-hand/").content.decode().split())
    means = html[html.index("If nobody else goes out") :]
    assert (
        f"<strong>{out.entry.player.public_name}</strong>" in means and "began with 1,500, table 1" in means
    )
    assert re.search(r'class="hand-place">12', means) and "of 2 tables done" in html
    second = press(client, tournament, "hand-done", table="2", round="1", busts="")
    assert f"{out.entry.player.public_name} out in 12th place." in second["text"]
    assert "Hand 1 is complete at all tables." in second["text"]
    assert press(client, tournament, "end-hand-for-hand")["kind"] == "done"
    # a second hand-for-hand counts its own hands, and reopens none of the first
    assert press(client, tournament, "hand-for-hand")["kind"] == "done"
    html = " ".join(client.get(f"/director/{tournament}/hand-for-hand/").content.decode().split())
    assert "Hand 1<" in html and "Hand 2" not in html and "was the last one done" not in html
    assert 'name="round" value="2"' in html
    told = Client().get(f"/api/tournaments/{tournament}/counts").json()["face"]
    assert (told["hand_for_hand"], told["hand_for_hand_round"]) == (True, 1)
    with cast.unchanged():
        assert press(client, tournament, "hand-taken-back", table="2", round="1")["kind"] == "refused"
    assert press(client, tournament, "hand-done", table="1", round="2", busts="")["kind"] == "done"
    assert "<strong>Hand for hand, hand 1</strong>" in client.get(f"/director/{tournament}/").content.decode()
    done = press(client, tournament, "hand-done", table="2", round="2", busts="")
    assert "Hand 1 is complete at all tables." in done["text"]


def test_the_console_counts_who_sits_alone(house):
    tournament = running(house, entries=3, seats_per_table=2)
    client = as_(house.ana)
    press(client, tournament, "close-entries")
    assert press(client, tournament, "hand-for-hand")["kind"] == "done"
    html = " ".join(client.get(f"/director/{tournament}/hand-for-hand/").content.decode().split())
    assert "of 1 table done" in html and '3 players<span class="dot">' in html.replace(" <span", "<span")


@pytest.mark.rule("CASES h4h-1", "ADTP.P16", "REGULATIONS 11")
def test_the_console_says_what_a_hand_costs_and_may_charge_the_time_it_takes(house):
    """Two minutes a hand as the set has it, or what it took up to three: chosen where hand for hand is begun."""
    tournament = running(house, entries=12, seats_per_table=6)
    client = as_(house.ana)
    press(client, tournament, "close-entries")
    console = f"/director/{tournament}/hand-for-hand/"
    html = client.get(console).content.decode()
    assert "2:00 a hand." in html and "The time it takes, up to 3:00." in html
    assert "it counts as the first" in html
    with cast.unchanged():
        assert press(client, tournament, "hand-for-hand", charge="what it likes")["kind"] == "refused"
    begun = press(client, tournament, "hand-for-hand", charge="real_time")
    assert (begun["kind"], begun["text"]) == (
        "done",
        "Hand for hand. The hand being played counts as its first.",
    )
    html = client.get(console).content.decode()
    assert "The time it takes, up to 3:00." in html and "2:00 a hand." not in html
    began = datetime.fromisoformat(Clock.objects.get(pk=tournament).state["hand_at"])
    used = Clock.objects.get(pk=tournament).state["elapsed_us"]
    for table, seconds in ((1, 70), (2, 95)):
        cast.say(
            hand_done,
            by=house.bruno,
            at=began + timedelta(seconds=seconds),
            tournament_id=tournament,
            table_number=table,
            round=1,
        )
    assert Clock.objects.get(pk=tournament).state["elapsed_us"] - used == 95_000_000
    for table in (1, 2):
        cast.say(
            hand_done,
            by=house.bruno,
            at=began + timedelta(seconds=700),
            tournament_id=tournament,
            table_number=table,
            round=2,
        )
    assert Clock.objects.get(pk=tournament).state["elapsed_us"] - used == (95 + 180) * 1_000_000


# ---------------------------------------------------------------------------- life


def test_from_a_template_to_the_paid_winner(house):
    client = as_(house.ana)
    starts = (datetime.now(UTC) + timedelta(hours=5)).strftime("%Y-%m-%dT%H:%M")
    last = house.tournament("turbo-8max")
    page = client.get(f"/director/venues/{house.venue_id}/new/").content.decode()
    assert f'name="template" value="like-{last}"' in page
    response = client.post(
        f"/director/venues/{house.venue_id}/new/",
        {"command_id": str(uuid.uuid4()), "template": "sit-and-go-9", "name": "Sit", "starts_at": starts},
    )
    tournament = int(re.fullmatch(r"/director/(\d+)/settings/", response["Location"])[1])
    press(client, tournament, "publish")
    press(client, tournament, "open-registration")
    house.fill(tournament, 9, at=datetime.now(UTC))
    assert Tournament.objects.get(pk=tournament).state == "running"
    while Field.objects.get(pk=tournament).players_left > 1:
        seat = somebody(tournament)
        press(client, tournament, "bust", bust=f"1-{seat.number}")
    html = client.get(f"/director/{tournament}/").content.decode()
    assert "Finish the tournament" in html
    assert "wins" in press(client, tournament, "finish")["text"]
    over = client.get(f"/director/{tournament}/").content.decode()
    assert "Winner" in over and 'role="timer"' not in over and "Prizes to pay" in over
    html = client.get(f"/director/{tournament}/prizes/").content.decode()
    awards = re.findall(r'data-award="(\d+)"', html)
    assert awards
    slips = client.get(f"/director/{tournament}/prizes/slips/").content.decode()
    # full name and document stand there as the house has seen them: date and signature are left to write
    assert slips.count('class="sign"') == len(awards)
    for award in awards:
        assert press(client, tournament, "pay", award_id=award, method="cash")["kind"] == "done"
        assert client.get(f"/director/{tournament}/prizes/{award}/").status_code == 200
    html = client.get(f"/director/{tournament}/entries/").content.decode()
    assert "Everything agrees to the cent." in html
    cast.books_balance()
    # nothing is left to pay, and the heads say so
    for here in ("", "prizes/"):
        settled = client.get(f"/director/{tournament}/{here}")
        assert settled.status_code == 200
        assert "Prizes paid</h2>" in settled.content.decode(), here
        assert "Prizes to pay" not in settled.content.decode(), here


def test_the_check_tells_what_is_wrong_and_publishing_is_refused(house):
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    client = as_(house.ana)
    page = client.get(f"/director/{draft}/settings/").content.decode()
    assert "Everything checks" in page
    form = form_of(page)
    with cast.unchanged():
        wrong = client.post(
            f"/director/{draft}/settings/check/",
            {**form, "late_registration_level": "99"},
            **HTMX,
        )
    assert "To put right:" in wrong.content.decode()
    with cast.unchanged():
        refused = client.post(f"/director/{draft}/settings/", {**form, "guarantee": "hello"})
    assert refused.status_code == 409
    # what was typed is still there
    assert 'value="hello"' in refused.content.decode()


def form_of(html):
    """The fields of the settings form as the browser would send them."""
    part = html[html.index('name="name"') - 200 :]
    found = dict(re.findall(r'<input(?=[^>]*type="hidden")[^>]*name="([^"]+)" value="([^"]*)"', html))
    found["command_id"] = str(uuid.uuid4())
    for tag in re.findall(r"<input[^>]*>", part):
        name = re.search(r'name="([^"]+)"', tag)
        if not name or 'type="hidden"' in tag:
            continue
        if 'type="checkbox"' in tag and "checked" not in tag:
            continue
        value = re.search(r'value="([^"]*)"', tag)
        found[name[1]] = unescape(value[1]) if value else ""
    for name, options in re.findall(r'<select[^>]*name="([^"]+)">(.*?)</select>', part):
        chosen = re.search(r"<option(?: value=\"([^\"]*)\")? selected>([^<]*)", options)
        if chosen:
            found[name] = chosen[1] if chosen[1] is not None else chosen[2]
        else:
            found[name] = ""
    for name, text in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', part, re.DOTALL):
        found[name] = text
    return found


def test_saving_an_unchanged_form_changes_nothing_and_a_changed_one_only_that(house):
    for template in ("scpt-main", "turbo-8max", "sit-and-go-9", "online-mtt-pt"):
        draft = house.tournament(template, name=f"T {template}")
        client = as_(house.ana)
        form = form_of(client.get(f"/director/{draft}/settings/").content.decode())
        with cast.unchanged():
            response = client.post(f"/director/{draft}/settings/", form)
        assert response.status_code == 302, (template, response.content.decode()[:3000])
    form |= {
        "command_id": str(uuid.uuid4()),
        "name": "Outro",
        "starting_stack_chips": "25000",
        "guarantee": "1500.50",
    }
    client.post(f"/director/{draft}/settings/", form)
    saved = Tournament.objects.get(pk=draft)
    assert (saved.name, saved.starting_stack_chips, saved.guarantee_cents) == ("Outro", 25_000, 150_050)


def test_duplicate_and_cancel_with_numbers(house):
    tournament = house.registering("turbo-8max", starts_at=datetime.now(UTC) + timedelta(hours=3))
    house.fill(tournament, 3)
    client = as_(house.ana)
    form = client.get(f"/director/{tournament}/copy/").content.decode()
    starts = re.search(r'type="datetime-local"[^>]*value="([^"]+)"', form)[1]
    made = client.post(
        f"/director/{tournament}/copy/",
        {"command_id": str(uuid.uuid4()), "name": "Terça 2", "starts_at": starts},
    )
    assert made.status_code == 302
    assert Tournament.objects.get(name="Terça 2").state == "draft"
    assert (
        "3 entries paid R$360.00" in client.get(f"/director/{tournament}/settings/ending/").content.decode()
    )
    with cast.unchanged():
        assert press(client, tournament, "cancel", reason="")["kind"] == "refused"
    said = press(client, tournament, "cancel", reason="no power")["text"]
    assert said.startswith("Cancelled. R$360.00 is in the balances of 3 players. R$360.00 of it waits")
    cast.books_balance()


def test_finishing_is_told_and_taken_back_and_a_late_cancellation_shows_its_numbers(house):
    from tests.payouts.room import down_to, playing

    now = datetime.now(UTC)
    tournament = house.started(
        "turbo-8max", entries=9, late_registration_level=0, re_entries_per_player=0, starts_at=now
    )
    down_to(house, tournament, 2)
    client = as_(house.ana)
    page = client.get(f"/director/{tournament}/settings/ending/").content.decode()
    assert "Prizes and bounties of R$180.00 have been credited" in page and "R$760.00" in page
    # of 1,080.00 the rest: the fees of the seven who are out
    kept = page.split("Stays with the house: of those already out")[1].split("</div>")[0]
    assert "R$140.00" in kept
    assert 'name="prizes_stand" value="1"' in page and "R$520.00" in page
    down_to(house, tournament, 1)
    champion = playing(tournament)[0]
    toast = press(client, tournament, "finish")
    assert "wins R$450.00" in toast["text"]
    page = client.get(toast["undo"]).content.decode()
    for line in (
        "The tournament runs again, with its clock paused.",
        "is taken back and decided again.",
        "The secret of the draw has been told",
    ):
        assert line in page
    assert take_back(client, toast)["text"] == "Undone."
    assert Tournament.objects.get(pk=tournament).state == "running"
    assert playing(tournament) == [champion]
    assert take_back(client, toast)["kind"] == "refused"
    sealed()
    assert (
        "Running again: the end was undone" in client.get(f"/director/{tournament}/history/").content.decode()
    )


def test_history_names_who_did_what_and_offers_undo(house):
    tournament = running(house)
    client = as_(house.ana)
    seat = somebody(tournament)
    press(as_(house.bruno), tournament, "bust", bust=f"1-{seat.number}")
    sealed()
    html = client.get(f"/director/{tournament}/history/").content.decode()
    assert seat.entry.player.public_name in html and "Bruno" in html and "/undo/" in html


def test_my_tournaments_lists_only_mine(house):
    tournament = house.tournament("turbo-8max", name="Só nossa")
    other = cast.house(name="Outro clube")
    html = as_(house.ana).get("/director/").content.decode()
    assert "Só nossa" in html and f"/director/{tournament}/copy/" in html
    assert "Só nossa" not in as_(other.ana).get("/director/").content.decode()
    assert "not on the staff" in as_(house.dora).get("/director/").content.decode()
    assert as_(house.bruno).get(f"/director/venues/{house.venue_id}/new/").status_code == 403


def test_no_page_without_a_fresh_command_id(house):
    tournament = running(house)
    client = as_(house.ana)
    with cast.unchanged():
        response = client.post(f"/director/{tournament}/do/pause/", {}, **HTMX)
        assert json.loads(response["HX-Trigger"])["toast"]["kind"] == "refused"
        assert (
            client.post(f"/director/{tournament}/do/nonsense/", {"command_id": str(uuid.uuid4())}).status_code
            == 404
        )
        assert client.get(f"/director/{tournament}/do/pause/").status_code == 405
    assert Registration.objects.filter(tournament_id=tournament).count() == 12


def test_the_staff_fund_is_paid_out_with_a_name_and_a_reason_once_the_tournament_is_over(house):
    tournament = running(house, entries=2)
    client = as_(house.ana)
    press(client, tournament, "close-entries")
    asked = {"fund": "staff", "amount": "10", "method": "cash", "paid_to": "Dealers", "reason": "evening"}
    with cast.unchanged():
        # while it runs the money may yet have to go back
        assert press(client, tournament, "fund", **asked)["kind"] == "refused"
    prizes = f"/director/{tournament}/prizes/"
    page = client.get(prizes).content.decode()
    assert "Nothing can be paid out yet" in page and 'name="paid_to"' not in page
    seat = somebody(tournament)
    press(client, tournament, "bust", bust=f"1-{seat.number}")
    press(client, tournament, "finish")
    assert '<option value="staff">Staff fund · R$' in client.get(prizes).content.decode()
    assert "R$10.00 paid." in press(client, tournament, "fund", **asked)["text"]
    with cast.unchanged():
        assert press(client, tournament, "fund", **{**asked, "paid_to": ""})["kind"] == "refused"
        assert press(client, tournament, "fund", **{**asked, "amount": "99999"})["kind"] == "refused"
    cast.books_balance()


def test_the_season_page_shows_the_working(house):
    from datetime import date

    from tournaments.commands.create_season import create_season
    from tournaments.commands.create_series import create_series
    from tournaments.commands.create_stage import create_stage

    series = cast.say(create_series, by=house.ana, venue_id=house.venue_id, name="Circuito", slug="circuito")
    year = cast.START.year
    season = cast.say(
        create_season,
        by=house.ana,
        series_id=series["series_id"],
        name=str(year),
        starts_on=date(year, 1, 1),
        ends_on=date(year, 12, 31),
    )["season_id"]
    stage = cast.say(
        create_stage,
        by=house.ana,
        season_id=season,
        number=1,
        name="Etapa",
        starts_on=cast.START.date(),
        ends_on=cast.START.date(),
    )["stage_id"]
    client = as_(house.ana)
    # while the season is there, a tournament that counts for the ranking and belongs to no stage is doubted
    said = "belongs to no stage: nobody gets points for it"
    for more, doubted in (
        ({}, True),
        ({"stage_id": stage}, False),
        ({"ranks": False}, False),
        # practice never counts, whatever its template says
        ({"practice": True}, False),
    ):
        draft = house.tournament("scpt-main", starts_at=datetime.now(UTC) + timedelta(days=2), **more)
        assert (said in client.get(f"/director/{draft}/settings/").content.decode()) is doubted, more
    tournament = running(house, entries=2, stage_id=stage)
    press(client, tournament, "close-entries")
    press(client, tournament, "bust", bust=f"1-{somebody(tournament).number}")
    winner = somebody(tournament).entry.player.public_name
    press(client, tournament, "finish")
    html = client.get(f"/director/seasons/{season}/").content.decode()
    assert winner in html and "Circuito" in html
    # a figure has its noun
    assert re.search(r'title="[\d.]+"\s*>[\d.]+ points<', html)
    assert as_(house.caio).get(f"/director/seasons/{season}/").status_code == 403


def test_a_tablet_that_is_cut_off_is_a_need_and_one_put_away_is_not(house, monkeypatch):
    from access import presence
    from people.commands.pair_device import pair_device

    tournament = running(house)
    client = as_(house.ana)
    paired = cast.say(
        pair_device, by=house.ana, venue_id=house.venue_id, name="Azul", kind="floor", token_hash="1" * 64
    )["device_id"]

    def told(ago):
        now = datetime.now(UTC)
        with monkeypatch.context() as then:
            then.setattr("access.moment.at", lambda: now - timedelta(seconds=ago))
            presence.seen([paired])
        return "Tablet Azul has not answered" in client.get(f"/director/{tournament}/now/").content.decode()

    assert [told(ago) for ago in (0, 120, 3600)] == [False, True, False]
    assert told(120)
    presence.left(paired)
    assert "Azul" not in client.get(f"/director/{tournament}/now/").content.decode()


def test_a_display_without_a_line_is_a_need_until_it_is_back_or_unpaired(house, monkeypatch):
    from tournaments.commands.pair_screen import pair_screen
    from tournaments.commands.set_up_screen import set_up_screen
    from tournaments.commands.unpair_screen import unpair_screen

    tournament = running(house)
    client = as_(house.ana)
    display = Client()
    display.get("/screens/")
    code = display.cookies["screen"].value
    cast.say(pair_screen, by=house.ana, tournament_id=tournament, code=code)
    cast.say(
        set_up_screen,
        by=house.ana,
        tournament_id=tournament,
        code=code,
        name="Parede norte",
        sound=False,
        volume=60,
        voice=False,
    )

    def ask(ago):
        now = datetime.now(UTC)
        with monkeypatch.context() as then:
            then.setattr("access.moment.at", lambda: now - timedelta(seconds=ago))
            display.get("/screens/where/")
        return (now - timedelta(seconds=ago)).astimezone(ZoneInfo("America/Sao_Paulo")).strftime("%H:%M")

    def missed():
        now = client.get(f"/director/{tournament}/now/").content.decode()
        screens = client.get(f"/director/{tournament}/screens/").content.decode()
        found = [re.search(r"has not answered since (\d\d:\d\d)", page) for page in (now, screens)]
        return [one and one[1] for one in found]

    ask(ago=60)
    assert missed() == [None, None]
    since = ask(ago=3600)
    assert missed() == [since, since]
    ask(ago=0)
    assert missed() == [None, None]
    ask(ago=3600)
    cast.say(unpair_screen, by=house.ana, tournament_id=tournament, code=code)
    assert missed() == [None, None]
    # paired again before it has asked: what it did before it was let go is no silence
    ask(ago=0)
    cast.say(pair_screen, by=house.ana, tournament_id=tournament, code=code)
    assert missed() == [None, None]


# ---------------------------------------------------------------------------- deals


@pytest.mark.rule("SCPT.M", "ADTP.P3")
def test_a_deal_is_proposed_voted_on_paper_and_holds(house, monkeypatch):
    from tests.payouts.test_deals import table_of_three

    tournament = table_of_three(house)
    # pages live in the present, which is before what the deal's own tests call now
    monkeypatch.setattr("access.moment.at", lambda: cast.after(hours=1))
    client, bruno = as_(house.ana), as_(house.bruno)
    page = client.get(f"/director/{tournament}/deals/").content.decode()
    assert "By stack value (ICM)" in page
    with cast.unchanged():
        assert press(bruno, tournament, "deal", kind="icm")["kind"] == "refused"
        assert press(client, tournament, "deal", kind="custom", amount_1="1.00")["kind"] == "refused"
        assert press(client, tournament, "deal", kind="nonsense")["kind"] == "refused"
    assert press(client, tournament, "deal", kind="icm", reserve="")["kind"] == "done"
    page = client.get(f"/director/{tournament}/deals/").content.decode()
    assert "0 of 3 have voted" in page and "R$900.00 to divide" in page
    deal = re.search(r'name="deal_id" value="(\d+)"', page)[1]
    with cast.unchanged():
        assert press(client, tournament, "deal-approve", deal_id=deal)["kind"] == "refused"
        # no default, no names
        for wrong in ({}, {"yes": "3"}, {"yes": "", "no": ""}, {"yes": "2", "no": "2"}):
            assert press(client, tournament, "deal-paper", deal_id=deal, **wrong)["kind"] == "refused"
    # one no: the count itself ends it, and the form for the next one stands there
    press(client, tournament, "deal-paper", deal_id=deal, yes="2", no="1")
    toast = press(client, tournament, "deal-approve", deal_id=deal)
    assert toast["kind"] == "done" and toast["text"].startswith("Not all said yes: the deal came to nothing.")
    page = client.get(f"/director/{tournament}/deals/").content.decode()
    assert "Came to nothing: not all said yes" in page and "Put it to the vote" in page
    # stacks that add up can still be wrong between two players: they are mended here
    assert "Correct a stack" in page and 'name="stack_' in page
    assert press(client, tournament, "deal", kind="icm", reserve="")["kind"] == "done"
    page = client.get(f"/director/{tournament}/deals/").content.decode()
    deal = re.search(r'name="deal_id" value="(\d+)"', page)[1]
    toast = press(client, tournament, "deal-paper", deal_id=deal, yes="3", no="0")
    assert toast["text"] == "3 votes on paper are noted: all 3 votes are in."
    assert press(client, tournament, "deal-approve", deal_id=deal)["text"] == "The deal holds."
    page = client.get(f"/director/{tournament}/deals/").content.decode()
    assert "The deal holds" in page


@pytest.mark.rule("PT-T.53")
def test_where_the_rules_forbid_deals_the_page_says_so(house):
    tournament = running(house, template="online-mtt-pt", online=False, guarantee_cents=0)
    assert b"allows no deal" in as_(house.ana).get(f"/director/{tournament}/deals/").content


# ---------------------------------------------------------------------------- settings: what came later


@pytest.mark.rule("SCPT.C", "ADTP.27")
def test_chips_rebuy_condition_and_opening_time_are_set_on_the_page(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    where = f"/director/{draft}/settings/"
    form = form_of(client.get(where).content.decode())
    with cast.unchanged():
        for wrong in ({"chip_set": "eight"}, {"redraw_at": "x"}, {"registration_opens_at": "soon"}):
            assert client.post(where, {**form, **wrong}).status_code == 409, wrong
    # at a table online the one that is sold there is chosen already
    Tournament.objects.filter(pk=draft).update(online=True)
    assert '<option value="zero" selected>' in client.get(where).content.decode()
    Tournament.objects.filter(pk=draft).update(online=False)
    stack = int(form["starting_stack_chips"].replace(",", ""))
    values = {
        **form,
        "command_id": str(uuid.uuid4()),
        "chip_set": f"4 x 25; {(stack - 100) // 100} × 100",
        "rebuy_price": "50.00",
        "rebuy_chips": "5000",
        "rebuy_level": "4",
        "rebuy_condition": "zero",
        "registration_opens_at": "2026-11-01T12:00",
    }
    assert client.post(where, values).status_code == 302
    saved = Tournament.objects.get(pk=draft)
    assert saved.chip_set == [[25, 4], [100, (stack - 100) // 100]]
    assert saved.rebuy["condition"] == "zero"
    assert saved.registration_opens_at.isoformat() == "2026-11-01T15:00:00+00:00"
    # read again and saved again nothing changes
    form = form_of(client.get(where).content.decode())
    with cast.unchanged():
        client.post(where, form)


@pytest.mark.rule("PT-T.41")
def test_another_starting_stack_takes_its_chips_along_or_says_that_they_are_gone(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    where = f"/director/{draft}/settings/"

    def saved(**values):
        form = form_of(client.get(where).content.decode())
        page = client.post(
            where, {**form, "command_id": str(uuid.uuid4()), **values}, follow=True
        ).content.decode()
        return page, Tournament.objects.get(pk=draft)

    page, now = saved(starting_stack_chips="15000", chip_set="8 x 25, 8 x 100, 10 x 500, 9 x 1000")
    assert now.chip_set == [[25, 8], [100, 8], [500, 10], [1000, 9]] and "follow it" not in page
    page, now = saved(starting_stack_chips="20000")
    assert sum(worth * count for worth, count in now.chip_set) == 20_000
    assert {worth for worth, _count in now.chip_set} == {25, 100, 500, 1000}
    chips = ", ".join(f"{count} × {worth:,}" for worth, count in now.chip_set)
    assert f"Saved. The chips of the stack follow it: {chips}." in page
    # a stack that these chips cannot make: the list goes, and the page says so
    page, now = saved(starting_stack_chips="20010")
    assert now.chip_set == [] and "it is empty now. Write it under “Seats and chips”." in page
    page, now = saved(starting_stack_chips="20000")
    assert now.chip_set == [] and "it is empty now" not in page


@pytest.mark.rule("SCPT.V")
def test_shortened_levels_are_named_with_their_minutes_before_and_after(house):
    tournament = running(house, entries=6)
    client = as_(house.ana)

    def item():
        page = unescape(client.get(f"/director/{tournament}/").content.decode())
        found = re.search(r'short-handed/".*?<button>(.*?)</button>', page, re.DOTALL)
        return re.sub(r"<[^>]+>|\s+", " ", found[1]).split() if found else None

    level = Tournament.objects.get(pk=tournament).structure["items"][0]["seconds"] // 60
    assert " ".join(item()) == f"Shorten the levels that follow: from {level} to 15 min with 5 left"
    Field.objects.filter(pk=tournament).update(players_left=5)
    assert " ".join(item()) == f"Shorten the levels that follow: from {level} to 15 min"
    # the running one keeps its length, so what is told is that of those that follow
    structure = Tournament.objects.get(pk=tournament).structure
    structure["items"][0]["seconds"] = 600 * 3
    structure["items"][1]["seconds"] = 600 * 5
    Tournament.objects.filter(pk=tournament).update(structure=structure)
    assert " ".join(item()) == "Shorten the levels that follow: from 50 to 15 min"
    toast = press(client, tournament, "short-handed")
    assert toast["text"] == "The levels that follow last 15 minutes."
    # they are as short as can be
    assert item() is None
    assert take_back(client, toast)["text"] == "Undone."
    assert item() is not None
    # a turbo has no levels to shorten
    turbo = house.started("turbo-8max", entries=3, starts_at=cast.START)
    assert "short-handed/" not in client.get(f"/director/{turbo}/").content.decode()


@pytest.mark.rule("ADTP.32")
def test_who_is_alone_has_no_button_and_no_blinds_beside_empty_seats(house):
    from tests.payouts.room import down_to

    tournament = house.started(
        "turbo-8max", entries=4, late_registration_level=0, re_entries_per_player=0, starts_at=cast.START
    )
    client = as_(house.ana)
    table = Table.objects.get(tournament_id=tournament)
    taken = list(table.chairs.filter(entry__isnull=False).order_by("number").values_list("number", flat=True))
    free = next(number for number in range(1, table.seats + 1) if number not in taken)

    def signs(button, small, big):
        Table.objects.filter(pk=table.pk).update(
            button_seat=button, small_blind_seat=small, big_blind_seat=big
        )
        return client.get(f"/director/{tournament}/tables/").content.decode().count(lies)

    lies = "data-sign="
    assert signs(*taken[:3]) == 3
    # a button may lie before an empty seat, a blind is posted by somebody
    assert [
        signs(free, taken[0], taken[1]),
        signs(taken[0], free, taken[1]),
        signs(taken[0], taken[1], free),
    ] == [3, 2, 2]
    down_to(house, tournament, 1)
    Table.objects.filter(pk=table.pk).update(
        button_seat=taken[0], small_blind_seat=taken[1], big_blind_seat=taken[2]
    )
    assert lies not in client.get(f"/director/{tournament}/tables/").content.decode()
