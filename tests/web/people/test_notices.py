"""What happens in a tournament reaches the people it concerns: on their page, and by mail in their language."""

from __future__ import annotations

import logging
import re
import smtplib
import uuid
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.urls import reverse

from config import post, readers
from dispatch import relay
from dispatch.models import Cursor, DeadLetter, Fact
from dispatch.readers import TRIES, begin, read_once
from payouts.commands.end_deal import end_deal
from payouts.commands.give_back import give_back
from payouts.commands.pay_award import pay_award
from payouts.commands.propose_deal import propose_deal
from payouts.commands.undo_give_back import undo_give_back
from payouts.commands.undo_payment import undo_payment
from payouts.models import Repayment
from people.models import Player, User
from rules.entries import simple_split
from rules.notices import MOST_TRIES, NOTICES, Channel
from tables.commands.count_chips import count_chips
from tables.commands.move_player import move_player
from tests import cast
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.rebuy import rebuy
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.commands.write_notices import write_notices
from tournaments.models import Elimination, Entry, Notice, Purchase
from tournaments.operations import letters, notices

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(monkeypatch, settings):
    """The cast, playing now, with confirmed addresses; the reader has begun."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now + timedelta(hours=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(minutes=10))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    settings.PUBLIC_URL = "https://room.example"
    house = cast.house()
    for person in (house.caio, house.dora, house.bruno):
        User.objects.filter(pk=person.user_id).update(email_confirmed_at=cast.DRAFTED)
        Player.objects.filter(pk=person.player_id).update(
            id_checked_at=cast.DRAFTED, id_checked_by_id=house.desi.user_id
        )
    begin(readers.notices_reader())
    return house


def speaks(person, language):
    User.objects.filter(pk=person.user_id).update(language=language)


def email_of(person):
    return User.objects.get(pk=person.user_id).email


def as_(person, language="en"):
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def read():
    """What the workers do: seal, read, send; what was sent."""
    while relay.seal():
        pass
    read_once(readers.notices_reader())


def told():
    read()
    before = len(mail.outbox)
    while (done := post.post_once()).sent or done.failed:
        pass
    return mail.outbox[before:]


def due():
    """As if every pause were over."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_notice SET next_at = '2020-01-01' WHERE state = 'waiting'")
    Cursor.objects.update(retry_at=None, held_until=None)


def press(client, tournament, what, **values):
    return client.post(
        f"/director/{tournament}/do/{what}/",
        {"command_id": str(uuid.uuid4()), **values},
        HTTP_HX_REQUEST="true",
    )


def of(letters, person):
    return [letter for letter in letters if letter.to == [email_of(person)]]


