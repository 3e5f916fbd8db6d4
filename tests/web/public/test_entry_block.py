"""What is played is told on every face; what an entry costs and buys is told before anybody pays."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from tests import cast
from tests.web.director.test_director import as_
from tournaments.commands.open_registration import open_registration
from tournaments.commands.update_venue import update_venue

pytestmark = pytest.mark.django_db

STARTS = timedelta(days=3)


@pytest.fixture
def house():
    made = cast.house()
    cast.say(
        update_venue,
        by=made.olga,
        venue_id=made.venue_id,
        changes={"address": "Rua das Cartas, 52", "city": "Joinville"},
    )
    return made


def page(path: str, client: Client | None = None) -> str:
    answer = (client or Client(headers={"accept-language": "en"})).get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def terms(html: str) -> dict[str, tuple[str, str]]:
    """The lines of the block: label to (what it says, what more)."""
    found = re.findall(
        r"<div><dt>([^<]*)</dt><dd>(.*?)(?: <small class=.soft.>(.*?)</small>)?</dd></div>", html
    )
    return {label: (says, more) for label, says, more in found}


@pytest.mark.rule("SCPT.A", "SCPT.L", "SCPT.O", "SCPT.U", "PT-T.23", "PT-T.31", "PT-T.34")
def test_the_public_page_and_the_phone_say_everything_before_paying(house):
    soon = datetime.now(UTC).replace(hour=22, minute=0, second=0, microsecond=0) + STARTS
    t = house.published(
        "scpt-main",
        starts_at=soon,
        variant="plo",
        main_event=False,
        re_entries_per_player=2,
        capacity=1800,
        rebuy={"price_cents": 10_000, "chips": 30_000, "until_level": 6, "per_player": 1},
        add_on={"price_cents": 12_000, "chips": 50_000, "after_level": 9, "per_player": 1},
    )
    for path, client in ((f"/t/{t}/", None), (f"/play/{t}/", as_(house.dora)), (f"/play/{t}/", None)):
        html = page(path, client)
        block = html[html.index('id="entry-title"') :]
        if path.startswith("/t/"):  # on the poster's ticket
            ticket = html[html.index('class="ticket-parts"') : html.index('id="entry-title"')]
            assert re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", ticket) == [
                ("to the prizes", "R$328.50"),
                ("house fee", "R$94.50"),
                ("staff fund", "R$13.50"),
                ("ranking fund", "R$13.50"),
            ]
        else:
            # in the block, or above it beside the way in: once
            parts = html.partition("At the desk</p>")[0]
            assert re.findall(r'<dt>([^<]*)</dt>\s*<dd class="figures">([^<]*)</dd>', parts) == [
                ("to the prizes", "R$328.50"),
                ("house fee", "R$94.50"),
                ("staff fund", "R$13.50"),
                ("ranking fund", "R$13.50"),
            ], path
        said = terms(block)
        assert said["Game"] == ("Pot-Limit Omaha", "")
        assert said["Where"] == ("Clube", "Rua das Cartas, 52 · Joinville")
        assert said["Be there"][0].endswith("18:30")
        assert said["Be there"][1] == "30 minutes before the start, with a photo document"
        assert said["Guaranteed"] == (
            "R$300,000",
            "of which staff fund R$9,000, ranking fund R$9,000; R$282,000 to the places",
        )
        assert said["Starting stack"] == (
            "30,000 chips",
            "8 × 25, 8 × 100, 6 × 500, 6 × 1,000, 4 × 5,000",
        )
        assert said["Late registration"] == ("to the end of the break after level 9", "")
        assert said["Re-entries"] == ("2 for each player", "")
        assert said["Surrender"][0] == "allowed"
        assert said["Rebuy"] == (
            "R$100 for 30,000 chips",
            "to the end of the break after level 6 · with the starting stack or less · 1 for each player",
        )
        assert said["Add-on"] == (
            "R$120 for 50,000 chips",
            "in the break after level 9 · 1 for each player",
        )
        assert said["Seats"] == ("1,800", "then a waiting list")
        assert said["Cancelling"][0].endswith("18:30")
        assert said["Age"] == ("18 or older", "")
        # what each way to pay costs is not folded away; nothing is counted before there are entries
        desk = html[html.index('<p class="soft">At the desk</p>') :].partition("</dl>")[0]
        lines = re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", desk, re.DOTALL)
        assert [(words(way), words(cost)) for way, cost in lines][:3] == [
            ("Cash", "R$450.00"),
            ("Debit card R$22.50 surcharge", "R$472.50"),
            ("Credit card R$45.00 surcharge", "R$495.00"),
        ]
        assert html.count("R$472.50") == 1, path
        counted = re.findall(r'data-part="counted"([^>]*)>', html)
        assert counted == ([" hidden"] if path.startswith("/play/") else [])


@pytest.mark.rule("SCPT.H")
def test_who_waits_takes_no_place(house):
    t = house.published(
        "turbo-8max",
        starts_at=datetime.now(UTC) + STARTS,
        guarantee_cents=0,
        capacity=3,
        alternates=True,
    )
    cast.say(open_registration, by=house.ana, tournament_id=t)
    told = []
    for _ in range(5):
        house.enter(t)
        told += re.findall(r'data-part="taken"\s*>([^<]+)<', page(f"/t/{t}/"))
    assert told == [f"{taken} of 3 places taken" for taken in (1, 2, 3, 3, 3)]


@pytest.mark.rule("PT-T.23", "PT-T.24")
def test_a_bounty_late_registration_by_time_and_an_earlier_end_of_cancelling_are_told(house):
    from rules.entries import simple_split

    split = simple_split(name="x", prize_cents=5_000, fee_cents=1_000, bounty_cents=4_000)
    t = house.published(
        "turbo-8max",
        starts_at=datetime.now(UTC) + STARTS,
        split=split.as_dict(),
        price_cents=10_000,
        late_registration_level=0,
        late_registration_minutes=90,
        cancel_minutes_before_start=120,
        re_entries_per_player=None,
    )
    said = terms(page(f"/t/{t}/"))
    assert said["Bounty"] == ("R$40", "to whoever knocks the player out")
    assert said["Late registration"] == ("until 90 minutes after the start", "")
    assert said["Re-entries"] == ("without limit, while late registration is open", "")
    assert said["Cancelling"][0].startswith("until ")
    assert "Surrender" not in said and "Guaranteed" not in said


@pytest.mark.rule("PT-T.24")
def test_an_end_of_cancelling_that_has_passed_is_told_as_passed(house):
    t = house.published(
        "turbo-8max",
        starts_at=datetime.now(UTC) + timedelta(hours=1),
        cancel_minutes_before_start=120,
    )
    cast.say(open_registration, by=house.ana, tournament_id=t)
    assert terms(page(f"/t/{t}/"))["Cancelling"][0].startswith("closed on ")


@pytest.mark.rule("SCPT.N")
def test_what_is_played_is_told_on_every_face(house):
    structure = {
        "starting_stack": 20_000,
        "items": [
            {"kind": "level", "small_blind": 100, "big_blind": 200, "seconds": 1200, "game": "stud8"},
            {"kind": "level", "small_blind": 200, "big_blind": 400, "seconds": 1200, "game": "plo"},
            {"kind": "level", "small_blind": 300, "big_blind": 600, "seconds": 1200},
        ],
    }
    soon = datetime.now(UTC) + STARTS
    t = house.published(
        "turbo-8max",
        variant="mixed",
        name="Noite mista",
        starts_at=soon,
        structure=structure,
        late_registration_level=0,
        re_entries_per_player=0,
        chip_set=[],
    )
    assert "Noite mista Mixed Games · Clube" in words(page("/"))
    month = soon.astimezone(ZoneInfo("America/Sao_Paulo"))  # the house's, on the last evening of one, too
    assert "Noite mista Mixed Games · Clube" in words(page(f"/calendar/?month={month:%Y-%m}"))
    public = page(f"/t/{t}/")
    assert '<span data-part="game">Seven-Card Stud Hi-Lo</span>' in public  # what the first level plays
    assert terms(public)["Game"] == ("Mixed Games", "Seven-Card Stud Hi-Lo · Pot-Limit Omaha")
    assert "100\u00a0–\u00a0200</span> · Seven-Card Stud Hi-Lo" in public
    levels = page(f"/t/{t}/structure/")
    assert "Mixed Games" in levels and "200\xa0–\xa0400</span> · Pot-Limit Omaha" in levels
    sheet = page(f"/director/{t}/structure/", as_(house.ana))
    assert "<p>Mixed Games · Clube" in sheet and "<td>Pot-Limit Omaha" in sheet
    wall = page(f"/screens/{t}/clock/")
    assert '<span data-part="game">Mixed Games</span>' in wall
    face = Client().get(f"/api/tournaments/{t}").json()
    assert face["game"] == "Mixed Games"
    clock = Client().get(f"/api/tournaments/{t}/clock").json()["face"]
    assert (clock["game"], [i["game"] for i in clock["items"]]) == (
        "Mixed Games",
        ["Seven-Card Stud Hi-Lo", "Pot-Limit Omaha", ""],
    )


@pytest.mark.rule("SCPT.N")
def test_slips_and_cards_name_the_game(house, monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    t = house.started("turbo-8max", entries=3, variant="plo5")
    ana = as_(house.ana)
    cards = page(f"/director/{t}/tables/cards/", ana)
    # in a line of its own: no name of a tournament breaks it
    assert (cards.count("Terça</span>"), cards.count("<span>5-Card Pot-Limit Omaha</span>")) == (3, 3)
    from tables.models import Seat

    seat = Seat.objects.filter(table__tournament_id=t, entry__isnull=False).order_by("number").first()
    free = Seat.objects.filter(table__tournament_id=t, entry__isnull=True).order_by("number").first()
    from tables.commands.move_player import move_player

    cast.say(
        move_player,
        by=house.ana,
        at=now,
        entry_id=seat.entry_id,
        table_number=free.table.number,
        seat_number=free.number,
        reason="correction",
    )
    assert "<span>5-Card Pot-Limit Omaha · " in page(f"/director/{t}/tables/slips/", ana)
    # a slip of before is known by the player and the seat that was left
    cast.say(
        move_player,
        by=house.ana,
        at=now,
        entry_id=seat.entry_id,
        table_number=seat.table.number,
        seat_number=seat.number,
        reason="correction",
    )
    slips = page(f"/director/{t}/tables/slips/", ana)
    earlier = words(slips[slips.index("Earlier moves") :])
    assert f" from table {seat.table.number}, seat {seat.number}" in earlier


def test_it_is_told_everywhere_that_a_tournament_is_played_online(house):
    soon = datetime.now(UTC).replace(microsecond=0) + STARTS
    live = house.registering("turbo-8max", starts_at=soon)
    online = house.registering("online-sit-and-go", starts_at=soon)
    player = as_(cast.person("Rui"))
    player.cookies["django_language"] = "en"
    for path, client in ((f"/t/{online}/", None), (f"/play/{online}/", player)):
        says, more = terms(page(path, client))["Where"]
        assert says == "Online" and more.startswith("It is played in the browser.")
    assert "Online" not in str(terms(page(f"/t/{live}/")))
    month = soon.astimezone(ZoneInfo("America/Sao_Paulo"))
    for where in ("/", f"/calendar/?month={month:%Y-%m}"):
        lines = re.findall(r"<small\s*>\s*([^<]*)<", page(where))
        assert lines.count("Online") == 1, where


def test_an_hour_of_what_is_played_online_says_whose_it_is(house):
    soon = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=3)
    online = house.registering("online-mtt-pt", name="Noite online", starts_at=soon)
    live = house.registering("turbo-8max", starts_at=soon)
    player = as_(cast.person("Rui"))
    player.cookies["django_language"] = "en"
    month = soon.astimezone(ZoneInfo("America/Sao_Paulo"))
    for where in (f"/t/{online}/structure/", "/", f"/calendar/?month={month:%Y-%m}"):
        assert words(page(where).split("<main")[1]).count("hour of São Paulo") == 1, where
    for where in (f"/play/{online}/", "/tables/", f"/t/{online}/"):
        assert "hour of São Paulo" in words(page(where, player).split("<main")[1]), where
    for where in (f"/t/{live}/", f"/play/{live}/"):
        assert "hour of" not in words(page(where, player).split("<main")[1]), where


def test_a_sit_and_go_that_waits_to_be_full_asks_nobody_to_be_there_by_an_hour(house):
    t = house.registering("sit-and-go-9")
    said = terms(page(f"/t/{t}/"))
    assert said["Start"][0] == "when 9 are in" and said["Where"][0] == "Clube"
    assert "Be there" not in said


@pytest.mark.parametrize(("minutes", "asked"), [(31, True), (30, False), (20, False), (-5, False)])
def test_nobody_is_asked_to_be_there_by_an_hour_that_has_passed(house, monkeypatch, minutes, asked):
    """A tournament of 18:30 that is published at 18:10."""
    t = house.published(starts_at=cast.START)
    monkeypatch.setattr("access.moment.at", lambda: cast.START - timedelta(minutes=minutes))
    said = terms(page(f"/t/{t}/"))
    if asked:
        assert said["Be there"][0].endswith("18:30")
        assert "Bring" not in said
    else:
        assert "Be there" not in said
        assert said["Bring"] == ("a photo document", "")
