"""Pay-ins and withdrawals by the API: the player's own, the house's list, and who was first."""

from __future__ import annotations

import pytest

from people.models import FileSeen
from tests.payouts.bank import adds_up


@pytest.mark.rule("PT-T.21", "PT-T.22")
def test_a_player_asks_and_the_desk_says_what_the_bank_did(stage):
    player, desk, rival = stage.callers["player"], stage.callers["desk"], stage.callers["rival_director"]
    me, venue = stage.ids["player_id"], stage.ids["venue_id"]
    body = {"venue_id": venue, "amount_cents": 2_500, "method": "bank"}
    # a token that leaked sends nobody's money anywhere
    assert player.post(f"players/{me}/pay-ins", body).status_code == 403
    asked = player.signed_in().post(f"players/{me}/pay-ins", body)
    assert asked.status_code == 200
    one = asked.json()["result"]
    assert (one["state"], one["amount_cents"], one["reference"][0]) == ("asked", 2_500, "P")
    mine = player.get(f"players/{me}/pay-ins").json()
    assert mine[0]["reference"] == one["reference"] and mine[0]["run_out"] is False
    assert stage.callers["other_player"].get(f"players/{me}/pay-ins").status_code == 403

    waiting = desk.get(f"venues/{venue}/pay-ins").json()
    assert one["reference"] in [row["reference"] for row in waiting]
    found = desk.get(f"venues/{venue}/pay-ins", {"q": one["reference"].lower()}).json()
    assert [row["pay_in_id"] for row in found] == [one["pay_in_id"]]
    assert rival.get(f"venues/{venue}/pay-ins").status_code == 403
    confirm = f"pay-ins/{one['pay_in_id']}/confirm"
    assert rival.post(confirm, {"amount_cents": 2_500}).status_code == 403
    for bad in (
        {"amount_cents": 0},
        {"amount_cents": "much"},
        {"amount_cents": 2_500, "bank_note": "a" * 141},
        {},
    ):
        assert desk.post(confirm, bad).status_code == 400, bad
    done = desk.post(confirm, {"amount_cents": 2_500, "bank_note": "E1"}).json()["result"]
    assert done["state"] == "confirmed"
    again = desk.post(confirm, {"amount_cents": 2_500})
    assert (again.status_code, again.json()["code"], again.json()["params"]) == (
        409, "pay_in_settled", {"state": "confirmed"},
    )  # fmt: skip
    assert again.json()["done_by"]["operator"] == "Desi"
    hold = f"pay-ins/{one['pay_in_id']}/hold"
    stale = desk.post(hold, {"amount_cents": 2_500, "reason": "Limite"})
    assert (stale.status_code, stale.json()["code"]) == (409, "pay_in_settled")
    assert player.signed_in().post(f"pay-ins/{one['pay_in_id']}/take-back").json().get("done_by") is None
    held = desk.post(hold, {"amount_cents": 2_500, "reason": "Pagou duas vezes", "again": True}).json()
    assert held["result"]["state"] == "held"
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_where_a_withdrawal_goes_to_is_read_by_its_player_and_the_desk_and_that_is_noted(stage):
    player, desk, floor = stage.callers["player"], stage.callers["desk"], stage.callers["floor"]
    me, venue, number = stage.ids["player_id"], stage.ids["venue_id"], stage.ids["withdrawal_id"]
    assert player.get(f"players/{me}/bank-withdrawals").json()[0]["destination"] == "caio@example.com"
    assert floor.get(f"venues/{venue}/bank-withdrawals").status_code == 403
    [row] = desk.get(f"venues/{venue}/bank-withdrawals").json()
    assert (row["withdrawal_id"], row["destination"]) == (number, "caio@example.com")
    assert FileSeen.objects.filter(player_id=me, user_id=stage.house.desi.user_id, venue_id=venue).exists()
    assert (
        desk.post(f"bank-withdrawals/{number}/take-up", {"begun": True}).json()["result"]["state"] == "paying"
    )
    assert player.signed_in().post(f"bank-withdrawals/{number}/take-back").status_code == 409
    director = stage.callers["director"]
    refuse = {"reason": "Chave errada"}
    for path, body in (
        ("refuse", refuse),
        ("pay", {"bank_note": "E3"}),
        ("take-up", {"begun": False}),
        ("refuse", refuse | {"taken_up_at": "2026-01-01T00:00:00+00:00"}),
    ):
        no = director.post(f"bank-withdrawals/{number}/{path}", body)
        assert (no.status_code, no.json()["code"]) == (409, "withdrawal_taken_up")
        assert no.json()["done_by"]["operator"] == "Desi"
    [row] = director.get(f"venues/{venue}/bank-withdrawals").json()
    knows = {"taken_up_at": row["taken_up_at"], "begun": False}
    assert director.post(f"bank-withdrawals/{number}/take-up", knows).status_code == 200
    assert (
        desk.post(f"bank-withdrawals/{number}/pay", {"bank_note": "E2"}).json()["result"]["state"] == "paid"
    )
    assert desk.get(f"venues/{venue}/bank-withdrawals").json() == []
    no = director.post(f"bank-withdrawals/{number}/refuse", refuse)
    assert (no.status_code, no.json()["code"], no.json()["params"]) == (
        409, "withdrawal_settled", {"state": "paid"},
    )  # fmt: skip
    assert no.json()["done_by"]["operator"] == "Desi"
    back = director.post(f"bank-withdrawals/{number}/return", {"reason": "O banco devolveu"}).json()
    assert back["result"]["state"] == "refused"
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_money_without_a_reference_is_noted_matched_and_sent_back(stage):
    player, desk, owner = stage.callers["player"], stage.callers["desk"], stage.callers["owner"]
    me, venue, first = stage.ids["player_id"], stage.ids["venue_id"], stage.ids["unclaimed_id"]
    [row] = desk.get(f"venues/{venue}/unclaimed").json()
    assert (row["unclaimed_id"], row["amount_cents"], row["note"], row["state"]) == (
        first,
        5_000,
        "TED 4711",
        "open",
    )
    assert player.get(f"venues/{venue}/unclaimed").status_code == 403
    match = f"unclaimed/{first}/match"
    for bad in ({}, {"player_id": 0}, {"player_id": "me"}):
        assert desk.post(match, bad).status_code == 400, bad
    done = desk.post(match, {"player_id": me, "pay_in_id": stage.ids["pay_in_id"]}).json()["result"]
    assert (done["state"], done["pay_in_id"]) == ("matched", stage.ids["pay_in_id"])
    again = desk.post(f"unclaimed/{first}/send-back", {"reason": "E9"})
    assert (again.status_code, again.json()["code"]) == (409, "unclaimed_settled")
    assert again.json()["done_by"]["operator"] == "Desi"
    correct = f"pay-ins/{stage.ids['pay_in_id']}/correct"
    assert desk.post(correct, {"amount_cents": 0, "reason": "Era de outro"}).status_code == 403
    fixed = owner.signed_in().post(correct, {"amount_cents": 0, "reason": "Era de outro"}).json()["result"]
    assert fixed["state"] == "refused"
    noted = desk.post(f"venues/{venue}/unclaimed", {"amount_cents": 700, "bank_note": "TED 4712"}).json()[
        "result"
    ]
    assert desk.get(f"venues/{venue}/unclaimed", {"q": "4712"}).json()[0]["reference"] == noted["reference"]
    sent = desk.post(f"unclaimed/{noted['unclaimed_id']}/send-back", {"reason": "Devolvido"}).json()["result"]
    assert sent["state"] == "sent_back"
    adds_up()
