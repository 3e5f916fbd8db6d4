"""The history tells before and after, and offers Undo exactly where it works."""

from __future__ import annotations

import re
from copy import deepcopy
from datetime import UTC, date, datetime
from html import unescape
from types import SimpleNamespace

import pytest
from django.utils import translation

from dispatch.facts import PUBLIC, STAFF, SYSTEM
from dispatch.queries import latest_facts
from rules.announcing import FIELDS
from rules.entries import simple_split
from tables.commands.count_chips import count_chips
from tables.models import Seat
from tests import cast
from tests.play.event import begun
from tests.play.event import house as online_house
from tests.web.director.test_director import as_, house, press, sealed  # noqa: F401
from tournaments.commands.announce_level import announce_level
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.register_player import register_player
from tournaments.models import Clock, Entry, Tournament
from tournaments.operations.clock import announcement_id
from tournaments.streams import tournament_stream
from web.director.announced import Where, changes
from web.director.fact_phrases import clock_moved
from web.director.history import said

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def lines(client, tournament):
    """The history, newest first: (text, whether Undo is offered)."""
    sealed()
    page = client.get(f"/director/{tournament}/history/").content.decode().replace("\u2060", "")
    found = re.findall(r'<tr data-command="[^"]*">(.*?)</tr>', page, re.S)
    return [(" · ".join(filter(None, cells_of(one)[1:4])), 'href="/undo/' in one) for one in found]


def cells_of(row):
    """What stands in a line's cells: the hour, what was done, before → after, who, and its Undo."""
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)
    # where nothing changed from one thing to another, what was done has the room of both
    if 'colspan="2"' in row:
        cells.insert(2, "")
    assert len(cells) == 5
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in cells]


def seat_of(tournament, n=0):
    return (
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
        .select_related("entry__player", "table")
        .order_by("table__number", "number")[n]
    )


def test_clock_and_settings_are_told_before_and_after(house):  # noqa: F811
    t = house.started("turbo-8max", entries=6, starts_at=cast.START)
    ana = as_(house.ana)
    press(ana, t, "minutes", seconds=60)
    added, offered = lines(ana, t)[0]
    assert re.search(r"Clock time changed · \+1:00: \d+:\d\d → \d+:\d\d", added) and offered
    before, after = re.search(r"(\d+:\d\d) → (\d+:\d\d)", added).groups()
    assert int(after.split(":")[0]) - int(before.split(":")[0]) == 1
    press(ana, t, "next-level", level_index=0)
    moved, _offered = lines(ana, t)[0]
    assert re.search(r"level 1, \d+:\d\d left → level 2, \d+:\d\d", moved)
    # the second tab moves nothing, is told, and leaves no line
    count = len(lines(ana, t))
    toast = press(ana, t, "next-level", level_index=0)
    assert toast["kind"] == "refused" and "already moved to another level" in toast["text"]
    assert "Done by Ana" in toast["text"]
    assert len(lines(ana, t)) == count
    cast.say(
        edit_tournament,
        by=house.ana,
        at=cast.after(minutes=1),
        tournament_id=t,
        changes={"guarantee_cents": 500_000},
        acknowledge=["guarantee_out_of_reach"],
    )
    edited, _offered = lines(ana, t)[0]
    assert "Settings changed · Guarantee: – → R$5,000.00 · Ana" in edited


@pytest.mark.parametrize(
    "presses",
    [
        [("minutes", {"seconds": 60}), ("minutes", {"seconds": 60})],
        [("pause", {}), ("resume", {})],
        [("next-level", {"level_index": 0}), ("pause", {})],
    ],
)
def test_of_the_clock_only_the_last_change_is_offered(house, presses):  # noqa: F811
    t = house.started("turbo-8max", entries=6, starts_at=cast.START)
    ana = as_(house.ana)
    for what, values in presses:
        press(ana, t, what, **values)
    assert [offered for _text, offered in lines(ana, t)[:2]] == [True, False]


