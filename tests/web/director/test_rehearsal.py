"""A rehearsal with simulated players: from a template to the last seats, and no account is touched."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from ledger.models import Transfer
from people.models import Player, User
from tests import cast
from tests.web.director.test_director import HTMX, as_, house, press
from tournaments.commands.pair_screen import pair_screen
from tournaments.models import Entry, Field, Tournament

__all__ = ["house"]

pytestmark = pytest.mark.django_db


def simulate(client, tournament, what, command_id=None, **values):
    response = client.post(
        f"/director/{tournament}/simulated/{what}/",
        {"command_id": str(command_id or uuid.uuid4()), **values},
        **HTMX,
    )
    return json.loads(response["HX-Trigger"])["toast"]


@pytest.mark.parametrize(
    ("practice", "price"), [("", "R$120.00"), ("1", "R$120.00"), ("simulated", "T$120.00")]
)
def test_what_a_player_reads_of_practice_is_in_its_own_money(house, practice, price):
    html = (
        as_(house.ana)
        .post(
            f"/director/venues/{house.venue_id}/new/card/",
            {"template": "turbo-8max", "shown": "turbo-8max", "practice": practice},
        )
        .content.decode()
    )
    assert {sign for sign in ("R$120.00", "T$120.00") if sign in html} == {price}


def test_a_display_that_shows_practice_says_who_may_see_it_and_shows_it_to_staff(house, client):
    practice = house.registering("turbo-8max", practice=True)
    headers = {"accept-language": "en"}
    code = re.search(
        r"<h1[^>]*>([0-9A-Z]{6})</h1>", client.get("/screens/", headers=headers).content.decode()
    )[1]
    cast.say(pair_screen, by=house.ana, tournament_id=practice, code=code)
    waits = client.get("/screens/", headers=headers).content.decode()
    assert "Only staff see this tournament. Sign in here on this display, and it shows it." in waits
    assert "data-screen=" not in waits and "Terça" not in waits
    client.force_login(User.objects.get(pk=house.ana.user_id))
    assert f'data-screen="{code}"' in client.get("/screens/", headers=headers).content.decode()


def test_simulated_players_come_and_go_and_no_real_money_moves(house):
    client = as_(house.ana)
    made = client.post(
        f"/director/venues/{house.venue_id}/new/",
        {
            "command_id": str(uuid.uuid4()),
            "template": "turbo-8max",
            "name": "Ensaio de quinta",
            "starts_at": (datetime.now(UTC) + timedelta(minutes=30)).strftime("%Y-%m-%dT%H:%M"),
            "practice": "simulated",
        },
    )
    tournament = Tournament.objects.get(name="Ensaio de quinta")
    assert made["Location"] == f"/director/{tournament.pk}/settings/"
    assert tournament.practice and not tournament.ranks
    assert (tournament.price_cents, tournament.currency) == (12_000, "XTS")  # money of practice
    doubts = ["high_capacity", *_doubts(client, tournament.pk)]
    told = press(client, tournament.pk, "publish", acknowledge=doubts)
    assert told["text"].startswith("Published for the staff alone.")  # nobody else sees it
    press(client, tournament.pk, "open-registration")
    own = uuid.uuid4()
    told = simulate(client, tournament.pk, "enrol", own, count="12")
    assert told["text"] == "12 simulated players have come."
    simulate(client, tournament.pk, "enrol", own, count="12")  # a double tap
    assert Entry.objects.filter(tournament=tournament).count() == 12
    press(client, tournament.pk, "start")
    page = client.get(f"/director/{tournament.pk}/").content.decode()
    assert "Somebody goes out" in page and "How many (at most 30 at once)" in page
    # there is no page of it that a phone could follow
    screen = client.get(f"/screens/{tournament.pk}/clock/").content.decode()
    assert 'class="qr"' not in screen and "Follow on your phone" not in screen
    assert "is out at table" in simulate(client, tournament.pk, "out", own, count="2")["text"]
    assert Field.objects.get(pk=tournament.pk).players_left == 10
    # more come late; the same people are asked again another day
    assert simulate(client, tournament.pk, "enrol", count="3")["kind"] == "done"
    # bought in, 12 + 3 times, in a unit of its own: no account of the house is touched
    assert {t.unit for t in Transfer.objects.all()} == {"XTS"}
    cast.books_balance()
    # the desk finds them here; in a tournament of people they are neither found nor let in
    desk, real = as_(house.desi), house.registering("turbo-8max", name="Quinta")
    assert "Ana Albuquerque" in desk.get(f"/desk/{tournament.pk}/?q=albuquerque").content.decode()
    assert "Ana Albuquerque" not in desk.get(f"/desk/{real}/?q=albuquerque").content.decode()
    nobody = Player.objects.get(full_name="Ana Albuquerque")
    with cast.refused("simulated_player"):
        house.enter(real, nobody.pk)


def _doubts(client, tournament):
    import re

    page = client.get(f"/director/{tournament}/settings/").content.decode()
    return re.findall(r'name="acknowledge" value="([a-z_]+)"', page)


def test_nobody_is_simulated_where_money_is_played_for(house):
    real = house.registering("turbo-8max")
    rehearsal = house.registering("turbo-8max", practice=True)
    client, bruno = as_(house.ana), as_(house.bruno)
    with cast.unchanged():
        for tournament in (real, rehearsal):
            assert simulate(client, tournament, "enrol", count="3")["kind"] == "refused"
            assert simulate(client, tournament, "out", count="3")["kind"] == "refused"
        assert bruno.post(f"/director/{real}/simulated/enrol/", {"count": "3"}).status_code == 403


def test_prizes_are_practised_with_practice_money(house):
    client = as_(house.ana)
    starts = (datetime.now(UTC) + timedelta(minutes=30)).strftime("%Y-%m-%dT%H:%M")
    client.post(
        f"/director/venues/{house.venue_id}/new/",
        {
            "command_id": str(uuid.uuid4()),
            "template": "turbo-8max",
            "name": "Treino",
            "starts_at": starts,
            "practice": "simulated",
        },
    )
    tournament = Tournament.objects.get(name="Treino").pk
    press(client, tournament, "publish", acknowledge=_doubts(client, tournament))
    press(client, tournament, "open-registration")
    simulate(client, tournament, "enrol", count="5")
    press(client, tournament, "start")
    press(client, tournament, "close-entries")
    while Field.objects.get(pk=tournament).players_left > 1:
        assert simulate(client, tournament, "out", count="1")["kind"] == "done"
    assert "T$" in press(client, tournament, "finish")["text"]
    assert "T$500.00" in client.get(f"/director/{tournament}/entries/").content.decode()
    assert {t.unit for t in Transfer.objects.all()} == {"XTS"}
    # the house's books know nothing of it
    assert "T$" not in as_(house.olga).get(f"/director/venues/{house.venue_id}/books/").content.decode()
    cast.books_balance()


def test_practice_money_stays_practice(house):
    from tournaments.commands.create_tournament import create_tournament
    from tournaments.commands.edit_tournament import edit_tournament

    new = {
        "venue_id": house.venue_id,
        "template": "turbo-8max",
        "name": "Treino",
        "starts_at": cast.START,
        "play_money": True,
    }
    with cast.refused("play_money_is_practice"):
        cast.say(create_tournament, by=house.ana, **new)
    made = cast.say(create_tournament, by=house.ana, **new, changes={"practice": True})["tournament_id"]
    with cast.refused("play_money_is_practice"):
        cast.say(edit_tournament, by=house.ana, tournament_id=made, changes={"practice": False})


def test_the_names_of_simulated_players_are_their_own():
    from web.director.rehearsal import MOST, _name

    names = [_name(number) for number in range(1, MOST + 1)]
    assert len(set(names)) == MOST and names[0] == "Ana Albuquerque"
