"""The floor's pages without a browser: who may, what needs the server, rulings from form to log."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from people.commands.lift_exclusion import lift_exclusion
from people.models import Exclusion, User
from rules.rulings import CATALOGUE, FactType, Group
from tables.commands.penalise import penalise
from tables.models import Penalty, Ruling, Seat, Table
from tests import cast
from tournaments.models import Entry
from tournaments.queries.clock import clock_payload
from tournaments.topics import clock_topic, counts_topic
from web.floor.situations import OFTEN, facts_of, form_of
from web.floor.views import FIRST_TILES
from web.templatetags.icons import drawings

pytestmark = pytest.mark.django_db
JS = Path(__file__).resolve().parents[3] / "static" / "js"


@pytest.fixture
def house():
    return cast.house()


@pytest.fixture
def running(house):
    return house.started("turbo-8max", entries=9)


@pytest.fixture
def as_(client):
    def sign_in(person):
        client.force_login(User.objects.get(pk=person.user_id))
        client.cookies["django_language"] = "en"
        return client

    return sign_in


def test_the_tablet_is_for_the_floor(as_, house, running):
    page = as_(house.bruno).get(f"/floor/{running}/")
    assert page.status_code == 200
    assert page["Cache-Control"] == "private, no-store"
    text = page.content.decode()
    assert f"staff/tournament/{running}/tables" in text
    assert "style=" not in text and "<script>" not in text
    for stranger in (house.caio, house.dora):
        assert as_(stranger).get(f"/floor/{running}/").status_code == 403


def test_the_clock_of_the_room_is_in_the_head_of_each_page(as_, house, running):
    """As it stood when the page was made, for one that has no scripts, and as wide as the scripts write it; the same clock goes on by itself and is told anew."""
    for page in ("", "rulings/", "rulings/misdeal/"):
        html = as_(house.bruno).get(f"/floor/{running}/{page}").content.decode()
        head = html[html.index('class="tablet-clock"') : html.index("<nav")]
        assert re.search(
            r"<b>\d+:\d\d</b>\s*<small>Level \d+ · [\d,]+ – [\d,]+ · BB ante [\d,]+</small>",
            re.sub(r"\s+", " ", re.sub(r"</?span[^>]*>", "", head)),
        )
        told = json.loads(html.partition('id="page" type="application/json">')[2].partition("</script>")[0])
        assert told["topics"]["clock"] == clock_topic(running) and told["clock"]["items"]
    # who directs has the strip instead
    html = as_(house.ana).get(f"/floor/{running}/rulings/").content.decode()
    assert 'id="strip"' in html and "tablet-clock" not in html


def test_in_a_recess_the_clock_of_a_page_ends_with_no_dot():
    recess = {"remaining": "12:00", "level_line": "Break", "blinds": "", "ante": "", "big_blind": "600"}
    said = " ".join(re.sub(r"<[^>]+>", "", render_to_string("floor/_clock.html", {"clock": recess})).split())
    assert said == "12:00 Break"


def test_nobody_signed_in_is_asked_to_sign_in(client, house, running):
    answer = client.get(f"/floor/{running}/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/?next=/floor/")


def test_before_the_start_there_are_no_tables(as_, house):
    tournament = house.registering("turbo-8max")
    answer = as_(house.bruno).get(f"/floor/{tournament}/")
    # the page says so and leads on to what runs
    page = answer.content.decode()
    assert answer.status_code == 200 and "once the tournament has started" in page
    assert f"staff/tournament/{tournament}/tables" not in page
    # when it starts, and what else is announced for tonight; nothing that is not true
    assert "Start:" in page and "none is announced" not in page and "Tonight" not in page
    house.registering("turbo-8max", name="Depois", starts_at=datetime.now(UTC) + timedelta(hours=2))
    page = as_(house.bruno).get(f"/floor/{tournament}/").content.decode()
    assert "Tonight" in page and "Depois" in page
    full = house.registering("sit-and-go-9")
    assert "Start:" not in as_(house.bruno).get(f"/floor/{full}/").content.decode()


def test_my_tournaments(as_, house, running):
    assert f"/floor/{running}/" in as_(house.bruno).get("/floor/").content.decode()
    assert f"/floor/{running}/" not in as_(house.dora).get("/floor/").content.decode()


def test_without_a_tournament_the_tablet_follows_what_starts_tonight(as_, house):
    page = as_(house.bruno).get("/floor/").content.decode()
    assert "none is announced for tonight" in page and "data-waits" not in page
    tonight = house.registering("turbo-8max", starts_at=datetime.now(UTC) + timedelta(hours=2))
    house.registering("scpt-main", starts_at=datetime.now(UTC) + timedelta(days=3), name="Sábado")
    page = as_(house.bruno).get("/floor/").content.decode()
    assert re.findall('data-waits="([^"]*)"', page) == [counts_topic(tonight)]
    assert "The tables are here as soon as one starts." in page and "floor_wait.js" in page
    assert "Sábado" not in page and "data-waits" not in as_(house.dora).get("/floor/").content.decode()


@pytest.mark.rule("ADTP.11A")
def test_a_proposal_is_applied_once_and_a_stale_one_says_what_changed(as_, house, running):
    # nine at two tables: 5 and 4; one out of the four makes it uneven by two
    short = (
        Seat.objects.filter(table__tournament_id=running, entry__isnull=False)
        .values_list("table__number", flat=True)
        .order_by()
    )
    numbers = list(short)
    table = min(set(numbers), key=numbers.count)
    for seat in Seat.objects.filter(table__tournament_id=running, table__number=table, entry__isnull=False)[
        :1
    ]:
        from tournaments.commands.eliminate_players import eliminate_players

        cast.say(
            eliminate_players,
            by=house.bruno,
            at=cast.after(minutes=5),
            tournament_id=running,
            table_number=table,
            busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
        )
    client = as_(house.bruno)
    page = client.get(f"/floor/{running}/proposals/").content.decode()
    from tables.queries import proposals

    [p] = [p for p in proposals(running) if p.kind in ("move", "break_table")][:1]
    assert p.rule in page
    sent = {"command_id": str(uuid.uuid4()), "table": p.table}
    if p.kind == "move":
        sent |= {"to_table": p.to_table, "entry_id": p.entry_id}
    first = client.post(f"/floor/{running}/proposals/{p.kind}/", sent, headers={"HX-Request": "true"})
    assert first.status_code == 200, first.content
    assert "refused" not in first.headers["HX-Trigger"]
    with cast.unchanged():
        again = client.post(f"/floor/{running}/proposals/{p.kind}/", sent, headers={"HX-Request": "true"})
        assert again.headers["HX-Trigger"] == first.headers["HX-Trigger"]
        stale = client.post(
            f"/floor/{running}/proposals/{p.kind}/",
            {**sent, "command_id": str(uuid.uuid4())},
            headers={"HX-Request": "true"},
        )
        assert '"kind": "refused"' in stale.headers["HX-Trigger"]


@pytest.mark.rule("ADTP.67A", "ADTP.67C", "REGULATIONS 8.2")
def test_penalties_to_serve_are_listed_across_the_tables(as_, house, running):
    client = as_(house.bruno)
    where = f"/floor/{running}/penalties/"
    assert "Nobody has a penalty hand to sit out." in client.get(where).content.decode()
    seat = Seat.objects.filter(table__tournament_id=running, entry__isnull=False).select_related(
        "entry__player", "table"
    )[0]
    cast.say(
        penalise,
        by=house.bruno,
        entry_id=seat.entry_id,
        kind="missed_rounds",
        rounds=2,
        reason="Telefone na mesa",
    )
    # of the list: each reads it in the own language, whoever gave it
    client.cookies["django_language"] = "pt-br"
    assert "2 rodadas · Telefone na mesa" in client.get(where).content.decode()
    client.cookies["django_language"] = "en"
    page = client.get(where).content.decode()
    hands = 2 * seat.table.players
    assert f"Table {seat.table.number}, seat {seat.number}" in page and f"{hands} hands left" in page
    assert "2 rounds · Phone at the table" in page and seat.entry.player.public_name in page
    told = client.get(f"/api/tournaments/{running}/penalties").json()
    assert [(p["table"], p["seat"], p["hands_owed"]) for p in told] == [
        (seat.table.number, seat.number, hands)
    ]
    record = client.get(f"/api/entries/{seat.entry_id}/penalties").json()
    assert record["next"] == {"kind": "missed_rounds", "rounds": 3, "earlier": 1}
    assert as_(house.desi).get(where).status_code == 403


@pytest.mark.rule("ADTP.43A", "ADTP.1")
def test_a_ruling_is_read_and_logged_with_one_tap(as_, house, running):
    client = as_(house.bruno)
    asked = {"table": "1", "total_chips": "1.000", "bet_chips": "400", "raise_chips": "400"}
    page = client.get(f"/floor/{running}/rulings/raise_amount/", {**asked, "ask": "1"}).content.decode()
    assert "This is a raise to 1,000 in total." in page
    assert "ADTP.43A" in page
    logged = client.post(
        f"/floor/{running}/rulings/raise_amount/log/", {**asked, "command_id": str(uuid.uuid4())}
    )
    assert logged.status_code == 302
    row = Ruling.objects.get(tournament_id=running)
    assert (row.rule, row.table.number, row.by_id) == ("ADTP.43A", 1, house.bruno.user_id)
    assert row.situation["total_chips"] == 1000
    assert "ADTP.43A" in client.get(f"/floor/{running}/rulings/").content.decode()


def test_numbers_that_cannot_be_are_told_by_their_title(as_, house, running):
    client = as_(house.bruno)
    page = client.get(
        f"/floor/{running}/rulings/raise_amount/", {"total_chips": "lots", "bet_chips": "", "ask": "1"}
    ).content.decode()
    assert "must be a whole number" in page
    assert client.get(f"/floor/{running}/rulings/no_such/").status_code == 409
    with cast.unchanged():
        client.post(
            f"/floor/{running}/rulings/raise_amount/log/",
            {"total_chips": "1", "command_id": str(uuid.uuid4())},
        )


def test_only_the_director_decides_otherwise(as_, house, running):
    sent = {
        "total_chips": "1000", "bet_chips": "400", "raise_chips": "400",
        "decision": "A call.", "override_reason": "Both players had understood a call.",
    }  # fmt: skip
    where = f"/floor/{running}/rulings/raise_amount/log/"
    floor = as_(house.bruno)
    with cast.unchanged():
        floor.post(where, {**sent, "command_id": str(uuid.uuid4())})
    as_(house.ana).post(where, {**sent, "command_id": str(uuid.uuid4())})
    assert Ruling.objects.get(tournament_id=running).override_reason.startswith("Both players")


def test_every_question_has_a_form(as_, house, running):
    client = as_(house.bruno)
    with translation.override("en"):
        listed = client.get(f"/floor/{running}/rulings/").content.decode()
        for kind in CATALOGUE.values():
            # the casino tables of Portugal are no question of a Brazilian tournament
            link = f'/floor/{running}/rulings/{kind.name}/"'
            assert (link in listed) is (kind.group is not Group.CASINO), kind.name
            assert client.get(f"/floor/{running}/rulings/{kind.name}/").status_code == 200, kind.name
            assert [f["name"] for f in form_of(kind, typed=None)] == [f.name for f in kind.fields]
        # the ten that are asked most stand above all, on the tablet without a line, too; what is searched for stands alone
        tiles = re.findall(r"rulings/(\w+)/", listed.partition('class="often"')[2].partition("</ul>")[0])
        assert tiles == list(OFTEN) and len(tiles) == 10
        assert client.get(f"/floor/{running}/rulings.json").json()["often"] == OFTEN
        assert 'class="often"' not in client.get(f"/floor/{running}/rulings/?q=deal").content.decode()


def test_rows_and_lists_come_back_as_they_were_typed():
    from django.http import QueryDict

    pots = CATALOGUE["divide_pots"]
    typed = QueryDict(mutable=True)
    typed.update({"players.0.seat": "1", "players.0.chips": "5.000", "players.2.seat": "4", "players.2.chips": "900",
                  "players.2.folded": "yes"})  # fmt: skip
    assert facts_of(pots, typed=typed) == {
        "players": [{"seat": 1, "chips": 5000}, {"seat": 4, "chips": 900, "folded": True}]
    }
    chips = CATALOGUE["multiple_chips"]
    listed = next(f for f in chips.fields if f.type is FactType.CHIP_LIST)
    typed = QueryDict(mutable=True)
    typed.update({listed.name: "500 + 500 100"})
    assert facts_of(chips, typed=typed)[listed.name] == [500, 500, 100]


@pytest.mark.rule("ADTP.12", "PT-H.60", "PT-H.61")
def test_the_floor_types_the_cards_and_reads_who_wins(as_, house, running):
    client = as_(house.bruno)
    typed = {
        "table": "1",
        "game": "holdem",
        "board": "Ac 2d 3h 10s 9c",
        "button_seat": "4",
        "smallest_chip": "25",
    }
    for row, (seat, hole, chips, folded) in enumerate(
        ((1, "5s 4s", "100", "no"), (2, "Ah Qh", "1.525", "no"), (3, "", "75", "yes"))
    ):
        typed |= {f"players.{row}.seat": str(seat), f"players.{row}.hole": hole, f"players.{row}.chips": chips,
                  f"players.{row}.folded": folded}  # fmt: skip
    with cast.unchanged(), translation.override("en"):
        page = client.get(f"/floor/{running}/rulings/who_wins/", {**typed, "ask": "1"}).content.decode()
    words = re.sub(r"<[^>]+>|\s+", " ", page)
    words = re.sub(r" +", " ", words)
    assert "Seat 1 wins the pot of 275." in words
    assert "Seat 1 · Straight, 5 high · 5s 4s Ac 2d 3h" in words
    assert "Seat 2 · Pair of aces · Ah Qh Ac 10s 9c" in words
    assert "1,425 that nobody covered goes back to seat 2." in words
    assert 'value="Ac 2d 3h 10s 9c"' in page  # the form keeps what was typed
    # more rows are asked for below the rows; Enter in a field, which presses the first button, asks for the ruling
    form = page[page.index('<form method="get"') :]
    assert [
        form.index(part) for part in ('name="ask"', "Row 4", "More rows", "What is the ruling?")
    ] == sorted(form.index(part) for part in ('name="ask"', "Row 4", "More rows", "What is the ruling?"))
    assert form.count("More rows") == 1
    with translation.override("en"):
        no = client.get(f"/floor/{running}/rulings/who_wins/", {**typed, "board": "Ac Xd", "ask": "1"})
    assert "write each card as its rank and its suit in English" in no.content.decode()


def test_entries_are_untouched_by_looking(as_, house, running):
    before = list(Entry.objects.values_list("pk", "state"))
    client = as_(house.bruno)
    for path in ("", "proposals/", "rulings/"):
        assert client.get(f"/floor/{running}/{path}").status_code == 200
    assert list(Entry.objects.values_list("pk", "state")) == before


@pytest.mark.rule("ADTP.1", "REGULATIONS 8.3")
def test_asking_logs_nothing_and_what_the_rules_leave_open_is_never_kept_without_what_was_decided(
    as_, house, running
):
    client = as_(house.bruno)
    where = f"/floor/{running}/rulings/undercall/"
    asked = {
        "table": "1",
        "bet_chips": "8000",
        "put_chips": "2000",
        "heads_up_pot": "no",
        "opening_bet": "no",
    }
    with cast.unchanged():
        page = client.get(where, {**asked, "ask": "1"}).content.decode()
        answer = client.get(
            f"/api/tournaments/{running}/rulings/answer",
            {
                "kind": "undercall",
                "situation": '{"bet_chips": 8000, "put_chips": 2000, "heads_up_pot": false, "opening_bet": false}',
            },
        ).json()
        assert (
            client.get(
                f"/api/tournaments/{running}/rulings/answer", {"kind": "undercall", "situation": "[1"}
            ).status_code
            == 400
        )
    assert [c["value"] for c in answer["choices"]] == ["full_call", "forfeit_and_fold"]
    # every choice is a button; without one nothing is kept
    assert 'name="choice" value="full_call"' in page and 'name="choice" value="forfeit_and_fold"' in page
    assert ">Log this ruling<" not in page
    with cast.unchanged():
        client.post(f"{where}log/", {**asked, "command_id": str(uuid.uuid4())})
        client.post(f"{where}log/", {**asked, "choice": "all_in", "command_id": str(uuid.uuid4())})
    client.post(
        f"{where}log/", {**asked, "choice": "forfeit_and_fold", "hand": "47", "command_id": str(uuid.uuid4())}
    )
    row = Ruling.objects.get(tournament_id=running)
    assert (row.choice, row.hand, row.table.number) == ("forfeit_and_fold", 47, 1)
    log = client.get(f"/floor/{running}/rulings/").content.decode()
    assert "Forfeit the 2,000 and fold." in log and "hand 47" in log and "table 1" in log and "Bruno" in log
    assert "Asked recently" in log
    # found by words and not by others, on the page and by API
    assert "hand 47" in client.get(f"/floor/{running}/rulings/", {"q": "undercall"}).content.decode()
    assert (
        "Nothing in the log has these words."
        in client.get(f"/floor/{running}/rulings/", {"q": "xyzzy"}).content.decode()
    )
    api = f"/api/tournaments/{running}/rulings"
    assert [r["choice"] for r in client.get(api, {"q": "bruno"}).json()] == ["forfeit_and_fold"]
    assert client.get(api, {"before": row.pk}).json() == [] == client.get(api, {"table": 2}).json()


@pytest.mark.rule("ADTP.67A", "ADTP.71", "ADTP.P2", "REGULATIONS 8.2")
def test_a_ruling_on_conduct_takes_a_player_and_leads_to_the_penalty(as_, house, running):
    client = as_(house.bruno)
    seat = Seat.objects.filter(table__tournament_id=running, entry__isnull=False).select_related(
        "entry__player", "table"
    )[0]
    where = f"/floor/{running}/rulings/conduct/"
    asked = {"table": str(seat.table.number), "what": "abuse", "again": "no"}
    page = client.get(where, {**asked, "ask": "1"}).content.decode()
    assert "Say below which player it is about" in page and seat.entry.player.public_name in page
    with cast.unchanged():
        client.post(f"{where}log/", {**asked, "choice": "missed_rounds", "command_id": str(uuid.uuid4())})
    asked["entry_id"] = str(seat.entry_id)
    done = client.post(f"{where}log/", {**asked, "choice": "missed_rounds", "command_id": str(uuid.uuid4())})
    row = Ruling.objects.get(tournament_id=running)
    assert (row.entry_id, done["Location"]) == (seat.entry_id, f"/floor/{running}/rulings/?offer={row.pk}")
    offer = client.get(done["Location"]).content.decode()
    assert "No penalty so far. The next step would be: Warning." in offer and "Abuses somebody" in offer
    assert 'value="missed_rounds-1"' in offer and 'value="warning"' not in offer
    assert not Penalty.objects.exists()
    client.post(
        f"/floor/{running}/rulings/penalty/give/",
        {
            "entry_id": str(seat.entry_id),
            "step": "missed_rounds-2",
            "reason": "Abuses somebody",
            "rule": "ADTP.71",
            "command_id": str(uuid.uuid4()),
        },
    )
    given = Penalty.objects.get()
    assert (given.rounds, given.reason, given.rule, given.hands_owed) == (
        2,
        "Abuses somebody",
        "ADTP.71",
        2 * seat.table.players,
    )
    assert seat.entry.player.public_name in client.get(f"/floor/{running}/rulings/").content.decode()


@pytest.mark.rule("ADTP.67A", "ADTP.P2")
def test_who_is_ruled_on_is_warned_too_where_the_floor_says_for_whom(as_, house, running):
    client = as_(house.bruno)
    seat = Seat.objects.filter(table__tournament_id=running, entry__isnull=False).select_related(
        "entry__player", "table"
    )[0]
    where = f"/floor/{running}/rulings/undercall/"
    asked = {"bet_chips": "8000", "put_chips": "2000", "heads_up_pot": "no", "opening_bet": "no"}
    # without a table nobody is named: the room may be of hundreds
    assert 'id="f-penalty"' not in client.get(where, {**asked, "ask": "1"}).content.decode()
    asked["table"] = str(seat.table.number)
    page = " ".join(client.get(where, {**asked, "ask": "1"}).content.decode().split())
    assert "And a penalty for</label>" in page and f'<option value="{seat.entry_id}"' in page
    log = {**asked, "choice": "full_call"}
    alone = client.post(f"{where}log/", {**log, "entry_id": "", "command_id": str(uuid.uuid4())})
    assert alone["Location"] == f"/floor/{running}/rulings/"
    done = client.post(f"{where}log/", {**log, "entry_id": seat.entry_id, "command_id": str(uuid.uuid4())})
    row = Ruling.objects.get(entry_id=seat.entry_id)
    assert done["Location"] == f"/floor/{running}/rulings/?offer={row.pk}"
    offer = client.get(done["Location"]).content.decode()
    assert f"The penalty for {seat.entry.player.public_name}" in offer
    assert {f'value="{step}"' in offer for step in ("warning", "missed_hand", "missed_rounds-1")} == {True}
    reason = re.search(r'id="offer-why"[^>]*value="([^"]*)"', offer)[1]
    rule = re.search(r'name="rule" value="([^"]*)"', offer)[1]
    # nothing is given before its own press
    assert not Penalty.objects.exists() and reason and rule
    client.post(
        f"/floor/{running}/rulings/penalty/give/",
        {
            "entry_id": seat.entry_id,
            "step": "warning",
            "reason": reason,
            "rule": rule,
            "command_id": str(uuid.uuid4()),
        },
    )
    given = Penalty.objects.get()
    assert (given.entry_id, given.kind, given.reason) == (seat.entry_id, "warning", reason)


def signed_in(person):
    """A browser of the person's own, in English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    client.cookies["django_language"] = "en"
    return client