def test_a_new_level_is_told_with_its_blinds(house):  # noqa: F811
    t = house.started("turbo-8max", entries=6, starts_at=cast.START)
    clock = Clock.objects.get(pk=t)
    announce_level(
        by=SYSTEM,
        command_id=announcement_id(t, turn=clock.turn),
        at=clock.deadline_at,
        tournament_id=t,
        turn=clock.turn,
    )
    told, offered = lines(as_(house.ana), t)[0]
    assert "Began by the clock · 100 – 200, 15 min · automatic" in told and not offered


# of a draft that becomes practice among the rest: its money is told as practice money
CHANGED = {
    "name": ("Quarta", "Name: Terça → Quarta"),
    "number": (7, "Event number: 1 → 7"),
    "variant": ("plo", "Game: No-Limit Texas Hold'em → Pot-Limit Omaha"),
    "format": ("sit_and_go", "Format: Several tables → Sit & go"),
    "online": (True, "Online: no → yes"),
    "main_event": (True, "Main Event: no → yes"),
    "high_roller": (True, "High Roller: no → yes"),
    "practice": (True, "For real or for practice: Real → Practice"),
    "guarantee_cents": (500_000, "Guarantee: – → T$5,000.00"),
    "starting_stack_chips": (15_000, "Starting stack: 20,000 → 15,000"),
    "seats_per_table": (9, "Seats at a table: 8 → 9"),
    "capacity": (1_200, "Capacity: no limit → 1,200"),
    "first_table_number": (40, "First table number: the lowest that is free → 40"),
    "late_registration_level": (3, "Late registration: – → to the end of level 3"),
    "late_registration_minutes": (90, "Late registration, minutes: – → 90 min"),
    "length_minutes": (240, "Ends after, minutes: – → 240 min"),
    "cancel_minutes_before_start": (
        30,
        "Cancelling, minutes before the start: as the rule set says → 30 min",
    ),
    "re_entries_per_player": (None, "Re-entries per player: 0 → any number of times"),
    "surrender": (True, "Surrender of a short stack: no → yes"),
    "alternates": (False, "Alternates: yes → no"),
    "chip_set": ([[25, 8], [100, 8]], "2 × 5,000 → 8 × 25, 8 × 100"),
    "rebuy": (
        {"price_cents": 5_000, "chips": 20_000, "until_level": 4},
        "Rebuy: – → T$50.00 (to the prizes T$50.00) · 20,000 chips · any number of times · until the end of level 4"
        " · with the starting stack or less",
    ),
    "add_on": (
        {"price_cents": 2_500, "chips": 30_000, "after_level": 4},
        "Add-on: – → T$25.00 (to the prizes T$25.00) · 30,000 chips · 1 a player · in the break after level 4",
    ),
    "time_chip_chips": (5_000, "Bonus chips: 0 → 5,000"),
    "time_chip_minutes_before_start": (15, "Bonus until, minutes before the start: 0 min → 15 min"),
    "redraw_at": ([27, 18], "Redraw at: – → 27, 18"),
    "payout_table": (
        {"kind": "generated", "minimum_bp": 20_000},
        "Payout table: Club table (published) → Computed for the field, at least 200% of the prize pool per entry",
    ),
    "prize_unit_cents": (1_000, "Rounding: To the cent → T$10.00"),
    "ranking_weight_milli": (250, "Ranking weight: 0.5 → 0.25"),
    "ranks": (True, "Counts for the ranking: no → yes"),
    "starts_at": (datetime(2027, 3, 6, 23, 0, tzinfo=UTC), "→ Sat 6 Mar 2027, 20:00"),
    "registration_opens_at": (
        datetime(2027, 3, 6, 21, 0, tzinfo=UTC),
        "Registration opens: – → Sat 6 Mar 2027, 18:00",
    ),
    "rule_set": (
        "scpt",
        "Rule set: H2 Club (ADTP with the club's variations) → SCPT 2024 (Santa Catarina Poker Tour)",
    ),
}
#: A price is told with its parts, a structure by the steps that differ.
TOGETHER = ("price_cents", "price_periods", "split", "structure", "stage_id")


