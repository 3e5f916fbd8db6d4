"""Many hands by chance through the commands: no chip is made or lost, and nobody learns a card that is not theirs to see."""

from __future__ import annotations

import json
import logging
import random
import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.views.debug import ExceptionReporter

from dispatch import relay, topics
from dispatch.topics import Listener
from people.models import User
from play.models import DealtHand
from play.queries.decks import deck_of_hand, two_decks
from play.queries.kits import hand_kit
from play.queries.payloads import own_payload
from rules import hands
from rules.cards import places_of_seat
from rules.refusals import Refused
from tests import cast
from tests.play.conftest import open_one
from tests.sizes import size, survives

LOOKED_AT = 8
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def cards_in(text) -> set[str]:
    return set(CARD.findall(text if isinstance(text, str) else json.dumps(text)))


def own_cards(at_table, seat) -> set[str]:
    """The secret, as only a test may ask for it."""
    hand = DealtHand.objects.get(table_id=at_table.table_id, number=at_table.row.hand_number)
    return {card.text for card in deck_of_hand(hand).cards(places_of_seat(seat, count=hand.hole_cards))}


def everybody_sees(at_table) -> None:
    """What the public topic and each player's own show now, against what they may."""
    row = at_table.row
    if row.hand is None:
        return
    hand = at_table.hand
    public = topics.resolve(f"play/{row.pk}").payload()
    open_cards = {
        card.text for card in (*hand.board, *(card for _seat, hole in hand.open_cards for card in hole))
    }
    if public["result"]:
        open_cards |= {card for one in public["result"]["shown"] for card in one["hole"]}
    assert cards_in(public) <= open_cards
    for seat, person in at_table.people.items():
        if not any(kept["player_id"] == person.player_id for kept in row.seats):
            continue
        own = topics.resolve(f"player/{person.player_id}/play/{row.pk}").payload()
        mine = own_cards(at_table, seat) if seat in {p.seat for p in hand.seats} else set()
        assert cards_in(own) == mine


def act_by_chance(at_table, chance) -> None:
    options = hands.options(at_table.hand)
    one = next(kept for kept in at_table.row.seats if kept["seat"] == options.seat)
    if one["away_since"]:
        at_table.due()
        return
    words = ["fold", "check" if options.may_check else "call", "check" if options.may_check else "call"]
    if options.may_raise:
        words += ["raise"]
    word = chance.choice(words)
    if word == "fold" and options.may_check:
        word = "check"
    to = 0
    if word == "raise":
        least, most = options.raise_from_chips, options.raise_to_chips
        to = chance.choice([least, most, chance.randint(least, most), min(most, least * 2)])
    if chance.random() < 0.05:
        at_table.due()
    else:
        at_table.act(word, to)


def no_chip_is_made_or_lost(at_table) -> None:
    """After every act: what lies in stacks and pot is what the players of the hand sat there with."""
    row = at_table.row
    if row.stage != "playing":
        return
    hand = at_table.hand
    in_it = {one.seat: one.start_chips for one in hand.seats}
    assert sum(hand.stacks.values()) + hand.pot_chips == sum(in_it.values())
    assert {one["seat"]: one["chips"] for one in row.seats if one["seat"] in in_it} == in_it
    assert min(hand.stacks.values()) >= 0


@pytest.mark.rule(
    "PT-H.2", "PT-H.24", "PT-H.35", "PT-H.36", "PT-H.42", "PT-H.62", "PT-O.24", "PT-O.25", "PT-O.62"
)
@pytest.mark.parametrize(
    ("game", "own", "many"),
    [
        pytest.param("nlhe", 2, size(24, full=1_000), marks=survives),
        ("plo", 4, 16),
        ("lhe", 2, 10),
        ("hphe", 2, 10),
        ("plhe", 2, 6),
        ("lo", 4, 6),
    ],
)
@pytest.mark.timeout(size(900, full=2400))
def test_hands_by_chance_keep_every_chip_and_every_secret(db, caplog, game, own, many):
    chance = random.Random(9)
    at_table = open_one(cast.house(), stack_chips=2_000, game=game)
    for seat in (1, 3, 4, 6, 9):
        at_table.sit(seat)
    hidden: dict[int, set[str]] = {}
    with caplog.at_level(logging.INFO):
        while at_table.row.hand_number < many:
            kind = at_table.row.due_kind
            if kind == "":
                for one in at_table.row.seats:
                    _back(at_table, one)
                continue
            if kind == "decide":
                act_by_chance(at_table, chance)
                no_chip_is_made_or_lost(at_table)
                if at_table.row.hand_number <= LOOKED_AT:
                    everybody_sees(at_table)
            else:
                at_table.due()
                if kind == "open":
                    everybody_sees(at_table)
    table_id = at_table.table_id
    for hand in DealtHand.objects.filter(table_id=table_id, closed_at__isnull=False):
        assert sum(chips for _s, _p, chips in hand.stacks) == sum(
            chips for _s, chips in hand.result["stacks"]
        )
        shown = {card for one in hand.result["shown"] for card in one["hole"]}
        dealt = {
            card.text
            for seat, _player, _chips in hand.stacks
            for card in deck_of_hand(hand).cards(places_of_seat(seat, count=own))
        }
        hidden[hand.number] = dealt - shown
    # how many are shown down is chance: about three cards a hand stay hidden
    assert len(hidden) == many - 1 and sum(map(len, hidden.values())) > many
    _nowhere_kept(table_id, hidden)
    assert not CARD.search(caplog.text)
    _proved_to_outsiders(at_table, many)