@pytest.mark.rule("ADTP.71", "ADTP.67D")
def test_a_ruling_on_conduct_suspends_for_a_time_and_is_lifted(house, running):
    director, floor = signed_in(house.ana), signed_in(house.bruno)
    seat = Seat.objects.filter(table__tournament_id=running, entry__isnull=False).select_related(
        "entry__player", "table"
    )[0]
    player = seat.entry.player
    where = f"/floor/{running}/rulings/conduct/"
    asked = {
        "table": str(seat.table.number), "what": "abuse", "again": "yes", "entry_id": str(seat.entry_id),
        "choice": "suspension",
    }  # fmt: skip
    # the floor is not offered what the director decides, and no page of before gets it in; it may log it without
    shown = {**asked, "ask": "1", "choice": ""}
    page = floor.get(where, shown).content.decode()
    assert (
        'name="choice" value="suspension"' not in page
        and 'name="choice" value="disqualification"' not in page
    )
    assert 'name="choice" value="missed_hand"' in page and "Log this ruling" in page
    assert 'name="choice" value="suspension"' in director.get(where, shown).content.decode()
    for choice in ("suspension", "disqualification"):
        with cast.unchanged():
            floor.post(f"{where}log/", {**asked, "choice": choice, "command_id": str(uuid.uuid4())})
    no = floor.get(where, shown).content.decode()
    assert "The director decides this. Call the director, or log the ruling without it." in no
    floor.post(f"{where}log/", {**asked, "choice": "", "command_id": str(uuid.uuid4())})
    assert Ruling.objects.get(tournament_id=running).choice == ""
    done = director.post(f"{where}log/", {**asked, "command_id": str(uuid.uuid4())})
    row = Ruling.objects.filter(tournament_id=running).latest("pk")
    assert (row.choice, done["Location"]) == ("suspension", f"/floor/{running}/rulings/?offer={row.pk}")
    # the director does it: with a day and a reason
    assert "The director does it here" in floor.get(done["Location"]).content.decode()
    offer = director.get(done["Location"]).content.decode()
    assert f'action="/desk/{running}/do/exclude/"' in offer and 'name="until" required' in offer
    reason = re.search(r'id="away-why"[^>]*value="([^"]*)"', offer)[1]
    assert reason.startswith("Abuses somebody (Rule ADTP.")
    until = (datetime.now(UTC) + timedelta(days=30)).date()
    press = {"player_id": player.pk, "until": until.isoformat(), "reason": reason}
    with cast.unchanged():
        floor.post(f"/desk/{running}/do/exclude/", {**press, "command_id": str(uuid.uuid4())})
    director.post(f"/desk/{running}/do/exclude/", {**press, "command_id": str(uuid.uuid4())})
    kept = Exclusion.objects.get()
    assert (kept.player_id, kept.venue_id, kept.kind, kept.reason) == (
        player.pk,
        house.venue_id,
        "house",
        reason,
    )
    assert kept.until_at is not None and kept.lifted_at is None
    # what is being played goes on; the next tournament is refused; lifted, it is open again
    assert Seat.objects.get(pk=seat.pk).entry_id == seat.entry_id
    other = house.registering("turbo-8max", name="Quarta")
    with cast.refused("excluded"):
        house.enter(other, player.pk, at=datetime.now(UTC))
    cast.say(
        lift_exclusion, by=house.ana, at=datetime.now(UTC), venue_id=house.venue_id, exclusion_id=kept.pk
    )
    house.enter(other, player.pk, at=datetime.now(UTC))


