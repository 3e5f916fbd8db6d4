"""Cash tables that are played for a session: players register, seats are drawn when it begins, and it ends with the hand that is played then."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch import topics
from dispatch.facts import SYSTEM
from dispatch.models import Fact
from ledger.models import Transfer
from ledger.queries import wallet_balance
from people.commands.exclude_self import exclude_self
from people.commands.set_play_limit import set_play_limit
from play.commands.begin_session import begin_session
from play.commands.change_seat import change_seat
from play.commands.close_table import close_table
from play.commands.hold_table import hold_table
from play.commands.join_waiting_list import join_waiting_list
from play.commands.leave_waiting_list import leave_waiting_list
from play.commands.open_cash_table import open_cash_table
from play.commands.release_table import release_table
from play.models import Sitting, WaitingPlace
from play.operations.session import SEATS
from play.queries.waiting_list import waiting_view
from rules.draw import permutation
from tests import cast
from tests.play.cash import TERMS, house, known, later, open_cash
from tests.play.test_cash_races import asks
from tests.play.test_cash_races import outcomes as outcomes_of

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.6")]

HOUR = timedelta(hours=1)


def open_session(home=None, **more):
    return open_cash(home, starts_at=cast.OPEN + HOUR, **({"minutes": 60} | more))


def registers(table, name, *, cents=5_000, has=20_000):
    person = known(table.house, name, cents=has)
    table.say(join_waiting_list, person, cents=cents)
    return person


def wallet(person):
    return wallet_balance(person.player_id, unit="BRL")


def outcomes(table):
    rows = WaitingPlace.objects.filter(table_id=table.table_id).order_by("pk")
    return [(one.outcome, one.refused) for one in rows]


def begins(table, *people):
    """The session's hour; in which seat each player sits then."""
    assert table.row.due_kind == "begin"
    table.due()
    sat = {one["player_id"]: one["seat"] for one in table.row.seats}
    table.people = {sat[one.player_id]: one for one in people if one.player_id in sat}
    return sat


@pytest.mark.parametrize(
    ("starts", "minutes"),
    [(timedelta(0), 60), (-HOUR, 60), (timedelta(days=61), 60), (HOUR, 9), (HOUR, 721)],
)
def test_a_session_is_opened_for_an_hour_that_comes_and_a_time_within_bounds(starts, minutes):
    home = house()
    with cast.refused("bad_session"):
        cast.say(
            open_cash_table,
            by=home.ana,
            venue_id=home.venue_id,
            name="Sessão",
            **TERMS,
            starts_at=cast.OPEN + starts,
            minutes=minutes,
        )


@pytest.mark.rule("PT-H.8", "PT-H.9")
def test_players_register_before_take_it_back_and_no_money_moves():
    table = open_session()
    assert (table.row.due_kind, table.row.due_at) == ("begin", cast.OPEN + HOUR)
    told = Fact.objects.get(kind="cash_terms_set").body
    assert (told["starts_at"], told["minutes"]) == ((cast.OPEN + HOUR).isoformat(), 60)
    rui, ines = registers(table, "Rui"), registers(table, "Ines", cents=2_000)
    assert (wallet(rui), table.escrow()) == (20_000, 0)
    view = waiting_view(table.table_id, player_id=ines.player_id)
    assert (view.place, view.waiting, view.may_sit, view.brings_cents) == (2, 2, False, 2_000)
    with cast.refused("already_waiting"):
        table.say(join_waiting_list, rui, cents=5_000)
    eva = known(table.house, "Eva", cents=3_000)
    for cents, code in (
        (0, "bad_buy_in"),
        (1_999, "bad_buy_in"),
        (10_001, "bad_buy_in"),
        (3_001, "insufficient_funds"),
    ):
        with cast.refused(code):
            table.say(join_waiting_list, eva, cents=cents)
    with cast.refused("session_not_begun"):
        table.buy_in(rui, seat=1, cents=5_000)
    table.say(leave_waiting_list, rui)
    assert waiting_view(table.table_id, player_id=ines.player_id).offered_until_ms is None
    with cast.refused("turn_passed"):
        cast.say(begin_session, by=SYSTEM, at=table.now, table_id=table.table_id, turn=table.row.turn)
    table.check()