def test_every_announced_field_is_told_before_and_after_in_words_and_money(house):  # noqa: F811
    """No code, no JSON, no bare cents."""
    assert {*CHANGED, *TOGETHER} == {*FIELDS, "starts_at", "registration_opens_at", "rule_set", "stage_id"}
    t = house.tournament(
        "turbo-8max", guarantee_cents=0, late_registration_level=0, re_entries_per_player=0, surrender=False,
        ranks=False, starts_at=cast.after(days=2),
    )  # fmt: skip
    ana = as_(house.ana)

    def edited(**changes):
        cast.say(edit_tournament, by=house.ana, tournament_id=t, changes=changes, acknowledge=[])
        told = unescape(lines(ana, t)[0][0])
        assert not re.search(
            r"[{}\[\]]|_|\b\d{4,}\b(?!, \d\d:)|None|True|False", told.replace("SCPT 2024", "")
        ), told
        return told.removeprefix("Settings changed").strip(" ·")

    found = {name: edited(**{name: value}) for name, (value, _told) in CHANGED.items()}
    assert [(told, found[name]) for name, (_value, told) in CHANGED.items() if told not in found[name]] == []
    split = simple_split(name="80 + 20", prize_cents=8_000, fee_cents=2_000).as_dict()
    split_90 = simple_split(name="70 + 20", prize_cents=7_000, fee_cents=2_000).as_dict()
    told = edited(split=split, price_cents=10_000)
    assert "→ T$100.00 (to the prizes T$80.00 + house fee T$20.00)" in told and "Buy-in: T$" in told, told
    told = edited(
        price_periods=[
            {"price_cents": 9_000, "until_level": 3, "minutes_before_start": None, "split": split_90}
        ]
    )
    assert "Other prices for a time: – → T$90.00 to the end of level 3 · Ana" in told, told
    structure = deepcopy(Tournament.objects.get(pk=t).structure)
    structure["items"][0] |= {"small_blind": 25, "big_blind": 75, "seconds": 1_200}
    last = structure["items"][-1]
    doubled = {name: 2 * last[name] for name in ("small_blind", "big_blind", "big_blind_ante")}
    structure["items"].append({**last, **doubled})
    count = sum("small_blind" in item for item in structure["items"])
    told = edited(structure=structure)
    assert "Structure: Level 1: 50 – 100, 15 min → 25 – 75, 20 min" in told, told
    assert re.search(rf"; Level {count}: – → [^ ]+ – [^ ]+, big blind ante [^ ]+, 15 min", told), told
    # a break put in between is one line, and no level behind it is told as changed
    structure["items"].insert(3, {**structure["items"][6], "seconds": 240})
    told = edited(structure=structure)
    assert "Structure: Break after level 3: – → Break, 4 min" in told and told.count("→") == 1, told
    season = cast.say(
        create_season, by=house.olga, name="2027", starts_on=date(2027, 1, 1), ends_on=date(2027, 12, 31),
        series_id=cast.say(create_series, by=house.olga, venue_id=house.venue_id, name="C", slug="c")["series_id"],
    )["season_id"]  # fmt: skip
    stage = cast.say(
        create_stage, by=house.olga, season_id=season, number=1, name="Etapa Sul", place="Floripa",
        starts_on=date(2027, 1, 1), ends_on=date(2027, 12, 31),
    )["stage_id"]  # fmt: skip
    assert "Stage: – → Etapa Sul" in edited(stage_id=stage)


def test_a_change_that_was_kept_without_its_values_is_told_by_its_fields(house):  # noqa: F811
    """Facts of before, which held words and numbers only, are read as they are."""
    where = Where(currency="BRL", zone="America/Sao_Paulo")
    with translation.override("en"):
        said = changes(
            ["structure", "guarantee_cents"],
            was={"guarantee_cents": 0},
            now={"guarantee_cents": 100},
            where=where,
        )
    assert said == "Structure, Guarantee: – → R$1.00"


