"""Players' words: fixed before the roots, given before the deal, told with it; and what a hand is proved by."""

from __future__ import annotations

import hashlib
import hmac
import importlib.util
import json
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from dispatch import relay, topics
from dispatch.models import Fact
from play.commands.begin_words import begin_words
from play.commands.give_word import give_word
from play.commands.leave import leave
from play.models import DealtHand, PlayTable
from play.queries.decks import deck_of_hand, mix_of_hand
from play.queries.kits import hand_kit
from rules import hands
from rules.cards import Deck, places_of_seat
from tests import cast
from tests.play.test_hands import facts
from tests.rules.test_deck import VERIFIER


@dataclass
class Chain:
    """A player's chain of words, as the browser keeps it."""

    seed: bytes
    given: int = 0
    links: list[str] = field(default_factory=list)

    def __post_init__(self):
        link = self.seed
        self.links = [link.hex()]
        for _ in range(50):
            link = hashlib.sha256(link).digest()
            self.links.append(link.hex())

    @property
    def end(self) -> str:
        return self.links[-1]

    @property
    def next(self) -> str:
        return self.links[-2 - self.given]


def chain(name: str) -> Chain:
    return Chain(hashlib.sha256(name.encode()).digest())


def begin(table, seat, end):
    person = table.people[seat]
    return cast.say(
        begin_words, by=person, at=table.now, table_id=table.table_id, player_id=person.player_id, end=end
    )


def give(table, seat, word, number=None):
    person = table.people[seat]
    return cast.say(
        give_word,
        by=person,
        at=table.now,
        table_id=table.table_id,
        player_id=person.player_id,
        number=table.row.hand_number + 1 if number is None else number,
        word=word,
    )


def fold_out(table):
    while table.row.stage == "playing":
        table.act("fold")


