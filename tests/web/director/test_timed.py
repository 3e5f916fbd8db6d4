"""A timed tournament at the felt: set up, announced, its time called, its last hands counted, finished by chips, and taken back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from dispatch.models import Fact
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.undo_finish import undo_finish
from payouts.models import Award, Score
from rules.findings import findings
from rules.policies import shipped
from rules.presets import template
from tables.commands.count_table import count_table
from tables.models import Seat
from tables.queries import proposals
from tests import cast
from tests.web.director.needs_read import need_shown
from tests.web.director.test_director import as_
from tests.web.director.test_settings import save, wrong
from tests.web.player.test_player import at, house, phone
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.give_recess import give_recess
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.resume_clock import resume_clock
from tournaments.models import Elimination, Entry, EntryState, Field, Tournament
from tournaments.queries.clock import clock_payload
from tournaments.queries.results import results
from tournaments.tasks import call_time_due

__all__ = ["at", "house", "phone"]

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.33", "PT-T.52")]

UP = cast.START + timedelta(minutes=60)


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"length_minutes": 91}, []),
        ({"length_minutes": 90}, ["time_is_up_before_entries_close"]),  # six levels of 15 minutes
        (
            {"length_minutes": 60, "late_registration_level": 0, "late_registration_minutes": 60},
            ["time_is_up_before_entries_close"],
        ),
        ({"length_minutes": 60, "late_registration_level": 0, "late_registration_minutes": 59}, []),
    ],
)
def test_entries_close_before_the_set_time(changes, codes):
    values = {**template("turbo-8max").values(), "late_registration_level": 6, **changes}
    found = findings(values, policies=shipped()["h2"])
    assert [one.code for one in found if one.severity == "mistake"] == codes


def test_it_is_set_on_the_page_announced_and_no_longer_changed_once_people_have_registered(phone, house, at):
    t = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    ana = as_(house.ana)
    assert list(wrong(save(ana, t, length_minutes="5").content.decode())) == ["length_minutes"]
    assert save(ana, t, length_minutes="150").status_code == 302
    assert Tournament.objects.get(pk=t).length_minutes == 150
    t = house.registering(
        "turbo-8max", late_registration_level=0, re_entries_per_player=0, length_minutes=150
    )
    page = phone.get(f"/t/{t}/").content.decode()
    assert "2 h 30 min after the start" in page and "Places are by chips; equal stacks share theirs." in page
    house.fill(t, 2)
    with cast.refused("too_late_to_change"):
        cast.say(edit_tournament, by=house.ana, tournament_id=t, changes={"length_minutes": 200})


def _started(house: cast.House, *, entries: int = 10) -> int:
    return house.started(
        "turbo-8max", entries=entries, late_registration_level=0, re_entries_per_player=0, length_minutes=60
    )


def _count(house: cast.House, t: int, table: int, stacks: dict[int, int], *, minutes: int) -> None:
    """The floor counts one table; stacks: by seat, where they are not the starting one."""
    seats = Seat.objects.filter(table__tournament_id=t, table__number=table, entry__isnull=False)
    cast.say(
        count_table,
        by=house.ana,
        at=UP + timedelta(minutes=minutes),
        tournament_id=t,
        table_number=table,
        stacks=[
            {"seat_number": n, "entry_id": e, "stack_chips": stacks.get(n, 20_000)}
            for n, e in seats.values_list("number", "entry_id")
        ],
    )


def _ends(client: Client, path: str) -> str:
    html = client.get(path).content.decode()
    row = html.split('data-part="ends-row"')[1]
    return "" if row.startswith(" hidden") else row.split('data-part="ends">')[1].split("<")[0]


def test_its_time_is_called_its_stacks_are_counted_and_places_and_prizes_are_by_chips(phone, house, at):
    t = _started(house)
    ana, pages = as_(house.ana), (f"/screens/{t}/clock/", f"/t/{t}/", f"/play/{t}/")
    at["at"] = cast.after(minutes=56)
    # 23:00 UTC is 20:00 in São Paulo
    assert [_ends(phone, page) for page in pages] == ["20:00"] * 3
    assert need_shown(ana, t, key="time-ends")[0] == "The time of the tournament is up at 20:00"
    assert clock_payload(t, at=at["at"])["time_ends_ms"] == UP.timestamp() * 1000
    with cast.refused("players_left"):
        cast.say(finish_tournament, by=house.ana, at=at["at"], tournament_id=t)
    for late in (0, 30):  # two sweepers, one effect
        call_time_due(at=UP + timedelta(seconds=late))
    assert Field.objects.get(pk=t).time_up_at == UP and Fact.objects.filter(kind="time_is_up").count() == 1
    at["at"] = UP + timedelta(minutes=1)
    assert [_ends(phone, page) for page in pages] == ["last hands"] * 3
    fact, more = need_shown(ana, t, key="time-up")
    assert fact == "Time has been up since 20:00" and "table 1 (5 hands), table 2 (5 hands)" in more
    assert "Nobody moves any more" in ana.get(f"/floor/{t}/proposals/").content.decode()
    assert proposals(t) == []
    first, second = sorted(Seat.objects.filter(table__tournament_id=t, table__number=1, entry__isnull=False).values_list("number", flat=True))[:2]  # fmt: skip
    _count(house, t, 1, {first: 30_000, second: 10_000}, minutes=5)
    with cast.refused("stacks_not_counted", rule="PT-T.33"):
        cast.say(finish_tournament, by=house.ana, at=UP + timedelta(minutes=6), tournament_id=t)
    seats = sorted(Seat.objects.filter(table__tournament_id=t, table__number=2, entry__isnull=False).values_list("number", flat=True))  # fmt: skip
    _count(house, t, 2, {seats[0]: 20_100}, minutes=7)
    with cast.refused("chips_not_accounted", rule="ADTP.64"):
        cast.say(finish_tournament, by=house.ana, at=UP + timedelta(minutes=8), tournament_id=t)
    _count(house, t, 2, {}, minutes=9)
    at["at"] = UP + timedelta(minutes=10)
    assert "Every stack is counted." in need_shown(ana, t, key="time-up")[1]
    seated = dict(Seat.objects.filter(entry__isnull=False).values_list("entry_id", "number"))
    for _ in range(2):  # taken back, and once more
        done = cast.say(finish_tournament, by=house.ana, at=at["at"], tournament_id=t)
        found = [(one.place, one.tied) for one in results(t, at=cast.after(hours=3))]
        assert found == [(1, 1), *[(2, 8)] * 8, (10, 1)]
        assert [line["tied"] for line in done["podium"]] == [1] + [8] * 8
        given = dict(Award.objects.exclude(state="void").values_list("entry_id", "amount_cents"))
        best = Seat.objects.get(table__tournament_id=t, table__number=1, number=first).entry_id
        prizes = [given.pop(best), *sorted(given.values())]
        assert done["winner_entry_id"] == best and len(prizes) == 9 and prizes[-1] - prizes[1] <= 1
        assert Elimination.objects.filter(undone_at=None, reason="time").count() == 9
        cast.books_balance()
        cast.say(undo_finish, by=house.ana, at=at["at"], tournament_id=t)
        assert Entry.objects.filter(tournament=t, state=EntryState.PLAYING).count() == 10
        assert Field.objects.get(pk=t).players_left == 10 and results(t, at=cast.after(hours=3)) == []
        assert dict(Seat.objects.filter(entry__isnull=False).values_list("entry_id", "number")) == seated
        assert (
            not Award.objects.exclude(state="void").exists()
            and not Score.objects.filter(undone_at=None).exists()
        )
        cast.books_balance()
        at["at"] += timedelta(minutes=1)


def test_a_lead_that_is_shared_shares_the_first_prizes_and_a_pause_makes_the_end_later(house, at):
    t = _started(house, entries=4)
    call_time_due(at=UP)
    _count(house, t, 1, {}, minutes=3)
    done = cast.say(finish_tournament, by=house.ana, at=UP + timedelta(minutes=4), tournament_id=t)
    assert [(line["place"], line["tied"]) for line in done["podium"]] == [(1, 4)] * 4
    given = list(Award.objects.values_list("place", "tied", "amount_cents"))
    assert {(place, tied) for place, tied, _ in given} == {(1, 4)} and len(given) == 4
    amounts = [cents for *_, cents in given]
    assert max(amounts) - min(amounts) <= 1
    assert [(one.place, one.tied) for one in results(t, at=cast.after(hours=3))] == [(1, 4)] * 4
    page = Client().get(f"/t/{t}/results/").content.decode()
    assert page.count("Jogador") >= 4


def test_a_calendar_has_the_set_time_for_its_end_later_by_what_the_clock_stood_and_by_no_recess(house, at):
    def ends(t):
        return re.search(r"DTEND:(\w+)", as_(house.ana).get(f"/t/{t}/event.ics").content.decode())[1]

    changes = {"late_registration_level": 0, "re_entries_per_player": 0}
    plain = house.published("turbo-8max", **changes)
    timed = house.published("turbo-8max", length_minutes=60, **changes)
    # one whose structure ends before
    long = house.published("turbo-8max", length_minutes=48 * 60, **changes)
    assert (ends(timed), ends(long)) == ("20261121T230000Z", ends(plain))
    t = house.started("turbo-8max", entries=4, length_minutes=60, **changes)
    assert ends(t) == "20261121T230000Z"
    cast.say(give_recess, by=house.ana, at=cast.after(minutes=5), tournament_id=t, minutes=10)
    assert ends(t) == "20261121T230000Z"
    at["at"] = cast.after(minutes=20)
    cast.say(pause_clock, by=house.ana, at=cast.after(minutes=20), tournament_id=t)
    cast.say(resume_clock, by=house.ana, at=cast.after(minutes=27), tournament_id=t)
    assert ends(t) == "20261121T230700Z"