def test_amounts_stacks_shares_and_tables_are_told(house):  # noqa: F811
    from tests.payouts.test_deals import propose, table_of_three
    from tests.web.desk.test_desk import deal

    t = house.registering("turbo-8max", starts_at=cast.START)
    player = house.player("Rui Barbosa")
    deal(as_(house.desi), t, "register", player_id=player, method="cash", terms_version="1")
    told, _offered = lines(as_(house.ana), t)[0]
    price = Entry.objects.get(player_id=player).price_cents
    assert f"R${price / 100:,.2f} · Cash" in told and "Rui Barbosa" in told
    t = table_of_three(house)
    ana = as_(house.ana)
    counted = lines(ana, t)[0][0]
    seat = seat_of(t)
    stacks = {e.pk: e for e in Entry.objects.filter(tournament_id=t, state="playing")}
    last = max(stacks.values(), key=lambda e: (e.stack_chips is not None, -(e.stack_chips or 0)))
    assert f"{last.stack_chips:,}" in counted
    propose(house, t)
    told, _offered = lines(ana, t)[0]
    for entry in stacks.values():
        assert re.search(rf"{entry.player.public_name} R\$\d", told), told
    assert "prize pool R$" in " ".join(text for text, _undo in lines(ana, t))
    press(ana, t, "halt", table=seat.table.number, table_number=seat.table.number)
    assert f"Table {seat.table.number}" in lines(ana, t)[0][0]


def test_a_stack_is_told_as_it_was_counted_before_and_as_it_is_now(house):  # noqa: F811
    """Before the first count it is what the entry was given. Rule: ADTP.64"""
    t = house.started("turbo-8max", entries=6, starts_at=cast.START)
    seat = seat_of(t)
    name, ana = seat.entry.player.public_name, as_(house.ana)
    told = {"by": house.bruno, "entry_id": seat.entry_id}
    cast.say(count_chips, at=cast.after(minutes=5), stack_chips=9_000, **told)
    assert lines(ana, t)[0][0] == f"Chips counted · {name} · 20,000 → 9,000 · Bruno"
    cast.say(count_chips, at=cast.after(minutes=9), stack_chips=12_400, **told)
    assert lines(ana, t)[0][0] == f"Chips counted · {name} · 9,000 → 12,400 · Bruno"
    assert [(f["was_chips"], f["stack_chips"]) for f in cast.facts(t, kind="chips_counted")] == [
        (20_000, 9_000),
        (9_000, 12_400),
    ]


def test_who_had_no_name_is_told_by_the_one_they_have_now(house):  # noqa: F811
    from people.models import User

    t = house.started("turbo-8max", entries=6, starts_at=cast.START)
    ana = as_(house.ana)
    User.objects.filter(pk=house.ana.user_id).update(name="")
    press(ana, t, "minutes", seconds=60)
    sealed()
    fact = latest_facts(stream=tournament_stream(t), limit=1, audiences=(PUBLIC, STAFF))[0]
    assert fact.label == f"#{house.ana.user_id}"  # the record keeps the number
    User.objects.filter(pk=house.ana.user_id).update(name="Ana Maria")
    told, _offered = lines(ana, t)[0]
    assert "Ana Maria" in told and fact.label not in told


def test_what_was_taken_back_is_not_offered_again(house):  # noqa: F811
    t = house.started("turbo-8max", entries=14, starts_at=cast.START)
    ana = as_(house.ana)
    seat = seat_of(t)
    free = Seat.objects.filter(table__tournament_id=t, table__number=2, entry__isnull=True).first()
    toast = press(ana, t, "move", entry_id=seat.entry_id, table=2, seat=free.number)
    assert lines(ana, t)[0][1]
    ana.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    told = lines(ana, t)
    assert [offered for text, offered in told if text.startswith("Moved ·")] == [False]
    toast = press(ana, t, "bust", bust=f"1-{seat_of(t).number}")
    ana.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    assert [o for text, o in lines(ana, t) if text.startswith("Elimination ·")] == [False]


