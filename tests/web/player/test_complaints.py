"""A complaint through the pages: from the hand, to the house's list, its answer beside the hand again."""

from __future__ import annotations

import re

import pytest

from play.models import Complaint, DealtHand
from play.queries.decks import deck_of_hand
from rules.cards import places_of_seat
from tests import cast
from tests.play.test_history import fold_out
from tests.web.player.test_tables import browser, playing, table  # noqa: F401 - fixtures
from web.player.table_words import card_words

pytestmark = pytest.mark.django_db

SAID = "O Zé e o Rui jogam juntos\nterceira vez"


def send(client, where, **form):
    answer = client.post(where, {"command_id": str(cast.new_id()), **form}, follow=True)
    return " ".join(answer.content.decode().split())


@pytest.mark.rule("PT-H.66", "PT-T.55")
def test_a_player_complains_the_house_answers_and_the_player_reads_it(playing):  # noqa: F811
    fold_out(playing)
    rui, ana = browser(playing.people[3]), browser(playing.house.ana)
    hand = f"/me/hands/{playing.table_id}/1/"
    desk = f"/director/venues/{playing.house.venue_id}/play-tables/"
    assert "Reclamações" not in ana.get(desk).content.decode()
    page = send(rui, f"{hand}complain/", said=SAID)
    assert "Sua reclamação está com a casa" in page and "O Zé e o Rui jogam juntos" in page
    assert "resposta até" in page and "Enviar a reclamação" not in page
    one = Complaint.objects.get()
    assert (one.text, one.state) == (SAID, "open")
    assert "Você já reclamou desta mão" in send(rui, f"{hand}complain/", said="De novo")
    assert "Minhas reclamações" in rui.get("/me/hands/").content.decode()

    found = re.search(r'href="(/director/venues/\d+/complaints/\d+/)"', ana.get(desk).content.decode())
    where = found[1]
    page = ana.get(where).content.decode()
    assert "terceira vez" in page and "Rui" in page and "O registro da mão" in page
    dealt = DealtHand.objects.get(number=1)
    for seat in (3, 8):  # nobody showed: the staff see no card
        for card in deck_of_hand(dealt).cards(places_of_seat(seat, count=2)):
            assert card_words(card.text)["said"] not in page
    assert "Preencha" in send(ana, where, what="answer", said="  ")
    assert Complaint.objects.get().state == "open"
    page = send(ana, where, what="answer", said="Vimos as mãos")
    assert "A resposta foi enviada" in page and "Encerrar a reclamação" in page
    page = " ".join(rui.get(hand).content.decode().split())
    assert "Resposta da casa" in page and "Vimos as mãos" in page and "Enviar a reclamação" in page
    assert "Respondida" in ana.get(desk).content.decode()
    assert "A reclamação está encerrada" in send(ana, where, what="close")
    assert Complaint.objects.get().state == "closed"
    assert "Reclamações" not in ana.get(desk).content.decode()


def test_what_is_too_long_or_anothers_is_refused(playing):  # noqa: F811
    fold_out(playing)
    where = f"/me/hands/{playing.table_id}/1/complain/"
    assert "1000" in send(browser(playing.people[3]), where, said="a" * 1001)
    client = browser(playing.house.caio)
    assert client.post(where, {"command_id": str(cast.new_id()), "said": SAID}).status_code == 302
    assert Complaint.objects.count() == 0
    assert send(browser(playing.people[3]), where, said=SAID)
    one = Complaint.objects.get()
    for who in (playing.house.bruno, playing.house.caio, playing.people[3]):
        page = browser(who).get(f"/director/venues/{playing.house.venue_id}/complaints/{one.pk}/")
        assert page.status_code == 403 and "terceira vez" not in page.content.decode()
    ana = browser(playing.house.ana)
    assert ana.get(f"/director/venues/{playing.house.venue_id}/complaints/{one.pk + 1}/").status_code == 404
