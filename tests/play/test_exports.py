"""Hands as files for other programs: PHH is read and played again by PokerKit, Open Hand History has the fields of its list."""

from __future__ import annotations

import json
import tomllib
import warnings
from random import Random

import pokerkit
import pytest

from people.models import Player
from play.commands.void_hand import void_hand
from play.queries.exports import must_count, ohh, ohh_text, phh, phhs
from play.queries.history import own_hand, whole_hands_of_player
from rules import hands
from tests import cast
from tests.play.cash import open_cash
from tests.play.conftest import open_one
from tests.play.test_history import check_down, fold_out

# hh-specs.handhistory.org, version 1.4.6: what each object may hold
OHH = {
    "ohh": "spec_version site_name network_name internal_version tournament tournament_info game_number start_date_utc"
    " table_name table_handle table_skin game_type bet_limit table_size currency dealer_seat small_blind_amount"
    " big_blind_amount ante_amount hero_player_id flags players rounds pots tournament_bounties",
    "bet_limit": "bet_type bet_cap",
    "players": "id seat name display starting_stack player_bounty is_sitting_out",
    "rounds": "id street cards actions",
    "actions": "action_number player_id action amount is_allin cards",
    "pots": "number amount rake jackpot player_wins",
    "player_wins": "player_id win_amount cashout_amount cashout_fee bonus_amount",
    "tournament_info": "tournament_number name start_date_utc currency buyin_amount fee_amount bounty_fee_amount"
    " initial_stack type flags speed",
}
ACTIONS = {
    "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead",
    "Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call", "Added Chips", "Sits Down", "Stands Up",
}  # fmt: skip


# what the format has for a game; where it has none, what its bets are lawful in
WRITTEN = {
    "nlhe": ("NT", None),
    "plhe": ("NT", "pot_limit"),
    "hphe": ("NT", "half_pot"),
    "lhe": ("FT", None),
    "nlo": ("NO", None),
    "plo": ("PO", None),
    "hpo": ("PO", "half_pot"),
    "lo": ("FO", None),
}


class NoLimitOmaha(pokerkit.PotLimitOmahaHoldem):
    betting_structure = pokerkit.BettingStructure.NO_LIMIT


class FixedLimitOmaha(pokerkit.FixedLimitTexasHoldem):
    hand_types = pokerkit.PotLimitOmahaHoldem.hand_types
    hole_dealing_count = 4


class History(pokerkit.HandHistory):
    """The format with the two games that it has no names for."""

    game_types = pokerkit.HandHistory.game_types | {"NO": NoLimitOmaha, "FO": FixedLimitOmaha}
    required_field_names = pokerkit.HandHistory.required_field_names | {
        "NO": pokerkit.HandHistory.required_field_names["NT"],
        "FO": pokerkit.HandHistory.required_field_names["FT"],
    }


SEATED = ((2, 5), (2, 5, 7), (1, 3, 4, 6, 9))


def play_randomly(table, random):
    """A hand of whatever is lawful."""
    while table.row.stage == "playing":
        if table.row.due_kind != "decide":
            table.due()
            continue
        may = hands.options(table.hand)
        acts = [("check", 0)] if may.may_check else [("call", 0), ("fold", 0)]
        if may.may_raise:
            to = random.choice([may.raise_from_chips, may.raise_to_chips])
            acts.append(("raise" if table.hand.betting.bet_chips else "bet", to))
        table.act(*random.choice(acts))
    while table.row.due_kind != "open":
        table.due()


