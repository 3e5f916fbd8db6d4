"""Running numbers of receipts: one house, 1, 2, 3 …, none missing and none twice, whoever pays and whoever dies."""

from __future__ import annotations

import html
import re
import threading

import pytest
from django.db import DatabaseError, connection, connections, transaction

from dispatch import relay
from rules.entries import simple_split
from tests import cast
from tests.web.director.test_director import as_, house, press, somebody  # noqa: F401
from tournaments.models import Entry, Purchase, ReceiptNumber
from tournaments.operations.receipts import number_receipts, number_waiting, numbered
from tournaments.tasks import number_receipts as task

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.D")]


def said(response):
    text = re.sub(r"<(script|style|svg).*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).replace("\xa0", " ").split())


def numbers(house):  # noqa: F811
    return dict(
        ReceiptNumber.objects.filter(venue_id=house.venue_id)
        .order_by("number")
        .values_list("number", "receipt")
    )


def desk(client, tournament, what, **values):
    return client.post(
        f"/desk/{tournament}/do/{what}/", {"command_id": str(cast.new_id()), **values}, follow=True
    )


def test_whoever_opens_a_receipt_finds_its_number(house):  # noqa: F811
    one, two = (house.registering("turbo-8max") for _ in range(2))
    paid = [house.enter(t)["receipt"] for t in (one, two, one, two, two)]
    relay.relay_once()
    desi = as_(house.desi)
    # the last is opened first, and is the fifth all the same; the old ones have theirs in order
    page = said(desi.get(f"/desk/{two}/receipts/{paid[4]}/"))
    assert "Receipt no. 5" in page and f"or type its code: {paid[4]}" in page
    assert numbers(house) == dict(enumerate(paid, 1))
    # sold at the desk: told at once, on the confirmation and on paper
    player = house.player()
    landed = desk(desi, one, "register", player_id=player, method="cash")
    sold = Entry.objects.get(player_id=player).receipt
    # one number wherever it stands: the code, by which it is found at the desk and checked by anybody, and which a receipt has from
    # its first moment on; the running number of the books stands on the paper itself and in the sheet
    told = said(landed).split("Print the receipt")[0]
    assert f"Receipt code {sold} · Cash R$120.00" in told and "no. 6" not in told
    assert "Receipt no. 6" in said(desi.get(f"/desk/{one}/receipts/{sold}/?size=a4"))
    # who checks it in public reads it too, and nobody's name
    public = said(as_(house.dora).get("/receipts/", {"number": sold}))
    assert "This receipt is valid." in public and "Receipt no. 6" in public
    assert "Code of the receipt" in public and "Receipt number" not in public
    listed = said(as_(house.ana).get(f"/director/{one}/entries/"))
    assert sold in listed and "no. 6" not in listed
    sheet = as_(house.ana).get(f"/director/{one}/entries.csv").content.decode("utf-8-sig")
    assert [line.split(",")[:2] for line in sheet.splitlines()[1:]] == [
        [paid[0], "1"],
        [paid[2], "3"],
        [sold, "6"],
    ]
    # another house begins at 1
    other = cast.house(name="Outro")
    first = other.enter(other.registering("turbo-8max"))["receipt"]
    assert numbered(first).number == 1


def test_the_task_numbers_what_nobody_opens_and_practice_has_none(house):  # noqa: F811
    t = house.registering("turbo-8max")
    rehearsal = house.registering("turbo-8max", practice=True)
    paid = [house.enter(t)["receipt"] for _ in range(3)]
    tried = house.enter(rehearsal)["receipt"]
    assert number_waiting() == 0 and numbers(house) == {}  # what is not sealed has no order yet
    relay.relay_once()
    task()
    assert numbers(house) == dict(enumerate(paid, 1))
    assert "Receipt no." not in said(as_(house.desi).get(f"/desk/{rehearsal}/receipts/{tried}/"))
    assert numbered(tried).number is None and len(numbers(house)) == 3


def test_what_was_paid_back_keeps_its_number_and_says_so(house):  # noqa: F811
    t = house.registering("turbo-8max")
    desi = as_(house.desi)
    made = [house.enter(t) for _ in range(2)]
    desk(
        desi, t, "cancel", player_id=made[0]["player_id"], registration_id=made[0]["registration_id"],
        reason="ill", hand_back="1",
    )  # fmt: skip
    house.enter(t)
    page = said(desi.get(f"/desk/{t}/receipts/{made[0]['receipt']}/"))
    assert "Receipt no. 1" in page and "Reversed : what was paid went back. The number stays." in page
    public = said(desi.get("/receipts/", {"number": made[0]["receipt"]}))
    assert "issued and then cancelled" in public and "Receipt no. 1" in public
    assert "Reversed" not in said(desi.get(f"/desk/{t}/receipts/{made[1]['receipt']}/"))
    assert sorted(numbers(house)) == [1, 2, 3]


def test_who_was_out_when_the_tournament_was_cancelled_holds_a_reversed_receipt(house):  # noqa: F811
    rebuy = {
        "price_cents": 3_000, "chips": 10_000, "until_level": 6, "per_player": None,
        "split": simple_split(name="rebuy", prize_cents=2_500, fee_cents=500).as_dict(),
    }  # fmt: skip
    t = house.started("turbo-8max", entries=4, starts_at=cast.START, rebuy=rebuy)
    ana, desi = as_(house.ana), as_(house.desi)
    seat = somebody(t)
    desk(
        desi,
        t,
        "rebuy",
        player_id=seat.entry.player_id,
        entry_id=seat.entry_id,
        method="cash",
        stack_chips="1",
    )
    press(ana, t, "bust", table=str(seat.table.number), entry_id=str(seat.entry_id))
    for receipt in (seat.entry.receipt, Purchase.objects.get().receipt):
        assert not numbered(receipt).cancelled
    assert numbered(Purchase.objects.get().receipt).number == 5
    press(ana, t, "cancel", reason="Power cut")
    for receipt in (seat.entry.receipt, Purchase.objects.get().receipt):
        assert "Reversed" in said(desi.get(f"/desk/{t}/receipts/{receipt}/"))
        assert "then cancelled" in said(desi.get("/receipts/", {"number": receipt}))


@pytest.mark.parametrize(
    "against",
    [
        "UPDATE tournaments_receiptnumber SET number = 9 WHERE number = 1",
        "DELETE FROM tournaments_receiptnumber WHERE number = 2",
        "INSERT INTO tournaments_receiptnumber (venue_id, number, receipt) VALUES (%(venue)s, 4, 'E1-0001-01')",
        "INSERT INTO tournaments_receiptnumber (venue_id, number, receipt) VALUES (%(venue)s, 2, 'E1-0001-01')",
        "INSERT INTO tournaments_receiptnumber (venue_id, number, receipt) VALUES (%(venue)s, 3, %(receipt)s)",
    ],
)
def test_the_database_knows_no_gap(house, against):  # noqa: F811
    t = house.registering("turbo-8max")
    paid = [house.enter(t)["receipt"] for _ in range(2)]
    numbered(paid[1])
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(against, {"venue": house.venue_id, "receipt": paid[0]})
    assert numbers(house) == {1: paid[0], 2: paid[1]}


def in_order(house):  # noqa: F811
    """Every receipt has one number, without a gap, and within a tournament in the order of the chain."""
    held = numbers(house)
    assert list(held) == list(range(1, len(held) + 1))
    assert sorted(held.values()) == sorted(Entry.objects.values_list("receipt", flat=True))
    at = {receipt: number for number, receipt in held.items()}
    for t in set(Entry.objects.values_list("tournament_id", flat=True)):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT body ->> 'receipt' FROM dispatch_fact WHERE stream = %s AND kind = 'entry_paid'"
                " ORDER BY seq",
                [f"tournament:{t}"],
            )
            chain = [at[receipt] for (receipt,) in cursor.fetchall()]
        assert chain == sorted(chain)


