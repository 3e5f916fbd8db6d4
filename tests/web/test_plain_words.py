"""What a stranger met on the director's pages: links that lead to whole pages, sentences in money and in words."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client

from people.models import User
from tests import cast
from tests.web.test_bounties import knockout, seats  # noqa: F401
from tests.web.test_director import as_, house, press, running, sealed  # noqa: F401
from web.acting import told_in_words

pytestmark = pytest.mark.django_db


def in_portuguese(person):
    as_(person)
    mine = Client(headers={"accept-language": "pt-BR"})
    mine.force_login(User.objects.get(pk=person.user_id))
    return mine


@pytest.mark.parametrize("part", ["", "now/"])
def test_undo_in_the_last_acts_comes_back_to_the_page_not_to_a_part_of_it(house, part):  # noqa: F811
    tournament = running(house)
    ana = as_(house.ana)
    press(ana, tournament, "pause")
    sealed()
    html = ana.get(f"/director/{tournament}/{part}").content.decode()
    assert set(re.findall(r"\?next=([^\"]+)", html[html.index('class="history"') :])) == {
        f"/director/{tournament}/"
    }


@pytest.mark.parametrize("part", ["now", "clock"])
def test_the_undo_page_leads_from_a_part_to_its_page(house, part):  # noqa: F811
    tournament = running(house)
    ana = as_(house.ana)
    undo = press(ana, tournament, "pause")["undo"]
    html = ana.get(undo, {"next": f"/director/{tournament}/{part}/"}).content.decode()
    assert f'href="/director/{tournament}/"' in html and f"/{part}/" not in html
    done = ana.post(undo, {"command_id": str(uuid.uuid4()), "next": f"/director/{tournament}/{part}/"})
    assert done.headers["Location"] == f"/director/{tournament}/"
    assert 'href="/director/"' in ana.get(undo, {"next": "/nowhere/"}).content.decode()


def test_open_bounties_are_told_in_money(house, knockout):  # noqa: F811
    ana = in_portuguese(house.ana)
    *outs, _winner = seats(knockout)
    for _entry, at, _player in outs:
        toast = press(ana, knockout, "bust", bust=f"{at} later")
        assert toast["kind"] == "done"
    with cast.unchanged():
        toast = press(ana, knockout, "finish")
    assert toast["kind"] == "refused"
    assert "(5, ao todo R$\u00a0125,00)" in toast["text"] and "centavos" not in toast["text"]


def test_amounts_without_a_currency_and_chips_are_grouped():
    assert (
        told_in_words(
            "%(sum_cents)s %(in_play)s %(entry_id)s",
            {"sum_cents": 123450, "in_play": 220000, "entry_id": 12345},
        )
        == "1.234,50 220.000 12345"
    )
