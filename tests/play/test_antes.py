"""Antes at the tables of a tournament played online: posted, shown, told to other programs, and played to the last cent."""

from __future__ import annotations

from random import Random

import pytest

from dispatch.models import Fact
from play.models import DealtHand
from play.queries.exports import ohh, phh
from play.queries.history import own_hand
from play.queries.payloads import table_payload
from rules.levels import Level, Structure
from rules.online import due_big_blind
from tests import cast
from tests.play.event import begun, house
from tests.play.test_exports import read
from tournaments.commands.create_rule_set import create_rule_set
from tournaments.commands.edit_level import edit_level
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.models import Entry, Tournament
from tournaments.queries.clock import clock_payload

EACH, FOR_ALL = {"ante": 10}, {"big_blind_ante": 50}


def structure(ante, *, seconds=600):
    levels = [(25 * times, 50 * times, times) for times in (1, 2, 4, 8, 16, 32, 64, 128)]
    return Structure(
        starting_stack=1_000,
        items=tuple(
            Level(
                small_blind=small,
                big_blind=big,
                seconds=seconds,
                **{name: chips * times for name, chips in ante.items()},
            )
            for small, big, times in levels
        ),
    ).as_dict()


def approved(home, **changes):
    """The name of a rule set of the house that the regulator approved, with antes where nothing else is said: the shipped one has the blinds alone."""
    name = "Online com antes"
    cast.say(
        create_rule_set,
        by=home.olga,
        venue_id=home.venue_id,
        name=name,
        base="pt_online",
        changes=changes or {"antes": True},
    )
    return name


def with_antes(ante, **more):
    home = house()
    return begun(home, structure=structure(ante), rule_set=approved(home), **more)


@pytest.mark.rule("PT-H.21")
def test_the_shipped_rule_set_has_the_blinds_alone(db):
    home = house()
    draft = home.tournament("online-sit-and-go", structure=structure(EACH))
    with cast.refused("not_ready_to_publish", rule="PT-H.21"):
        cast.say(publish_tournament, by=home.ana, at=cast.DRAFTED, tournament_id=draft)
    event = begun(home)
    with cast.refused("online_blinds_only", rule="PT-H.21"):
        cast.say(
            edit_level,
            by=home.ana,
            at=event.now,
            tournament_id=event.tournament_id,
            level_index=14,
            changes={"ante": 25},
        )


@pytest.mark.rule("PT-T.46", "ADTP.P11", "REGULATIONS 4.3")
@pytest.mark.parametrize(
    ("ante", "told", "put_in", "pot"),
    [
        (EACH, {"kind": "each", "chips": 10}, [10, 35, 60], 105),
        (FOR_ALL, {"kind": "big_blind", "chips": 50}, [0, 25, 100], 125),
    ],
)
def test_they_are_posted_and_shown_from_the_first_hand_on(db, ante, told, put_in, pot):
    event = with_antes(ante, players=3)
    # before the first hand, too
    assert table_payload(event.table_id)["ante"] == told
    event.due()
    payload = table_payload(event.table_id)
    assert (payload["ante"], payload["pot_chips"], payload["gathered_chips"]) == (told, pot, pot - 75)
    assert sorted(1_000 - one["chips"] for one in payload["seats"]) == put_in
    kept = [told["kind"], told["chips"], True]
    assert DealtHand.objects.get(number=1).ante == kept
    assert Fact.objects.get(kind="hand_dealt").body["ante"] == kept
    event.check_chips()


@pytest.mark.rule("PT-T.46", "PT-T.52", "PT-T.54", "PT-H.65", "ADTP.P11")
@pytest.mark.parametrize(("ante", "seed"), [(EACH, 7), (FOR_ALL, 2)])
def test_it_is_played_to_the_last_cent_and_each_hand_by_another_program(db, ante, seed):
    event = with_antes(ante, players=3)
    # one hand that no deck can make another: everybody folds to the big blind
    event.due()
    while event.row.due_kind == "decide":
        event.act("fold")
    event.play_on(Random(seed))
    assert Tournament.objects.get(pk=event.tournament_id).state == "finished"
    cast.books_balance()
    again = set()
    for dealt in DealtHand.objects.filter(closed_at__isnull=False).order_by("number"):
        _seat, player_id, _chips = dealt.stacks[0]
        found = own_hand(table_id=event.table_id, number=dealt.number, player_id=player_id)
        pots, came_back = found.result["pots"], sum(chips for _seat, chips in found.result["returned"])
        told = ohh(found)
        acts = [action for one in told["rounds"] for action in one["actions"]]
        # the antes are in the pots, and all that was put in is won or goes back
        assert sum(act.get("amount", 0) for act in acts) == sum(pot["chips"] for pot in pots) + came_back
        posted = sum(act["amount"] for act in acts if act["action"] == "Post Ante")
        assert 0 < posted <= told["ante_amount"] * (len(dealt.stacks) if ante is EACH else 1)
        # it lets others call what a short big blind had, and gives odd chips to one (PT-H.52, PT-H.62)
        big = next(one for one in found.players if one.seat == found.steps[0].after.big_blind)
        if big.chips < found.big_blind_chips + found.ante.chips or any(pot["odd"] for pot in pots):
            continue
        history, last = read(phh(found))
        assert list(last.stacks) == list(history.finishing_stacks), phh(found)
        again.add(len(dealt.stacks))
    assert again in ({3}, {2, 3})


@pytest.mark.rule("PT-H.41", "PT-H.42", "ADTP.P11", "CASES ante-a")
def test_who_can_pay_the_ante_alone_plays_for_the_antes_alone(db):
    event = with_antes(FOR_ALL, players=3)
    event.due()
    while event.row.due_kind == "decide":
        event.act("fold")
    event.until("open")
    row = event.row
    seats = sorted(one["seat"] for one in row.seats)
    big = due_big_blind(button=row.button_seat, occupied=seats)
    left = {one["player_id"]: (40 if one["seat"] == big else 1_480) for one in row.seats}
    row.seats = [{**one, "chips": left[one["player_id"]]} for one in row.seats]
    row.save(update_fields=["seats"])
    for entry in Entry.objects.filter(tournament_id=event.tournament_id):
        entry.stack_chips = left[entry.player_id]
        entry.save(update_fields=["stack_chips"])
    event.due()
    short = next(one for one in table_payload(event.table_id)["seats"] if one["seat"] == big)
    assert (short["chips"], short["bet_chips"], short["all_in"]) == (0, 0, True)
    event.act("call")
    event.act("call")
    pots = table_payload(event.table_id)["pots"]
    assert [(pot["chips"], len(pot["seats"])) for pot in pots] == [(40, 3), (100, 2)]
    while event.row.due_kind == "decide":
        event.act("check")
    event.check_chips()
    assert [pot["chips"] for pot in DealtHand.objects.get(number=2).result["pots"]] == [40, 100]


@pytest.mark.rule("PT-T.46")
def test_the_ante_of_a_level_may_be_changed_while_it_is_played(db):
    event = with_antes(EACH, players=2)
    ana, t = event.house.ana, event.tournament_id
    cast.say(edit_level, by=ana, at=event.now, tournament_id=t, level_index=1, changes={"ante": 25})
    event.due()
    following = clock_payload(t, at=event.now)["items"][1]
    assert (table_payload(event.table_id)["ante"]["chips"], following["ante"]) == (10, 25)