@pytest.mark.rule("ADTP.1", "ADTP.11A")
def test_nothing_is_chosen_for_anybody_but_what_the_clock_knows(as_, house, running):
    client = as_(house.bruno)
    page = client.get(f"/floor/{running}/rulings/minimum_raise/").content.decode()
    face = clock_payload(running, at=datetime.now(UTC))
    level = face["items"][face["index"]]
    assert f'autocomplete="off" value="{level["big_blind"]}"' in page
    for kind in CATALOGUE:
        form = client.get(f"/floor/{running}/rulings/{kind}/").content.decode()
        form = form[form.index("<main") : form.index("</main>")]  # not the dialogs of the shell
        assert "<form" in form and " checked>" not in form, kind
    # one table: it is filled in; and no book of others is cited
    assert (
        '<option value="1" selected>1</option>' in page
        or Table.objects.filter(tournament_id=running).count() > 1
    )
    everything = client.get(f"/floor/{running}/rulings/").content.decode()
    assert "PT-" not in everything.replace("PT-BR", "")


def test_questions_without_numbers_carry_their_answers_for_a_tablet_without_a_line(as_, house, running):
    book = as_(house.bruno).get(f"/floor/{running}/rulings.json").json()
    kinds = {kind["name"]: kind for group in book["groups"] for kind in group["kinds"]}
    asked = kinds["raise_amount"]
    assert (asked["simple"], [f["name"] for f in asked["fields"] if f["required"]]) == (
        False,
        ["total_chips", "bet_chips", "raise_chips"],
    )
    assert asked["rules"].startswith("ADTP.43A")
    # every question can be opened: what is not answered is asked for
    assert all(kind["simple"] or kind["fields"] for kind in kinds.values())
    moved = kinds["moved_player_arrives"]
    assert moved["answers"]["1"]["sentence"] == "No card has been dealt: he plays this hand."
    assert kinds["conduct"]["simple"] and kinds["conduct"]["person"]
    assert as_(house.desi).get(f"/floor/{running}/rulings.json").status_code == 403


