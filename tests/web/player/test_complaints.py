"""A complaint through the pages: from the hand, to the house's list, its answer beside the hand again."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils.translation import override

from config import post, readers
from dispatch import relay
from dispatch.readers import begin, read_once
from people.commands.grant_role import grant_role
from people.models import User
from play.commands.void_hand import void_hand
from play.models import Complaint, DealtHand
from play.queries.decks import deck_of_hand
from rules.cards import places_of_seat
from rules.notices import BY_MAIL
from rules.policies import shipped
from tests import cast
from tests.play.cash import open_cash
from tests.play.event import begun, house
from tests.play.test_history import fold_out
from tests.web.player.test_tables import browser, playing, table  # noqa: F401 - fixtures
from tournaments.models import Tournament
from web.player.table_words import card_words
from web.templatetags.shuffle import day

pytestmark = pytest.mark.django_db

SAID = "O Zé e o Rui jogam juntos\nterceira vez"


def grant(house, person):
    """The owner makes this person the integrity officer."""
    cast.say(
        grant_role,
        by=house.olga,
        user_id=person.user_id,
        venue_id=house.venue_id,
        role="integrity",
    )


def send(client, where, **form):
    answer = client.post(where, {"command_id": str(cast.new_id()), **form}, follow=True)
    return " ".join(answer.content.decode().split())


def over_table(client, where):
    """What opens over the table: the part of that page, and nothing of its frame."""
    page = client.get(where).content.decode()
    return " ".join(page[page.index('data-part="over-table"') : page.index("</main>")].split())


@pytest.mark.rule("PT-H.66", "PT-T.55")
def test_a_player_complains_the_house_answers_and_the_player_reads_it(playing):  # noqa: F811
    fold_out(playing)
    rui, ana = browser(playing.people[3]), browser(playing.house.ana)
    hand = f"/me/hands/{playing.table_id}/1/"
    desk = f"/director/venues/{playing.house.venue_id}/play-tables/"
    assert "Reclamações" not in ana.get(desk).content.decode()
    page = send(rui, f"{hand}complain/", said=SAID)
    assert "Sua reclamação está com o clube" in page and "O Zé e o Rui jogam juntos" in page
    assert "resposta até" in page and "Enviar a reclamação" not in page
    one = Complaint.objects.get()
    assert (one.text, one.state) == (SAID, "open")
    assert "Você já reclamou desta mão" in send(rui, f"{hand}complain/", said="De novo")
    assert "Minhas reclamações" in rui.get("/me/hands/").content.decode()

    found = re.search(r'href="(/director/venues/\d+/complaints/\d+/)"', ana.get(desk).content.decode())
    where = found[1]
    page = ana.get(where).content.decode()
    assert "terceira vez" in page and "Rui" in page and "O registro da mão" in page
    assert "step-mark" not in page  # the first steps of a house have no place beside a hand
    dealt = DealtHand.objects.get(number=1)
    for seat in (3, 8):  # nobody showed: the staff see no card
        for card in deck_of_hand(dealt).cards(places_of_seat(seat, count=2)):
            assert card_words(card.text)["said"] not in page
    assert "Escreva a resposta que o jogador vai ler." in send(ana, where, what="answer", said="  ")
    assert Complaint.objects.get().state == "open"
    page = send(ana, where, what="answer", said="Vimos as mãos")
    assert "A resposta foi enviada" in page and "Encerrar a reclamação" in page
    page = " ".join(rui.get(hand).content.decode().split())
    assert "Resposta do clube" in page and "Vimos as mãos" in page and "Enviar a reclamação" in page
    assert "Respondida" in ana.get(desk).content.decode()
    assert "A reclamação está encerrada" in send(ana, where, what="close")
    assert Complaint.objects.get().state == "closed"
    assert "Reclamações" not in ana.get(desk).content.decode()


@pytest.mark.rule("PT-H.66")
def test_a_complaint_is_one_tap_from_the_table_and_leads_back_to_it(playing):  # noqa: F811
    where = f"/tables/{playing.table_id}/"
    rui = browser(playing.people[3])
    over = re.search(
        r'<a\s[^>]*href="([^"]*)"[^>]*aria-label="Última mão e reclamação"[^>]*\sdata-over',
        rui.get(where).content.decode(),
    )
    assert over[1] == f"{where}last-hand/"
    assert "<form" not in over_table(rui, over[1])  # no hand is over
    fold_out(playing)
    for other in (None, playing.house.ana, playing.house.caio):
        assert "complain/" not in over_table(browser(other), over[1])
    # the form itself is what opens over the table: nothing more is pressed to come to it
    assert f'action="/me/hands/{playing.table_id}/1/complain/"' in over_table(rui, over[1])
    form = {"command_id": str(cast.new_id()), "at_table": "1", "said": SAID, "about_seat": "8"}
    sent = rui.post(f"/me/hands/{playing.table_id}/1/complain/", form)
    assert (sent.status_code, sent["Location"]) == (302, where)
    assert "A resposta vai aparecer em Minhas mãos" in rui.get(where).content.decode()
    one = Complaint.objects.get()
    assert (one.text, one.hand.number, one.about_id) == (SAID, 1, playing.people[8].player_id)
    # it stands there in the place of the form, and a refusal leads to where the form is
    told = over_table(rui, over[1])
    assert "terceira vez" in told and "<form" not in told
    again = rui.post(f"/me/hands/{playing.table_id}/1/complain/", form | {"command_id": str(cast.new_id())})
    assert again["Location"] == f"/me/hands/{playing.table_id}/1/" and Complaint.objects.count() == 1


@pytest.mark.rule("PT-H.66")
def test_who_wrote_about_a_hand_finds_it_though_another_was_played_since(playing):  # noqa: F811
    fold_out(playing)
    playing.deal()
    fold_out(playing)
    rui = browser(playing.people[3])
    where = f"/tables/{playing.table_id}/last-hand/"
    assert "Última mão: 2" in over_table(rui, where)
    earlier = over_table(rui, f"{where}?hand=1")
    assert "Última mão" not in earlier and "Mão 1" in earlier
    assert (
        f'action="/me/hands/{playing.table_id}/1/complain/"' in earlier
        and f'data-again="{where}?hand=1"' in earlier
    )
    assert rui.get(f"{where}?hand=9").status_code == 404
    # nobody else finds an earlier hand there
    assert "Última mão: 2" in over_table(browser(playing.house.caio, "pt-br"), f"{where}?hand=0")
    assert browser(playing.house.caio).get(f"{where}?hand=1").status_code == 404


@pytest.mark.rule("PT-H.66", "PT-H.72")
def test_the_banner_of_a_void_hand_leads_to_the_complaint(playing):  # noqa: F811
    def link(who):
        return re.search(
            r'<a\s+class="room-banner button"[^>]*>',
            browser(who).get(f"/tables/{playing.table_id}/").content.decode(),
        )

    rui = playing.people[3]
    assert " hidden" in link(rui)[0]
    cast.say(
        void_hand,
        by=playing.house.ana,
        at=playing.now,
        table_id=playing.table_id,
        number=1,
        reason="Falhou a luz",
    )
    led = link(rui)[0]
    assert f'href="/tables/{playing.table_id}/last-hand/"' in led and "data-over" in led
    assert " hidden" not in led
    assert link(playing.house.caio) is None  # who looks on has nothing to complain about
    told = over_table(browser(rui), f"/tables/{playing.table_id}/last-hand/")
    assert (
        "A mão 1 é nula: Falhou a luz." in told
        and f'action="/me/hands/{playing.table_id}/1/complain/"' in told
    )
    # with the next hand that is over
    playing.deal()
    assert " hidden" in link(rui)[0]


def test_the_blinds_of_a_cash_hand_are_money_beside_a_complaint_too():
    cash = open_cash()
    for seat in (1, 4):
        cash.sit(seat)
    cash.deal()
    cash.fold_out()
    hand = f"/me/hands/{cash.table_id}/1/"
    send(browser(cash.people[1]), f"{hand}complain/", said=SAID)
    one = Complaint.objects.get()
    where = f"/director/venues/{cash.house.venue_id}/complaints/{one.pk}/"
    page = " ".join(browser(cash.house.ana).get(where).content.decode().split())
    assert '<span class="figures">R$ 0,50 / R$ 1,00 </span>' in page


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


def told(reader=None):
    """What the workers do: seal, read, send; the mails that went out."""
    while relay.seal():
        pass
    read_once(reader or readers.notices_reader())
    before = len(mail.outbox)
    while post.post_once().sent:
        pass
    return mail.outbox[before:]


@pytest.mark.rule("PT-T.55", "PT-H.66")
def test_who_complained_is_told_of_the_answer_by_mail_and_may_switch_that_off(settings):
    settings.PUBLIC_URL = "https://room.example"
    begin(readers.notices_reader())
    event = begun(house())
    for _ in range(2):
        event.deal()
        fold_out(event)
    one, other = (event.people[seat] for seat in sorted(event.people)[:2])
    for person, language in ((one, "pt"), (other, "en")):
        users = User.objects.filter(pk=person.user_id)
        users.update(language=language, email_confirmed_at=cast.DRAFTED)
    told()
    ana = browser(event.house.ana)

    def answered(person, number):
        send(browser(person), f"/me/hands/{event.table_id}/{number}/complain/", said=SAID)
        made = Complaint.objects.order_by("-id")[0]
        desk = f"/director/venues/{event.house.venue_id}/complaints/{made.pk}/"
        send(ana, desk, what="answer", said="Vimos as mãos")
        return told()

    (letter,) = answered(one, 1)
    assert letter.to == [User.objects.get(pk=one.user_id).email]
    assert letter.subject.endswith(": A sua reclamação foi respondida")
    assert "Mesa 1, mão 1" in letter.body and "as minhas mãos" in letter.body.lower()
    assert "https://room.example/account/#mails" in letter.body
    assert SAID not in letter.body and "Vimos" not in letter.body
    assert told() == []
    page = " ".join(browser(one, "pt").get("/me/").content.decode().split())
    assert re.search(r'<a\s+href="/me/hands/#complaints"\s*>A sua reclamação foi respondida</a>', page)
    # there the complaint leads to its hand, where the answer stands
    assert 'id="complaints" open' in browser(one, "pt").get("/me/hands/").content.decode()
    # also where a later one still waits
    send(browser(one), f"/me/hands/{event.table_id}/2/complain/", said=SAID)
    assert 'id="complaints" open' in browser(one, "pt").get("/me/hands/").content.decode()
    # switched off like any other kind: it is on the page alone
    kept = [kind.value for kind in BY_MAIL if kind != "complaint"]
    browser(other).post("/account/mails/", {"command_id": str(cast.new_id()), **dict.fromkeys(kept, "on")})
    assert answered(other, 1) == []
    assert "Your complaint is answered" in browser(other, "en").get("/me/").content.decode()


@pytest.mark.rule("PT-T.55", "PT-H.66")
def test_who_complained_about_a_hand_of_a_cash_table_is_told_of_the_answer(settings):
    settings.PUBLIC_URL = "https://room.example"
    begin(readers.house_notices_reader())
    cash = open_cash()
    for seat in (1, 4):
        cash.sit(seat)
    cash.deal()
    cash.fold_out()
    player = cash.people[1]
    User.objects.filter(pk=player.user_id).update(language="en", email_confirmed_at=cast.DRAFTED)
    send(browser(player), f"/me/hands/{cash.table_id}/1/complain/", said=SAID)
    desk = f"/director/venues/{cash.house.venue_id}/complaints/{Complaint.objects.get().pk}/"
    send(browser(cash.house.ana), desk, what="answer", said="Vimos as mãos")
    (letter,) = told(readers.house_notices_reader())
    assert letter.to == [User.objects.get(pk=player.user_id).email]
    assert letter.subject.endswith(": Your complaint is answered")
    assert f"{cash.row.name}, hand 1" in letter.body and "under My hands" in letter.body
    assert SAID not in letter.body and "Vimos" not in letter.body
    assert told(readers.house_notices_reader()) == []
    page = " ".join(browser(player, "en").get("/me/").content.decode().split())
    assert re.search(r'<a\s+href="/me/hands/#complaints"\s*>Your complaint is answered</a>', page)
    hands = browser(player, "en").get("/me/hands/").content.decode()
    assert 'id="complaints" open' in hands and f"/me/hands/{cash.table_id}/1/#complain" in hands


def test_of_a_demo_tables_hand_nobody_is_mailed(playing):  # noqa: F811
    begin(readers.notices_reader())
    User.objects.filter(pk=playing.people[3].user_id).update(email_confirmed_at=cast.DRAFTED)
    fold_out(playing)
    send(browser(playing.people[3]), f"/me/hands/{playing.table_id}/1/complain/", said=SAID)
    desk = f"/director/venues/{playing.house.venue_id}/complaints/{Complaint.objects.get().pk}/"
    send(browser(playing.house.ana), desk, what="answer", said="Vimos as mãos")
    assert told() == []


@pytest.mark.rule("PT-T.55")
def test_a_complaint_that_waits_stands_on_the_directors_first_pages_with_its_day():
    event = begun(house())
    for _ in range(2):
        event.deal()
        fold_out(event)
    t, people = event.tournament_id, [event.people[seat] for seat in sorted(event.people)]
    ana, bruno = browser(event.house.ana, "en"), browser(event.house.bruno, "en")
    first = (f"/director/{t}/", "/director/")
    for where in first:
        assert "complaint" not in ana.get(where).content.decode()
    for person in people[:2]:
        send(browser(person), f"/me/hands/{event.table_id}/1/complain/", said=SAID)
    Complaint.objects.update(answer_by=datetime.now(UTC) + timedelta(days=3))
    one = Complaint.objects.order_by("id")[0]
    where_it_is = f'href="/director/venues/{event.house.venue_id}/complaints/{one.pk}/"'
    with override("en"):
        due = day(one.answer_by, "Europe/Lisbon")
    for where in first:
        page = " ".join(ana.get(where).content.decode().split())
        assert f"2 complaints about hands wait for an answer, the first by {due}" in page
        assert where_it_is in page
        # who may not answer is told nothing of it
        assert "complaint" not in bruno.get(where).content.decode()
    Complaint.objects.filter(pk=one.pk).update(answer_by=cast.DRAFTED)
    for where in first:
        page = " ".join(ana.get(where).content.decode().split())
        assert "the first was to be answered by" in page
    Complaint.objects.update(state="answered", answered_at=cast.START, answer="Vimos")
    for where in first:
        assert "complaint" not in ana.get(where).content.decode()


@pytest.mark.rule("PT-T.55")
def test_who_answers_from_an_old_tab_keeps_what_was_typed_and_reads_what_changed(playing):  # noqa: F811
    fold_out(playing)
    send(browser(playing.people[3]), f"/me/hands/{playing.table_id}/1/complain/", said=SAID)
    where = f"/director/venues/{playing.house.venue_id}/complaints/{Complaint.objects.get().pk}/"
    send(browser(playing.house.olga), where, what="answer", said="Vimos as mãos")
    form = {"command_id": str(cast.new_id()), "what": "answer", "said": "Linha um\nLinha dois"}
    answer = browser(playing.house.ana).post(where, form)
    page = answer.content.decode()
    assert answer.status_code == 409 and "Vimos as mãos" in page and "não foi enviado" in page
    assert re.search(r"<textarea[^>]* readonly>Linha um\nLinha dois</textarea>", page)
    assert Complaint.objects.get().answer == "Vimos as mãos"


@pytest.mark.rule("PT-H.11", "PT-H.66")
def test_an_officer_reads_no_report_about_the_own_play(playing):  # noqa: F811
    fold_out(playing)
    house, eva = playing.house, playing.people[8]
    grant(house, eva)
    hand = f"/me/hands/{playing.table_id}/1/"
    send(browser(playing.people[3]), f"{hand}complain/", said=SAID, about_seat="8")
    where = f"/director/venues/{house.venue_id}/complaints/{Complaint.objects.get().pk}/"
    client = browser(eva)
    assert client.get(where).status_code == 404
    for page in (f"/director/venues/{house.venue_id}/integrity/", "/director/"):
        read = client.get(page)
        told = read.content.decode()
        assert read.status_code == 200 and "terceira vez" not in told and where not in told


@pytest.mark.rule("PT-H.11", "PT-H.66")
def test_a_player_is_reported_from_a_hand_and_the_officer_reads_it_and_nobody_else(playing):  # noqa: F811
    fold_out(playing)
    rui, house = browser(playing.people[3]), playing.house
    hand = f"/me/hands/{playing.table_id}/1/"
    page = rui.get(hand).content.decode()
    assert '<option value="8">Eva</option>' in page and ">Rui</option>" not in page
    page = send(rui, f"{hand}complain/", said=SAID, about_seat="3")
    assert "Você nomeou a si mesmo" in page and not Complaint.objects.exists()
    page = send(rui, f"{hand}complain/", said=SAID, about_seat="8")
    assert "Sua reclamação está com o clube" in page and "Sobre Eva" in page
    desk = f"/director/venues/{house.venue_id}/integrity/"
    one = Complaint.objects.get()
    where = f"/director/venues/{house.venue_id}/complaints/{one.pk}/"
    grant(house, house.dora)
    dora = browser(house.dora)
    # the officer's first page says that it waits, and leads to the desk
    first = dora.get("/director/").content.decode()
    assert "1 reclamação" in first and f'href="{where}"' in first and f'href="{desk}"' in first
    for officer in (dora, browser(house.olga)):
        told = officer.get(desk).content.decode()
        assert "Denúncias de jogadores" in told and "Sobre Eva" in told and "terceira vez" in told
        assert f'href="{desk}hands/{playing.table_id}/1/"' in told and f'href="{where}"' in told
        assert "Em aberto" in told
    # the officer reads it, and answers nothing; the director, who answers, reads whom it is about, too; Eva reads nothing
    page = dora.get(where).content.decode()
    assert "terceira vez" in page and 'name="said"' not in page and "play-tables" not in page
    form = {"command_id": str(cast.new_id()), "what": "answer", "said": "Eu respondo"}
    assert dora.post(where, form).status_code == 403
    one.refresh_from_db()
    assert (one.state, one.answer) == ("open", "")
    assert "Sobre Eva" in browser(house.ana).get(where).content.decode()
    send(browser(house.ana), where, what="answer", said="Vimos as mãos")
    for read in (dora.get(where), dora.get(desk)):
        assert "Respondida" in read.content.decode() and "Vimos as mãos" in read.content.decode()
    assert "reclamação" not in dora.get("/director/").content.decode()
    eva = browser(playing.people[8])
    assert "terceira vez" not in eva.get(hand).content.decode()
    assert "terceira vez" not in eva.get("/me/hands/").content.decode()


@pytest.mark.rule("PT-H.66", "PT-T.55")
def test_the_form_cites_the_rule_of_a_book_that_is_in_force_where_the_hand_was_played(playing):  # noqa: F811
    def said(played, seat):
        form = browser(played.people[seat]).get(f"/me/hands/{played.table_id}/1/").content.decode()
        return re.findall(r"\((Regras? [^)]+)\)", form.split("/complain/")[1])

    fold_out(playing)
    assert said(playing, 3) == ["Regra PT-\u2060H.66"]
    event = begun(house())
    event.deal()
    fold_out(event)
    seat = min(event.people)
    assert said(event, seat) == ["Regras PT-\u2060H.66 · PT-\u2060T.55"]
    of_it = Tournament.objects.filter(pk=event.tournament_id)
    of_it.update(policies=shipped()["scpt"].as_dict())
    assert said(event, seat) == []
