"""A night that was played counts for the ranking also where its stage was forgotten: said on its settings, done there."""

from __future__ import annotations

import html
import json
import re
import uuid

import pytest

from payouts.commands.assign_stage import assign_stage
from payouts.commands.undo_assign_stage import undo_assign_stage
from payouts.commands.undo_finish import undo_finish
from payouts.models import Score
from payouts.queries import season_table
from tests import cast
from tests.payouts.room import finish, playing
from tests.payouts.test_season import circuit, freezeout
from tests.web.director.test_director import form_of, sealed
from tests.web.director.test_prize_pages import HTMX, as_, house, press, shown
from tournaments.models import Entry, Tournament

__all__ = ["house"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.R", "SCPT.S")]


def settings_of(client, tournament):
    return html.unescape(client.get(f"/director/{tournament}/settings/").content.decode())


def undo(client, toast):
    """Take back what a toast tells of; the toast of that."""
    response = client.post(toast["undo"], {"command_id": str(uuid.uuid4())}, **HTMX)
    return json.loads(response["HX-Trigger"])["toast"]


def test_a_finished_night_without_a_stage_is_let_count_and_scores_as_it_would_have(house):
    season, stage = circuit(house)
    director = as_(house.ana)
    with_it, without = freezeout(house, stage), freezeout(house, None)
    order = playing(without)
    assert 'id="stage-missed"' not in settings_of(director, without)
    with cast.refused("stage_before_the_end"):
        cast.say(assign_stage, by=house.ana, tournament_id=without, stage_id=stage)
    for tournament in (with_it, without):
        finish(house, tournament)
    points = {row.player_id: row.points for row in season_table(season).rows}
    assert len(points) == 3 and 'id="stage-missed"' not in settings_of(director, with_it)
    page = settings_of(director, without)
    assert "It was to count for the ranking and ended without a stage: nobody has points for it." in page
    asked = page[page.index('id="stage-missed"') :].split("</section>")[0]
    assert re.findall(r'<option value="(\d*)">([^<]*)<', asked) == [
        ("", "–"), (str(stage), "SCPT 2026 · Florianópolis"),
    ]  # fmt: skip
    assert "Its paid places get the points of that season now" in asked and 'data-names="stage_id"' in asked
    # not for who may not set tournaments, not for a stage of nobody's
    bruno = as_(house.bruno)
    with cast.unchanged():
        assert press(bruno, without, "stage", stage_id=stage)["kind"] == "refused"
        assert press(director, without, "stage", stage_id=10**6)["kind"] == "refused"
    said = press(director, without, "stage", stage_id=stage)
    assert said["text"] == "It counts for the stage: 3 players have points of the season by it."
    rows = Score.objects.filter(tournament_id=without).order_by("place")
    assert [(row.place, row.season_id) for row in rows] == [(1, season), (2, season), (3, season)]
    # what they would have got at the end, to the last digit: both nights were alike
    again = Score.objects.filter(tournament_id=with_it).order_by("place")
    assert [row.points_e4 for row in rows] == [row.points_e4 for row in again]
    assert rows[0].player_id == Entry.objects.get(pk=order[-1]).player_id
    # an event of a stage has a number of its own
    numbers = Tournament.objects.filter(pk__in=(with_it, without)).values_list("number", flat=True)
    assert len(set(numbers)) == 2
    with cast.refused("stage_is_set"):
        cast.say(assign_stage, by=house.ana, tournament_id=without, stage_id=stage)
    assert 'id="stage-missed"' not in settings_of(director, without)
    # the history tells which, with the number that came with it
    sealed()
    told = re.sub(
        r"<[^>]+>", " ", html.unescape(director.get(f"/director/{without}/history/").content.decode())
    )
    assert "–\u2060\xa0→\xa0Florianópolis" in told and "Counts for a stage" in told


def test_where_no_points_were_announced_or_money_would_be_left_behind_it_says_so(house):
    _season, stage = circuit(house)
    director = as_(house.ana)
    plain = freezeout(house, None, 3, ranks=False)
    finish(house, plain)
    assert 'id="stage-missed"' not in settings_of(director, plain)
    with cast.refused("announced_without_points"):
        cast.say(assign_stage, by=house.ana, tournament_id=plain, stage_id=stage)
    # a part of its pool went to the ranking fund of no season
    main = house.started(
        "scpt-main", entries=9, late_registration_level=0, re_entries_per_player=0, guarantee_cents=0, surrender=False
    )  # fmt: skip
    finish(house, main)
    asked = settings_of(director, main).split('id="stage-missed"')[1].split("</section>")[0]
    assert "pay that fund out first" in asked and "<form" not in asked
    assert f'href="/director/{main}/prizes/#fu-t"' in asked
    with cast.refused("ranking_fund_was_paid"):
        cast.say(assign_stage, by=house.ana, tournament_id=main, stage_id=stage)
    cast.books_balance()


def test_a_press_twice_scores_once(house):
    _season, stage = circuit(house)
    t = freezeout(house, None)
    finish(house, t)
    number = str(uuid.uuid4())
    director = as_(house.ana)
    for _press in range(2):
        answer = director.post(
            f"/director/{t}/do/stage/",
            {"command_id": number, "stage_id": stage, "next": f"/director/{t}/settings/"},
            follow=True,
        )
        assert answer.status_code == 200
    assert Score.objects.filter(tournament_id=t).count() == 3


def test_a_stage_set_by_mistake_is_taken_back_with_its_points_and_its_number(house):
    season, stage = circuit(house)
    director = as_(house.ana)
    freezeout(house, stage)
    t = freezeout(house, None)
    playing(t)
    finish(house, t)
    number = Tournament.objects.get(pk=t).number
    toast = press(director, t, "stage", stage_id=stage)
    assert len(season_table(season).rows) == 3 and Tournament.objects.get(pk=t).number != number
    asked = shown(director, toast["undo"])
    assert "3 players do not have the points of this tournament any more." in asked
    # not for who may not set tournaments
    bruno = as_(house.bruno)
    with cast.unchanged():
        assert undo(bruno, toast)["kind"] == "refused"
    assert undo(director, toast)["kind"] == "done"
    row = Tournament.objects.get(pk=t)
    assert (row.stage_id, row.number) == (None, number)
    assert not season_table(season).rows and Score.objects.filter(undone_at__isnull=True).count() == 0
    sealed()
    told = shown(director, f"/director/{t}/history/")
    assert "Counts for no stage again" in told and "Florianópolis → –" in told
    # once: what is not so any more is told, by whom
    with cast.unchanged():
        again = undo(director, toast)
    assert again["kind"] == "refused" and "does not count for that stage any more" in again["text"]
    # and it can be let count again, with the same points
    press(director, t, "stage", stage_id=stage)
    assert len(season_table(season).rows) == 3


def test_what_was_announced_for_its_stage_or_runs_again_is_not_taken_out_of_it(house):
    _season, stage = circuit(house)
    with_it, without = freezeout(house, stage), freezeout(house, None)
    for t in (with_it, without):
        playing(t)
        finish(house, t)
    number = cast.new_id()
    cast.say(assign_stage, by=house.ana, command_id=number, tournament_id=without, stage_id=stage)
    with cast.refused("stage_is_not_set"):
        cast.say(undo_assign_stage, by=house.ana, tournament_id=with_it, assign_command_id=number)
    cast.say(undo_finish, by=house.ana, tournament_id=without)
    with cast.refused("not_finished"):
        cast.say(undo_assign_stage, by=house.ana, tournament_id=without, assign_command_id=number)


def test_what_runs_shows_its_stage_and_says_when_it_may_be_set(house):
    """A field that could never be saved is no field."""
    _season, stage = circuit(house)
    director = as_(house.ana)
    with_it, without = freezeout(house, stage), freezeout(house, None)
    draft = house.tournament("turbo-8max")
    assert '<select id="f-stage" name="stage_id"' in settings_of(director, draft)
    for t, said in (
        (with_it, "It stands since registration opened"),
        (without, "after the end the tournament can still be counted for a stage"),
    ):
        page = settings_of(director, t)
        field = page[page.index("<strong>Stage</strong>") :].split("</p>")[0]
        assert "<select" not in field and said in " ".join(field.split())
        assert ("Florianópolis" in field) is (t == with_it)
        # the other fields are saved as before
        form = form_of(page) | {"command_id": str(uuid.uuid4()), "name": "Noite longa"}
        assert director.post(f"/director/{t}/settings/", form).status_code == 302
        row = Tournament.objects.get(pk=t)
        assert (row.name, row.stage_id) == ("Noite longa", stage if t == with_it else None)