def test_of_a_cancelled_tournament_no_entry_is_taken_back(house):  # noqa: F811
    t = house.registering("turbo-8max", starts_at=cast.START)
    house.fill(t, 2)
    ana = as_(house.ana)
    assert any(offered for _text, offered in lines(ana, t))
    cast.say(cancel_tournament, by=house.ana, tournament_id=t, reason="rain")
    assert not any(offered for _text, offered in lines(ana, t))


@pytest.mark.rule("SCPT.P")
def test_who_took_a_bounty_is_not_told_as_out(house):  # noqa: F811
    split = simple_split(name="50 + 25", prize_cents=5_000, bounty_cents=2_500)
    t = house.started("turbo-8max", entries=5, starts_at=cast.START, price_cents=7_500, split=split.as_dict())
    ana = as_(house.ana)
    out, taker = seat_of(t), seat_of(t, 1)
    toast = press(ana, t, "bust", bust=f"1-{out.number} by {taker.number}")
    text = lines(ana, t)[0][0]
    assert f"Elimination · {out.entry.player.public_name}" in text
    assert f"; bounty: {taker.entry.player.public_name} R$25.00" in text
    # nor on the page that takes it back
    page = ana.get(toast["undo"]).content.decode()
    told = unescape(re.search(r"<p><strong>Elimination</strong>: (.*?)<span", page)[1]).replace("\xa0", " ")
    assert told == (
        f"{out.entry.player.public_name} by {taker.entry.player.public_name}; bounty:"
        f" {taker.entry.player.public_name} R$25.00; table 1, seat {out.number} → out"
    )


def test_an_undone_bust_is_no_move_slip(house):  # noqa: F811
    t = house.started("turbo-8max", entries=6, starts_at=cast.START)
    ana = as_(house.ana)
    seat = seat_of(t)
    toast = press(ana, t, "bust", bust=f"1-{seat.number}")
    ana.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    assert Entry.objects.get(pk=seat.entry_id).state == "playing"
    page = ana.get(f"/director/{t}/tables/slips/").content.decode()
    assert seat.entry.player.public_name not in page


def test_the_day_is_told_where_it_is_another(monkeypatch):
    people = cast.house()
    monkeypatch.setattr("access.moment.at", lambda: cast.after(minutes=5))
    t = people.registering("turbo-8max", starts_at=cast.START)
    sealed()
    page = as_(people.ana).get(f"/director/{t}/history/").content.decode()
    hours = [
        " ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in re.findall(r"<time[^>]*>(.*?)</time>", page)
    ]
    # opened today, published and drafted a week ago: the day stands at its first line
    assert hours[-3:] == ["18:00", "14 Nov 19:00", "19:00"]


def test_hands_at_an_online_table_do_not_drown_the_history(db):
    event = begun(online_house(), players=3)
    for _ in range(8):  # everybody is away
        event.until("close")
        event.due()
    ana = as_(event.house.ana)
    told = [text for text, _undo in lines(ana, event.tournament_id)]
    assert len(told) < 8 and not any("hand" in text.lower() for text in told)
    # the record has them all
    stream = tournament_stream(event.tournament_id)
    facts = latest_facts(stream=stream, limit=500, audiences=(PUBLIC, STAFF))
    assert [fact.kind for fact in facts].count("stacks_played") == 8


@pytest.mark.parametrize(
    ("was", "now", "kind", "told"),
    [
        ((3, 4), (4, 4), "recess", "level 4, 14:59 left → break after level 4, 15:00"),
        ((4, 4), (3, 4), "level", "break after level 4, 14:59 left → level 4, 15:00"),
        ((3, 4), (2, 3), "level", "level 4, 14:59 left → level 3, 15:00"),
    ],
)
def test_the_recess_is_named_where_the_clock_is_moved_to_it_or_back(was, now, kind, told):
    # facts of before did not say whether it was one
    body = {"was_index": was[0], "was_level": was[1], "index": now[0], "level": now[1]}
    body |= {"item": {"kind": kind}, "was_left_seconds": 899, "left_seconds": 900}
    with translation.override("en"):
        assert clock_moved(body) == told


