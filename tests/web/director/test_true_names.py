"""What people read names things as people do, and offers nothing that cannot be had any more."""

from __future__ import annotations

import re

import pytest

from people.models import User
from rules.policies import shipped
from tests import cast
from tests.web.director.test_director import as_, running, sealed
from tests.web.player.test_player import at, fresh, house, phone, shown
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.close_entries import close_entries
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Tournament

__all__ = ["at", "house", "phone"]

pytestmark = pytest.mark.django_db

SCPT = "SCPT 2024 (Santa Catarina Poker Tour)"


def page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return re.sub(r"\s+", " ", answer.content.decode())


def test_rule_sets_go_by_their_titles(client, house):
    draft = house.tournament("scpt-main")
    olga = as_(house.olga)
    settings = page(olga, f"/director/{draft}/settings/")
    assert f'<option value="scpt" selected>{SCPT}</option>' in settings
    assert '<option value="h2">H2 Club (ADTP with the club&#x27;s variations)</option>' in settings
    cast.say(edit_tournament, by=house.ana, tournament_id=draft, changes={"rule_set": "h2"})
    sealed()
    history = page(olga, f"/director/{draft}/history/")
    assert f"{SCPT} → H2 Club (ADTP with the club&#x27;s variations)" in history
    published = house.published("scpt-main")
    client.cookies["django_language"] = "en"
    rules = page(client, f"/t/{published}/rules/")
    assert f"Rule set: <strong>{SCPT}</strong>" in rules and "<code>scpt" not in rules
    house_rules = page(olga, f"/director/venues/{house.venue_id}/rule-sets/")
    assert f"<strong>{SCPT}</strong>" in house_rules and "<strong>scpt</strong>" not in house_rules
    varied = page(olga, f"/director/venues/{house.venue_id}/rule-sets/?base=scpt")
    assert f"A variation of {SCPT}" in varied and f"The same as {SCPT} so far." in varied


@pytest.mark.rule("SCPT.U")
def test_surrender_is_a_box_only_where_the_event_decides_it(house):
    olga = as_(house.olga)
    by_rules = house.tournament("scpt-main", surrender=False)
    settings = page(olga, f"/director/{by_rules}/settings/")
    assert 'name="surrender"' not in settings
    assert "Surrender: the rule set has it in every tournament with re-entries" in settings
    assert "(Rule SCPT.U)" in settings
    # a set that has it without the book of the circuit cites no clause of that book
    without = shipped()["scpt"].vary(rule_set="scpt", books=("ADTP",))
    Tournament.objects.filter(pk=by_rules).update(policies=without.as_dict())
    settings = page(olga, f"/director/{by_rules}/settings/")
    assert "Surrender: the rule set has it" in settings and "SCPT.U" not in settings
    by_event = house.tournament("turbo-8max", surrender=False)
    assert '<input type="checkbox" name="surrender"' in page(olga, f"/director/{by_event}/settings/")


@pytest.mark.rule("SCPT.U")
def test_surrender_is_not_told_once_it_cannot_be_any_more(phone, house, at):
    tournament = house.registering("scpt-main", late_registration_level=1)
    house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 5)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at["at"] = cast.after(minutes=5)
    desk = as_(house.desi)
    where = (phone, f"/play/{tournament}/"), (desk, f"/desk/{tournament}/?player={house.caio.player_id}")
    for client, path in where:
        assert "Give up the stack and re-enter" in page(client, path)
    cast.say(close_entries, by=house.ana, at=at["at"], tournament_id=tournament)
    for client, path in where:
        assert "Give up the stack" not in page(client, path)
    # a page of before sells nothing
    with cast.unchanged():
        answer = phone.post(
            f"/play/{tournament}/buy/",
            fresh(kind="surrender", pay="balance", stack_chips=400, waits=0),
            follow=True,
        )
        assert "Registration for this tournament has closed." in answer.content.decode()
    assert Entry.objects.filter(player_id=house.caio.player_id).count() == 1
    assert "Give up the stack" not in shown(phone, f"/play/{tournament}/")


@pytest.mark.parametrize("state", ["cancelled", "registering"])
def test_the_tablet_of_a_tournament_without_tables_leads_on(house, at, state):
    tournament = house.registering("turbo-8max")
    house.fill(tournament, 2)
    other = running(house, name="Outro", entries=4)
    if state == "cancelled":
        cast.say(cancel_tournament, by=house.ana, tournament_id=tournament, reason="power")
    said = {
        "cancelled": "This tournament was cancelled. Nothing is to be done at its tables any more.",
        "registering": "The tables are here once the tournament has started and while it runs.",
    }[state]
    found = page(as_(house.bruno), f"/floor/{tournament}/")
    assert said in found and 'href="/floor/"' in found
    assert f'href="/floor/{other}/"' in found and f'href="/t/{tournament}/"' in found
    assert User.objects.filter(pk=house.bruno.user_id).exists()