@pytest.mark.rule("PT-H.7", "PT-T.21")
def test_seats_are_drawn_among_the_first_who_may_and_the_others_wait():
    table = open_session(seats=3)
    rui, eva, ines, lia, gil, ivo = (
        registers(table, name) for name in ("Rui", "Eva", "Ines", "Lia", "Gil", "Ivo")
    )
    cast.say(exclude_self, by=eva, player_id=eva.player_id)
    cast.say(set_play_limit, by=lia, player_id=lia.player_id, unit="BRL", period="day", amount_cents=4_999)
    other = open_cash(table.house)
    other.buy_in(ines, seat=1, cents=10_000)
    sat = begins(table)
    assert set(sat) == {rui.player_id, ines.player_id, gil.player_id}
    told = Fact.objects.get(kind="session_began").body
    drawn = permutation(seed=bytes.fromhex(told["seed"]), label=SEATS, things=range(1, 4))
    assert told["seats"] == [
        [seat, one.player_id] for seat, one in zip(drawn, (rui, ines, gil), strict=True)
    ] and sat == {player: seat for seat, player in told["seats"]}
    assert outcomes(table) == [
        ("seated", ""),
        ("barred", "excluded"),
        ("seated", ""),
        ("barred", "play_limit_reached"),
        ("seated", ""),
        ("", ""),
    ]
    assert (table.escrow(), wallet(rui), wallet(ines), wallet(eva)) == (15_000, 15_000, 5_000, 20_000)
    assert table.row.session_ends_at == cast.OPEN + 2 * HOUR
    assert waiting_view(table.table_id, player_id=ivo.player_id).place == 1
    assert table.row.due_kind == "open"
    table.deal()
    table.check()


@pytest.mark.rule("PT-T.22")
def test_who_has_spent_the_money_meanwhile_gets_no_seat():
    table = open_session()
    rui, ines = registers(table, "Rui"), registers(table, "Ines")
    open_cash(table.house).buy_in(rui, seat=1, cents=10_000)
    open_cash(table.house).buy_in(rui, seat=1, cents=6_000)
    assert set(begins(table)) == {ines.player_id}
    assert outcomes(table) == [("barred", "insufficient_funds"), ("seated", "")]
    # one alone waits until the session is over, and goes home with everything
    assert (table.row.due_kind, table.row.due_at) == ("end", cast.OPEN + 2 * HOUR)
    table.due()
    assert (table.row.stage, wallet(ines), table.escrow()) == ("closed", 20_000, 0)
    table.check()


@pytest.mark.rule("PT-H.9")
def test_where_the_draw_put_somebody_he_stays():
    table = open_session()
    sat = begins(table, *[registers(table, name) for name in ("Rui", "Ines")])
    seat, rui = next(iter(table.people.items()))
    other = next(number for number in range(1, 7) if number not in table.people)

    def stays():
        with cast.refused("seats_are_drawn"):
            table.say(change_seat, rui, seat=other)
        assert {one["player_id"]: (one["seat"], one.get("moves_to", 0)) for one in table.row.seats} == {
            player: (number, 0) for player, number in sat.items()
        }

    stays()
    table.deal()
    stays()
    assert Sitting.objects.get(player_id=rui.player_id).seat == seat


@pytest.mark.rule("PT-H.17")
def test_the_commission_of_what_is_brought_is_taken_when_the_session_begins():
    table = open_session(rake_manner="buy_in", rake_bp=1_000)
    rui = registers(table, "Rui")
    registers(table, "Ines")
    begins(table)
    assert (table.escrow(), table.rake(), wallet(rui)) == (9_000, 1_000, 15_000)
    one = Sitting.objects.get(player_id=rui.player_id)
    assert (one.brought_chips, one.fee_cents) == (4_500, 500)
    table.check()


def test_a_seat_that_comes_free_is_for_who_has_registered():
    table = open_session(seats=2)
    begins(table, *[registers(table, name) for name in ("Rui", "Ines")])
    eva = known(table.house, "Eva", cents=5_000)
    table.leave(1)
    assert waiting_view(table.table_id, player_id=eva.player_id).may_sit is False
    with cast.refused("register_first"):
        table.buy_in(eva, seat=1, cents=5_000)
    # who registers where a seat is free is offered it at once
    table.say(join_waiting_list, eva)
    assert waiting_view(table.table_id, player_id=eva.player_id).may_sit is True
    table.buy_in(eva, seat=1, cents=5_000)
    assert table.stack(1) == 5_000
    table.check()