def test_a_move_from_a_recess_onwards_names_the_recess(house):  # noqa: F811
    t = house.started("turbo-8max", entries=3)
    items = Tournament.objects.get(pk=t).structure["items"]
    recess = next(i for i, item in enumerate(items) if item["kind"] == "recess")
    level = sum(item["kind"] == "level" for item in items[:recess])
    for index in (recess, recess + 1, recess):
        cast.say(move_to_level, by=house.ana, at=cast.START, tournament_id=t, level_index=index)
    sealed()
    client = as_(house.ana)
    told = client.get(f"/director/{t}/history/").content.decode()
    told = " ".join(unescape(re.sub(r"<[^>]+>", " ", told)).split())
    assert f"break after level {level}, 10:00 left → level {level + 1}, 15:00" in told
    assert f"level {level + 1}, 15:00 left → break after level {level}, 10:00" in told


def test_who_is_in_again_is_told_apart_from_those_whose_prizes_followed():
    def fact(kind, **body):
        return SimpleNamespace(kind=kind, command_name="tournaments.undo_elimination", body=body)

    facts = [
        fact("prize_taken_back", name="Bia", entry_id=2, amount_cents=1),
        fact("elimination_undone", name="Ada", entry_id=1, table=2, seat=2, elimination_id=1),
        fact("player_seated", name="Ada", entry_id=1, table=2, seat=2),
        fact("prize_taken_back", name="Ada", entry_id=1, amount_cents=1),
        fact("prize_taken_back", name="Caio", entry_id=3, amount_cents=1),
    ]
    with translation.override("en"):
        about, change = said(facts, names={}, where=Where(currency="", zone="UTC"))
    assert about == "Ada; places and prizes anew: Caio, Bia"
    assert change == "out → table 2, seat 2"


def test_a_line_names_nobody_twice_and_the_broken_table_before_where_its_players_go():
    def fact(kind, command="tables.break_table", **body):
        return SimpleNamespace(kind=kind, command_name=command, body=body)

    where = Where(currency="BRL", zone="UTC")
    bust = "tournaments.eliminate_players"
    seats = {"table": 1, "seat": 4}
    out = fact("player_eliminated", bust, name="Ada", entry_id=1, takers="", **seats)
    won = fact("prize_awarded", bust, name="Ada", entry_id=1, place=2, amount_cents=48_000)
    moved = [
        fact("player_seated", name=name, entry_id=n, from_table=3, from_seat=n, table=1, seat=n)
        for n, name in ((1, "Bia"), (2, "Caio"))
    ]
    with translation.override("en"):
        assert said([won, out], names={}, where=where) == (
            "Ada; 2nd place: R$480.00",
            "table 1, seat 4 → out",
        )
        # two share a place: each has the name
        both = [
            fact("prize_awarded", bust, name=name, entry_id=n, place=8, amount_cents=3_800)
            for n, name in ((1, "Ada"), (2, "Bia"))
        ]
        about, _change = said(both, names={}, where=where)
        assert "Ada in 8th place: R$38.00" in about and "Bia in 8th place: R$38.00" in about
        about, _change = said([fact("table_broken", table=3), *moved], names={}, where=where)
    assert about == "Table 3: Caio → table 1, seat 2, Bia → table 1, seat 1"


def test_a_registration_that_waited_for_its_payment_is_called_off_with_its_name(house):  # noqa: F811
    tournament = house.registering("turbo-8max")
    player = house.player("Otto Lima")
    asked = cast.say(
        register_player, by=house.desi, at=datetime.now(UTC), tournament_id=tournament, player_id=player,
        method="cash", terms_version="1", paid=False,
    )  # fmt: skip
    cast.say(
        cancel_registration, by=house.desi, at=datetime.now(UTC),
        registration_id=asked["registration_id"], reason="ill",
    )  # fmt: skip
    text, _undo = lines(as_(house.ana), tournament)[0]
    assert text == "Registration cancelled · Otto Lima · Desi"
