"""Retries, double taps, bad input and history over HTTP."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast
from tests.api.conftest import NOW, Caller, caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(house: cast.House) -> Caller:
    return caller("desk", house.desi)


@pytest.fixture
def floor(house: cast.House) -> Caller:
    return caller("floor", house.bruno)


@pytest.fixture
def caio(house: cast.House) -> Caller:
    return caller("player", house.caio)


def paid(house: cast.House, player_id: int | None = None) -> dict:
    return {
        "player_id": player_id or house.player(),
        "method": "cash",
        "terms_version": "1",
        "paid": True,
    }


def test_a_double_tap_is_one_registration(house, desk):
    t = house.registering("turbo-8max")
    body, number = paid(house), uuid.uuid4()
    first = desk.post(f"tournaments/{t}/registrations", body, number=number)
    assert first.status_code == 200 and "Command-Replayed" not in first.headers
    assert first.json()["command_id"] == str(number) and first.json()["replayed"] is False
    with cast.unchanged():
        again = desk.post(f"tournaments/{t}/registrations", body, number=number)
    assert again.status_code == 200 and again.headers["Command-Replayed"] == "true"
    assert again.json()["replayed"] is True
    assert again.json()["result"] == first.json()["result"]
    cast.books_balance()


def test_a_refusal_is_kept_too(house, desk):
    t = house.registering("turbo-8max")
    body = paid(house)
    assert desk.post(f"tournaments/{t}/registrations", body).status_code == 200
    number = uuid.uuid4()
    told = [desk.post(f"tournaments/{t}/registrations", body, number=number) for _ in range(2)]
    assert [answer.status_code for answer in told] == [409, 409]
    assert told[0].json() == told[1].json()
    assert told[0].json()["code"] in ("already_registered", "re_enter_instead")
    assert told[0].headers["Content-Type"] == "application/problem+json"
    assert ["Command-Replayed" in answer.headers for answer in told] == [False, True]


def test_the_same_number_for_something_else(house, desk, caio):
    t = house.registering("turbo-8max")
    body, number = paid(house), uuid.uuid4()
    assert desk.post(f"tournaments/{t}/registrations", body, number=number).status_code == 200
    with cast.unchanged():
        for answer in (
            desk.post(f"tournaments/{t}/registrations", {**body, "method": "debit"}, number=number),
            desk.post(f"tournaments/{t}/clock/pause", number=number),
            caio.post(f"tournaments/{t}/registrations", body, number=number),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "command_id_reused")


def test_a_command_without_a_number(house, desk):
    t = house.registering("turbo-8max")
    body = paid(house)
    for number in ("", "7", "not-a-uuid"):
        with cast.unchanged():
            answer = desk.post(f"tournaments/{t}/registrations", body, **{"Command-Id": number})
        assert (answer.status_code, answer.json()["code"]) == (400, "command_id_missing")


@pytest.mark.parametrize(
    "amount",
    [
        0,
        -1,
        -45_000,
        1.5,
        100.0,
        "100",
        "1e3",
        True,
        None,
        [],
        {},
        10**10 + 1,
        2**63,
        10**40,
        "ten",
        "１００",
    ],
)
def test_amounts_that_nobody_means(house, desk, amount):
    body = {"player_id": house.caio.player_id, "unit": "BRL", "amount_cents": amount, "method": "cash"}
    for path in ("deposits", "withdrawals"):
        with cast.unchanged():
            answer = desk.post(f"venues/{house.venue_id}/{path}", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), answer.content
        assert "amount_cents" in answer.json()["errors"]


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "[]",
        "5",
        '"x"',
        "null",
        '{"player_id": NaN}',
        '{"player_id": 1e999}',
        "[" * 100_000,
        '{"a":' * 50_000,
        '{"player_id": ' + "9" * 5000 + "}",
        '{"reference": "\\ud800", "player_id": 1}',
        '{"reference": "\\u0000", "player_id": 1}',
        "\xff",
    ],
    ids=range(13),
)
def test_what_is_no_body(house, desk, body):
    with cast.unchanged():
        answer = desk.post(f"venues/{house.venue_id}/deposits", body)
    assert answer.status_code == 400, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_body_too_large(house, desk, settings):
    with cast.unchanged():
        answer = desk.post(f"venues/{house.venue_id}/deposits", '{"reference": "' + "x" * 2_200_000 + '"}')
    assert answer.status_code == 413


def test_forms_are_not_commands(house, desk):
    """So that no foreign page can post here: only JSON is read, and that a browser asks about first."""
    from django.test import Client

    answer = Client().post(
        f"/api/venues/{house.venue_id}/deposits",
        {"player_id": 1},
        headers={"Authorization": f"Bearer {desk.secret}", "Command-Id": str(uuid.uuid4())},
    )
    assert answer.status_code == 415


def test_another_players_data(house, caio):
    other = house.player()
    t = house.registering("turbo-8max")
    house.deposit(house.caio.player_id, 10_000)
    for path in ("file", "statement?unit=BRL", "entries", "play-limits?unit=BRL"):
        assert caio.get(f"players/{other}/{path}").status_code == 403, path
        assert caio.get(f"players/{house.caio.player_id}/{path}").status_code == 200, path
    said = caio.get(f"players/{house.caio.player_id}/statement?unit=BRL").json()
    assert said["balance_cents"] == 10_000 and said["lines"][0]["change_cents"] == 10_000
    with cast.unchanged():
        answer = caio.post(f"tournaments/{t}/registrations", paid(house, other))
        assert answer.status_code == 403
        assert caio.post(f"players/{other}/update", {"phone": "1"}).status_code == 403
        assert caio.post(f"players/{other}/exclude-self").status_code == 403
    # a player cannot say that the desk has his money
    answer = caio.post(f"tournaments/{t}/registrations", paid(house, house.caio.player_id))
    assert answer.status_code == 403
    # everybody sees who has played where everybody could see it, and nobody else
    assert Caller("public").get(f"players/{house.caio.player_id}").json()["code"] == "unknown_player"
    shown = house.player("Rui")
    house.enter(t, shown)
    public = Caller("public").get(f"players/{shown}")
    assert public.json() == {"player_id": shown, "public_name": "Rui", "country": "BR"}


def test_the_outcome_of_a_command(house, desk, caio):
    t = house.registering("turbo-8max")
    number = uuid.uuid4()
    desk.post(f"tournaments/{t}/registrations", paid(house), number=number)
    told = desk.get(f"commands/{number}").json()
    assert (told["name"], told["state"], told["by"]) == ("tournaments.register_player", "done", "Desi")
    assert told["result"]["entry_id"] and told["can_undo"] is True and told["refusal"] is None
    assert caller("director", house.ana).get(f"commands/{number}").json() == told
    stranger, nothing = caio.get(f"commands/{number}"), caio.get(f"commands/{uuid.uuid4()}")
    assert stranger.status_code == nothing.status_code == 404
    assert stranger.content == nothing.content
    refused = uuid.uuid4()
    caio.post(f"tournaments/{t}/clock/pause", number=refused)
    told = caio.get(f"commands/{refused}").json()
    assert (told["state"], told["refusal"]["code"]) == ("refused", "forbidden")
    assert Caller("public").get(f"commands/{number}").status_code == 401


def test_history_shows_each_what_is_theirs(house, desk, caio):
    from dispatch.relay import relay_once

    t = house.registering("turbo-8max")
    house.deposit(house.caio.player_id, 100_000)
    answer = caio.post(
        f"tournaments/{t}/registrations",
        {"player_id": house.caio.player_id, "method": "balance", "terms_version": "1"},
    )
    assert answer.status_code in (200, 409), answer.content
    house.fill(t, 2)
    while relay_once():
        pass
    staff = desk.get(f"tournaments/{t}/history").json()
    mine = caio.get(f"tournaments/{t}/history").json()
    dora = caller("dora", house.dora).get(f"tournaments/{t}/history").json()
    assert {fact["audience"] for fact in dora} == {"public"}
    assert {fact["audience"] for fact in mine} <= {"public", f"player:{house.caio.player_id}"}
    assert {fact["audience"] for fact in staff} <= {"public", "staff"}
    assert len(staff) > len(dora)
    assert all(fact["by"] == "" and fact["command_id"] is None for fact in dora)
    assert any(fact["by"] == "Desi" for fact in staff)
    page = desk.get(f"tournaments/{t}/history?after=0&limit=2").json()
    assert len(page) == 2
    rest = desk.get(f"tournaments/{t}/history?after={page[-1]['seq']}&limit=500").json()
    assert [f["seq"] for f in page + rest] == sorted(f["seq"] for f in staff)
    draft = house.tournament("turbo-8max")
    assert caio.get(f"tournaments/{draft}/history").status_code == 404
    assert desk.get(f"tournaments/{draft}/history").status_code == 200


def test_a_paid_registration_is_lean(house, desk):
    """The hot path of SCALE: what the face adds to the command is one statement (whose token is it)."""
    t = house.registering("turbo-8max")
    people = [house.player() for _ in range(3)]
    desk.post(f"tournaments/{t}/registrations", paid(house, people[0]))
    desk.post(f"tournaments/{t}/registrations", paid(house, people[1]))
    with CaptureQueriesContext(connection) as face:
        answer = desk.post(f"tournaments/{t}/registrations", paid(house, people[2]))
    assert answer.status_code == 200
    from tournaments.commands.register_player import register_player

    last = house.player()
    with CaptureQueriesContext(connection) as bare:
        cast.say(
            register_player,
            by=house.desi,
            at=NOW,
            tournament_id=t,
            player_id=last,
            method="cash",
            terms_version="1",
            paid=True,
        )
    ours = [q["sql"] for q in face.captured_queries]
    assert len(ours) == len(bare.captured_queries) + 1, "\n".join(ours)
    assert len(ours) <= 14, "\n".join(ours)
    print(len(ours), *[sql[:110] for sql in ours], sep="\n")


@pytest.mark.rule("PT-T.45")
def test_a_structure_is_proposed_to_programs_as_on_the_page(house):
    director = caller("director", house.ana)
    where = f"venues/{house.venue_id}/structure-proposal"
    wish = "players=50&stack=20000&seconds=18000&level_seconds=1200&recess_every=4"
    chips = "&denominations=25&denominations=100&denominations=500&denominations=1000"
    told = director.get(f"{where}?{wish}{chips}").json()
    assert [item["big_blind"] for item in told["items"] if item["kind"] == "level"][:3] == [150, 200, 300]
    assert [item["kind"] for item in told["items"]].index("recess") == 4
    assert told["ends_seconds"] <= 18000 * 1.15
    # its items are a structure as `edit` takes it
    draft = house.tournament("turbo-8max")
    stored = director.get(f"tournaments/{draft}/settings").json()["settings"]["structure"]
    changes = {"structure": {**stored, "items": told["items"]}}
    assert director.post(f"tournaments/{draft}/edit", {"changes": changes}).status_code == 200
    assert (
        director.get(f"tournaments/{draft}/settings").json()["settings"]["structure"]["items"]
        == told["items"]
    )
    refused = director.get(f"{where}?players=50&stack=20000&seconds=1800&level_seconds=1200")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_few_levels")
    assert director.get(f"{where}?players=1&stack=20000&seconds=18000&level_seconds=1200").status_code == 400
