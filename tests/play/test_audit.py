"""All hands of a table or a day, opened for the regulator's auditor by a command where the key of the cards is."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from people.models import User
from play.commands.open_for_audit import open_for_audit
from play.management.commands import open_hands
from play.models import DealtHand, HandOpening
from play.operations import openings
from play.queries.decks import deck_of_hand
from rules.cards import Deck, places_of_seat
from tests import cast
from tests.play.conftest import open_one
from tests.play.test_history import fold_out
from tests.play.test_openings import officer

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.11", "PT-O.11")]

WHY = "Pedido do regulador 12/2026"


@pytest.fixture
def played(three, monkeypatch):
    """A table at which two hands are over and a third is played, and the officer of the house."""
    fold_out(three)
    three.deal()
    fold_out(three)
    three.deal()
    monkeypatch.setattr(open_hands, "now", lambda: three.now)
    return three, officer(three.house)


def address_of(person):
    return User.objects.get(pk=person.user_id).email


def opened(at, by, into, **which):
    """What the command writes into this file, asked as on a command line."""
    asked = {"venue": at.house.venue_id, "by": address_of(by), "reason": WHY, "into": into, **which}
    call_command("open_hands", *(f"--{name}={value}" for name, value in asked.items()))
    return [json.loads(line) for line in into.read_text().splitlines()]


def test_every_hand_that_is_over_is_written_with_all_its_cards_and_recorded_as_opened(played, tmp_path):
    table, dora = played
    into = tmp_path / "hands.jsonl"
    told = opened(table, dora, into, table=table.table_id)
    assert [one["number"] for one in told] == [1, 2]  # the third is being played
    assert into.stat().st_mode & 0o777 == 0o600
    for one in told:
        hand = DealtHand.objects.get(table_id=table.table_id, number=one["number"])
        deck = deck_of_hand(hand)
        assert {player["seat"]: player["cards"] for player in one["players"]} == {
            seat: [card.text for card in deck.cards(places_of_seat(seat, count=2))] for seat in (2, 5, 7)
        }
        assert len(set(one["deck"])) == 52 and one["board"] == hand.result["board"]
        # both decks are those that were committed to before the deal
        name = f"{table.table_id}/{one['number']}"
        made = [
            Deck(secret=bytes.fromhex(secret), hand=name, number=n) for n, secret in enumerate(one["secrets"])
        ]
        assert [deck.root for deck in made] == one["roots"] == [hand.root, hand.second_root]
    found = HandOpening.objects.order_by("id").values_list("hand__number", "opened_by", "reason", "opened_at")
    assert list(found) == [(1, dora.user_id, WHY, table.now), (2, dora.user_id, WHY, table.now)]


def test_a_day_is_one_of_the_house_and_has_the_hands_of_all_its_tables(played, tmp_path):
    table, dora = played
    other = open_one(table.house)
    other.now = table.now
    for seat in (1, 2):
        other.sit(seat)
    other.deal()
    fold_out(other)
    first = DealtHand.objects.get(table_id=table.table_id, number=1)
    DealtHand.objects.filter(pk=first.pk).update(dealt_at=first.dealt_at - timedelta(days=1))
    day = (
        DealtHand.objects.get(table_id=table.table_id, number=2)
        .dealt_at.astimezone(ZoneInfo("America/Sao_Paulo"))
        .date()
    )
    told = opened(table, dora, tmp_path / "day.jsonl", day=day.isoformat())
    assert [(one["table"], one["number"]) for one in told] == [(table.table_id, 2), (other.table_id, 1)]


def nothing_opened(into):
    return not into.exists() and not HandOpening.objects.exists()


def test_without_the_key_of_the_cards_nothing_is_opened(played, settings, tmp_path):
    table, dora = played
    kept, into = settings.PLAY_KEY, tmp_path / "hands.jsonl"
    for wrong in ("", "another key of at least thirty-two bytes"):
        settings.PLAY_KEY = wrong
        with pytest.raises(CommandError, match="The key under which this hand was dealt is not here"):
            opened(table, dora, into, table=table.table_id)
        assert nothing_opened(into)
    # a former key that the auditor brings is enough
    settings.PLAY_KEY_FALLBACKS = [kept]
    assert len(opened(table, dora, into, table=table.table_id)) == 2


def test_it_is_done_for_an_officer_alone_and_over_no_file_that_is_there(played, tmp_path):
    table, dora = played
    into = tmp_path / "hands.jsonl"
    for by in (table.house.ana, table.house.caio):
        with pytest.raises(CommandError):
            opened(table, by, into, table=table.table_id)
    for wrong, said in [
        ({"table": 9_999}, "No hand that is over was found"),
        ({"reason": "a" * 301}, "300"),
        ({"reason": " "}, "reason"),
    ]:
        with pytest.raises(CommandError, match=said):
            opened(table, dora, into, **{"table": table.table_id} | wrong)
    with pytest.raises(CommandError, match="Nobody here has the address"):
        call_command(
            "open_hands", "--venue=1", "--table=1", "--by=x@example.com", "--reason=x", f"--into={into}"
        )
    # who was dealt in opens none of them
    officer(table.house, table.people[5])
    with pytest.raises(CommandError):
        opened(table, table.people[5], into, table=table.table_id)
    assert nothing_opened(into)
    into.write_text("kept")
    with pytest.raises(CommandError, match="is there already"):
        opened(table, dora, into, table=table.table_id)
    assert into.read_text() == "kept" and not HandOpening.objects.exists()


def test_a_folder_that_is_not_there_is_told_in_a_sentence(played, tmp_path):
    table, dora = played
    for into, said in [
        (tmp_path / "nowhere" / "hands.jsonl", f"There is no folder {tmp_path / 'nowhere'}"),
        (tmp_path, "is there already"),
        (tmp_path / ("a" * 300), "cannot be written: File name too long"),
    ]:
        with cast.unchanged(), pytest.raises(CommandError, match=re.escape(said)) as no:
            opened(table, dora, into, table=table.table_id)
        assert str(no.value).endswith("Nothing was opened.")
    assert not HandOpening.objects.exists()


@pytest.mark.parametrize("breaks", ["audited", "open_for_audit"])
def test_what_fails_on_the_way_opens_no_hand_and_leaves_no_file(played, tmp_path, monkeypatch, breaks):
    table, dora = played
    into, whole, calls = tmp_path / "hands.jsonl", getattr(open_hands, breaks), []

    def fails_late(*args, **more):
        calls.append(args)
        if breaks == "open_for_audit" or len(calls) == 2:
            if breaks == "open_for_audit":
                monkeypatch.setattr(openings, "record", stops)
                whole(*args, **more)
            raise OSError(28, "No space left on device")
        return whole(*args, **more)

    def stops(_fact):
        if HandOpening.objects.count() == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(open_hands, breaks, fails_late)
    with pytest.raises(CommandError, match="No space left on device. Nothing was opened."):
        opened(table, dora, into, table=table.table_id)
    assert nothing_opened(into)
    monkeypatch.undo()


def test_no_card_is_in_the_file_before_the_record_stands(played, tmp_path, monkeypatch):
    table, dora = played
    into, whole, lay = tmp_path / "hands.jsonl", open_hands.open_for_audit, []

    def looks(**asked):
        lay.append(into.read_text())
        return whole(**asked)

    def full(self, text, **more):
        assert self == into and HandOpening.objects.count() == 2
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(open_hands, "open_for_audit", looks)
    with monkeypatch.context() as disk, pytest.raises(CommandError) as no:
        disk.setattr(Path, "write_text", full)
        opened(table, dora, into, table=table.table_id)
    assert str(no.value) == (
        f"{into} cannot be written: No space left on device. The hands are recorded as opened; run this again."
    )
    assert not into.exists() and HandOpening.objects.count() == 2
    assert len(opened(table, dora, into, table=table.table_id)) == 2
    assert lay == ["", ""]


@pytest.mark.parametrize("wrong", ["another house", "a hand that is played", "nobody's right"])
def test_hands_are_opened_together_or_none_is(played, wrong):
    table, dora = played
    hands = list(
        DealtHand.objects.filter(table_id=table.table_id).order_by("number").values_list("pk", flat=True)
    )
    asked = {"by": dora, "at": table.now, "venue_id": table.house.venue_id, "hands": hands[:2], "reason": WHY}
    if wrong == "another house":
        asked["hands"] = [*hands[:2], 999_999]
    elif wrong == "a hand that is played":
        asked["hands"] = hands
    else:
        asked["by"] = table.house.ana
    with cast.refused("forbidden" if wrong == "nobody's right" else "not_found"):
        cast.say(open_for_audit, **asked)
    assert not HandOpening.objects.exists()
