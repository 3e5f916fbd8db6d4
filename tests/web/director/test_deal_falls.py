"""Who says that a deal falls says which: a yes to an older one ends no newer vote."""

from __future__ import annotations

import re
import uuid

import pytest

from payouts.commands.approve_deal import approve_deal
from payouts.commands.end_deal import end_deal
from payouts.commands.propose_deal import propose_deal
from payouts.commands.record_paper_votes import record_paper_votes
from payouts.models import Deal
from tables.models import HandDone, Seat
from tests import cast
from tests.payouts.room import playing
from tests.web.director.test_director import as_, press
from tests.web.director.test_prize_pages import final_three, house
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry

__all__ = ["house"]
pytestmark = pytest.mark.django_db

ASKED = "with a bust it falls"


def proposed(house, t, left):
    return cast.say(
        propose_deal,
        by=house.ana,
        at=cast.after(hours=1),
        tournament_id=t,
        kind="custom",
        amounts=[{"entry_id": e, "amount_cents": 90_000 // len(left)} for e in left],
    )["deal_id"]


def sent(client, address, body):
    answer = client.post(
        f"/api/tournaments/{address}",
        body,
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    return answer.status_code, answer.json()


@pytest.mark.rule("ADTP.P3")
def test_a_yes_for_an_older_deal_is_asked_again(house, monkeypatch):
    t, left = final_three(house, monkeypatch)
    director = as_(house.ana)
    seat = Seat.objects.select_related("table").get(entry_id=left[0])
    line, table = f"{seat.table.number}-{seat.number}", seat.table.number
    pages = (
        f"/director/{t}/tables/{table}/seats/{seat.number}/",
        f"/director/{t}/bust/?bust={line}",
        f"/director/{t}/",
    )

    def named():
        return {
            re.findall(r'name="(deal_\w+)" value="(\d+)"', director.get(page).content.decode())[0]
            for page in pages
        }

    older = proposed(house, t, left)
    assert named() == {("deal_falls", str(older)), ("deal_asked", str(older))}
    cast.say(end_deal, by=house.ana, at=cast.after(hours=1), deal_id=older)
    newer = proposed(house, t, left)
    assert named() == {("deal_falls", str(newer)), ("deal_asked", str(newer))}
    out = {"entry_id": left[0], "stack_chips_start": None, "by_entries": []}
    sheet = {"table": str(table), "entry_id": str(left[0])}
    api = {"table_number": table, "busts": [out]}
    with cast.unchanged():
        for posted in (
            {**sheet, "deal_falls": older},
            {"bust": f"{line}!!", "deal_asked": older},
            {"bust": f"{line}!!"},
            {"bust": f"{line}!", "deal_asked": newer},
        ):
            said = press(director, t, "bust", **posted)
            assert said["kind"] == "refused" and ASKED in said["text"], posted
        for more in ({}, {"falling_deal_id": older}, {"falling_deal_id": newer + 1}):
            status, told = sent(director, f"{t}/eliminations", {**api, **more})
            assert (status, told["code"], told["rule"]) == (409, "deal_would_fall", "ADTP.P3")
            assert told["params"] == {"deal_id": newer, "voted": 0, "needed": 3}
        # no number that the house itself uses for "whatever is in vote"
        for wrong in (0, True, "x"):
            assert sent(director, f"{t}/eliminations", {**api, "falling_deal_id": wrong})[0] == 400
        assert press(director, t, "bust", **{**sheet, "deal_falls": "0"})["kind"] == "refused"
    assert sent(director, f"{t}/eliminations", {**api, "falling_deal_id": newer})[0] == 200
    assert Entry.objects.get(pk=left[0]).state == "out"
    assert [(d.pk, d.ended_because) for d in Deal.objects.order_by("id")] == [
        (older, ""),
        (newer, "player_left"),
    ]
    # nothing is in vote any more: a yes that comes late stands in nobody's way
    late = {
        "table_number": Seat.objects.select_related("table").get(entry_id=left[1]).table.number,
        "busts": [{**out, "entry_id": left[1]}],
        "falling_deal_id": older,
    }
    assert sent(director, f"{t}/eliminations", late)[0] == 200


@pytest.mark.rule("ADTP.P3")
def test_a_yes_to_the_fall_of_a_deal_that_was_agreed_meanwhile_is_asked_again(house, monkeypatch):
    t, left = final_three(house, monkeypatch)
    director = as_(house.ana)
    deal = proposed(house, t, left)
    cast.say(record_paper_votes, by=house.ana, at=cast.after(hours=1), deal_id=deal, yes=3, no=0)
    cast.say(approve_deal, by=house.ana, at=cast.after(hours=1), deal_id=deal)
    assert Deal.objects.get().state == "made"
    seat = Seat.objects.select_related("table").get(entry_id=left[0])
    body = {
        "table_number": seat.table.number,
        "busts": [{"entry_id": left[0], "stack_chips_start": None, "by_entries": []}],
    }
    sheet = {"table": str(seat.table.number), "entry_id": str(left[0])}
    with cast.unchanged():
        status, told = sent(director, f"{t}/eliminations", {**body, "falling_deal_id": deal})
        assert (status, told["code"], told["rule"]) == (409, "deal_holds", "ADTP.P3")
        assert told["params"] == {"deal_id": deal, "players": 3}
        said = press(director, t, "bust", **sheet, deal_falls=deal)
        assert said["kind"] == "refused" and "was agreed meanwhile and holds" in said["text"]
    assert sent(director, f"{t}/eliminations", body)[0] == 200
    assert (Entry.objects.get(pk=left[0]).state, Deal.objects.get().state) == ("out", "made")


@pytest.mark.rule("ADTP.P3", "PT-T.49")
def test_a_hand_done_with_a_bust_asks_during_a_vote_too(house):
    t = house.registering(
        "turbo-8max", late_registration_level=0, re_entries_per_player=0, guarantee_cents=0, surrender=False,
        seats_per_table=6,
    )  # fmt: skip
    house.fill(t, 12)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    director = as_(house.ana)
    deal = cast.say(
        propose_deal, by=house.ana, at=cast.after(hours=1), tournament_id=t, kind="extra", extra_cents=[5_000],
        taken=[{"place": 1, "amount_cents": 5_000}],
    )["deal_id"]  # fmt: skip
    assert press(director, t, "hand-for-hand")["kind"] == "done"
    out = Seat.objects.filter(table__tournament_id=t, table__number=1, entry__isnull=False).first().entry_id
    html = director.get(f"/director/{t}/hand-for-hand/").content.decode()
    assert f'name="deal_falls" value="{deal}"' in html
    pressed = {"table": "1", "round": "1", "out": str(out), f"stack_{out}": "1500"}
    done = {"round": 1, "busts": [{"entry_id": out, "stack_chips_start": 1500, "by_entries": []}]}
    with cast.unchanged():
        for more in ({}, {"deal_falls": deal + 1}):
            said = press(director, t, "hand-done", **pressed, **more)
            assert said["kind"] == "refused" and ASKED in said["text"]
        for more in ({}, {"falling_deal_id": deal + 1}):
            status, told = sent(director, f"{t}/tables/1/hand-done", {**done, **more})
            assert (status, told["code"], told["params"]["deal_id"]) == (409, "deal_would_fall", deal)
    # a hand in which nobody goes out touches no vote
    assert sent(director, f"{t}/tables/2/hand-done", {"round": 1, "busts": []})[0] == 200
    assert Deal.objects.get().state == "open"
    assert sent(director, f"{t}/tables/1/hand-done", {**done, "falling_deal_id": deal})[0] == 200
    assert (Deal.objects.get().state, Deal.objects.get().ended_because) == ("withdrawn", "player_left")
    assert HandDone.objects.filter(tournament_id=t).count() == 2 and len(playing(t)) == 11