@pytest.mark.django_db(transaction=True)
def test_no_number_is_missing_or_double_while_many_pay(house):  # noqa: F811
    events = [house.registering("turbo-8max") for _ in range(3)]
    players = [house.player() for _ in range(18)]

    def pays(place, player):
        made = house.enter(events[place % 3], player)
        # every second one prints at once
        return numbered(made["receipt"]).number if place % 2 else 0

    calls = [lambda place=place, player=player: pays(place, player) for place, player in enumerate(players)]
    workers = [relay.seal, number_waiting, number_waiting, lambda: number_receipts(house.venue_id)]
    results = cast.together([*calls, *workers])
    assert not [r for r in results if isinstance(r, Exception)]
    printed = [n for n in results[: len(players)] if n]
    assert len(set(printed)) == len(printed) == 9
    relay.relay_once()
    number_waiting()
    assert len(numbers(house)) == 18
    in_order(house)


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_dies_over_it_has_given_none(house):  # noqa: F811
    t = house.registering("turbo-8max")
    for _ in range(4):
        house.enter(t)
    relay.relay_once()
    gave, killed = threading.Event(), threading.Event()
    told: dict[str, object] = {}

    def dies():
        try:
            with transaction.atomic():
                told["gave"] = number_receipts(house.venue_id)
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_backend_pid()")
                    told["pid"] = cursor.fetchone()[0]
                gave.set()
                killed.wait()
        except DatabaseError as error:
            told["error"] = error
        finally:
            gave.set()
            connections.close_all()

    worker = threading.Thread(target=dies)
    worker.start()
    gave.wait()
    assert told["gave"] == 4 and numbers(house) == {}

    def kill():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [told["pid"]])
        killed.set()
        return 0

    # another waits for the house meanwhile, and gives them all
    results = cast.together([lambda: number_receipts(house.venue_id), kill])
    worker.join()
    assert results == [4, 0] and isinstance(told["error"], DatabaseError)
    in_order(house)
    assert len(numbers(house)) == 4
