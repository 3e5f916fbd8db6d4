"""A rehearsal with simulated players: from a template to the last seats, and no account is touched."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from ledger.commands.deposit import deposit
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


@pytest.mark.parametrize(("practice", "price"), [("", "R$120.00"), ("1", "T$120.00")])
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
            "practice": "1",
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
    # and no real money is paid in for nobody
    with cast.refused("unknown_player", rule="SCPT.F"), cast.unchanged():
        cast.say(
            deposit,
            by=house.desi,
            at=datetime.now(UTC),
            venue_id=house.venue_id,
            player_id=nobody.pk,
            unit="BRL",
            amount_cents=10_000,
            method="cash",
        )


def _doubts(client, tournament):
    import re

    page = client.get(f"/director/{tournament}/settings/").content.decode()
    return re.findall(r'name="acknowledge" value="([a-z_]+)"', page)


def test_nobody_is_simulated_where_money_is_played_for(house):
    real = house.registering("turbo-8max")
    client, bruno = as_(house.ana), as_(house.bruno)
    with cast.unchanged():
        assert simulate(client, real, "enrol", count="3")["kind"] == "refused"
        assert simulate(client, real, "out", count="3")["kind"] == "refused"
        assert bruno.post(f"/director/{real}/simulated/enrol/", {"count": "3"}).status_code == 403


@pytest.mark.rule("SCPT.E")
def test_what_somebody_wins_in_practice_is_no_money_that_buys_or_is_paid_out(house):
    """A prize of a test lay in the wallet as real money: it bought an entry, and the desk handed it out in cash."""
    t = house.started(
        "turbo-8max", entries=2, practice=True, late_registration_level=0, re_entries_per_player=0
    )
    players = list(Entry.objects.filter(tournament=t).values_list("player_id", flat=True).order_by("pk"))
    client = as_(house.ana)
    press(client, t, "close-entries")
    press(client, t, "bust", player_id=players[1])
    press(client, t, "finish")
    assert {one.unit for one in Transfer.objects.all()} == {"XTS"}
    desk, real = as_(house.desi), house.registering("turbo-8max", name="Quinta")
    page = desk.get(f"/desk/{real}/?player={players[0]}").content.decode()
    assert 'value="cash"' in page and 'value="balance"' not in page
    books = as_(house.olga).get(f"/director/venues/{house.venue_id}/books/").content.decode()
    assert "240.00" not in books and "T$" not in books
    # nor is money of practice paid in or out at its own desk
    here = f"/desk/{t}/?player={players[0]}"
    assert "Practice money is neither paid in nor paid out" in desk.get(here).content.decode()
    with cast.unchanged():
        for what, said in (
            ("deposit", "This house keeps its books in BRL: money is paid in and out in that."),
            (
                "withdraw",
                "The balance is T$0.00 now: more than that cannot be paid out. Nothing was booked. (Rule SCPT.E)",
            ),
        ):
            answer = desk.post(
                f"/desk/{t}/do/{what}/",
                {"command_id": str(uuid.uuid4()), "player_id": players[0], "amount": "10", "method": "cash"},
                follow=True,
            )
            assert [str(one) for one in answer.context["messages"]] == [said]
    cast.books_balance()


@pytest.mark.rule("PT-T.21")
def test_practice_online_is_paid_at_the_desk_for_nobody_has_a_balance_of_practice(house):
    t = house.registering("sit-and-go-9", practice=True, online=True)
    rui = house.player("Rui Barbosa")
    desk = as_(house.desi)
    page = desk.get(f"/desk/{t}/?player={rui}").content.decode()
    assert 'value="cash"' in page
    desk.post(
        f"/desk/{t}/do/register/",
        {
            "command_id": str(uuid.uuid4()),
            "player_id": rui,
            "method": "cash",
            "terms_version": "1",
            "terms": "1",
        },
    )
    assert Entry.objects.get(tournament=t).player_id == rui
    assert {one.unit for one in Transfer.objects.all()} == {"XTS"}


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
            "practice": "1",
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


def test_a_draft_that_becomes_practice_or_real_changes_its_money_with_it(house):
    from tournaments.commands.duplicate_tournament import duplicate_tournament
    from tournaments.commands.edit_tournament import edit_tournament

    draft = house.tournament("turbo-8max")

    def money() -> str:
        return Tournament.objects.get(pk=draft).currency

    assert money() == "BRL"
    cast.say(edit_tournament, by=house.ana, tournament_id=draft, changes={"practice": True})
    assert money() == "XTS"
    copied = cast.say(
        duplicate_tournament,
        by=house.ana,
        tournament_id=draft,
        name="De verdade",
        starts_at=cast.START,
        changes={"practice": False},
    )["tournament_id"]
    assert Tournament.objects.get(pk=copied).currency == "BRL"
    cast.say(edit_tournament, by=house.ana, tournament_id=draft, changes={"practice": False, "capacity": 40})
    assert money() == "BRL"
    assert "T$120.00" not in as_(house.ana).get(f"/director/{draft}/settings/").content.decode()


def test_the_names_of_simulated_players_are_their_own():
    from web.director.rehearsal import MOST, _name

    names = [_name(number) for number in range(1, MOST + 1)]
    assert len(set(names)) == MOST and names[0] == "Ana Albuquerque"