def test_a_rebuy_has_its_price_and_what_scripts_draw_is_in_the_page(as_, house):
    """Without a line there is no sheet of icons to fetch."""
    sold = house.started(
        "turbo-8max", entries=9, rebuy={"price_cents": 3_000, "chips": 10_000, "until_level": 6}
    )
    page = as_(house.bruno).get(f"/floor/{sold}/").content.decode()
    assert (
        json.loads(re.search(r'<script id="page" type="application/json">(.*?)</script>', page)[1])["rebuy"]
        == "R$30"
    )
    assert 'data-icons=""' in page
    scripts = [
        *(JS / "floor").glob("*.js"),
        *(JS / f"{name}.js" for name in ("floorbar", "seats", "toast", "tablet_clock")),
    ]
    # "list" is a view, too: of a script that draws no icon nothing is one
    texts = [text for path in scripts if "icon" in (text := path.read_text("utf-8"))]
    quoted = {name for text in texts for name in re.findall(r'"([a-z0-9-]+)"', text)}
    here = set(re.findall(r'<symbol id="([a-z0-9-]+)"', page))
    assert quoted & set(drawings()) <= here


def test_a_screenful_of_tables_is_one_number_on_server_script_and_stylesheet():
    static = Path(__file__).parents[3] / "static"
    drawn = re.search(r"const SCREENFUL = (\d+);", (static / "js/floor/list.js").read_text())
    lower = re.search(r"\.tile:nth-child\(n \+ (\d+)\)", (static / "css/staff.css").read_text())
    assert drawn and lower
    assert int(drawn[1]) == int(lower[1]) - 1 == FIRST_TILES
