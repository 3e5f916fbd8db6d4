"""Who has registered for a session of a cash table, or waits for a seat, is told what becomes of it: on the own page, and by mail."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail

from access import moment
from config import post as mails
from config import readers
from dispatch import relay
from dispatch.readers import begin, read_once
from people.models import User
from play.commands.close_table import close_table
from play.commands.join_waiting_list import join_waiting_list
from play.models import WaitingPlace
from tests import cast
from tests.play.cash import house as cash_house
from tests.play.cash import known, open_cash
from tests.play.test_cash_races import asks, outcomes
from tests.web.player.test_cash_tables import browser, page_of, post, said
from tournaments.commands.update_venue import update_venue
from tournaments.commands.write_house_notices import write_house_notices
from tournaments.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.6")]

HOUR = timedelta(hours=1)


@pytest.fixture
def home(monkeypatch, settings):
    settings.PUBLIC_URL = "https://room.example"
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    begin(readers.house_notices_reader())
    return cash_house(currency="EUR")


def session(home, **more):
    return open_cash(home, **{"name": "Sessão da noite", "starts_at": cast.OPEN + HOUR, "minutes": 60} | more)


def mailed(home, name, *, cents=10_000):
    """Somebody with money whose address is confirmed."""
    person = known(home, name, cents=cents)
    User.objects.filter(pk=person.user_id).update(language="pt", email_confirmed_at=cast.DRAFTED)
    return person


def told():
    """What the workers do: seal, read, send. Subject and body of each mail, by its address."""
    while relay.seal():
        pass
    read_once(readers.house_notices_reader())
    # in a test the hour is another one than that of the post
    Notice.objects.filter(state="waiting").update(
        useful_until="2100-01-01T00:00Z", next_at="2020-01-01T00:00Z"
    )
    before = len(mail.outbox)
    while mails.post_once().sent:
        pass
    return {one.to[0]: (one.subject, one.body.replace("\u00a0", " ")) for one in mail.outbox[before:]}


def address(person):
    return User.objects.get(pk=person.user_id).email


def waiting():
    return WaitingPlace.objects.filter(ended_at=None).count()


def allows(home, yes):
    return cast.say(update_venue, by=home.olga, venue_id=home.venue_id, changes={"cash_tables": yes})


@pytest.mark.rule("PT-T.21")
def test_a_registration_stands_in_the_own_lists_and_its_start_is_told_to_each(home, monkeypatch):
    table = session(home, seats=2)
    rui, gil, ines, eva = (mailed(home, name) for name in ("Rui", "Gil", "Ines", "Eva"))
    for one in (rui, gil, ines, eva):
        table.say(join_waiting_list, one, cents=6_000)
    for page in ("/me/", "/tables/", "/tables/mine/"):
        found = page_of(browser(gil, "pt"), page)
        assert "Sessão da noite" in found and "inscrito, com 60,00 €" in found
    open_cash(home).buy_in(rui, seat=1, cents=5_000)
    table.due()
    letters = told()
    assert set(letters) == {address(one) for one in (rui, gil, ines, eva)}
    [seat] = [one["seat"] for one in table.row.seats if one["player_id"] == gil.player_id]
    subject, body = letters[address(gil)]
    assert subject == f"A sessão começou: Sessão da noite, lugar {seat}"
    assert "Levou 60,00 € para ela." in body and "Termina: " in body
    assert f"https://room.example/tables/{table.table_id}/" in body
    subject, body = letters[address(rui)]
    assert (
        subject == "A sessão começou sem lugar para si: Sessão da noite" and "saldo era insuficiente" in body
    )
    assert "É o número 1 dos inscritos para um lugar que vague." in letters[address(eva)][1]
    assert told() == {}
    page = page_of(browser(gil, "pt"), "/me/")
    assert f"A sessão começou: Sessão da noite, lugar {seat}" in page and "inscrito, com" not in page
    assert f'href="/tables/{table.table_id}/"' in page and 'href="/tables/mine/"' in page
    assert "inscrito para um lugar que vague" in page_of(browser(eva, "pt"), "/me/")
    [row] = browser(gil).get("/api/notices").json()
    assert (row["tournament_id"], row["table_id"], row["tournament"]) == (
        None,
        table.table_id,
        "Sessão da noite",
    )
    # at its end, which was said before, nobody is told anything, and the page says that it is over
    table.now = table.row.session_ends_at
    table.due()
    assert table.row.stage == "closed" and waiting() == 0 and told() == {}
    # who does not sit at a table sees it late
    monkeypatch.setattr(moment, "at", lambda: table.now + HOUR)
    page = page_of(browser(eva, "pt"), f"/tables/{table.table_id}/")
    assert "A sessão terminou, e esta mesa está fechada." in page and "fechou" not in page


def test_a_session_that_the_house_closes_tells_who_had_registered(home, monkeypatch):
    table = session(home)
    rui = mailed(home, "Rui")
    table.say(join_waiting_list, rui, cents=6_000)
    ana, page = browser(home.ana, "pt"), f"/director/venues/{home.venue_id}/play-tables/"
    post(ana, page, what="close", table_id=table.table_id)
    [(subject, body)] = told().values()
    assert subject == "A sessão foi cancelada: Sessão da noite" and waiting() == 0
    assert "A sala fechou a mesa." in body and "Começaria: " in body and "Nada saiu da sua conta" in body
    assert "A sessão foi cancelada: Sessão da noite" in page_of(browser(rui, "pt"), "/me/")
    # no hand was dealt there: nothing is seen late
    monkeypatch.setattr(moment, "at", lambda: table.now)
    assert "A sala fechou-a enquanto estava inscrito" in page_of(
        browser(rui, "pt"), f"/tables/{table.table_id}/"
    )


@pytest.mark.rule("PT-H.14")
def test_a_house_that_runs_no_cash_tables_any_more_tells_who_waits_for_one(home):
    coming, full = session(home), open_cash(home, seats=2)
    for seat in (1, 2):
        full.sit(seat)
    rui, ines = mailed(home, "Rui"), mailed(home, "Ines")
    coming.say(join_waiting_list, rui, cents=6_000)
    full.say(join_waiting_list, ines)
    olga, page = browser(home.olga, "pt"), f"/director/venues/{home.venue_id}/play-tables/"
    done = said(post(olga, page, what="allow-cash", allowed="no"))
    assert "A partir de agora não há mesas a dinheiro" in done and waiting() == 0
    letters = told()
    assert letters[address(rui)][0] == "A sessão foi cancelada: Sessão da noite"
    assert letters[address(ines)][0].startswith("Já não espera: ")
    assert all("A sala já não tem mesas a dinheiro." in body for _subject, body in letters.values())
    assert len(full.row.seats) == 2  # what lies on open tables stays its players'
    with cast.refused("no_cash_tables"):
        coming.say(join_waiting_list, rui, cents=6_000)
    allows(home, True)
    page = page_of(browser(rui, "pt"), f"/tables/{coming.table_id}/")
    assert "Inscrever-me" in page and "inscrito como número" not in page


def test_the_notices_of_a_fact_are_written_once_and_those_of_another_record_never(home):
    table = session(home)
    table.say(join_waiting_list, mailed(home, "Rui"), cents=6_000)
    cast.say(close_table, by=home.ana, at=table.now, table_id=table.table_id)
    assert len(told()) == 1
    fact_id = Notice.objects.get().fact_id

    def write(fact_id):
        return cast.say(write_house_notices, by=home.olga, venue_id=home.venue_id, fact_id=fact_id)

    assert write(fact_id)["written"] == 0
    with cast.refused("not_found"):
        write(fact_id - 1)
    # the house, and each reader, may switch its mail off like any other
    kinds = browser(home.olga, "pt").get(f"/api/venues/{home.venue_id}/mails/chosen").json()
    assert "session" in [one["kind"] for one in kinds]


@pytest.mark.django_db(transaction=True)
def test_who_registers_while_cash_tables_are_forbidden_is_not_left_registered(home):
    table = session(home)
    rui = known(home, "Rui", cents=10_000)
    found = cast.together(
        [
            asks(join_waiting_list, table, rui, cents=6_000),
            lambda: cast.asked(
                update_venue, by=home.olga, venue_id=home.venue_id, changes={"cash_tables": False}
            ),
        ]
    )
    done, refused = outcomes(found)
    assert (len(done), refused) in ((2, []), (1, ["no_cash_tables"])) and waiting() == 0
