"""A player's public page: by the player's own choice, and only what was chosen."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest

from payouts.models import Score
from people.commands.anonymise_player import anonymise_player
from people.commands.choose_profile import choose_profile
from people.models import Profile, User
from tests import cast
from tests.payouts.room import finish
from tests.payouts.test_season import circuit, freezeout
from tournaments.models import Entry, Tournament
from tournaments.queries.announcements import announcement
from web.public import caching
from web.public.cards.content import card_of
from web.public.players import initials

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept():
    caching._heads.clear()
    caching._pages.clear()
    caching._asked.clear()


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.fixture
def won(house) -> tuple[int, int, int]:
    """(tournament, season, Caio's player): Caio won a freezeout of nine that scored."""
    season, stage = circuit(house)
    t = freezeout(house, stage, 9, name="Terça do Ás")
    finish(house, t)
    winner = Entry.objects.get(tournament_id=t, state="playing")
    Entry.objects.filter(pk=winner.pk).update(player_id=house.caio.player_id)
    Score.objects.filter(entry_id=winner.pk).update(player_id=house.caio.player_id)
    return t, season, house.caio.player_id


def text(response) -> str:
    assert response.status_code == 200, response.content.decode()[:500]
    return response.content.decode()


def fresh(shown: str) -> dict[str, str]:
    return {"command_id": str(uuid.uuid4()), "page": shown, "public_name": "Caio", "phone": ""}


def test_without_a_choice_there_is_no_page_and_no_link(client, house, won):
    t, season, player = won
    assert client.get(f"/players/{player}/").status_code == 404
    assert client.get("/players/99999999/").status_code == 404
    for path in (f"/t/{t}/results/", f"/seasons/{season}/"):
        assert "/players/" not in text(client.get(path)), path
    assert "/players/" not in text(client.get("/sitemap.xml"))


def test_the_results_tell_what_each_place_brought_in_the_ranking(client, won):
    t, _season, _player = won
    page = " ".join(text(client.get(f"/t/{t}/results/", headers={"Accept-Language": "en"})).split())
    assert '<th scope="col" class="number wide">Points</th>' in page
    # on the podium and in its line: on a phone below the prize
    assert "<small>92.40 points</small>" in page.replace("<small >", "<small>")
    assert '<td class="number wide">92.40</td>' in page.replace("> ", ">").replace(" <", "<")
    assert page.count("points</small>") == 3 + 3
    Score.objects.filter(tournament_id=t).update(undone_at=datetime.now(UTC))
    caching._pages.clear()
    page = text(client.get(f"/t/{t}/results/", headers={"Accept-Language": "en"}))
    assert "Points</th>" not in page and "points</small>" not in page


def test_who_chooses_a_page_has_one_and_ends_it(client, house, won):
    t, season, player = won
    client.force_login(User.objects.get(pk=house.caio.user_id))
    client.cookies["django_language"] = "en"
    page = text(client.get("/me/"))
    assert 'name="page" value="no" checked' in " ".join(page.split())
    done = client.post("/me/about/", fresh("all"), follow=True)
    assert "Your page is open to everybody." in text(done)
    assert f'href="/players/{player}/"' in text(done)

    client.logout()
    shown = " ".join(text(client.get(f"/players/{player}/", headers={"Accept-Language": "en"})).split())
    assert "Caio" in shown and '<meta name="robots" content="noindex">' in shown
    assert f'href="/t/{t}/results/">Terça do Ás</a>' in shown and "Winner of Terça do Ás" in shown
    assert "<b>1st</b> <small" in shown and "of 9" in shown and "R$" in shown and "92.40" in shown
    for path in (f"/t/{t}/results/", f"/seasons/{season}/"):
        assert f'href="/players/{player}/"' in text(client.get(path)), path

    client.force_login(User.objects.get(pk=house.caio.user_id))
    client.post("/me/about/", fresh("places"))
    client.logout()
    places = text(client.get(f"/players/{player}/", headers={"Accept-Language": "en"}))
    assert "R$" not in places and "In the money" not in places and "Terça do Ás" in places

    client.force_login(User.objects.get(pk=house.caio.user_id))
    client.cookies["django_language"] = "en"
    assert "You have no public page." in text(client.post("/me/about/", fresh("no"), follow=True))
    assert client.get(f"/players/{player}/").status_code == 404 and not Profile.objects.exists()


def test_the_card_of_a_tournament_that_is_over_names_the_winner_and_the_prize_only_where_they_choose(
    house, won
):
    t, _season, player = won

    def told():
        return card_of(announcement(t, at=cast.after(minutes=60)), language="en").figures

    winner, entries = ("Winner", "Caio"), ("Entries", "9")
    assert told() == (winner, entries)
    cast.say(choose_profile, by=house.caio, player_id=player, shown=True, prizes=False)
    assert told() == (winner, entries)
    cast.say(choose_profile, by=house.caio, player_id=player, shown=True, prizes=True)
    first, (what, much) = told()
    assert first == winner and what == "Prize" and much.startswith("R$")


def test_the_card_of_a_tournament_that_is_over_tells_what_was_guaranteed_beside_the_winner(house, won):
    t, _season, player = won
    Tournament.objects.filter(pk=t).update(guarantee_cents=300_000_00)
    promised = {"en": ("Guaranteed", "R$300,000"), "pt-br": ("Garantido", "R$\xa0300.000")}
    for language, said in promised.items():
        shown = card_of(announcement(t, at=cast.after(minutes=60)), language=language)
        (_winner, name), (_entries, many), last = shown.figures
        assert (name, many, last) == ("Caio", "9", said)
    cast.say(choose_profile, by=house.caio, player_id=player, shown=True, prizes=True)
    shown = card_of(announcement(t, at=cast.after(minutes=60)), language="en")
    assert [what for what, _much in shown.figures] == ["Winner", "Prize", "Guaranteed"]


def test_nobody_chooses_for_another(house, won):
    _, _, player = won
    for somebody in (house.olga, house.ana, house.desi, house.dora):
        with cast.refused("forbidden"):
            cast.say(choose_profile, by=somebody, player_id=player, shown=True)
    assert not Profile.objects.exists()
    done = cast.say(choose_profile, by=house.caio, player_id=player, shown=True)
    assert done == {"player_id": player, "shown": True}


def test_who_is_erased_has_no_page_left(house):
    player = house.caio.player_id
    cast.say(choose_profile, by=house.caio, player_id=player, shown=True)
    cast.say(anonymise_player, by=house.caio, player_id=player)
    assert not Profile.objects.exists()


def test_initials_are_of_the_first_and_the_last_word():
    assert [initials(name) for name in ("Luísa Nogueira", "Zélia de D’Ávila", "Jota", "! Ás ?", "", "#7")] == [
        "LN", "ZD", "J", "Á", "", "",
    ]  # fmt: skip


def test_on_paper_a_page_of_results_says_that_the_list_goes_on(client, won, monkeypatch):
    monkeypatch.setattr("web.public.views.RESULTS_PER_PAGE", 4)
    later, earlier = "The list goes on: print the next page, too.", "The list begins on an earlier page."
    for offset, told in ((0, (True, False)), (4, (True, True)), (8, (False, True))):
        page = text(client.get(f"/t/{won[0]}/results/?offset={offset}", headers={"Accept-Language": "en"}))
        assert (later in page, earlier in page) == told, offset
        # read on paper alone: a screen has its buttons
        assert page.count('<p class="on-paper">') == sum(told)
    monkeypatch.setattr("web.public.views.RESULTS_PER_PAGE", 9)
    caching._pages.clear()
    assert "on-paper" not in text(client.get(f"/t/{won[0]}/results/"))
