"""The page of a session, told on leaving; the ranks of hands one tap away from the table."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest

from access import moment
from play.models import Sitting
from rules.cards import Card
from rules.hands import evaluator
from tests import cast
from tests.play.test_history import fold_out
from tests.web.player.test_tables import browser, given, playing, table  # noqa: F401 - fixtures
from web.player.sessions import _EXAMPLES, time_words

pytestmark = pytest.mark.django_db


@pytest.mark.rule("PT-H.67")
@pytest.mark.parametrize(("found", "result"), [(max, "+50"), (min, "−50")])
def test_who_leaves_reads_what_the_session_came_to(playing, found, result):  # noqa: F811
    """Who won the hand's small blind, and who lost it: the button is drawn."""
    fold_out(playing)
    mine = found(playing.row.seats, key=lambda seat: seat["chips"])["seat"]
    rui = browser(playing.people[mine])
    where = f"/tables/{playing.table_id}/"
    assert f'href="{where}session/"' in rui.get(where).content.decode()
    assert "ainda na mesa" in rui.get(f"{where}session/").content.decode()
    answer = rui.post(f"{where}leave/", {"command_id": str(cast.new_id())}, follow=True)
    page = " ".join(answer.content.decode().split())
    assert answer.redirect_chain == [(f"{where}session/", 302)]
    assert answer["Cache-Control"] == "private, no-store"
    one = Sitting.objects.get(player_id=playing.people[mine].player_id)
    for told in ("Você saiu da mesa", "Total apostado", "Total ganho", f">{result}<"):
        assert told in page, told
    assert f'href="/me/sessions/{one.pk}/"' in rui.get("/me/hands/").content.decode()
    assert rui.get(f"/me/sessions/{one.pk}/").status_code == 200
    for who in (playing.people[{3: 8, 8: 3}[mine]], playing.house.caio):
        assert browser(who).get(f"/me/sessions/{one.pk}/").status_code == 404
    assert browser(playing.house.caio).get(f"{where}session/").status_code == 404
    assert browser().get(f"/me/sessions/{one.pk}/").status_code == 302


def test_time_is_said_in_hours_and_minutes():
    assert [time_words(minutes) for minutes in (0, 59, 60, 135)] == [
        "0 min",
        "59 min",
        "1 h 0 min",
        "2 h 15 min",
    ]


@pytest.mark.rule("PT-H.67")
def test_the_table_tells_every_hour_how_long_one_is_there_and_with_what_result(playing, monkeypatch):  # noqa: F811
    """What `hours.js` shows when an hour is over: it counts from `since_ms`, and reads the sentence from the page of the session."""
    fold_out(playing)
    seat = min(playing.row.seats, key=lambda one: one["chips"])["seat"]
    rui = browser(playing.people[seat])
    page = given(rui.get(f"/tables/{playing.table_id}/"), "page")
    since = Sitting.objects.get(player_id=playing.people[seat].player_id).since
    assert page["since_ms"] == int(since.timestamp() * 1000)
    monkeypatch.setattr(moment, "at", lambda: since + timedelta(minutes=61))
    told = unescape(rui.get(page["session"]).content.decode())
    [(read, sentence)] = re.findall(r'<p data-part="session-hours" data-read="(.*?)" hidden>(.*?)</p>', told)
    assert (read, sentence) == ("Continuar", "Você está nesta mesa há 1 h 1 min. Resultado até agora: −50.")
    assert given(browser().get(f"/tables/{playing.table_id}/"), "page")["since_ms"] is None


@pytest.mark.rule("PT-H.66")
def test_the_ranks_of_hands_are_one_tap_away_and_right(playing):  # noqa: F811
    where = f"/tables/{playing.table_id}/"
    assert f'href="{where}rules/"' in browser().get(where).content.decode()
    page = " ".join(browser().get(f"{where}rules/").content.decode().split())
    for told in ("Royal flush", "Quadra", "Full house", "Contam as cinco melhores"):
        assert told.lower() in page.lower(), told
    assert browser().get("/tables/9999/rules/").status_code == 404
    strengths = [
        evaluator.best_five(
            game=evaluator.CardGame.HOLDEM,
            hole=[Card.of(text) for text in example.split()[:2]],
            board=[Card.of(text) for text in example.split()[2:]],
        )[0]
        for example in _EXAMPLES
    ]
    assert strengths == sorted(strengths, reverse=True) and len(set(strengths)) == 10
