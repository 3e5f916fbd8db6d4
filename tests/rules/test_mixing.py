"""Two committed decks and the players' words: what is dealt follows from both, and outsiders check every step of it."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import random

import pytest

from rules.cards import DealtDeck, Deck, link_of, mix, places_of_board, places_of_seat, secrets_of_decks
from tests.rules.test_deck import verifier  # noqa: F401 - a fixture

SECRET = bytes(range(32))
HAND = "7/1"
WORDS = {seat: hashlib.sha256(b"word %d" % seat).digest() for seat in (2, 5, 7)}


def dealt(*, secret=SECRET, hand=HAND, words=None):
    """Both roots, what the words make of them, the deck that is dealt and the secret of the other one."""
    secrets = secrets_of_decks(secret=secret, hand=hand)
    decks = [Deck(secret=one, hand=hand, number=n) for n, one in enumerate(secrets)]
    roots = (decks[0].root, decks[1].root)
    mixed = mix(hand=hand, roots=roots, words=WORDS if words is None else words)
    return roots, mixed, DealtDeck(decks[mixed.deck], mixed=mixed), secrets[1 - mixed.deck]


def kit(*, secret=SECRET, hand=HAND, words=None, own=2, board=5, hole_cards=2, steps=3):
    """The kit of one player, as the house makes it. Each word is the third link back of its chain."""
    given = WORDS if words is None else words
    roots, mixed, deck, other = dealt(secret=secret, hand=hand, words=given)
    openings = [{**o, "seat": 0} for o in deck.told(places_of_board(count=board))]
    openings += [{**o, "seat": own} for o in deck.told(places_of_seat(own, count=hole_cards))]
    ends = {}
    for seat, word in given.items():
        ends[seat] = word
        for _ in range(steps):
            ends[seat] = link_of(ends[seat])
    return {
        "protocol": "shuffle-up/hand/v2",
        "hand": hand,
        "root": roots[0],
        "second_root": roots[1],
        "deck": mixed.deck,
        "other_deck": other.hex(),
        "words": [
            {
                "seat": s,
                "word": w.hex(),
                "end": ends[s].hex(),
                "steps": steps,
                "from_number": int(hand.split("/")[1]) - steps + 1,
                "begun": {"seq": 4 + s},
            }
            for s, w in given.items()
        ],
        "given": [{"seat": s, "seq": 30 + s} for s in given],
        "committed": {"seq": 20},
        "dealt": {"seq": 50},
        "openings": openings,
    }


@pytest.mark.rule("PT-H.25", "PT-H.49", "PT-H.50")
def test_roots_and_words_give_one_deal_for_ever():
    roots, mixed, deck, _other = dealt()
    assert sorted(mixed.places) == list(range(1, 53)) and roots[0] != roots[1]
    every = [deck.card(place).text for place in range(1, 53)]
    assert len(set(every)) == 52
    # written down: another deal under the same name of the protocol would make old hands wrong
    assert [root[:16] for root in roots] == ["72c11d031b18ceb1", "ba79b3dc1bd23c7a"]
    assert (mixed.deck, mixed.places[:5]) == (0, (39, 20, 33, 5, 6))
    assert hashlib.sha256("".join(every).encode()).hexdigest()[:16] == "f70401897a9888bb"


def test_every_word_counts_and_so_does_a_missing_one():
    roots, mixed, *_more = dealt()
    seen = {mixed.places}
    for seat in WORDS:
        without = {s: w for s, w in WORDS.items() if s != seat}
        seen.add(mix(hand=HAND, roots=roots, words=without).places)
        seen.add(mix(hand=HAND, roots=roots, words=without | {seat: bytes(32)}).places)
    seen.add(mix(hand=HAND, roots=roots, words={1: WORDS[2], 5: WORDS[5], 7: WORDS[7]}).places)
    seen.add(mix(hand=HAND, roots=roots, words={}).places)
    seen.add(mix(hand="7/2", roots=roots, words=WORDS).places)
    seen.add(mix(hand=HAND, roots=(roots[1], roots[0]), words=WORDS).places)
    assert len(seen) == 11
    for wrong in ({0: bytes(32)}, {11: bytes(32)}, {3: b"short"}):
        with pytest.raises(ValueError):
            mix(hand=HAND, roots=roots, words=wrong)


def test_both_decks_are_picked_alike_and_every_card_comes_to_every_place():
    """The whole way of a hand: two secrets, words, one deck, its places. The secrets are fixed: this says the same every time."""
    rounds, picked = 5200, 0
    counts = [[0] * 52 for _ in range(52)]
    for n in range(rounds):
        seed = hashlib.sha256(b"%d" % n).digest()
        mixed = mix(hand=HAND, roots=("a" * 64, "b" * 64), words={3: seed})
        picked += mixed.deck
        deck = DealtDeck(Deck(secret=seed, hand=HAND, number=mixed.deck), mixed=mixed)
        for place in range(52):
            counts[place][deck.card(place + 1).index] += 1
    expected = rounds / 52
    squares = sum((count - expected) ** 2 / expected for row in counts for count in row)
    assert 2601 - 4 * 72 < squares < 2601 + 4 * 72  # 51 × 51 degrees of freedom
    assert abs(picked - rounds / 2) < 4 * (rounds / 4) ** 0.5


def test_a_dealt_deck_tells_nothing_by_accident():
    *_more, deck, _other = dealt()
    assert repr(deck) == str(deck) == f"{deck}" == "DealtDeck(··)"
    for told in (json.dumps, pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            told(deck)
    for place in (0, 53):
        with pytest.raises(ValueError):
            deck.card(place)


def test_one_secret_opens_its_deck_and_not_the_other():
    first, second = secrets_of_decks(secret=SECRET, hand=HAND)
    assert len({first, second, SECRET}) == 3
    assert secrets_of_decks(secret=SECRET, hand="7/2")[0] != first


@pytest.mark.rule("PT-H.4", "PT-H.49", "PT-H.50")
def test_a_thousand_hands_are_checked_from_the_players_own_kits(verifier):  # noqa: F811
    chance = random.Random(2026)
    for n in range(1000):
        hole_cards = chance.choice((2, 4))
        seats = chance.sample(range(1, 11), chance.randint(2, 10))
        words = {seat: chance.randbytes(32) for seat in seats if chance.random() < 0.8}
        made = kit(
            secret=chance.randbytes(32),
            hand=f"{n % 7 + 1}/{n + 1}",
            words=words,
            own=chance.choice(seats),
            board=chance.choice((0, 3, 4, 5)),
            hole_cards=hole_cards,
            steps=chance.randint(1, 20),
        )
        assert verifier.wrong_with(made) == []


def changed(where, digits):
    """The same with one digit turned, at its begin, in the middle and at its end."""
    for at in (0, len(digits) // 2, len(digits) - 1):
        where(digits[:at] + ("0" if digits[at] != "0" else "1") + digits[at + 1 :])


def test_every_flipped_byte_is_named(verifier):  # noqa: F811
    whole = kit(hole_cards=4)
    assert verifier.wrong_with(whole) == []
    said = {
        ("root",): "",
        ("second_root",): "",
        ("other_deck",): "The deck that was not dealt does not lead to its root",
        ("words", 1, "word"): "The word of seat 5: it is not the one that was fixed",
        ("words", 1, "end"): "The word of seat 5: it is not the one that was fixed",
    }
    for n, opening in enumerate(whole["openings"]):
        said["openings", n, "salt"] = f"Place {opening['place']} "
        for step in range(6):
            said["openings", n, "path", step] = f"Place {opening['place']} "
    for path, sentence in said.items():
        *before, last = path

        def put(value, before=before, last=last, sentence=sentence):
            made = json.loads(json.dumps(whole))
            holder = made
            for key in before:
                holder = holder[key]
            holder[last] = value
            assert any(sentence in line for line in verifier.wrong_with(made)), (before, last)

        holder = whole
        for key in path:
            holder = holder[key]
        changed(put, holder)


def test_what_was_swapped_left_out_or_late_is_named(verifier):  # noqa: F811
    def wrong(change):
        made = json.loads(json.dumps(kit()))
        change(made)
        return verifier.wrong_with(made)

    def swap_cards(k):
        first, second = k["openings"][:2]
        first["card"], second["card"] = second["card"], first["card"]

    def swap_places(k):
        first, second = k["openings"][:2]
        first["place"], second["place"] = second["place"], first["place"]

    def swap_seats(k):
        first, second = k["openings"][5:7]
        first["at"], second["at"] = second["at"], first["at"]

    assert sum("published" in line for line in wrong(swap_cards)) == 2
    assert sum("from the words follows" in line for line in wrong(swap_places)) == 2
    assert sum("from the words follows" in line for line in wrong(swap_seats)) == 2
    assert "before the deal in record 20" in wrong(lambda k: k["dealt"].update(seq=20))[0]
    assert "does not belong to seat 3" in wrong(lambda k: k["openings"][5].update(seat=3))[0]
    assert "not before the roots" in wrong(lambda k: k["words"][0]["begun"].update(seq=20))[0]
    assert "not between the roots" in wrong(lambda k: k["given"][0].update(seq=20))[0]
    assert "not between the roots" in wrong(lambda k: k["given"][0].update(seq=50))[0]
    assert "twice" in wrong(lambda k: k["words"].append(k["words"][0]))[0]
    assert "The words pick deck" in wrong(lambda k: k.update(deck=1 - k["deck"]))[0]
    assert "no record says" in wrong(lambda k: k["given"].pop())[0]
    for key in ("steps", "from_number"):
        assert "the word of another hand" in wrong(lambda k, key=key: k["words"][0].update({key: 4}))[0]
    omitted = wrong(lambda k: k["words"].pop(1))
    assert omitted[0] == "Seat 5 gave its word in record 35; it was left out of the deal."
    assert any("from the words follows" in line or "does not lead" in line for line in omitted[1:])
    assert len(wrong(lambda k: k.update(hand="7/2"))) > 7
    # a house that made one of its decks with two aces of spades is found out by the one that is opened
    false = Deck(secret=bytes(32), hand=HAND, number=0).root
    picked = kit()["deck"]
    assert any(
        "one of the two was false" in line
        for line in wrong(lambda k: k.update({"second_root" if picked == 0 else "root": false}))
    )


def test_the_file_is_run_by_anybody(verifier, tmp_path, capsys):  # noqa: F811
    file = tmp_path / "kit.json"
    file.write_text(json.dumps(kit()))
    assert verifier.main([str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "7 cards of hand 7/1 were fixed before it was dealt.",
        "Table 7, hand 1. Compare with the page of this hand, under My hands:",
        f"  roots of the two decks, record 20 of the table: {kit()['root']} {kit()['second_root']}",
        "  the hand was dealt in record 50; the words of these seats were in it: 2, 5, 7. Was yours among them?",
    ]
    assert verifier.main([str(file), "--language", "pt"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "  a mão foi distribuída no registro 50, com as palavras destes assentos: 2, 5, 7. A sua estava entre elas?"
    )
    for key in ("second_root", "words", "given", "deck", "other_deck", "openings"):
        file.write_text(json.dumps({k: v for k, v in kit().items() if k != key}))
        assert verifier.main([str(file)]) == 2
