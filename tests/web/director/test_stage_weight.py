"""A ranking weight of 0 is said before it counts, and a night without points says on its settings that it has none."""

from __future__ import annotations

import html

import pytest

from tests import cast
from tests.payouts.room import finish
from tests.payouts.test_season import circuit, freezeout
from tests.web.director.test_prize_pages import as_, house

__all__ = ["house"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.S")]

ZERO = "Its ranking weight is 0: every paid place gets 0.00 points"
DOUBT = "It counts for the ranking with the weight 0: every paid place gets 0 points."


def page_of(client, address):
    return html.unescape(client.get(address).content.decode())


def test_a_weight_of_nothing_is_said_before_publishing(house):
    circuit(house)
    ana = as_(house.ana)
    for ranks, weight, doubts in ((True, 0, True), (True, 500, False), (False, 0, False)):
        draft = house.tournament("turbo-8max", ranks=ranks, ranking_weight_milli=weight)
        assert (DOUBT in page_of(ana, f"/director/{draft}/settings/")) is doubts, (ranks, weight)


def test_a_weight_of_nothing_is_said_before_a_finished_night_counts(house):
    circuit(house)
    ana = as_(house.ana)
    for weight, said in ((0, 2), (500, 0)):
        t = freezeout(house, None, 3, ranking_weight_milli=weight)
        finish(house, t)
        missed = page_of(ana, f"/director/{t}/settings/").split('id="stage-missed"')[1].split("</section>")[0]
        # beside the form, and in what is asked before it holds
        assert missed.count(ZERO) == said


def test_a_night_that_was_announced_without_points_says_why_it_comes_into_no_stage(house):
    _season, stage = circuit(house)
    ana = as_(house.ana)
    why = "This tournament was announced without points for the ranking: nobody gets any afterwards."
    t = freezeout(house, None, 3, ranks=False)
    assert why not in page_of(ana, f"/director/{t}/settings/")
    finish(house, t)
    none = page_of(ana, f"/director/{t}/settings/").split('id="stage-none"')[1].split("</section>")[0]
    assert why in none and "<form" not in none
    # one that belongs to a stage has nothing to say
    counted = freezeout(house, stage, 3)
    finish(house, counted)
    assert 'id="stage-none"' not in page_of(ana, f"/director/{counted}/settings/")
    cast.books_balance()
