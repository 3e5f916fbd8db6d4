"""The pages of hands that are over: the last one of a table, one's own in a list and step by step. Read without JavaScript."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from dispatch import relay
from play.models import DealtHand
from play.queries.decks import deck_of_hand
from rules.cards import places_of_seat
from tests import cast
from tests.play.given_cards import GivenCards
from tests.play.test_history import check_down, fold_out
from tests.web.player.test_tables import browser, given, playing, table  # noqa: F401 - fixtures
from web.hand_names import hand_said
from web.player.table_words import card_words

pytestmark = pytest.mark.django_db


def said_of(number, seat):
    hand = DealtHand.objects.get(number=number)
    return [card_words(card.text)["said"] for card in deck_of_hand(hand).cards(places_of_seat(seat, count=2))]


def names_cards(page, names):
    return [name in page for name in names]


@pytest.mark.rule("PT-H.65")
def test_the_last_hand_is_one_tap_away_and_shows_folded_cards_to_their_owner_alone(playing):  # noqa: F811
    where = f"/tables/{playing.table_id}/"
    rui, eva = playing.people[3], playing.people[8]
    page = browser(rui).get(where).content.decode()
    assert re.search(rf'href="{where}last-hand/"\s+aria-label="Última mão e reclamação"', page)
    assert "Nenhuma mão terminou aqui ainda" in browser(rui).get(f"{where}last-hand/").content.decode()
    fold_out(playing)
    for person, seat, other in ((rui, 3, 8), (eva, 8, 3)):
        answer = browser(person).get(f"{where}last-hand/")
        page = answer.content.decode()
        assert answer["Cache-Control"] == "private, no-store"
        assert all(names_cards(page, said_of(1, seat))) and not any(names_cards(page, said_of(1, other)))
        words = " ".join(re.sub(r"</?data[^>]*>", "", page).split())
        for told in ("Última mão: 1", "Principal 100", "ganha 100"):
            assert told in words, told
        assert "Nenhuma carta foi virada." in page
        assert f'href="/me/hands/{playing.table_id}/1/"' in page
    for other in (None, playing.house.ana, playing.house.caio):
        page = browser(other).get(f"{where}last-hand/").content.decode()
        assert 'ganha <data value="100">100</data>' in page and "/me/hands/" not in page
        assert not any(names_cards(page, said_of(1, 3) + said_of(1, 8)))
    assert browser(rui).get("/tables/9999/last-hand/").status_code == 404


@pytest.mark.rule("PT-H.65", "PT-H.61")
def test_a_showdown_names_each_hand_and_frames_the_winners_cards_alone(playing):  # noqa: F811
    check_down(playing)
    hand = DealtHand.objects.get(number=1)
    page = browser(None, "en").get(f"/tables/{playing.table_id}/last-hand/").content.decode()
    won = {seat for pot in hand.result["pots"] for seat, share in pot["shares"] if share}
    five = {card for one in hand.result["shown"] if one["seat"] in won for card in one["five"]}
    framed = re.findall(r'class="card five"[^>]*aria-label="([^"]*)"', page)
    with translation.override("en"):
        cards = [card for one in hand.result["shown"] for card in one["hole"]] + hand.result["board"]
        assert sorted(framed) == sorted(card_words(card)["said"] for card in cards if card in five)
        named = [hand_said(one["sentence"], params=one["params"]) for one in hand.result["shown"]]
    # the page has them by seat, the hand in the order in which they were shown
    assert sorted(re.findall(r'class="hand-made">([^<]*)<', page)) == sorted(named)


KICKERS = {
    "en": ("Pair of kings, A kicker", "Pair of kings, Q kicker"),
    "pt-br": ("Par de reis, kicker A", "Par de reis, kicker Q"),
    "pt": ("Par de reis, kicker A", "Par de reis, kicker Q"),
}


@pytest.mark.rule("PT-H.61", "PT-H.32")
def test_the_kicker_that_decided_is_named_at_the_table_and_in_the_history(table, monkeypatch):  # noqa: F811
    cards = GivenCards()
    monkeypatch.setattr("play.queries.decks._deck", cards.deck)
    cards.give({3: ["As", "7h"], 8: ["Qh", "Jh"]}, board=["Ks", "Kd", "9c", "4d", "2c"])
    table.sit(3, "Rui")
    table.sit(8, "Eva")
    table.deal()
    check_down(table)
    (best, worst) = (
        next(one for one in DealtHand.objects.get(number=1).result["shown"] if one["seat"] == seat)
        for seat in (3, 8)
    )
    assert (best["params"]["kicker"], worst["params"]["kicker"]) == ("A", "Q")
    for language, said in KICKERS.items():
        page = browser(table.people[3], language).get(f"/me/hands/{table.table_id}/1/").content.decode()
        for one in said:
            assert page.count(one) == 2, (language, one)  # beside its cards, and in the steps


def test_who_played_online_finds_the_hands_again_from_the_own_page_and_the_list_of_tables(playing):  # noqa: F811
    rui = playing.people[3]
    fold_out(playing)
    for page in ("/me/", "/tables/"):
        assert 'href="/me/hands/"' in browser(rui).get(page).content.decode(), page
        assert 'href="/me/hands/"' not in browser(cast.person("Ada")).get(page).content.decode(), page


@pytest.mark.rule("PT-H.65")
def test_my_hands_are_listed_and_each_is_told_step_by_step(playing):  # noqa: F811
    rui = playing.people[3]
    fold_out(playing)
    playing.deal()
    check_down(playing)
    client = browser(rui)
    page = client.get("/me/hands/").content.decode()
    assert page.index("Mão 2") < page.index("Mão 1")
    assert all(names_cards(page, said_of(1, 3) + said_of(2, 3)))
    assert not any(names_cards(page, set(said_of(1, 8)) - set(said_of(2, 3)) - set(said_of(1, 3))))
    assert "Mão 2" in client.get(f"/me/hands/?table={playing.table_id}").content.decode()
    assert "Nenhuma ainda" in client.get(f"/me/hands/?table={playing.table_id + 7}").content.decode()
    for odd in ("?before=abc", "?before=-1", "?table=", "?before=" + "9" * 40, "?table=%C2%B2"):
        assert client.get(f"/me/hands/{odd}").status_code == 200, odd

    answer = client.get(f"/me/hands/{playing.table_id}/2/")
    page = answer.content.decode()
    assert answer["Cache-Control"] == "private, no-store"
    for told in (
        "A mão 2 é distribuída.",
        "Rui põe",
        "Eva põe",
        "Flop:",
        "Turn:",
        "River:",
        "mostra",
        "ganha",
        "Showdown e resultado",
    ):
        assert told in page, told
    then = given(answer, "faces")
    assert [len(one["board"]) for one in then][-1] == 5 and then[0]["pot_chips"] == 150
    assert then[-1]["stage"] == "showing" and {one["chips"] for one in then[-1]["seats"]} == set(
        dict(DealtHand.objects.get(number=2).result["stacks"]).values()
    )
    assert len(then) == len(re.findall(r"data-step=", page))
    # of a hand without an ante, too, no space stands before a drawn dot
    assert page.count('class="dot"') >= 3 and not re.search(r'\s(?:</\w+>)*<span class="dot">', page)
    # whose line is not said to be there is drawn as who lost it
    assert {one["line_lost"] for face in then for one in face["seats"]} == {False}
    # the folded hand: no card but the own ones in anything of the page
    answer = client.get(f"/me/hands/{playing.table_id}/1/")
    own = deck_of_hand(DealtHand.objects.get(number=1)).cards(places_of_seat(3, count=2))
    assert set(re.findall(r'"([2-9TJQKA][cdhs])"', answer.content.decode())) == {card.text for card in own}


def test_hands_of_others_are_refused(playing):  # noqa: F811
    fold_out(playing)
    where = f"/me/hands/{playing.table_id}/1/"
    for who in (playing.house.caio, cast.person("Outra")):
        assert browser(who).get(where).status_code == 404
    assert browser(playing.house.ana).get(where).status_code in (403, 404)
    assert browser().get(where).status_code == 302
    assert browser(playing.people[3]).get(f"/me/hands/{playing.table_id}/9/").status_code == 404


@pytest.mark.rule("PT-H.65", "PT-H.72")
def test_a_void_hand_says_so(playing):  # noqa: F811
    from play.commands.void_hand import void_hand

    cast.say(
        void_hand,
        by=playing.house.ana,
        at=playing.now,
        table_id=playing.table_id,
        number=1,
        reason="Falhou a luz",
    )
    client = browser(playing.people[3])
    assert "Anulada" in client.get("/me/hands/").content.decode()
    page = client.get(f"/me/hands/{playing.table_id}/1/").content.decode()
    assert page.count("A mão 1 é nula: Falhou a luz. Todos têm as fichas do início dela.") == 2
    # of a hand of before, whose reason was told at the table alone
    hand = DealtHand.objects.get(number=1)
    DealtHand.objects.filter(pk=hand.pk).update(
        result={name: value for name, value in hand.result.items() if name != "reason"}
    )
    page = client.get(f"/me/hands/{playing.table_id}/1/").content.decode()
    assert "O clube anulou a mão 1. Todos têm as fichas do início dela." in page


def test_the_page_of_a_hand_has_what_its_verifier_names(playing):  # noqa: F811
    where = f"/me/hands/{playing.table_id}/1/"
    rui = browser(playing.people[3])
    fold_out(playing)
    assert "verify_hand.py nomeia" not in rui.get(where).content.decode()  # the relay has not numbered it yet
    while relay.seal():
        pass
    kit = rui.get(f"/api/play-tables/{playing.table_id}/hands/1/kit").json()
    page = " ".join(rui.get(where).content.decode().split())
    committed, dealt = kit["committed"]["seq"], kit["dealt"]["seq"]
    assert (
        f"O que verify_hand.py nomeia: as raízes estão no registro {committed} da mesa, publicadas antes da distribuição,"
        f" que está no registro {dealt}."
    ) in page
    for root in (kit["root"], kit["second_root"]):
        assert f"<code>{root}</code>" in page
    # what it links to begins with the deal
    records = re.search(r'href="(/api/play-tables/\d+/record\?before=\d+)"', page)[1]
    found = rui.get(records).json()
    assert (found[0]["seq"], found[0]["kind"]) == (dealt, "hand_dealt")
    assert committed in {one["seq"] for one in found}


def test_the_page_of_a_hand_says_whose_words_were_in_the_deal(playing):  # noqa: F811
    fold_out(playing)
    while relay.seal():
        pass

    def said(*seats):
        words = [[seat, "5a" * 32, 1] for seat in seats]
        DealtHand.objects.filter(table_id=playing.table_id, number=1).update(words=words)
        page = browser(playing.people[3]).get(f"/me/hands/{playing.table_id}/1/").content.decode()
        return re.search(r"Você jogou no assento.*?(?=</p>)", " ".join(page.split()))[0].strip()

    assert (
        said(8, 3)
        == "Você jogou no assento 3. As palavras destes assentos estavam na distribuição: 3, 8. A sua está entre elas."
    )
    assert said(8) == (
        "Você jogou no assento 3. As palavras destes assentos estavam na distribuição: 8. A sua não está entre elas: o seu"
        " dispositivo ainda não tinha dado nenhuma quando a mão foi distribuída."
    )
    assert said() == (
        "Você jogou no assento 3. Nenhum dispositivo de jogador tinha dado uma palavra, a sua parte sorteada do"
        " embaralhamento, quando esta mão foi dada: as cartas vêm só do segredo da casa."
    )
