"""A no, a proposal and the rules page cite the books in force in their tournament, and no other."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.test import Client
from django.utils.translation import override

from people.models import User
from rules.policies import from_dict as policies_from
from tables.commands.halt_table import halt_table
from tests import cast
from tests.api.conftest import caller
from tournaments.commands.move_to_level import move_to_level
from tournaments.models import Entry
from tournaments.queries import announcements
from web.public.policies import in_words

pytestmark = pytest.mark.django_db

LIVE = ("adtp", "h2", "scpt")
SETS = (*LIVE, "pt_online")


@pytest.fixture
def house():
    return cast.house()


def running(house, rule_set):
    rebuy = {
        "price_cents": 10_000, "chips": 5_000, "until_level": 2, "at_most": 2, "condition": "at_or_below_start",
    }  # fmt: skip
    return house.started("turbo-8max", entries=4, rule_set=rule_set, rebuy=rebuy)


def browser(person):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    return client


@pytest.mark.rule("ADTP.1", "REGULATIONS 8.1", "PT-T.49", "ADTP.11D")
@pytest.mark.parametrize("rule_set", SETS)
def test_a_page_tells_a_no_with_the_book_in_force(house, rule_set):
    tournament = running(house, rule_set)
    director = browser(house.ana)
    cast.say(halt_table, by=house.ana, at=cast.after(minutes=1), tournament_id=tournament, table_number=1)

    def no(what, **values):
        posted = {"command_id": str(uuid.uuid4()), **values}
        with cast.unchanged():
            answer = director.post(f"/director/{tournament}/do/{what}/", posted, HTTP_HX_REQUEST="true")
            told = json.loads(answer["HX-Trigger"])["toast"]
            # without JavaScript it is the same
            posted["command_id"] = str(uuid.uuid4())
            page = director.post(f"/director/{tournament}/do/{what}/", posted, follow=True).content.decode()
        ids = set(re.findall(r"\(Rule (?:ADTP|SCPT|PT-\u2060[THO])\.\w+\)", page))
        assert (f"({told['rule']})" in ids) == bool(told["rule"])
        return told["text"], told["rule"].removeprefix("Rule ").replace("\u2060", "")

    online = rule_set == "pt_online"
    text, rule = no("end-hand-for-hand")
    assert (text, rule) == ("The tables do not play hand for hand.", "PT-T.49" if online else "ADTP.P16")
    text, rule = no("halt", table="1")
    assert (text, rule) == ("Table 1 has already stopped.", "" if online else "ADTP.11D")


@pytest.mark.rule("ADTP.1", "REGULATIONS 8.1", "PT-T.23", "ADTP.27")
@pytest.mark.parametrize("rule_set", SETS)
def test_the_api_tells_a_no_with_the_book_in_force(house, rule_set):
    tournament = running(house, rule_set)
    entry = Entry.objects.filter(tournament_id=tournament).order_by("pk").first()
    cast.say(move_to_level, by=house.ana, at=cast.after(minutes=1), tournament_id=tournament, level_index=2)
    online = rule_set == "pt_online"
    director = caller("director", house.ana)
    number = str(uuid.uuid4())
    for _again in range(2):
        answer = director.post(f"entries/{entry.pk}/rebuys", {"method": "cash"}, number=number)
        assert (answer.status_code, answer.json()["code"]) == (409, "rebuy_closed")
        assert answer.json()["rule"] == ("PT-T.23" if online else "ADTP.27")
    answer = director.post(f"tournaments/{tournament}/hand-for-hand/end", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_hand_for_hand")
    assert answer.json()["rule"] == ("PT-T.49" if online else "ADTP.P16")
    offers = director.get(f"tournaments/{tournament}/players/{entry.player_id}/offers")
    cited = {offer["refusal"]["rule"] for offer in offers.json() if offer["refusal"]}
    assert ("PT-T.23" if online else "ADTP.27") in cited
    assert all(one.startswith("PT-" if online else ("ADTP.", "SCPT.")) for one in cited - {""})


@pytest.mark.rule("PT-T.56", "ADTP.1")
@pytest.mark.parametrize("rule_set", SETS)
def test_the_rules_page_and_the_dashboard_cite_the_books_in_force(house, rule_set):
    tournament = running(house, rule_set)
    foreign = ("ADTP.", "SCPT.") if rule_set == "pt_online" else ("PT-T.", "PT-H.", "PT-O.")
    own = "PT-T." if rule_set == "pt_online" else "ADTP."
    for client, path in (
        (Client(), f"/t/{tournament}/rules/"),
        (browser(house.ana), f"/director/{tournament}/"),
    ):
        page = client.get(path).content.decode().replace("\u2060", "")  # what keeps a clause on one line
        cited = re.findall(r'class="[^"]*\brule">([^<]+)<', page)
        assert not [one for one in cited if any(book in one for book in foreign)]
        if "/rules/" in path:
            assert any(own in one for one in cited)


@pytest.mark.rule("PT-T.56")
def test_rules_of_tables_played_online_are_told_of_such_a_tournament_alone(house):
    tournament = running(house, "scpt")
    page = Client(headers={"accept-language": "en"}).get(f"/t/{tournament}/rules/").content.decode()
    assert (
        "Minimum age" in page and "Hand for hand online" not in page and "Watching online tables" not in page
    )
    policies = policies_from(announcements.settings_of(tournament)["policies"])
    with override("en"):
        live, online = ({one.about for one in in_words(policies, online=online)} for online in (False, True))
    assert online - live == {
        "Two players online",
        "Online: bets and raises in a round",
        "Hand for hand online",
        "Watching online tables",
    }
    assert live - online == set()


@pytest.mark.rule("ADTP.1", "SCPT.H", "PT-T.23")
@pytest.mark.parametrize(
    ("rule_set", "cited"), [("scpt", "(Rule SCPT.H)"), ("pt_online", "(Rule PT-\u2060T.23)")]
)
def test_phone_and_desk_cite_the_book_in_force_where_a_tournament_is_full(house, rule_set, cited):
    tournament = house.registering("turbo-8max", capacity=2, rule_set=rule_set)
    house.fill(tournament, 2)
    phone = browser(house.caio).get(f"/play/{tournament}/").content.decode()
    desk = browser(house.desi).get(f"/desk/{tournament}/?player={house.caio.player_id}").content.decode()
    for page in (phone, desk):
        notice = re.search(r'data-line="\d+">(.*?)</p>', page, re.DOTALL)
        assert notice and cited in notice[1] and notice[1].count("(Rule") == 1
