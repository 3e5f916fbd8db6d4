"""The results of a finished tournament: the podium, its last hand and the night in figures, as far as they are known."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils.translation import override

from play.models import DealtHand
from tests import cast
from tests.payouts.room import bust, down_to, finish, playing
from tests.play import event as online
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def words(tournament, path="results/", *, language="en"):
    answer = Client(headers={"accept-language": language}).get(f"/t/{tournament}/{path}")
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.fixture
def house():
    return cast.house()


def test_the_night_is_told_in_figures_once_it_is_over(house):
    t = house.started(
        "turbo-8max", entries=6, starts_at=cast.START, late_registration_level=0, re_entries_per_player=0
    )
    down_to(house, t, 2)
    assert "The night in figures" not in words(t)
    finish(house, t)
    first, second, third = Entry.objects.filter(tournament_id=t).order_by("-pk")[:3]
    said = words(t)
    tournament = Tournament.objects.get(pk=t)
    assert f"{first.player.public_name} wins {tournament.name}" in said
    for place, entry in (("1st", first), ("2nd", second), ("3rd", third)):
        assert f"{place} {entry.player.public_name}" in said
    assert f"The last hand {second.player.public_name} out in 2nd place" in said
    assert "Entries 6" in said and "Prize pool" in said
    # nobody wrote down who took the chips: nothing is said of it
    assert "Most eliminations" not in said and "Hands played" not in said
    # further pages are the list alone
    assert "The night in figures" not in words(t, "results/?offset=3")


def test_who_took_out_most_is_told_where_it_is_known_of_all(house):
    t = house.started(
        "turbo-8max", entries=4, starts_at=cast.START, late_registration_level=0, re_entries_per_player=0
    )
    *out, winner = playing(t)
    for entry in out:
        bust(house, t, entry, by=[winner])
    finish(house, t)
    name = Entry.objects.get(pk=winner).player.public_name
    said = words(t)
    assert f"Most eliminations {name}: 3" in said
    second = Entry.objects.get(pk=out[-1]).player.public_name
    assert f"The last hand {name} eliminated {second}" in said
    assert f"{name} eliminou {second}" in words(t, language="pt-br")


def test_several_who_took_the_last_chips_are_named_together():
    out = {"player": "Caio", "by": ("Rui", "Eva")}
    night = {"last_hand": {"players": [], "board": [], "out": out, "at": cast.START}, "rows": []}
    with override("pt-br"):
        page = render_to_string(
            "public/_night.html", {"night": night, "prizes": {}, "view": {"timezone": "UTC"}}
        )
    assert "Rui + Eva eliminaram Caio" in page


def test_a_tournament_played_online_tells_its_hands(db):
    event = online.begun(online.house(), players=2)
    event.play_on(Random(3))
    over = DealtHand.objects.filter(table_id=event.table_id, closed_at__isnull=False)
    said = words(event.tournament_id)
    assert f"Hands played {over.count()}" in said
    last = over.latest("number")
    shown = last.result["shown"]
    page = Client().get(f"/t/{event.tournament_id}/results/").content.decode()
    # two cards of each who showed, and the board, nothing else
    assert page.count('class="open-card"') == 2 * len(shown) + len(last.result["board"])