def read(text):
    """What PokerKit makes of a file: the stacks at the end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of every card that is dealt by name
        history = History.loads(text)
        *_before, last = history
    return history, last


def of(table, number, seat):
    return own_hand(table_id=table.table_id, number=number, player_id=table.people[seat].player_id)


@pytest.mark.rule("PT-H.65", "PT-O.65")
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        *((game, seats) for game in ("nlhe", "plo", "lhe", "hphe", "plhe") for seats in SEATED),
        ("nlo", SEATED[2]),
        ("hpo", SEATED[0]),
        ("lo", SEATED[1]),
    ],
)
def test_pokerkit_plays_each_hand_to_the_same_chips(db, game, seats):
    table = open_one(cast.house(), game=game)
    random = Random(len(seats))
    for seat in seats:
        table.sit(seat)
    for number in range(1, 7):
        table.deal()
        play_randomly(table, random)
        found = of(table, number, seats[0])
        history, last = read(phh(found))
        if not any(pot["odd"] for pot in found.result["pots"]):
            assert list(last.stacks) == list(history.finishing_stacks), phh(found)
        assert not last.status
        told = tomllib.loads(phh(found))
        assert (told["variant"], told.get("_limit")) == WRITTEN[game]
        dealt = [said.split()[-1] for said in told["actions"] if said.startswith("d dh")]
        assert {len(cards) for cards in dealt} == {8 if game.endswith("o") else 4}
        assert (told["hand"], told["table"], told["seat_count"]) == (number, table.row.name, 9)
        assert told["players"][told["_hero"] - 1] == found.names[seats[0]]
        assert sorted(told["seats"]) == list(seats)


@pytest.mark.rule("PT-H.48", "PT-H.65")
@pytest.mark.parametrize("game", ["nlhe", "lhe"])
def test_a_hand_whose_button_posts_the_small_blind_is_played_to_the_same_chips(db, game):
    table = open_one(cast.house(), game=game, heads_up="button_small")
    for seat in (2, 7):
        table.sit(seat)
    for number in range(1, 5):
        table.deal()
        play_randomly(table, Random(number))
        found = of(table, number, 2)
        history, last = read(phh(found))
        assert not last.status and history.blinds_or_straddles == [50, 100]
        if not any(pot["odd"] for pot in found.result["pots"]):
            assert list(last.stacks) == list(history.finishing_stacks), phh(found)


@pytest.mark.rule("PT-H.65")
def test_a_file_tells_the_cards_of_its_owner_and_what_was_shown(three):
    fold_out(three)
    whole = {seat: of(three, 1, seat) for seat in (2, 5, 7)}
    for seat, found in whole.items():
        own = "".join(next(one.cards for one in found.players if one.seat == seat))
        dealt = [said for said in tomllib.loads(phh(found))["actions"] if said.startswith("d dh")]
        assert sorted(said.split()[-1] for said in dealt) == sorted([own, "????", "????"])
        told = ohh(found)
        assert told["hero_player_id"] == seat
        assert [a for r in told["rounds"] for a in r["actions"] if "cards" in a] == [
            {
                "player_id": seat,
                "action": "Dealt Cards",
                "cards": list(next(one.cards for one in found.players if one.seat == seat)),
                "action_number": 3,
            }
        ]


@pytest.mark.rule("PT-H.65")
def test_open_hand_history_has_the_fields_of_its_list_and_adds_up(three):
    check_down(three)
    found = of(three, 1, 2)
    told = ohh(found)

    def known(name, value):
        if isinstance(value, list):
            for one in value:
                known(name, one)
        elif isinstance(value, dict):
            assert set(value) <= set(OHH[name].split()), (name, set(value) - set(OHH[name].split()))
            for inside, one in value.items():
                known(inside, one)

    known("ohh", told)
    assert told["spec_version"] == "1.4.6"
    assert [one["street"] for one in told["rounds"]] == ["Preflop", "Flop", "Turn", "River", "Showdown"]
    acts = [action for one in told["rounds"] for action in one["actions"]]
    assert {action["action"] for action in acts} <= ACTIONS
    assert [action["action_number"] for action in acts] == list(range(1, len(acts) + 1))
    assert (
        sum(action.get("amount", 0) for action in acts) == sum(pot["amount"] for pot in told["pots"]) == 300
    )
    assert sum(one["win_amount"] for pot in told["pots"] for one in pot["player_wins"]) == 300
    assert {one["id"] for one in told["players"]} == {2, 5, 7}
    assert json.loads(ohh_text([found])) == {"ohh": told}
    assert "tournament" not in told


@pytest.mark.rule("PT-H.24", "PT-H.65", "PT-O.25", "PT-O.65")
@pytest.mark.parametrize(
    ("game", "kind", "limit", "own"),
    [
        ("nlo", "Omaha", "NL", 4),
        ("plo", "Omaha", "PL", 4),
        ("hpo", "Omaha", "PL", 4),
        ("lo", "Omaha", "FL", 4),
        ("lhe", "Holdem", "FL", 2),
        ("hphe", "Holdem", "PL", 2),
        ("plhe", "Holdem", "PL", 2),
    ],
)
def test_open_hand_history_names_the_game_and_its_limit(db, game, kind, limit, own):
    table = open_one(cast.house(), game=game)
    for seat in (2, 5, 7):
        table.sit(seat)
    table.deal()
    check_down(table)
    told = ohh(of(table, 1, 2))
    assert (told["game_type"], told["bet_limit"]) == (kind, {"bet_type": limit, "bet_cap": 0})
    cards = [a["cards"] for one in told["rounds"] for a in one["actions"] if "cards" in a]
    assert [len(one) for one in cards] == [
        own
    ] * 4  # those dealt to who asks, and three hands that were shown


def test_many_hands_are_one_file(three):
    fold_out(three)
    three.deal()
    check_down(three)
    found = whole_hands_of_player(three.people[2].player_id)
    assert [json.loads(one)["ohh"]["game_number"] for one in ohh_text(found).split("\n\n")] == [
        f"{three.table_id}/2",
        f"{three.table_id}/1",
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        histories = list(pokerkit.HandHistory.loads_all(phhs(found)))
    assert [one.hand for one in histories] == [2, 1]


def test_names_of_any_kind_are_written_as_they_are(three):
    fold_out(three)
    found = of(three, 1, 2)

    name = 'Zé "Ás" \\ do\tRio \x7f 🂡'
    Player.objects.filter(pk=three.people[5].player_id).update(public_name=name)
    found = of(three, 1, 2)
    assert name in tomllib.loads(phh(found))["players"]
    assert name in [one["name"] for one in json.loads(ohh_text([found]))["ohh"]["players"]]


@pytest.mark.rule("PT-H.72")
def test_a_void_hand_is_not_exported(three):
    cast.say(
        void_hand, by=three.house.ana, at=three.now, table_id=three.table_id, number=1, reason="Falhou a luz"
    )
    with cast.refused("hand_void", rule="PT-H.72"):
        must_count(of(three, 1, 2))


@pytest.mark.rule("PT-H.65", "PT-O.65")
@pytest.mark.parametrize("game", ["plo", "lhe"])
def test_a_cash_hand_of_another_game_is_written_in_money_and_played_again(db, game):
    table = open_cash(game=game)
    for seat in (1, 3, 4):
        table.sit(seat)
    table.deal()
    check_down(table)
    found = of(table, 1, 3)
    told = tomllib.loads(phh(found))
    assert (told["variant"], told["currency"]) == (WRITTEN[game][0], "BRL")
    bets = {"plo": {"min_bet": 1.0}, "lhe": {"small_bet": 1.0, "big_bet": 2.0}}[game]
    assert {name: told[name] for name in ("min_bet", "small_bet", "big_bet") if name in told} == bets
    _history, last = read(phh(found))
    assert not last.status
    # what the file says everybody ended with is what the table says; the format's player knows no commission
    assert sum(told["finishing_stacks"]) == pytest.approx(300 - table.rake() / 100)
