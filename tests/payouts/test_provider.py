"""A payment provider plugged in: what it says came is booked once, whatever it says how often."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from django.test import Client

from access import moment
from payouts.models import PayIn
from payouts.provider import Arrival, NotGenuineError
from people.commands.exclude_self import exclude_self
from tests import cast
from tests.payouts.bank import adds_up, balance, confirm, open_house, pay_in, set_aside

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.21")]

SECRET = b"shared with the house"


class Provider:
    """Says what came as JSON, signed."""

    name = "testbank"

    def arrivals(self, *, body, headers):
        if not hmac.compare_digest(headers.get("X-Signature", ""), signature(body)):
            raise NotGenuineError
        return [
            Arrival(
                payment_id=one["id"], reference=one["ref"], amount_cents=one["cents"], currency=one["unit"]
            )
            for one in json.loads(body)
        ]


def signature(body):
    return hmac.new(SECRET, body, hashlib.sha256).hexdigest()


@pytest.fixture
def house(settings, monkeypatch):
    settings.PAY_IN_PROVIDER = f"{__name__}.Provider"
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    return open_house()


def told(*rows, sign=signature):
    body = json.dumps(
        [{"id": i, "ref": ref, "cents": cents, "unit": unit} for i, ref, cents, unit in rows]
    ).encode()
    return Client().post(
        "/api/pay-ins/notified/", body, content_type="application/json", headers={"X-Signature": sign(body)}
    )


def test_what_came_is_in_the_balance_and_said_again_it_is_there_once(house):
    one = pay_in(house)
    for _ in range(3):
        answer = told(("e1", one.reference.lower(), 9_900, "BRL"))
        assert (answer.status_code, answer.json()) == (200, {"booked": 1, "unknown": 0})
    one.refresh_from_db()
    assert (one.state, one.arrived_cents, one.note, one.settled_by) == (
        "confirmed",
        9_900,
        "testbank e1",
        None,
    )
    assert balance(house) == 9_900
    adds_up()


def test_what_may_not_be_taken_is_set_aside_with_the_reason(house):
    one = pay_in(house)
    cast.say(exclude_self, by=house.caio, player_id=house.caio.player_id, until_at=None)
    for _ in range(2):
        assert told(("e1", one.reference, 10_000, "BRL")).json() == {"booked": 1, "unknown": 0}
    one.refresh_from_db()
    assert one.state == "held" and "impedido de jogar" in one.reason
    assert (balance(house), set_aside(house)) == (0, 10_000)
    adds_up()


def test_another_payment_of_the_same_reference_is_money_of_its_own(house):
    one = pay_in(house)
    confirm(house, one)
    for _ in range(2):
        told(("e2", one.reference, 10_000, "BRL"))
    assert [row.state for row in PayIn.objects.order_by("id")] == ["confirmed", "held"]
    assert (balance(house), set_aside(house)) == (10_000, 10_000)
    adds_up()


def test_who_is_not_the_provider_and_what_is_nobodys_books_nothing(house, settings):
    one = pay_in(house)
    with cast.unchanged():
        assert told(("e1", one.reference, 10_000, "BRL"), sign=lambda _body: "forged").status_code == 403
        for row in (
            ("e2", "P000000", 10_000, "BRL"),
            ("e3", "", 10_000, "BRL"),
            ("e4", one.reference, 10_000, "EUR"),
            ("e5", one.reference, 0, "BRL"),
            ("e6", one.reference, 10**11, "BRL"),
        ):
            assert told(row).json() == {"booked": 0, "unknown": 1}
        assert Client().get("/api/pay-ins/notified/").status_code == 405
        settings.PAY_IN_PROVIDER = ""
        assert told(("e1", one.reference, 10_000, "BRL")).status_code == 404
