"""Money that named no reference: noted, matched with a player, or sent back; the books hold it meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from payouts.commands.correct_pay_in import correct_pay_in
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.commands.match_unclaimed import match_unclaimed
from payouts.commands.note_unclaimed import note_unclaimed
from payouts.commands.send_back_unclaimed import send_back_unclaimed
from payouts.models import PayIn, UnclaimedMoney
from payouts.queries.takings import night_at, takings_of
from payouts.queries.unclaimed import unclaimed_found, unclaimed_open, unclaimed_over
from people.commands.exclude_self import exclude_self
from tests import cast
from tests.payouts.bank import adds_up, balance, confirm, know, open_house, pay_in, set_aside
from tests.people.test_commands import facts

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.21")]


@pytest.fixture
def house() -> cast.House:
    return open_house()


def note(house: cast.House, cents: int = 7_500, **more: Any) -> UnclaimedMoney:
    """Desi notes what the statement says."""
    asked = {"by": house.desi, "venue_id": house.venue_id, "bank_note": "TED 4711 C DA SILVA", **more}
    return UnclaimedMoney.objects.get(
        pk=cast.say(note_unclaimed, amount_cents=cents, **asked)["unclaimed_id"]
    )


def match(house: cast.House, one: UnclaimedMoney, **more: Any) -> dict[str, Any]:
    """Desi says that it is Caio's."""
    asked = {"by": house.desi, "unclaimed_id": one.pk, "player_id": house.caio.player_id, **more}
    return cast.say(match_unclaimed, **asked)


def test_it_is_set_aside_in_no_balance_and_stands_on_the_list(house):
    for cents, code in ((0, "bad_amount"), (-1, "bad_amount"), (10**15, "bad_amount")):
        with cast.refused(code):
            note(house, cents)
    with cast.refused("text_missing"):
        note(house, bank_note=" ")
    for who in (house.bruno, house.caio):
        with cast.refused("forbidden"):
            note(house, by=who)
    number = cast.new_id()
    one = note(house, command_id=number)
    assert note(house, command_id=number) == one
    assert (one.state, one.amount_cents, one.unit, one.noted_by) == ("open", 7_500, "BRL", house.desi.user_id)
    assert set_aside(house) == 7_500
    adds_up()
    kind, _stream, audience, body = facts()[-1]
    assert (kind, audience) == ("unclaimed_noted", "staff")
    assert set(body) == {"unclaimed_id", "reference", "amount_cents", "unit", "transfer_id"}
    assert [view.reference for view in unclaimed_open(house.venue_id)] == [one.reference]
    for typed in (one.reference, "ted 4711"):
        assert [view.unclaimed_id for view in unclaimed_found(house.venue_id, typed=typed)] == [one.pk]
    assert unclaimed_open(cast.house().venue_id) == []


def test_it_is_matched_with_a_pay_in_that_waits(house):
    asked, one = pay_in(house), note(house)
    number = cast.new_id()
    done = match(house, one, pay_in_id=asked.pk, command_id=number)
    assert match(house, one, pay_in_id=asked.pk, command_id=number) == done
    assert (done["state"], done["pay_in_id"]) == ("matched", asked.pk)
    asked.refresh_from_db()
    assert (asked.state, asked.arrived_cents, asked.note) == ("confirmed", 7_500, "TED 4711 C DA SILVA")
    assert (balance(house), set_aside(house)) == (7_500, 0)
    assert [kind for kind, *_ in facts()[-3:]] == ["money_deposited", "pay_in_confirmed", "unclaimed_matched"]
    [view] = unclaimed_over(house.venue_id)
    assert (view.player, view.settled_by) == ("Caio da Silva", "Desi")
    adds_up()
    for settle in (
        lambda: match(house, one),
        lambda: cast.say(send_back_unclaimed, by=house.desi, unclaimed_id=one.pk, reason="E9"),
    ):
        with cast.refused("unclaimed_settled"):
            settle()


def test_without_one_a_pay_in_is_made_for_it(house):
    match(house, note(house))
    made = PayIn.objects.get()
    assert (made.state, made.amount_cents, made.arrived_cents, made.player_id) == (
        "confirmed", 7_500, 7_500, house.caio.player_id,
    )  # fmt: skip
    assert balance(house) == 7_500
    adds_up()


def test_said_to_be_of_the_wrong_player_it_waits_again_once_that_is_put_right(house):
    one = note(house)
    wrong = PayIn.objects.get(pk=match(house, one)["pay_in_id"])
    number = cast.new_id()
    asked = {"by": house.olga, "pay_in_id": wrong.pk, "amount_cents": 0, "reason": "Outro Silva"}
    done = cast.say(correct_pay_in, **asked, command_id=number)
    assert cast.say(correct_pay_in, **asked, command_id=number) == done
    # the money is on the house's account, in no balance, and on the list as it was
    assert (balance(house), set_aside(house)) == (0, 7_500)
    adds_up()
    assert [view.reference for view in unclaimed_open(house.venue_id)] == [one.reference]
    assert unclaimed_over(house.venue_id) == []
    wrong.refresh_from_db()
    assert wrong.state == "refused"
    assert [kind for kind, *_ in facts()[-2:]] == ["unclaimed_noted", "pay_in_corrected"]
    # and it can be said again whose it is, or go back
    match(house, one)
    assert (balance(house), set_aside(house)) == (7_500, 0)
    adds_up()
    found = takings_of(
        house.venue_id,
        currency="BRL",
        zone="America/Sao_Paulo",
        day=night_at(cast.OPEN, zone="America/Sao_Paulo"),
    )
    assert sum(row.in_cents - row.out_cents for row in found.rows) == 7_500


def test_what_it_is_not_matched_with(house):
    one, asked = note(house), pay_in(house)
    other = pay_in(house)
    confirm(house, other)
    held = pay_in(house)
    cast.say(hold_pay_in, by=house.desi, pay_in_id=held.pk, amount_cents=10_000, reason="Limite")
    for pay_in_id, code in ((other.pk, "pay_in_settled"), (held.pk, "pay_in_settled"), (10**9, "not_found")):
        with cast.refused(code):
            match(house, one, pay_in_id=pay_in_id)
    with cast.refused("identity_not_checked"):
        match(house, one, player_id=house.dora.player_id)
    know(house, house.dora)
    with cast.refused("not_found"):  # it is not hers
        match(house, one, player_id=house.dora.player_id, pay_in_id=asked.pk)
    with cast.refused("unknown_player"):
        match(house, one, player_id=10**9)
    cast.say(exclude_self, by=house.caio, player_id=house.caio.player_id, until_at=None)
    with cast.refused("excluded"):
        match(house, one)
    assert (one.state, set_aside(house)) == ("open", 17_500)
    cast.say(send_back_unclaimed, by=house.desi, unclaimed_id=one.pk, reason="Devolvido, E9")
    assert set_aside(house) == 10_000
    adds_up()


def test_which_numbers_there_are_is_told_to_nobody_else(house):
    """Of another house and of nowhere the answer is one."""
    one, rival = note(house), cast.house()
    for unclaimed_id in (one.pk, 10**9):
        with cast.refused("forbidden"):
            match(rival, one, unclaimed_id=unclaimed_id)
        with cast.refused("forbidden"):
            cast.say(send_back_unclaimed, by=rival.desi, unclaimed_id=unclaimed_id, reason="E9")