def verifier():
    spec = importlib.util.spec_from_file_location("verify_hand", VERIFIER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def own(table, seat):
    return topics.resolve(f"player/{table.people[seat].player_id}/play/{table.table_id}").payload()


@pytest.fixture
def worded(three):
    """The second hand is dealt; the chains of seats 2 and 5 were begun in the first, and count from the third on."""
    three.chains = {2: chain("two"), 5: chain("five")}
    for seat, one in three.chains.items():
        assert begin(three, seat, one.end)["number"] == 3
    fold_out(three)
    three.deal()
    return three


@pytest.mark.rule("PT-H.50")
def test_words_are_fixed_before_the_roots_and_told_with_the_deal(worded):
    two, five = worded.chains[2], worded.chains[5]
    with cast.refused("word_too_late"):
        give(worded, 2, two.next, number=2)
    with cast.refused("word_too_late"):
        give(worded, 2, two.next, number=4)
    assert give(worded, 2, two.next) == {"table_id": worded.table_id, "seat": 2, "number": 3}
    give(worded, 5, five.next)
    with cast.refused("word_too_early"):
        give(worded, 7, chain("seven").next)
    assert facts(worded.table_id, "word_given") == [{"seat": 2, "number": 3}, {"seat": 5, "number": 3}]
    # before the deal nobody is told a word: not everybody, not another, not its player over a shoulder
    for payload in (topics.resolve(f"play/{worded.table_id}").payload(), own(worded, 2), own(worded, 7)):
        assert two.next not in json.dumps(payload) and five.next not in json.dumps(payload)
    assert not Fact.objects.filter(body__icontains=two.next).exists()
    assert own(worded, 2)["words"] == {"end": two.end, "from_number": 3, "given_for": 3}
    fold_out(worded)
    worded.deal()
    dealt = facts(worded.table_id, "hand_dealt")[-1]
    assert dealt["words"] == [[2, two.next], [5, five.next]]
    public = topics.resolve(f"play/{worded.table_id}").payload()
    assert public["words"] == dealt["words"]
    assert (public["root"], public["second_root"]) == (dealt["root"], dealt["second_root"])
    assert (public["next_root"], public["next_second_root"]) == (
        dealt["next_root"],
        dealt["next_second_root"],
    )
    assert public["other_deck"] == ""
    # the cards are those of the deck and of the places that the words picked
    hand = DealtHand.objects.get(table_id=worded.table_id, number=3)
    mixed = mix_of_hand(hand)
    assert [o["place"] for o in own(worded, 7)["cards"]] == [mixed.places[24], mixed.places[25]]
    assert [o["at"] for o in own(worded, 7)["cards"]] == [25, 26]


@pytest.mark.rule("PT-H.50")
def test_nobody_waits_for_a_word_and_only_the_next_link_is_taken(worded):
    two = worded.chains[2]
    for wrong in (two.end, two.links[-3], "00" * 32, "zz" * 32, two.next.upper(), two.next[:-2]):
        with cast.refused("word_wrong"):
            give(worded, 2, wrong)
    with cast.refused("word_wrong"):
        give(worded, 5, two.next)
    give(worded, 2, two.next)
    with cast.unchanged():
        give(worded, 2, two.next)  # from a second tab
    with cast.refused("word_wrong"):
        give(worded, 2, two.links[-3])  # one word a hand
    fold_out(worded)
    worded.deal()
    assert facts(worded.table_id, "hand_dealt")[-1]["words"] == [[2, two.next]]
    # a hand without a word breaks no chain, and its word is never used again: it may have been heard too late
    fold_out(worded)
    worded.deal()
    assert facts(worded.table_id, "hand_dealt")[-1]["words"] == []
    with cast.refused("word_wrong"):
        give(worded, 2, two.links[-3])
    give(worded, 2, two.links[-4])
    assert own(worded, 2)["words"] == {"end": two.end, "from_number": 3, "given_for": 5}


def test_a_chain_begun_anew_counts_from_the_roots_after_it(worded):
    two, other = worded.chains[2], chain("other browser")
    give(worded, 2, two.next)
    assert begin(worded, 2, other.end)["number"] == 4
    with cast.unchanged():
        begin(worded, 2, other.end)
    with cast.refused("words_begun"):
        begin(worded, 2, two.end)
    with cast.refused("word_wrong"):  # one word a hand
        give(worded, 2, other.next)
    anew = chain("five anew")
    begin(worded, 5, anew.end)
    with cast.refused("word_too_early"):
        give(worded, 5, anew.next)
    fold_out(worded)
    worded.deal()
    # the word that was given counts, whatever was begun after it
    assert facts(worded.table_id, "hand_dealt")[-1]["words"] == [[2, two.next]]
    give(worded, 2, other.next)
    for wrong in ("", "zz" * 32, "00"):
        with cast.refused("word_wrong"):
            begin(worded, 7, wrong)


def test_a_word_of_who_has_left_counts_and_the_next_in_that_seat_gives_none(worded):
    two = worded.chains[2]
    give(worded, 2, two.next)
    fold_out(worded)
    worded.due()
    person = worded.people[2]
    cast.say(leave, by=person, at=worded.now, table_id=worded.table_id, player_id=person.player_id)
    worded.sit(2, "Nova")
    begin(worded, 2, chain("new").end)
    with cast.refused("word_wrong"):
        give(worded, 2, chain("new").next)
    worded.deal()
    assert facts(worded.table_id, "hand_dealt")[-1]["words"] == [[2, two.next]]


def test_a_word_goes_with_an_act_and_a_wrong_one_never_stops_it(worded):
    seat = worded.to_act
    while seat not in worded.chains:
        worded.act("call")
        seat = worded.to_act
    one = worded.chains[seat]
    worded.act("call", word=one.next)
    assert facts(worded.table_id, "hand_acted")[-1]["word_for"] == 3
    assert own(worded, seat)["words"]["given_for"] == 3
    before = worded.row.turn
    worded.act("fold", word="zz")
    assert worded.row.turn > before
    assert "word_for" not in facts(worded.table_id, "hand_acted")[-1]
    assert one.next not in json.dumps(facts(worded.table_id))
    fold_out(worded)
    worded.deal()
    assert facts(worded.table_id, "hand_dealt")[-1]["words"] == [[seat, one.next]]


@pytest.mark.rule("PT-H.50", "PT-H.72")
def test_each_player_checks_the_hand_from_the_own_kit_and_what_was_left_out_is_named(worded, settings):
    for seat in (2, 5):
        give(worded, seat, worded.chains[seat].next)
    fold_out(worded)
    worded.deal()
    hand = DealtHand.objects.get(table_id=worded.table_id, number=3)
    while worded.row.stage == "playing":
        worded.act("check" if hands.options(worded.hand).may_check else "call")
    public = topics.resolve(f"play/{worded.table_id}").payload()
    other = facts(worded.table_id, "hand_settled")[-1]["other_deck"]
    assert public["other_deck"] == other
    number = 1 - mix_of_hand(hand).deck
    roots = (hand.root, hand.second_root)
    opened = Deck(secret=bytes.fromhex(other), hand=f"{worded.table_id}/3", number=number)
    assert opened.root == roots[number]
    worded.due()
    relay.relay_once()
    check = verifier()
    for person in worded.people.values():
        kit = json.loads(json.dumps(hand_kit(table_id=worded.table_id, number=3, player_id=person.player_id)))
        assert kit["protocol"] == "shuffle-up/hand/v2" and check.wrong_with(kit) == []
        assert [one["seat"] for one in kit["words"]] == [2, 5]
        kit["words"].pop(0)
        seq = kit["given"][0]["seq"]
        assert f"Seat 2 gave its word in record {seq}; it was left out of the deal." in check.wrong_with(kit)
    settings.PLAY_KEY = "another house's"
    with cast.refused("not_found"):  # its cards are gone with their key
        hand_kit(table_id=worded.table_id, number=3, player_id=None)


def test_hands_of_before_are_read_and_proved(three, settings):
    """A hand that was committed to and dealt when there was one deck."""
    hand = DealtHand.objects.get(table_id=three.table_id, number=2)
    name = f"{three.table_id}/2"
    text = f"shuffle-up/hand/v1|{name}|".encode() + bytes(hand.seed)
    deck = Deck(secret=hmac.digest(settings.PLAY_KEY.encode(), text, "sha256"), hand=name)
    DealtHand.objects.filter(pk=hand.pk).update(root=deck.root, second_root="")
    begin(three, 2, chain("two").end)
    with cast.refused("word_too_late"):
        give(three, 2, chain("two").next)
    fold_out(three)
    three.deal()
    hand.refresh_from_db()
    assert deck_of_hand(hand).cards([5, 6]) == (deck.card(5), deck.card(6))
    cards = own(three, 2)["cards"]
    assert [o["place"] for o in cards] == list(places_of_seat(2, count=2)) and "at" not in cards[0]
    fold_out(three)
    assert topics.resolve(f"play/{three.table_id}").payload()["other_deck"] == ""
    three.due()
    relay.relay_once()
    kit = hand_kit(table_id=three.table_id, number=2, player_id=three.people[2].player_id)
    assert kit["protocol"] == "shuffle-up/hand/v1" and "words" not in kit
    assert verifier().wrong_with(json.loads(json.dumps(kit))) == []


def test_nobody_gives_a_word_for_another(worded):
    stranger, mine = cast.person("Zoe"), worded.people[2]
    at = worded.now + timedelta(seconds=1)
    where = {"table_id": worded.table_id, "at": at}
    for who in (stranger, worded.house.ana, worded.people[5]):
        with cast.refused("forbidden"):
            cast.say(begin_words, by=who, player_id=mine.player_id, end="00" * 32, **where)
        with cast.refused("forbidden"):
            cast.say(
                give_word, by=who, player_id=mine.player_id, number=3, word=worded.chains[2].next, **where
            )
    with cast.refused("not_at_table"):
        cast.say(begin_words, by=stranger, player_id=stranger.player_id, end="00" * 32, **where)
    assert PlayTable.objects.get(pk=worded.table_id).hand_number == 2
