"""The house's data is put back to an earlier moment, as by bin/restore: what players have seen since is dealt to nobody again."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from dispatch import relay
from dispatch.models import Fact
from dispatch.topics import resolve
from ledger.operations import forget_accounts
from ledger.queries import wallet_balance
from play.commands.put_back_table import put_back_table
from play.management.commands import put_back_tables
from play.models import DealtHand, PlayTable, Sitting
from play.queries.cash import escrow_differences
from play.queries.decks import deck_of_hand
from play.queries.kits import hand_kit
from rules.cards import places_of_board, places_of_seat
from tests import cast
from tests.play.cash import known, open_cash
from tests.play.worded import WithWords, with_words
from tests.rules.test_deck import VERIFIER

SEATS = (2, 5, 7)


class Lost:
    """An evening that goes on, and is then not so: the database is as it was at the moment at which this was made."""

    def __init__(self) -> None:
        self.moment = transaction.savepoint()

    def forget(self) -> None:
        """What a process knew of it goes, too: all of them begin anew."""
        transaction.savepoint_rollback(self.moment)
        forget_accounts()

    def put_back(self, monkeypatch: pytest.MonkeyPatch, *, at: datetime) -> None:
        self.forget()
        monkeypatch.setattr(put_back_tables, "now", lambda: at)
        call_command("put_back_tables")


def _cards(hand: DealtHand) -> list[str]:
    places = [place for seat in SEATS for place in places_of_seat(seat, count=2)]
    return [card.text for card in deck_of_hand(hand).cards([*places, *places_of_board(count=5)])]


def _hand(table: WithWords, number: int) -> DealtHand:
    return DealtHand.objects.get(table_id=table.table_id, number=number)


def _wrong_with(table: WithWords, number: int, seat: int) -> tuple[list[str], dict[str, Any]]:
    relay.relay_once()
    kit = hand_kit(table_id=table.table_id, number=number, player_id=table.people[seat].player_id)
    spec = spec_from_file_location("verify_hand", VERIFIER)
    assert spec is not None and spec.loader is not None
    verifier = module_from_spec(spec)
    spec.loader.exec_module(verifier)
    return verifier.wrong_with(json.loads(json.dumps(kit))), kit


@pytest.mark.rule("PT-H.72", "PT-O.72", "PT-H.50")
def test_what_was_seen_since_is_dealt_to_nobody_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = with_words(cast.house(), seats=SEATS, seed=3)
    table.play(3)
    table.due()
    while not (_hand(table, 5).words and table.row.due_kind == "decide"):
        table.step()  # in mid-hand, with words given for the next one
    row, began = table.row, _hand(table, 4).stacks
    lost, chains = Lost(), {seat: list(chain) for seat, chain in table.chains.items()}
    table.play(6)
    later, opened = table.row, Fact.objects.filter(kind="hand_settled").latest("id").body["other_deck"]
    seen = {number: (_hand(table, number).root, _cards(_hand(table, number))) for number in (5, 6)}
    assert _wrong_with(table, 5, 2)[0] == [] and opened
    # what would be dealt otherwise: the same hand, or the deck of it that was opened whole
    lost.forget()
    assert _hand(table, 5).root == seen[5][0]

    at = table.now + timedelta(hours=1)
    lost.put_back(monkeypatch, at=at)
    table.now, table.chains = at, chains
    assert table.row.hand_number == row.hand_number == 4 and table.row.stage == "waiting"
    assert [[one["seat"], one["player_id"], one["chips"]] for one in table.row.seats] == began
    assert (_hand(table, 4).result or {})["voided"] == "put_back"
    topic = resolve(f"play/{table.table_id}")
    assert topic is not None and topic.payload()["notice"] == {
        "kind": "voided",
        "why": "put_back",
        "reason": "",
        "number": 4,
    }
    anew = _hand(table, 5)
    assert anew.root not in (seen[5][0], "") and anew.words == []
    told = Fact.objects.get(kind="decks_replaced")
    assert told.body == {"number": 5, "root": anew.root, "second_root": anew.second_root}
    # a page that has not heard of it acts for a turn that never was
    with cast.refused("turn_passed"):
        table.act("fold", seat=2, turn=later.turn)
    # and the evening goes on: other cards, proved by each player's own kit, with words again from the hand after
    table.play(8)
    for number in (5, 6, 7, 8):
        hand = _hand(table, number)
        assert number > 6 or (hand.root != seen[number][0] and _cards(hand) != seen[number][1])
        for one in SEATS:
            wrong, kit = _wrong_with(table, number, one)
            assert wrong == [], (number, one)
            assert number > 5 or kit["committed"]["kind"] == "decks_replaced"
    assert _hand(table, 5).words == [] and _hand(table, 8).words
    refilled = sum(fact.body["added_chips"] for fact in Fact.objects.filter(kind="stack_refilled"))
    assert table.chips() == 3 * table.row.stack_chips + refilled


@pytest.mark.rule("PT-H.72")
def test_the_money_is_where_it_lay_at_the_last_hand_that_was_over(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_cash()
    people = [known(table.house, f"Joga{n}", cents=50_000) for n in range(3)]
    for seat, person in enumerate(people, 1):
        table.buy_in(person, seat=seat, cents=5_000)
    table.deal()
    table.act("raise", 1_000)
    table.act("call")
    lost = Lost()
    table.act("fold")
    while table.row.stage == "playing":
        table.due() if table.row.due_kind != "decide" else table.act("check")
    table.until("open")
    table.leave(1)
    table.top_up(2, 2_000)
    lost.put_back(monkeypatch, at=table.now + timedelta(minutes=5))
    assert [one["chips"] for one in table.row.seats] == [5_000] * 3
    assert [wallet_balance(p.player_id, unit="BRL") for p in people] == [45_000] * 3
    assert table.escrow() == 15_000 and escrow_differences() == ()
    cast.books_balance()
    table.now += timedelta(minutes=5)
    table.deal()
    assert table.row.hand_number == 2
    table.check()


@pytest.mark.rule("PT-H.72")
def test_only_the_owner_does_it_and_a_closed_one_stays(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = with_words(cast.house(), seats=SEATS, seed=4)
    where = {"table_id": table.table_id, "at": table.now}
    for who in (table.people[2], table.house.bruno, table.house.desi, table.house.ana):
        with cast.refused("forbidden") as no:
            cast.say(put_back_table, by=who, **where)
        assert no.value.sentence == "Only the owner of the house may do this. Ask the owner."
    # before the first hand, too: its deck may have been seen
    before = _hand(table, 1).root
    cast.say(put_back_table, by=table.house.olga, **where)
    assert _hand(table, 1).root != before and table.row.due_kind == "open"
    assert Sitting.objects.exclude(chain={}).count() == 0
    table.play(2)
    assert _wrong_with(table, 1, 2)[0] == [] == _wrong_with(table, 2, 5)[0]
    PlayTable.objects.update(stage="closed", due_kind="", due_at=None, hand=None, seats=[])
    monkeypatch.setattr(put_back_tables, "now", lambda: table.now)
    with cast.unchanged():
        call_command("put_back_tables")