def _back(at_table, one) -> None:
    from play.commands.come_back import come_back

    person = next(p for p in at_table.people.values() if p.player_id == one["player_id"])
    cast.say(come_back, by=person, at=at_table.now, table_id=at_table.table_id, player_id=person.player_id)


def _nowhere_kept(table_id: int, hidden: dict[int, set[str]]) -> None:
    """Every row of every table of the product, as a dump would have it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT body::text FROM dispatch_fact WHERE stream = %s", [f"play:{table_id}"])
        for (body,) in cursor.fetchall():
            told = json.loads(body)
            number = told.get("number")
            if number in hidden:
                assert cards_in(body) & hidden[number] == set(), body
            else:
                assert cards_in(body) == set() or number is not None
        cursor.execute("SELECT number, to_jsonb(h)::text FROM play_dealthand h WHERE closed_at IS NOT NULL")
        for number, text in cursor.fetchall():
            assert cards_in(text) & hidden[number] == set()
        cursor.execute("SELECT to_jsonb(c)::text FROM dispatch_command c")
        assert not any(cards_in(text) for (text,) in cursor.fetchall())
        cursor.execute("SELECT to_jsonb(a)::text FROM play_handact a")
        assert not any(cards_in(text) for (text,) in cursor.fetchall())


def _proved_to_outsiders(at_table, many: int) -> None:
    """Each player's kit of a hand holds the own cards and what lay open, and is checked by the stand-alone verifier."""
    from importlib.util import module_from_spec, spec_from_file_location

    from tests.rules.test_deck import VERIFIER

    spec = spec_from_file_location("verify_hand", VERIFIER)
    verifier = module_from_spec(spec)
    spec.loader.exec_module(verifier)
    relay.relay_once()
    checked = 0
    for hand in DealtHand.objects.filter(table_id=at_table.table_id, closed_at__isnull=False):
        for person in at_table.people.values():
            kit = hand_kit(table_id=at_table.table_id, number=hand.number, player_id=person.player_id)
            dealt_in = any(player == person.player_id for _s, player, _c in hand.stacks)
            if kit["openings"]:
                assert verifier.wrong_with(json.loads(json.dumps(kit))) == []
                checked += 1
            own = next((s for s, player, _c in hand.stacks if player == person.player_id), None)
            shown = {one["seat"] for one in hand.result["shown"]}
            assert {o["seat"] for o in kit["openings"]} <= shown | {0} | ({own} if dealt_in else set())
    assert checked > many
    with pytest.raises(Refused) as no:
        hand_kit(table_id=at_table.table_id, number=at_table.row.hand_number, player_id=None)
    assert no.value.code == "not_found"  # a hand that is still played is proved later


def test_nobody_listens_to_the_cards_of_another(three):
    own = {seat: f"player/{person.player_id}/play/{three.table_id}" for seat, person in three.people.items()}
    for seat, person in three.people.items():
        for whose, name in own.items():
            assert topics.resolve(name).may(Listener(user_id=person.user_id)) is (whose == seat)
    for who in (three.house.olga, three.house.ana, three.house.bruno, three.house.desi):
        assert not any(topics.resolve(name).may(Listener(user_id=who.user_id)) for name in own.values())
    assert not any(topics.resolve(name).may(Listener()) for name in own.values())
    assert topics.resolve(f"play/{three.table_id}").may(Listener())
    assert not topics.resolve("play/999999").may(Listener())


def test_an_error_and_a_log_line_tell_no_card(three, caplog):
    hand = DealtHand.objects.get(table_id=three.table_id, number=1)
    deck = deck_of_hand(hand)
    both = two_decks(table_id=three.table_id, number=1, seed=bytes(hand.seed), key=hand.key)
    log = logging.getLogger("play")
    try:
        raise AssertionError(f"{deck} {deck.card(5)} {both} {both[0].opening(5)}")
    except AssertionError:
        log.exception("broken: %s", [deck.card(place) for place in range(1, 53)])
    text = caplog.text
    assert "··" in text
    assert not any(re.search(rf"\b{deck.card(place).text}\b", text) for place in range(1, 53))


def test_an_error_page_tells_no_card(three, caplog, monkeypatch, settings):
    """A player's page breaks where deck, own cards and proof are at hand: neither it nor what developers read of such an error says one."""
    hand, person = DealtHand.objects.get(table_id=three.table_id, number=1), three.people[2]

    def breaks(*_args, **_more):
        deck = deck_of_hand(hand)
        held = [deck, deck.cards(range(1, 53)), deck.card(1), hand]
        raise RuntimeError(f"it broke: {held}")

    monkeypatch.setattr("play.queries.payloads.places_of_seat", breaks)
    with pytest.raises(RuntimeError) as broken:
        own_payload(table_id=three.table_id, player_id=person.player_id)
    request = RequestFactory().get("/")
    report = unescape(ExceptionReporter(request, broken.type, broken.value, broken.tb).get_traceback_html())
    assert "it broke: [" in report and "<td>held</td>" in report and "··" in report
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(pk=person.user_id))
    answer = client.get(f"/tables/{three.table_id}/")
    page = answer.content.decode()
    assert answer.status_code == 500 and "it broke" not in page and "it broke" in caplog.text
    named = re.compile(r"""["'][2-9TJQKA][cdhs]["']""")
    for text in (report, page, caplog.text):
        assert not named.search(text) and settings.PLAY_KEY not in text
        assert bytes(hand.seed).hex() not in text and repr(bytes(hand.seed)) not in text