@pytest.mark.parametrize("game", ["nlhe", "plo"])
@pytest.mark.rule("PT-H.2", "PT-H.10", "PT-H.67", "PT-O.2", "PT-O.6", "PT-O.67")
def test_the_hand_that_is_played_when_the_time_is_over_is_the_last_one(game):
    table = open_session(seats=2, game=game)
    one, two = (registers(table, name) for name in ("Rui", "Ines"))
    begins(table, one, two)
    eva = known(table.house, "Eva", cents=5_000)
    table.say(join_waiting_list, eva)
    table.deal()
    row = table.row
    row.session_ends_at = table.now + timedelta(seconds=2)
    row.save(update_fields=["session_ends_at"])
    table.top_up(1, 1_000)
    while table.row.stage == "playing":
        table.act("fold")
    table.until("close")
    assert table.row.stage == "showing" and table.row.due_at > row.session_ends_at
    table.due()
    assert (table.row.stage, table.row.seats, table.row.due_kind, table.escrow()) == ("closed", [], "", 0)
    assert wallet(one) + wallet(two) == 40_000 - table.rake()
    assert not Sitting.objects.filter(left_at=None).exists()
    # what was wished for after the hand is brought to no table that closes
    assert not Transfer.objects.filter(kind="table_top_up").exists()
    assert outcomes(table)[-1] == ("closed", "")
    table.check()


def test_no_hand_is_dealt_once_the_time_is_over():
    table = open_session()
    begins(table, *[registers(table, name) for name in ("Rui", "Ines")])
    table.now = table.row.session_ends_at
    table.due()
    assert (table.row.stage, table.row.hand_number, table.escrow()) == ("closed", 0, 0)
    table.check()


@pytest.mark.rule("PT-H.72")
def test_while_the_house_holds_the_table_the_session_s_time_stands():
    table = open_session()
    table.now = cast.OPEN + timedelta(minutes=10)

    def held(minutes):
        cast.say(hold_table, by=table.house.ana, at=table.now, table_id=table.table_id, reason="Rede")
        later(table, minutes=minutes)
        cast.say(release_table, by=table.house.ana, at=table.now, table_id=table.table_id)

    held(20)
    assert table.row.due_at == cast.OPEN + HOUR  # the hour that was said
    begins(table, *[registers(table, name) for name in ("Rui", "Ines")])
    held(20)
    assert table.row.session_ends_at == cast.OPEN + 2 * HOUR + timedelta(minutes=20)
    session = topics.read([f"play/{table.table_id}"])[f"play/{table.table_id}"].payload["cash"]["session"]
    assert session == {
        "starts_ms": int((cast.OPEN + HOUR).timestamp() * 1000),
        "minutes": 60,
        "ends_ms": int(table.row.session_ends_at.timestamp() * 1000),
        "timezone": "America/Sao_Paulo",
    }


def test_a_session_that_is_closed_before_it_begins_keeps_nobody_s_money():
    table = open_session()
    rui = registers(table, "Rui")
    cast.say(close_table, by=table.house.ana, at=table.now, table_id=table.table_id)
    assert (table.row.stage, table.row.due_kind, wallet(rui)) == ("closed", "", 20_000)
    assert outcomes(table) == [("closed", "")]
    table.check()


def test_nobody_registers_and_the_table_closes_with_its_time():
    table = open_session()
    assert begins(table) == {}
    assert (table.row.due_kind, table.escrow()) == ("end", 0)
    table.due()
    assert table.row.stage == "closed"


@pytest.mark.django_db(transaction=True)
def test_who_takes_the_registration_back_just_then_sits_or_does_not():
    table = open_session()
    rui, ines = registers(table, "Rui"), registers(table, "Ines")
    table.now = cast.OPEN + HOUR
    row = table.row
    found = cast.together(
        [
            asks(leave_waiting_list, table, rui),
            lambda: cast.asked(
                begin_session, by=SYSTEM, at=row.due_at, table_id=table.table_id, turn=row.turn
            ),
        ]
    )
    done, refused = outcomes_of(found)
    sat = {one["player_id"] for one in table.row.seats}
    left = ("left", "") in outcomes(table)
    assert sat == ({ines.player_id} if left else {rui.player_id, ines.player_id})
    assert (len(done), refused) == ((2, []) if left else (1, ["not_waiting"]))
    assert wallet(rui) + wallet(ines) + table.escrow() == 40_000
    table.check()
