"""Beside the last sale stands its undo, for whoever may take it back now, and for nobody else."""

from __future__ import annotations

import re

import pytest

from tests.web.desk.test_desk import as_, deal, house, open_one, running, somebody, text  # noqa: F401 - fixtures
from tests.web.director.test_director import press
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
