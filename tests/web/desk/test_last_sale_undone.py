"""Beside the last sale stands its undo, for whoever may take it back now, and for nobody else."""

from __future__ import annotations

import re

import pytest

from dispatch.models import Fact
from tables.models import Seat
from tests import cast
from tests.web.desk.test_desk import as_, deal, house, open_one, running, somebody, text  # noqa: F401 - fixtures
from tests.web.director.test_director import press, sealed
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.I")]


def offered(client, tournament):
    """Which commands the desk offers to undo, by the player named beside."""
    page = text(client.get(f"/desk/{tournament}/"))
    found = re.findall(
        r'href="(/undo/[^"?]+/)\?next=[^"]*"[^>]*>[^<]*<span class="visually-hidden"> ([^<]*)<', page
    )
    return {name: address for address, name in found}


def test_a_sale_is_taken_back_from_beside_it_and_the_desk_comes_again(house, open_one):  # noqa: F811
    client = as_(house.desi)
    first, last = house.player("Rui Barbosa"), house.player("Ada Lovelace")
    for player in (first, last):
        deal(client, open_one, "register", player_id=player, method="cash")
    entry = Entry.objects.get(player_id=last)
    (name, address), *others = offered(client, open_one).items()
    assert name == entry.player.public_name and others == []
    page = text(client.get(address, {"next": f"/desk/{open_one}/"}))
    form = page[page.index(f'action="{address}"') :]
    form = form[: form.index("</form>")]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    # the house decides: the page asks for the reason before the command does
    assert re.search(r'name="reason"[^>]*required', form)
    landed = client.post(address, {**fields, "reason": "Sold to the wrong player"}, follow=True)
    assert landed.redirect_chain[-1][0] == f"/desk/{open_one}/"
    entry.refresh_from_db()
    assert entry.state == "cancelled"
    # now the one before is the last
    (name, _address), *others = offered(client, open_one).items()
    assert name == Entry.objects.get(player_id=first).player.public_name and others == []


def test_once_it_runs_an_entry_is_the_directors_and_a_re_entry_the_desks(house):  # noqa: F811
    tournament = running(house, entries=9, template="turbo-8max")
    assert offered(as_(house.desi), tournament) == {}
    assert len(offered(as_(house.ana), tournament)) == 1
    seat = somebody(tournament)
    press(as_(house.ana), tournament, "bust", table="1", entry_id=str(seat.entry_id))
    deal(as_(house.desi), tournament, "reenter", player_id=seat.entry.player_id, method="cash")
    assert list(offered(as_(house.desi), tournament)) == [seat.entry.player.public_name]


def test_a_registration_whose_player_re_entered_offers_no_undo_in_the_history(house):  # noqa: F811
    tournament = house.registering("turbo-8max", starts_at=cast.START)
    house.fill(tournament, 7)
    player = house.player("Ada Lovelace")
    made = cast.say(
        register_player, by=house.desi, tournament_id=tournament, player_id=player, method="cash",
        terms_version="1", paid=False,
    )  # fmt: skip
    cast.say(confirm_payment, by=house.desi, registration_id=made["registration_id"], method="cash")
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    command = Fact.objects.get(
        kind="registration_made", body__registration_id=made["registration_id"]
    ).command_id
    link, client = f'href="/undo/{command}/', as_(house.ana)
    sealed()
    assert link in text(client.get(f"/director/{tournament}/history/"))
    seat = Seat.objects.get(entry__player_id=player)
    press(client, tournament, "bust", table=str(seat.table.number), entry_id=str(seat.entry_id))
    deal(as_(house.desi), tournament, "reenter", player_id=player, method="cash")
    sealed()
    page = text(client.get(f"/director/{tournament}/history/"))
    assert link not in page and f'data-command="{command}"' in page
