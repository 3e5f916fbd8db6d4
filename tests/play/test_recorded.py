"""Hands that were played elsewhere, act by act through the public commands at a real table: each is lawful in its turn, and every stack comes out to the chip."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

from dispatch import relay
from play.models import DealtHand, HandAct, HandOfPlayer, PlayTable
from play.queries.kits import hand_kit
from play.queries.payloads import own_payload, table_payload
from rules import hands
from tests import cast
from tests.play.conftest import AtTable, open_one
from tests.play.given_cards import GivenCards
from tests.rules.hands.recorded import act_of, recorded, stakes_of
from tests.rules.test_deck import VERIFIER
from tests.sizes import size, survives

GAMES = {("holdem", "no_limit"): "nlhe", ("holdem", "fixed_limit"): "lhe", ("omaha", "pot_limit"): "plo"}
OF_EACH_KIND = size(8, full=200)


@survives
@pytest.mark.timeout(size(900, full=1200))
@pytest.mark.rule("PT-H.34", "PT-H.40", "PT-H.52", "PT-H.60", "PT-H.63", "PT-O.26", "PT-O.34", "PT-O.60")
def test_recorded_hands_come_out_to_the_chip_at_a_real_table(db: None, given: GivenCards) -> None:
    house = cast.house()
    tables: dict[tuple[str, int], AtTable] = {}
    played = acts = 0
    for told in _chosen():
        game = GAMES[told["game"], told["limit"]]
        if (game, told["seats"]) not in tables:
            tables[game, told["seats"]] = _filled(house, game=game, seats=told["seats"])
        play_as_recorded(tables[game, told["seats"]], told, given=given)
        played, acts = played + 1, acts + len(told["acts"])
    assert played == size(20, full=200)
    print(f"{played} recorded hands, {acts} acts, each by its command; every stack to the chip")


def test_cards_that_somebody_gave_are_no_proof_for_an_outsider(db: None, given: GivenCards) -> None:
    told = next(told for told in recorded() if told["board"])
    table = _filled(cast.house(), game=GAMES[told["game"], told["limit"]], seats=told["seats"])
    play_as_recorded(table, told, given=given)
    table.due()
    relay.relay_once()
    kit = hand_kit(table_id=table.table_id, number=1, player_id=table.people[1].player_id)
    spec = spec_from_file_location("verify_hand", VERIFIER)
    assert spec is not None and spec.loader is not None
    verifier = module_from_spec(spec)
    spec.loader.exec_module(verifier)
    assert len(verifier.wrong_with(json.loads(json.dumps(kit)))) >= len(kit["openings"]) > 0


def _chosen() -> Iterator[dict[str, Any]]:
    """So many of each game and number of seats."""
    seen: dict[tuple[str, str, int], int] = {}
    for told in recorded():
        kind = (told["game"], told["limit"], told["seats"])
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= OF_EACH_KIND:
            yield told


def _filled(house: cast.House, *, game: str, seats: int) -> AtTable:
    table = open_one(house, game=game, seats=seats)
    for seat in range(1, seats + 1):
        table.sit(seat)
    return table


def play_as_recorded(table: AtTable, told: dict[str, Any], *, given: GivenCards) -> None:
    """One hand, until it is shown. What stood before it (stacks, blinds, ante, button) is written into the table's row; all that follows is by commands."""
    holes = {int(seat): cards for seat, cards in told["hole"].items()}
    given.give(holes, board=told["board"])
    table.until("open")
    _as_it_stood(table, told)
    table.due()
    for seat, person in table.people.items():
        own = own_payload(table_id=table.table_id, player_id=person.player_id)
        assert [one["card"] for one in own["cards"]] == holes[seat]
    acts = iter(told["acts"])
    while table.row.stage == "playing":
        if table.row.due_kind != "decide":
            table.due()
            continue
        seat, said, total = next(acts)
        options = hands.options(table.hand)
        table.act(act_of(options, said).value, total, seat=seat, if_facing_chips=options.facing_chips)
    assert not list(acts), "the record goes on"
    _as_it_ended(table, told)


def _as_it_stood(table: AtTable, told: dict[str, Any]) -> None:
    stakes, row = stakes_of(told), table.row
    PlayTable.objects.filter(pk=row.pk).update(
        seats=[{**one, "chips": told["stacks"][one["seat"] - 1]} for one in row.seats],
        stack_chips=max(told["stacks"]),
        button_seat=told["button"] - 1,  # it moves on with the deal
        small_blind_chips=stakes.small_blind_chips,
        big_blind_chips=stakes.big_blind_chips,
        ante=stakes.ante.as_list(),
    )


def _as_it_ended(table: AtTable, told: dict[str, Any]) -> None:
    row, name = table.row, told["name"]
    assert [one["chips"] for one in row.seats] == told["finishing"], name
    dealt = DealtHand.objects.get(table=row, number=row.hand_number)
    assert dealt.result["board"] == told["board"], name
    for one in dealt.result["shown"]:
        assert one["hole"] == told["hole"][str(one["seat"])], name
    kept = HandAct.objects.filter(hand=dealt).order_by("turn").values_list("seat", "act", "to_chips")
    assert [_as_told(*one) for one in kept] == told["acts"], name
    assert {one["seat"]: one["chips"] for one in table_payload(row.pk)["seats"]} == dict(
        enumerate(told["finishing"], start=1)
    )
    table.due()  # it is put away
    parts = HandOfPlayer.objects.filter(hand=dealt).values_list("seat", "staked_chips", "won_chips")
    assert [(seat, won - staked) for seat, staked, won in sorted(parts)] == [
        (seat, after - before)
        for seat, (before, after) in enumerate(zip(told["stacks"], told["finishing"], strict=True), start=1)
    ]


def _as_told(seat: int, act: str, to_chips: int) -> list[Any]:
    if act in ("bet", "raise"):
        return [seat, "to", to_chips]
    return [seat, "fold" if act == "fold" else "check_or_call", 0]
