"""What a stranger met on the director's pages: links that lead to whole pages, sentences in money and in words."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.utils import translation

from people.models import User
from tables.models import Seat
from tests import cast
from tests.web.director.test_bounties import knockout, seats  # noqa: F401
from tests.web.director.test_director import as_, house, press, running, sealed  # noqa: F401
from tournaments.models import Tournament
from web.acting import in_words

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
    assert set(re.findall(r"\?next=([^\"]+)", html[html.index('class="table history"') :])) == {
        f"/director/{tournament}/"
    }


@pytest.mark.parametrize("part", ["now", "clock"])
def test_the_undo_page_leads_from_a_part_to_its_page(house, part):  # noqa: F811
    tournament = running(house)
    ana = as_(house.ana)
    undo = press(ana, tournament, "pause")["undo"]
    html = ana.get(undo, {"next": f"/director/{tournament}/{part}/"}).content.decode()
    # the strip asks for its own parts; nothing leads the person to one
    assert f'href="/director/{tournament}/"' in html
    assert not re.search(rf'(?:href|value|action)="/director/{tournament}/{part}/', html)
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
        in_words(
            "%(sum_cents)s %(in_play)s %(entry_id)s",
            params={"sum_cents": 123450, "in_play": 220000, "entry_id": 12345},
        )
        == "1.234,50 220.000 12345"
    )


def test_an_own_bounty_and_a_rebuy_with_a_taker_are_refused_in_words(house, knockout):  # noqa: F811
    ana = as_(house.ana)
    (_a, at, _out), (_b, by, _taker), *_rest = seats(knockout)
    with cast.unchanged():
        own = press(ana, knockout, "bust", bust=f"{at} por {at}")
        rebuying = [
            press(ana, knockout, "bust", bust=f"{at} {word} por {by}")
            for word in ("rebuys", "rebuy", "recompra")
        ]
    assert own["kind"] == "refused"
    assert own["text"] == "Players cannot take their own bounty. Name who took the chips, or nobody."
    assert {toast["text"] for toast in rebuying} == {
        "Who rebuys is not out, and nobody takes a bounty. Type the seat alone: 7-4 rebuys."
    }


def test_nobody_starts_with_fewer_than_two_entries(house):  # noqa: F811
    tournament = house.registering("scpt-main", starts_at=cast.START)
    ana = as_(house.ana)
    for entries, offered in ((0, False), (1, False), (2, True)):
        if entries:
            house.fill(tournament, 1)
        html = ana.get(f"/director/{tournament}/now/").content.decode()
        assert ("Draw seats and start" in html) is offered, entries
        assert ("<strong>Enter at least two players</strong>" in html) is not offered, entries
        # until then there is one thing to do, and the way to it
        asked = html[html.index('data-need="start"') :].split("</li>")[0]
        assert (f'href="/desk/{tournament}/"' in asked) is not offered, entries


def test_stopped_clocks_are_not_offered_to_be_stopped(house):  # noqa: F811
    tournament = running(house)
    ana = as_(house.ana)
    for path in ("", "clock/"):
        assert b"Stop all clocks of the house" in ana.get(f"/director/{tournament}/{path}").content
    press(ana, tournament, "freeze")
    for path in ("", "clock/"):
        html = ana.get(f"/director/{tournament}/{path}").content
        assert b"Stop all clocks of the house" not in html and b"Let all clocks go on" in html


def test_the_undo_page_is_the_houses_and_asks(house):  # noqa: F811
    tournament = running(house)
    ana = as_(house.ana)
    undo = press(ana, tournament, "pause")["undo"]
    html = ana.get(undo).content.decode()
    venue = Tournament.objects.get(pk=tournament).venue.name
    assert venue in html[: html.index("</nav>")] and "Shuffle Up" not in html[: html.index("</nav>")]
    assert "<h1>Undo this?</h1>" in html and "<strong>Clock paused</strong>" in html


def test_the_page_that_breaks_a_table_is_called_so(house):  # noqa: F811
    tournament = running(house, entries=10, seats_per_table=9)
    ana = as_(house.ana)
    html = ana.get(f"/director/{tournament}/tables/").content.decode()
    assert "Simulate breaking" not in html and "Break the table…" in html
    press(
        ana,
        tournament,
        "bust",
        bust=f"1-{Seat.objects.filter(table__tournament_id=tournament, table__number=1, entry__isnull=False).first().number}",
    )
    html = ana.get(f"/director/{tournament}/tables/1/break/").content.decode()
    assert "Afterwards each table has 9 players." in html


def test_numbers_and_counts_are_said_as_the_language_says_them():
    from api.payouts import NewDeal
    from web.director.announced import Where, value

    table = {"kind": "custom", "name": "Casa", "tiers": [{"from": 1, "to": 1, "percent_each": "46.5"}]}
    early = [{"price_cents": 9_000, "until_level": None, "minutes_before_start": 19}]
    for language in ("pt-br", "pt"):
        with translation.override(language):
            assert (
                value("payout_table", values={"payout_table": table}, where=Where())
                == "Casa (1: 46,5\u00a0%)"
            )
            assert "até 19 min antes do início" in value(
                "price_periods", values={"price_periods": early}, where=Where(currency="BRL")
            )
            said = {"paper_votes": 1, "votes_needed": 3}
            assert (
                translation.gettext(
                    "%(paper_votes)s votes on paper are noted: all %(votes_needed)s votes are in."
                )
                % said
                == "Votos em papel anotados: 1. Todos os votos chegaram (3)."
            )
    # the page of deals takes thirty lines, and so do programs
    lines = [{"entry_id": n, "amount_cents": 1} for n in range(1, 32)]
    assert NewDeal(data={"kind": "custom", "amounts": lines[:30]}).is_valid()
    assert not NewDeal(data={"kind": "custom", "amounts": lines}).is_valid()
