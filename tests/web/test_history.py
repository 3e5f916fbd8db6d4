"""The history tells before and after, and offers Undo exactly where it works."""

from __future__ import annotations

import re

import pytest

from rules.entries import simple_split
from tables.models import Seat
from tests import cast
from tests.web.test_director import as_, house, press, sealed  # noqa: F401
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def lines(client, tournament):
    """The history, newest first: (text, whether Undo is offered)."""
    sealed()
    page = client.get(f"/director/{tournament}/history/").content.decode()
    found = re.findall(r'<li data-command="[^"]*">(.*?)</li>', page, re.S)
    return [(" ".join(re.sub(r"<[^>]+>", " ", one).split()), 'href="/undo/' in one) for one in found]


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
    assert re.search(r"Time added or taken · \+1:00: \d+:\d\d → \d+:\d\d", added) and offered
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
    assert re.search(r"Settings changed · Guarantee: [\d.]+ → 5000\.00", edited)


def test_what_was_taken_back_is_not_offered_again(house):  # noqa: F811
    t = house.started("turbo-8max", entries=14, starts_at=cast.START)
    ana = as_(house.ana)
    seat = seat_of(t)
    free = Seat.objects.filter(table__tournament_id=t, table__number=2, entry__isnull=True).first()
    toast = press(ana, t, "move", entry_id=seat.entry_id, table=2, seat=free.number)
    assert lines(ana, t)[0][1]
    ana.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    told = lines(ana, t)
    assert [offered for text, offered in told if text.split(" ", 1)[1].startswith("Moved ·")] == [False]
    toast = press(ana, t, "bust", bust=f"1-{seat_of(t).number}")
    ana.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    assert [o for text, o in lines(ana, t) if text.split(" ", 1)[1].startswith("Out ·")] == [False]


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
    press(ana, t, "bust", bust=f"1-{out.number} by {taker.number}")
    text = lines(ana, t)[0][0]
    assert f"Out · {out.entry.player.public_name}" in text
    assert f"; bounty: {taker.entry.player.public_name} R$25.00" in text


def test_an_undone_bust_is_no_move_slip(house):  # noqa: F811
    t = house.started("turbo-8max", entries=6, starts_at=cast.START)
    ana = as_(house.ana)
    seat = seat_of(t)
    toast = press(ana, t, "bust", bust=f"1-{seat.number}")
    ana.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    assert Entry.objects.get(pk=seat.entry_id).state == "playing"
    page = ana.get(f"/director/{t}/tables/slips/").content.decode()
    assert seat.entry.player.public_name not in page