def text_of(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def test_a_postponed_tournament_tells_the_registered_each_in_their_language(house):
    t = house.registering("turbo-8max", starts_at=cast.START)
    for person, language in ((house.caio, "pt-br"), (house.dora, "en"), (house.bruno, "pt")):
        house.enter(t, person.player_id)
        speaks(person, language)
    house.enter(t)  # somebody without an account
    told()
    zone = ZoneInfo("America/Sao_Paulo")
    later = (cast.START + timedelta(days=1)).astimezone(zone)
    answer = press(as_(house.ana), t, "postpone", starts_at=f"{later:%Y-%m-%dT%H:%M}", reason="Falta de luz")
    assert answer.status_code in (200, 204), text_of(answer)
    letters = told()
    assert len(letters) == 3
    [caio], [dora], [bruno] = of(letters, house.caio), of(letters, house.dora), of(letters, house.bruno)
    assert caio.subject == "Terça: novo horário de início"
    assert "Motivo: Falta de luz" in caio.body
    assert f"{later:%H:%M}" in caio.body and f"{cast.START.astimezone(zone):%H:%M}" in caio.body
    assert f"https://room.example/play/{t}/" in caio.body
    assert dora.subject == "Terça: another start"
    assert "Reason: Falta de luz" in dora.body and "Your registration stands." in dora.body
    assert bruno.subject == "Terça: novo início"
    assert "\n\n\n" not in caio.body.strip()
    assert told() == []


def test_links_lead_to_pages_that_are_there(house):
    assert reverse("play", args=[7]) == "/play/7/"
    assert reverse("account") == "/account/"


def test_receipt_seat_move_and_prize(house):
    t = house.registering("turbo-8max", starts_at=cast.START)
    speaks(house.caio, "en")
    receipt = house.enter(t, house.caio.player_id, method="debit")["receipt"]
    house.fill(t, 8)
    [letter] = told()
    assert letter.subject == f"Terça: Receipt {receipt}"
    paid = Entry.objects.get(receipt=receipt)
    assert paid.surcharge_cents > 0
    total = f"R${(paid.price_cents + paid.surcharge_cents) / 100:,.2f}"
    assert f"Paid: {total} (Debit card)" in letter.body
    assert letter.extra_headers["Message-ID"].startswith("<notice.")

    cast.say(start_tournament, by=house.ana, at=datetime.now(UTC), tournament_id=t)
    [letter] = told()
    seat = paid.seat
    assert letter.subject == f"Terça: Your seat: table {seat.table.number}, seat {seat.number}"

    other = type(seat).objects.filter(table__tournament_id=t, entry=None).exclude(table=seat.table).first()
    other = other or type(seat).objects.filter(table__tournament_id=t, entry=None).first()
    cast.say(
        move_player,
        by=house.bruno,
        at=datetime.now(UTC),
        entry_id=paid.pk,
        table_number=other.table.number,
        seat_number=other.number,
        reason="correction",
    )
    [letter] = told()
    assert letter.subject == f"Terça: Your new seat: table {other.table.number}, seat {other.number}"
    assert f"You come from table {seat.table.number}, seat {seat.number}." in letter.body
    page = text_of(as_(house.caio).get("/me/"))
    assert f"Your new seat: table {other.table.number}, seat {other.number}" in page
    assert f"Receipt {receipt}" in page
    assert page.count("by mail, too") == 3
    kinds = [row["kind"] for row in as_(house.caio).get("/api/notices").json()]
    assert kinds == ["move", "seat", "receipt"]
    assert [row["kind"] for row in as_(house.caio).get("/me/data.json").json()["notices"]] == kinds


def test_a_cancelled_tournament_says_what_comes_back(house):
    t = house.registering("turbo-8max", starts_at=cast.START)
    speaks(house.caio, "en")
    speaks(house.dora, "en")
    house.enter(t, house.caio.player_id, method="cash")
    price = Entry.objects.get(player_id=house.caio.player_id).price_cents
    house.deposit(house.dora.player_id, price)
    house.enter(t, house.dora.player_id, method="balance")
    told()
    press(as_(house.ana), t, "cancel", reason="No quorum")
    letters = told()
    [caio], [dora] = of(letters, house.caio), of(letters, house.dora)
    amount = f"R${price / 100:,.2f}"
    assert caio.subject == dora.subject == "Terça is cancelled"
    assert "Reason: No quorum" in caio.body
    assert f"You get back: {amount}. It went into your balance." in caio.body
    assert f"The desk hands you {amount} of it." in caio.body
    assert f"You get back: {amount}. It went into your balance." in dora.body
    assert "The desk hands you" not in dora.body
    # once it is handed over the page says so, and sends nobody to the desk any more
    owed = Repayment.objects.get(player_id=house.caio.player_id)
    now = datetime.now(UTC)
    cast.say(give_back, by=house.desi, at=now, repayment_id=owed.pk, method="cash")
    page = text_of(as_(house.caio).get("/me/"))
    assert f"You got back: {amount}. It was handed over to you." in page
    assert "The desk hands you" not in page and "It went into your balance" not in page
    cast.say(undo_give_back, by=house.desi, at=now, repayment_id=owed.pk)
    page = text_of(as_(house.caio).get("/me/"))
    assert f"You get back: {amount}. It went into your balance." in page
    assert f"The desk hands you {amount} of it." in page


def test_a_mail_of_a_cancelled_tournament_that_goes_out_after_the_desk_has_paid_says_so(house):
    t = house.registering("turbo-8max", starts_at=cast.START)
    speaks(house.caio, "en")
    house.enter(t, house.caio.player_id, method="cash")
    told()
    press(as_(house.ana), t, "cancel", reason="No quorum")
    read()
    owed = Repayment.objects.get(player_id=house.caio.player_id)
    cast.say(give_back, by=house.desi, at=datetime.now(UTC), repayment_id=owed.pk, method="cash")
    [letter] = told()
    assert f"You got back: R${owed.amount_cents / 100:,.2f}. It was handed over to you." in letter.body
    assert "The desk hands you" not in letter.body and "balance" not in letter.body


def second_of_eight(house):
    """A tournament that Caio ends as the second, with a prize; his entry."""
    t = house.registering(
        "turbo-8max", starts_at=cast.START, late_registration_level=0, re_entries_per_player=0
    )
    speaks(house.caio, "en")
    mine = house.enter(t, house.caio.player_id)["entry_id"]
    others = [one["entry_id"] for one in house.fill(t, 7)]
    now = datetime.now(UTC)
    cast.say(start_tournament, by=house.ana, at=now, tournament_id=t)
    for entry_id in [*others[:6], mine]:
        cast.say(
            eliminate_players,
            by=house.bruno,
            at=datetime.now(UTC),
            tournament_id=t,
            table_number=Entry.objects.get(pk=entry_id).seat.table.number,
            busts=[{"entry_id": entry_id}],
        )
    return mine


def test_a_prize_tells_when_it_is_due_and_that_it_was_taken_back(house):
    mine = second_of_eight(house)
    letters = [letter for letter in told() if "prize" in letter.subject]
    assert [letter.to for letter in letters] == [[email_of(house.caio)]]
    award = Notice.objects.get(kind="prize", player_id=house.caio.player_id)
    assert f"Your prize: R${award.told['amount_cents'] / 100:,.2f}" in letters[0].subject
    assert "2nd place" in letters[0].body and "Due by" in letters[0].body
    # paid out at the desk: the page says so, and does not send anybody to the desk any more
    owed = "It is in your balance; the desk pays it out."
    assert owed in text_of(as_(house.caio).get("/me/"))
    amount = f"R${award.told['amount_cents'] / 100:,.2f}"
    given = cast.say(
        pay_award, by=house.desi, at=datetime.now(UTC), award_id=award.told["award_id"], method="cash"
    )
    [letter] = told()
    assert letter.subject == f"Terça: Your prize of {amount} is paid out" and "By: Cash" in letter.body
    page = text_of(as_(house.caio).get("/me/"))
    # one notice of one prize, as it stands
    assert page.count(f"Your prize of {amount} is paid out") == 1
    assert f"Your prize: {amount}" not in page and owed not in page
    assert given["award_id"] == award.told["award_id"]
    cast.say(undo_payment, by=house.ana, at=datetime.now(UTC), award_id=award.told["award_id"])
    [letter] = told()
    assert letter.subject == f"Terça: The payment of your prize of {amount} is undone"
    page = text_of(as_(house.caio).get("/me/"))
    assert page.count(owed) == 1 and "It has been paid out." not in page
    row = Elimination.objects.get(entry_id=mine)
    cast.say(undo_elimination, by=house.ana, at=datetime.now(UTC), elimination_id=row.pk)
    [letter] = [letter for letter in told() if "taken back" in letter.subject]
    assert letter.to == [email_of(house.caio)]


def test_a_prize_that_stays_in_the_balance_is_told_once(house):
    second_of_eight(house)
    [_letter] = [letter for letter in told() if "prize" in letter.subject]
    award = Notice.objects.get(kind="prize", player_id=house.caio.player_id).told
    cast.say(pay_award, by=house.desi, at=datetime.now(UTC), award_id=award["award_id"], method="balance")
    assert told() == [] and Notice.objects.filter(kind="prize", player_id=house.caio.player_id).count() == 1
    page = text_of(as_(house.caio).get("/me/"))
    assert page.count(f"Your prize: R${award['amount_cents'] / 100:,.2f}") == 1
    assert "It is in your balance." in page
    assert "the desk pays it out" not in page and "It has been paid out." not in page


def test_the_line_moves_up_and_says_so_while_one_stands_in_it(house):
    t = house.registering("turbo-8max", starts_at=cast.START, capacity=4)
    speaks(house.caio, "en")
    house.fill(t, 4)
    cast.say(start_tournament, by=house.ana, at=datetime.now(UTC), tournament_id=t)
    house.enter(t, at=datetime.now(UTC))
    house.enter(t, house.caio.player_id, at=datetime.now(UTC))
    told()

    def bust():
        row = Entry.objects.filter(tournament_id=t, state="playing").order_by("pk").first()
        cast.say(
            eliminate_players,
            by=house.bruno,
            at=datetime.now(UTC),
            tournament_id=t,
            table_number=row.seat.table.number,
            busts=[{"entry_id": row.pk}],
        )

    assert "in line" not in text_of(as_(house.caio).get("/me/"))
    bust()
    assert told() == []  # the page alone
    page = text_of(as_(house.caio).get("/me/"))
    assert "You are next in line" in page and "Stay near" in page
    assert as_(house.caio).get("/api/notices").json()[0]["told"] == {"number": 1}
    bust()
    told()
    page = text_of(as_(house.caio).get("/me/"))
    assert "Your seat: table" in page and "in line" not in page


def test_a_vote_on_a_deal_is_told_while_it_is_open(house):
    t = house.registering(
        "turbo-8max", starts_at=cast.START, late_registration_level=0, re_entries_per_player=0
    )
    speaks(house.caio, "en")
    mine = house.enter(t, house.caio.player_id)["entry_id"]
    others = [one["entry_id"] for one in house.fill(t, 4)]
    cast.say(start_tournament, by=house.ana, at=datetime.now(UTC), tournament_id=t)
    for entry_id in others[:2]:
        cast.say(
            eliminate_players,
            by=house.bruno,
            at=datetime.now(UTC),
            tournament_id=t,
            table_number=Entry.objects.get(pk=entry_id).seat.table.number,
            busts=[{"entry_id": entry_id}],
        )
    stack = Entry.objects.get(pk=mine).chips_issued
    for entry_id, part in zip([mine, *others[2:]], (3, 1, 1), strict=True):
        cast.say(
            count_chips, by=house.bruno, at=datetime.now(UTC), entry_id=entry_id, stack_chips=part * stack
        )
    told()
    made = cast.say(
        propose_deal,
        by=house.ana,
        at=datetime.now(UTC),
        tournament_id=t,
        kind="chip_chop",
    )
    assert told() == []
    page = text_of(as_(house.caio).get("/me/"))
    assert "A deal is put to the vote" in page and "vote on your page of the tournament" in page
    [notice] = Notice.objects.filter(kind="deal", player_id=house.caio.player_id)
    assert notice.told["deal_id"] == made["deal_id"]
    assert f"You would get R${notice.told['share_cents'] / 100:,.2f}." in page
    assert Entry.objects.get(pk=mine).state == "playing"
    cast.say(end_deal, by=house.ana, at=datetime.now(UTC), deal_id=made["deal_id"], reason="they play on")
    told()
    assert "A deal is put to the vote" not in text_of(as_(house.caio).get("/me/"))


def test_only_a_confirmed_address_gets_mail_and_the_page_tells_everybody(house):
    t = house.registering("turbo-8max", starts_at=cast.START)
    User.objects.filter(pk=house.dora.user_id).update(email_confirmed_at=None)
    for person in (house.caio, house.dora):
        house.enter(t, person.player_id)
    letters = told()
    assert [letter.to for letter in letters] == [[email_of(house.caio)]]
    assert "Receipt" in text_of(as_(house.dora).get("/me/"))
    assert dict(Notice.objects.values_list("player_id", "state")) == {
        house.caio.player_id: "sent",
        house.dora.player_id: "listed",
    }
    # between the fact and the mail the account was closed
    house.enter(house.registering("turbo-8max", starts_at=cast.START, name="Quarta"), house.caio.player_id)
    read()
    User.objects.filter(pk=house.caio.user_id).update(is_active=False)
    assert told() == []


def test_test_and_practice_tell_nobody_anything(house):
    t = house.registering("turbo-8max", starts_at=cast.START, practice=True, ranks=False)
    house.enter(t, house.caio.player_id)
    assert told() == []
    assert not Notice.objects.exists()


def test_the_house_and_the_person_each_switch_a_kind_off(house):
    where = f"/director/venues/{house.venue_id}/mails/"
    kinds = [rule.kind.value for rule in NOTICES if Channel.MAIL in rule.channels]
    assert as_(house.ana).get(where).status_code == 403
    olga = as_(house.olga)
    assert text_of(olga.get(where)).count('type="checkbox"') == len(kinds)
    on = {kind: "on" for kind in kinds if kind != "receipt"}
    assert olga.post(where, {"command_id": str(uuid.uuid4()), **on}).status_code == 302
    assert [
        s["kind"] for s in olga.get(f"/api/venues/{house.venue_id}/mails/chosen").json() if not s["on"]
    ] == ["receipt"]
    t = house.registering("turbo-8max", starts_at=cast.START)
    house.enter(t, house.caio.player_id)
    house.enter(t, house.dora.player_id)
    assert told() == []
    assert set(Notice.objects.values_list("kind", "state")) == {("receipt", "listed")}
    # a person, from the account page
    on = {kind: "on" for kind in kinds if kind != "postponed"}
    assert as_(house.caio).post("/account/mails/", {"command_id": str(uuid.uuid4()), **on}).status_code == 302
    page = text_of(as_(house.caio).get("/account/"))
    assert '<input type="checkbox" name="postponed">' in page
    assert '<input type="checkbox" name="receipt" checked>' in page
    later = (cast.START + timedelta(days=1)).astimezone(ZoneInfo("America/Sao_Paulo"))
    press(as_(house.ana), t, "postpone", starts_at=f"{later:%Y-%m-%dT%H:%M}", reason="x")
    assert [letter.to for letter in told()] == [[email_of(house.dora)]]
    assert "another start" in text_of(as_(house.caio).get("/me/"))
    # on again, and a kind that does not exist is refused
    olga.post(where, {"command_id": str(uuid.uuid4()), **{kind: "on" for kind in kinds}})
    house.enter(house.registering("turbo-8max", starts_at=cast.START, name="Quarta"), house.caio.player_id)
    assert len(told()) == 1


def test_what_is_switched_off_while_it_waits_is_not_sent(house):
    house.enter(house.registering("turbo-8max", starts_at=cast.START), house.caio.player_id)
    read()
    as_(house.caio).post("/account/mails/", {"command_id": str(uuid.uuid4())})
    assert told() == []
    assert Notice.objects.get().state == "listed"


def test_a_mail_that_comes_too_late_is_not_sent(house):
    t = house.registering("turbo-8max", starts_at=cast.START)
    house.enter(t, house.caio.player_id)
    read()
    Notice.objects.update(useful_until=datetime.now(UTC) - timedelta(seconds=1))
    assert told() == []
    assert Notice.objects.get().state == "late"
    page = text_of(as_(house.olga).get(f"/director/venues/{house.venue_id}/mails/"))
    assert "<dt>Too late to be sent</dt><dd>1</dd>" in page


class Broken(EmailBackend):
    """A mail server that answers what the test wants."""

    answer: Exception | None = None
    at_the_door: Exception | None = None

    def open(self):
        if Broken.at_the_door:
            raise Broken.at_the_door

    def send_messages(self, messages):
        if Broken.answer:
            raise Broken.answer
        return super().send_messages(messages)


@pytest.fixture
def broken(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    Broken.answer = Broken.at_the_door = None
    yield Broken
    Broken.answer = Broken.at_the_door = None


def test_a_server_that_is_away_costs_no_try_and_loses_nothing(house, broken):
    house.enter(house.registering("turbo-8max", starts_at=cast.START), house.caio.player_id)
    read()
    for door, answer in ((ConnectionRefusedError(), None), (None, smtplib.SMTPSenderRefused(530, b"", ""))):
        broken.at_the_door, broken.answer = door, answer
        with pytest.raises(post.MailServerAway):
            post.post_once()
        assert list(Notice.objects.values_list("state", "tries")) == [("waiting", 0)]
        due()
    broken.answer = None
    assert len(told()) == 1


def test_a_mail_that_is_put_off_is_tried_again_and_then_shown_to_the_owner(house, broken, caplog):
    caplog.set_level(logging.INFO)
    house.enter(house.registering("turbo-8max", starts_at=cast.START), house.caio.player_id)
    read()
    broken.answer = smtplib.SMTPRecipientsRefused({email_of(house.caio): (451, b"later")})
    for tries in range(1, MOST_TRIES + 1):
        assert post.post_once() == post.Sent(sent=0, failed=1)
        assert post.post_once() == post.Sent(sent=0, failed=0)  # not due yet
        assert Notice.objects.get().tries == tries
        due()
    assert Notice.objects.get().state == "failed"
    assert email_of(house.caio) not in caplog.text
    where = f"/director/venues/{house.venue_id}/mails/"
    page = text_of(as_(house.olga).get(where))
    assert "<strong>Caio</strong> · Receipts" in page
    assert "The mail server does not know this address, or refuses it." in page
    assert f"{MOST_TRIES} tries" in page
    letter = DeadLetter.objects.get()
    api = as_(house.olga).get(f"/api/venues/{house.venue_id}/post").json()
    assert [(u["player"], u["about"], u["tries"]) for u in api["untold"]] == [("Caio", "receipt", MOST_TRIES)]

    # nobody else's business: another house's owner, the director of this one
    rival = cast.house()
    for client in [as_(who) for who in (rival.olga, house.ana, house.caio)]:
        with cast.unchanged():
            again = client.post(f"/api/letters/{letter.pk}/again", headers={"Command-Id": str(uuid.uuid4())})
            assert again.status_code == 403
    # mended: one tap, and it goes
    broken.answer = None
    answer = as_(house.olga).post(
        f"{where}{letter.pk}/again/", {"command_id": str(uuid.uuid4())}, follow=True
    )
    assert "Nothing: everybody was reached." in text_of(answer)
    assert [sent.to for sent in told()] == [[email_of(house.caio)]]
    assert told() == []


def test_what_will_never_arrive_is_let_go_with_a_reason(house, broken):
    t = house.registering("turbo-8max", starts_at=cast.START)
    house.enter(t, house.caio.player_id)
    read()
    broken.answer = smtplib.SMTPRecipientsRefused({email_of(house.caio): (550, b"no such user")})
    assert post.post_once() == post.Sent(sent=0, failed=1)
    assert Notice.objects.get().state == "failed"  # for good: no second try
    letter = DeadLetter.objects.get()
    where = f"/director/venues/{house.venue_id}/mails/{letter.pk}/drop/"
    olga = as_(house.olga)
    with cast.unchanged():
        olga.post(where, {"command_id": str(uuid.uuid4()), "reason": " "})
    letter.refresh_from_db()
    assert letter.state == "dead"
    answer = olga.post(where, {"command_id": str(uuid.uuid4()), "reason": "Told at the desk"}, follow=True)
    assert "Nothing: everybody was reached." in text_of(answer)
    letter.refresh_from_db()
    assert (letter.state, letter.reason) == ("dropped", "Told at the desk")
    assert Notice.objects.get().state == "dropped"
    assert Fact.objects.filter(kind="letter_dropped").get().body["reason"] == "Told at the desk"
    with cast.unchanged():  # twice is no more than once, and too late for the other choice
        olga.post(where.replace("drop", "again"), {"command_id": str(uuid.uuid4())})
    due()
    assert told() == []
    assert "Receipt" in text_of(as_(house.caio).get("/me/"))


def test_a_fact_that_cannot_be_told_is_shown_to_the_owner_and_told_once_mended(house, monkeypatch):
    def unlucky(*_a):
        raise ZeroDivisionError("caio@example.com")

    t = house.registering("turbo-8max", starts_at=cast.START)
    with monkeypatch.context() as broken:
        broken.setitem(notices._FROM, "entry_paid", unlucky)
        house.enter(t, house.caio.player_id)
        for _ in range(TRIES):
            read()
            due()
    page = text_of(as_(house.olga).get(f"/director/venues/{house.venue_id}/mails/"))
    assert "ZeroDivisionError" in page and "caio@example.com" not in page
    letter = DeadLetter.objects.get()
    answer = as_(house.olga).post(
        f"/director/venues/{house.venue_id}/mails/{letter.pk}/again/",
        {"command_id": str(uuid.uuid4())},
        follow=True,
    )
    assert "is tried again" in text_of(answer)
    assert [sent.to for sent in told()] == [[email_of(house.caio)]]
    assert "Nothing: everybody was reached." in text_of(
        as_(house.olga).get(f"/director/venues/{house.venue_id}/mails/")
    )


def test_a_restart_catches_up_and_a_killed_post_sends_at_most_one_again(house, monkeypatch):
    t = house.registering("turbo-8max", starts_at=cast.START)
    for person in (house.caio, house.dora, house.bruno):
        house.enter(t, person.player_id)
    read()

    class Killed(BaseException):
        pass

    def killed(_number):
        raise Killed

    with monkeypatch.context() as broken, pytest.raises(Killed):
        broken.setattr(letters, "sent", killed)
        post.post_once()
    assert len(mail.outbox) == 1
    assert len(told()) == 2  # the one that was in hand is another's only after a minute
    due()
    [again] = told()
    assert again.extra_headers["Message-ID"] == mail.outbox[0].extra_headers["Message-ID"]
    assert told() == []


def test_the_same_fact_tells_once_whoever_asks(house):
    t = house.registering("turbo-8max", starts_at=cast.START)
    house.enter(t, house.caio.player_id)
    assert len(told()) == 1
    fact = Fact.objects.get(kind="entry_paid")
    answer = as_(house.ana).post(
        f"/api/tournaments/{t}/notices",
        {"fact_id": fact.pk},
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    assert answer.json()["result"] == {"tournament_id": t, "written": 0}
    assert told() == []
    other = house.registering("turbo-8max", name="Quarta", starts_at=cast.START)
    with cast.refused("not_found"):
        cast.say(write_notices, by=house.ana, tournament_id=other, fact_id=fact.pk)


def with_rebuys(house):
    """A tournament that runs and sells rebuys, with Caio in it: the entry."""
    offer = {
        "price_cents": 5_000, "chips": 10_000, "until_level": 6, "per_player": None,
        "split": simple_split(name="rebuy", prize_cents=5_000).as_dict(),
    }  # fmt: skip
    t = house.registering("turbo-8max", starts_at=cast.START, rebuy=offer)
    mine = house.enter(t, house.caio.player_id)
    house.fill(t, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    return mine["entry_id"]


@pytest.mark.parametrize("hand_back", [True, False])
def test_who_bought_chips_that_are_taken_back_is_told_where_the_money_is(house, hand_back):
    speaks(house.caio, "en")
    entry_id = with_rebuys(house)
    later = cast.START + timedelta(minutes=5)
    about = {"by": house.desi, "at": later}
    bought = cast.say(rebuy, **about, entry_id=entry_id, method="debit")
    read()
    due()
    assert len(of(told(), house.caio)) == 3  # the entry's receipt, the seat, the rebuy's receipt
    cast.say(undo_purchase, **about, purchase_id=bought["purchase_id"], hand_back=hand_back)
    read()
    due()
    [letter] = of(told(), house.caio)
    receipt = Purchase.objects.get().receipt
    back = (
        "You get back: R$52.50, the way you had paid (Debit card)."
        if hand_back
        else "You get back: R$52.50. It went into your balance."
    )
    page = text_of(as_(house.caio).get("/me/")).replace("&nbsp;", " ").replace("\xa0", " ")
    for said in ("The house has undone your rebuy", back, f"Receipt {receipt} is void."):
        assert said in letter.body.replace("\xa0", " ") or said in letter.subject
        assert said in page


def test_a_rebuy_that_nobody_paid_gives_nothing_back_and_nobody_reads_of_money(house):
    entry_id = with_rebuys(house)
    about = {"by": house.ana, "at": cast.START + timedelta(minutes=5)}
    said = cast.say(announce_rebuy, **about, entry_id=entry_id)
    cast.say(undo_purchase, **about, purchase_id=said["purchase_id"])
    read()
    [fact] = cast.facts(Purchase.objects.get().entry.tournament_id, kind="purchase_refunded")
    assert (fact["refund_cents"], fact["price_cents"]) == (0, 5_000)
    assert not Notice.objects.filter(told__refunded=True).exists()
