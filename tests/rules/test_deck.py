"""The committed deck: fair, the same again from its secret, and every card checked by outsiders."""

from __future__ import annotations

import ast
import copy
import hashlib
import importlib.util
import json
import pickle
import re
from pathlib import Path

import pytest

from rules.cards import Deck, places_of_board, places_of_seat

VERIFIER = Path(__file__).parents[2] / "static" / "verify_hand.py"
SECRET = bytes(range(32))


@pytest.fixture
def verifier(monkeypatch):
    """The file as somebody runs it on a machine of which no language is known."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    spec = importlib.util.spec_from_file_location("verify_hand", VERIFIER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kit(deck=None, *, hand="7/1", places=(1, 2, 41, 42, 43)):
    deck = deck or Deck(secret=SECRET, hand=hand)
    openings = [
        {**deck.opening(place).told(), "seat": 0 if place > 40 else (place + 3) // 4} for place in places
    ]
    return {
        "protocol": "shuffle-up/hand/v1",
        "hand": hand,
        "root": deck.root,
        "committed": {"seq": 3},
        "dealt": {"seq": 9},
        "openings": openings,
    }


def texts(deck):
    return [deck.card(place).text for place in range(1, 53)]


@pytest.mark.rule("PT-H.4", "PT-H.25")
def test_a_secret_gives_one_hand_one_order_for_ever():
    deck = Deck(secret=SECRET, hand="7/1")
    assert len(set(texts(deck))) == 52
    assert texts(deck) == texts(Deck(secret=SECRET, hand="7/1"))
    assert texts(deck) != texts(Deck(secret=SECRET, hand="7/2"))
    assert texts(deck) != texts(Deck(secret=bytes(32), hand="7/1"))
    # written down: another order under the same name of the protocol would make old hands wrong
    assert hashlib.sha256("".join(texts(deck)).encode()).hexdigest()[:16] == "89727c1fc1c39cd7"
    assert deck.root[:16] == "457eda81ac1ba2b0"


def test_every_card_comes_to_every_place_alike():
    rounds = 5200
    counts = [[0] * 52 for _ in range(52)]
    for n in range(rounds):
        deck = Deck(secret=hashlib.sha256(b"%d" % n).digest(), hand="x")
        for place in range(52):
            counts[place][deck.card(place + 1).index] += 1
    expected = rounds / 52
    squares = sum((count - expected) ** 2 / expected for row in counts for count in row)
    # 51 × 51 degrees of freedom: 2601 ± 72; the secrets are fixed, so this says the same every time
    assert 2601 - 4 * 72 < squares < 2601 + 4 * 72


@pytest.mark.rule("PT-H.49", "PT-H.50")
def test_places_belong_to_seats_whoever_sits():
    assert [list(places_of_seat(seat, count=2)) for seat in (1, 2, 10)] == [[1, 2], [5, 6], [37, 38]]
    assert list(places_of_seat(3, count=4)) == [9, 10, 11, 12]
    assert [list(places_of_board(count=n)) for n in (0, 3, 5)] == [[], [41, 42, 43], [41, 42, 43, 44, 45]]


def test_a_deck_tells_nothing_by_accident():
    deck = Deck(secret=SECRET, hand="7/1")
    assert repr(deck) == str(deck) == "Deck(··)"
    assert repr(deck.opening(5)) == "Opening(place=5, card=··)"
    for told in (json.dumps, pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            told(deck)
    for place in (0, 53):
        with pytest.raises(ValueError):
            deck.card(place)
    with pytest.raises(ValueError):
        Deck(secret=b"short", hand="7/1")


def test_every_place_is_proved_to_outsiders(verifier):
    deck = Deck(secret=SECRET, hand="7/1")
    for place in range(1, 46):
        assert verifier.wrong_with(kit(deck, places=(place,))) == []
    assert verifier.wrong_with(kit(deck)) == []


def test_what_was_changed_is_named(verifier):
    def wrong(change):
        changed = json.loads(json.dumps(kit()))
        change(changed)
        return verifier.wrong_with(changed)

    other = next(c for c in ("As", "2c") if c not in {o["card"] for o in kit()["openings"]})
    assert "Place 1" in wrong(lambda k: k["openings"][0].update(card=other))[0]
    for name in ("salt", "root"):
        for at in (0, 31, 63):

            def flip(k, name=name, at=at):
                holder = k if name == "root" else k["openings"][2]
                text = holder[name]
                holder[name] = text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]

            assert any("root that was published" in line for line in wrong(flip))

    def swap(k):
        first, second = k["openings"][:2]
        first["place"], second["place"] = second["place"], first["place"]

    assert len(wrong(swap)) == 2
    assert "before the deal" in wrong(lambda k: k["committed"].update(seq=9))[0]
    assert "does not belong" in wrong(lambda k: k["openings"][0].update(seat=2))[0]
    assert "twice" in wrong(lambda k: k["openings"].append(k["openings"][0]))[0]
    assert "nothing was checked" in wrong(lambda k: k["openings"].clear())[0]
    assert len(wrong(lambda k: k.update(hand="7/2"))) == 5
    assert "another protocol" in wrong(lambda k: k.update(protocol="x"))[0]
    for at in range(6):
        assert wrong(lambda k, at=at: k["openings"][4]["path"].__setitem__(at, "00" * 32))
    assert wrong(lambda k: k["openings"][4]["path"].pop())


def test_the_file_is_run_by_anybody(verifier, tmp_path, capsys):
    file = tmp_path / "kit.json"
    file.write_text(json.dumps(kit()))
    assert verifier.main([str(file)]) == 0
    assert "5 cards of hand 7/1 were fixed before it was dealt." in capsys.readouterr().out
    file.write_text(json.dumps(kit() | {"root": "00" * 32}))
    assert verifier.main([str(file)]) == 1
    for broken in ("{", "[]", "{}", '{"protocol": 1}'):
        file.write_text(broken)
        assert verifier.main([str(file)]) in (1, 2)


def test_it_says_how_it_is_used_and_which_file_is_not_there(verifier, tmp_path, capsys):
    for asked in (["--help"], ["-h"], ["--language", "pt", "--help"]):
        assert verifier.main(asked) == 0
        said = capsys.readouterr().out
        assert said.startswith("python3 verify_hand.py [--language pt|en] kit.json\n")
        assert "Verifica as cartas de uma mão" in said and "Checks the cards of a Shuffle Up hand" in said
    where = str(tmp_path / "none.json")
    assert verifier.main(["--language", "en", where]) == 2
    assert capsys.readouterr().out == f"There is no file {where}.\n"
    assert verifier.main(["--language", "pt", where]) == 2
    assert capsys.readouterr().out == f"Não existe o arquivo {where}.\n"


def test_it_speaks_the_language_of_the_machine_or_the_one_that_is_asked_for(
    verifier, tmp_path, capsys, monkeypatch
):
    file = tmp_path / "kit.json"
    file.write_text(json.dumps(kit()))

    def said(*asked):
        verifier.main([*asked, str(file)])
        return capsys.readouterr().out.splitlines()

    committed, root = kit()["committed"]["seq"], kit()["root"]
    english = [
        "5 cards of hand 7/1 were fixed before it was dealt.",
        "Table 7, hand 1. Compare with the page of this hand, under My hands:",
        f"  root of the deck, record {committed} of the table: {root}",
    ]
    portuguese = [
        "5 cartas da mão 7/1 estavam fixadas antes de ela ser distribuída.",
        "Mesa 7, mão 1. Compare com a página desta mão, em Minhas mãos:",
        f"  raiz do baralho, registro {committed} da mesa: {root}",
    ]
    assert said() == english
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert said() == english
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert said() == portuguese
    assert said("--language", "en") == english
    monkeypatch.setenv("LC_ALL", "C")
    assert said() == english
    assert said("--language", "pt-PT") == portuguese
    file.write_text(json.dumps(kit() | {"root": "00" * 32}))
    assert "não leva à raiz que foi publicada." in said("--language", "pt")[0]
    file.write_text("{")
    assert said("--language", "pt")[0].startswith("Não dá para ler a prova")


def test_every_sentence_of_it_is_there_in_portuguese(verifier):
    calls = [node for node in ast.walk(ast.parse(VERIFIER.read_text())) if isinstance(node, ast.Call)]
    says = {
        node.args[0].value
        for node in calls
        if getattr(node.func, "id", "") == "say" and isinstance(node.args[0], ast.Constant)
    }
    assert len(says) > 20 and says == set(verifier.PORTUGUESE)
    for english, portuguese in verifier.PORTUGUESE.items():
        assert re.findall(r"%[sdr]", english) == re.findall(r"%[sdr]", portuguese), english
