"""Bounties at tables online: the hand says who took whose last chips, the bounty is in his account with its end, and nobody on the staff is asked."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from access import moment
from dispatch.facts import SYSTEM
from ledger.commands.withdraw import withdraw
from ledger.queries import bounties_of_player, tournament_balance, wallet_balance
from payouts.models import Award
from payouts.queries import bounties_taken, money_view
from people.models import User
from play.commands.close_hand import close_hand
from play.models import PlayTable
from play.queries.hands import who_took_chips
from play.queries.payloads import table_payload
from rules import hands
from rules.accounts import AccountKind
from rules.bounties import PotTaken, takers_in_hand
from rules.entries import simple_split
from tests import cast
from tests.play.event import BALANCE, Event, begun, house
from tests.play.given_cards import GivenCards
from tests.play.room import Room, started
from tests.play.test_rebuys import SOLD, all_in, answers, losers
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.remove_under_age import remove_under_age
from tournaments.models import Elimination, Entry, Tournament

# an odd cent, so that who comes first is told by it
BOUNTY = 501
SPLIT = simple_split(name="10 + 5,01 + 0,99", prize_cents=1_000, fee_cents=99, bounty_cents=BOUNTY)
PRICED: dict[str, Any] = {"price_cents": SPLIT.price_cents, "split": SPLIT.as_dict()}
# in this order a hand of the list beats all that follow it, on this board
BOARD = ("2c", "7d", "9h", "Jc", "3s")
PAIRS = (("As", "Ah"), ("Ks", "Kh"), ("Qs", "Qh"), ("Ts", "Th"), ("8s", "8h"))
# two that share, and what they beat
TIED = (("As", "Kd"), ("Ad", "Ks"), ("Qs", "Td"), ("8s", "6h"), ("5s", "4h"))


@pytest.mark.rule("PT-T.33", "PT-T.34", "SCPT.P")
def test_the_last_pot_that_a_stack_reaches_holds_its_last_chips() -> None:
    pots = [
        PotTaken(seats=(1, 2, 3, 4), winners=(1,)),
        PotTaken(seats=(2, 3, 4), winners=(2,)),
        PotTaken(seats=(3, 4), winners=(4, 3)),
    ]
    assert [takers_in_hand(seat, pots=pots) for seat in (1, 2, 3, 4, 9)] == [(1,), (2,), (4, 3), (4, 3), ()]


def stacked(event: Event, *chips: int) -> None:
    """Give the players, by seat, other stacks that come to the same; between two hands."""
    event.until("open")
    row = event.row
    assert sum(chips) == sum(one["chips"] for one in row.seats)
    for one, stack in zip(row.seats, chips, strict=True):
        one["chips"] = stack
        Entry.objects.filter(tournament_id=event.tournament_id, player_id=one["player_id"]).update(
            stack_chips=stack
        )
    row.save(update_fields=["seats"])


def all_in_until_shown(event: Event) -> PlayTable:
    """The next hand is dealt, everybody who is asked goes all in, and it is shown."""
    event.deal()
    while event.row.stage == "playing":
        if event.row.due_kind == "decide":
            event.act(*_all_in(event))
        else:
            event.due()
    return event.row


def _all_in(event: Event) -> tuple[str, int]:
    return all_in(event.row, hands.options(event.hand))


def won(event: Event) -> dict[int, int]:
    """What everybody has in bounties, by seat."""
    found = {}
    for seat, one in event.people.items():
        cents = bounties_of_player(one.player_id or 0, tournament_id=event.tournament_id)
        if cents:
            found[seat] = cents
    return found


@pytest.mark.rule("PT-T.33", "PT-T.34", "PT-T.54", "SCPT.P")
def test_who_wins_the_last_chips_of_a_player_has_the_bounty_at_once_whoever_won_the_main_pot(
    db: None, given: GivenCards
) -> None:
    event = begun(house(), players=4, **PRICED)
    stacked(event, 300, 700, 1_500, 1_500)
    given.give(dict(zip((1, 2, 3, 4), PAIRS[:4], strict=True)), board=BOARD)
    all_in_until_shown(event)
    assert won(event) == {}  # while the hand is shown nobody is out
    before = wallet_balance(event.people[3].player_id or 0, unit="EUR")
    event.due()
    # the main pot is seat 1's and the first side pot seat 2's; of seat 4 seat 3 has the last chips
    assert won(event) == {3: BOUNTY}
    assert wallet_balance(event.people[3].player_id or 0, unit="EUR") == before + BOUNTY
    out = Elimination.objects.get(tournament_id=event.tournament_id)
    assert (out.entry.player_id, out.takers) == (event.people[4].player_id, "named")
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=event.tournament_id) == 3 * BOUNTY
    cast.books_balance()


@pytest.mark.rule("PT-T.34", "PT-H.62", "SCPT.P")
def test_who_shares_the_pot_shares_the_bounty_with_the_odd_cent_to_the_left_of_the_button(
    db: None, given: GivenCards
) -> None:
    event = begun(house(), players=4, **PRICED)
    stacked(event, 1_500, 1_500, 500, 500)
    given.give(dict(zip((1, 2, 3, 4), TIED[:4], strict=True)), board=("2c", "7d", "9h", "Jc", "3s"))
    row = all_in_until_shown(event)
    took = who_took_chips(table_id=row.pk, number=row.hand_number)
    event.due()
    first, second = (next(s for s, p in event.people.items() if p.player_id == who) for who in took[event.people[3].player_id or 0])  # fmt: skip
    assert {first, second} == {1, 2}
    left = sorted((1, 2), key=lambda seat: (seat - (row.button_seat or 0) - 1) % 5)
    assert [first, second] == left
    # two heads, of each an odd cent
    assert won(event) == {first: 2 * 251, second: 2 * 250}
    cast.books_balance()


@pytest.mark.rule("PT-T.33", "PT-T.34", "PT-T.54", "SCPT.P")
def test_who_puts_all_others_out_in_one_hand_has_every_head_and_the_own(
    db: None, given: GivenCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = begun(house(), players=3, **PRICED)
    given.give(dict(zip((1, 2, 3), PAIRS[:3], strict=True)), board=BOARD)
    all_in_until_shown(event)
    event.due()
    assert Tournament.objects.get(pk=event.tournament_id).state == "finished"
    assert won(event) == {1: 3 * BOUNTY}
    prizes = dict(Award.objects.values_list("entry__player_id", "amount_cents"))
    for seat, person in event.people.items():
        expected = BALANCE - SPLIT.price_cents + prizes.get(person.player_id, 0)
        expected += 3 * BOUNTY if seat == 1 else 0
        assert wallet_balance(person.player_id or 0, unit="EUR") == expected
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=event.tournament_id) == 0
    cast.books_balance()
    # the winner reads it where he played
    monkeypatch.setattr(moment, "at", lambda: event.now)
    client = Client()
    client.force_login(User.objects.get(pk=event.people[1].user_id))
    page = client.get(f"/tables/{event.table_id}/").content.decode().replace("\xa0", " ")
    assert "Seus bounties: € 15,03" in page


@pytest.mark.rule("PT-T.34", "PT-H.11", "SCPT.P")
def test_everybody_at_the_table_reads_it_until_the_next_act_and_the_public_when_it_has_seen_the_hand(
    db: None, given: GivenCards
) -> None:
    event = begun(house(), players=3, **PRICED)
    stacked(event, 2_000, 500, 500)
    given.give({1: PAIRS[0], 2: PAIRS[1], 3: PAIRS[2]}, board=BOARD)
    # seat 2 folds: it goes on with two
    event.deal()
    while event.row.stage == "playing":
        if event.row.due_kind != "decide":
            event.due()
        elif event.to_act == 2:
            event.act("fold")
        else:
            event.act(*_all_in(event))
    while event.row.due_kind != "close":
        event.due()
    closed_at = event.row.due_at
    assert closed_at is not None
    event.due()
    names = {seat: Entry.objects.get(player_id=one.player_id, tournament_id=event.tournament_id).player.public_name for seat, one in event.people.items()}  # fmt: skip
    told = {"kind": "bounties", "currency": "EUR", "won": [{"out": names[3], "by": names[1], "amount_cents": BOUNTY}]}  # fmt: skip
    assert table_payload(event.table_id)["notice"] == told
    event.deal()
    assert table_payload(event.table_id)["notice"] == told
    event.act("fold")
    assert table_payload(event.table_id)["notice"] is None
    t, delay = event.tournament_id, timedelta(seconds=event.row.onlookers_delay_seconds)
    assert delay
    just_before = closed_at + delay - timedelta(milliseconds=1)
    assert bounties_taken(t, seen_at=just_before) == []
    assert [(one.name, one.amount_cents) for one in bounties_taken(t, seen_at=closed_at + delay)] == [
        (names[1], BOUNTY)
    ]


def test_the_results_tell_no_bounty_before_its_time(
    db: None, given: GivenCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = begun(house(), players=3, **PRICED)
    stacked(event, 2_000, 500, 500)
    given.give({1: PAIRS[0], 2: PAIRS[1], 3: PAIRS[2]}, board=BOARD)
    all_in_until_shown(event)
    event.due()
    over = event.now
    for late, tells in ((timedelta(), False), (timedelta(minutes=5, seconds=1), True)):
        monkeypatch.setattr(moment, "at", lambda late=late: over + late)
        page = Client().get(reverse("results", args=[event.tournament_id])).content.decode()
        assert ("15,03" in page.replace("\xa0", " ")) is tells


@pytest.mark.rule("PT-T.31", "PT-T.34", "SCPT.P", "SCPT.F")
def test_whom_staff_took_out_in_the_hand_takes_no_bounty_and_it_stays_for_the_champion(
    db: None, given: GivenCards
) -> None:
    event = begun(house(), players=3, **PRICED)
    stacked(event, 1_000, 1_500, 500)
    given.give({1: PAIRS[0], 2: PAIRS[1], 3: PAIRS[2]}, board=BOARD)
    all_in_until_shown(event)
    gone = event.people[1]
    cast.say(
        remove_under_age,
        by=event.house.ana,
        at=event.now,
        tournament_id=event.tournament_id,
        player_id=gone.player_id,
        reason="",
    )
    # who it was that took the chips of a minor is not said: nobody won them yet
    assert set(Elimination.objects.values_list("reason", "takers")) == {("under_age", "nobody")}
    event.until("close")
    event.due()
    takers = dict(Elimination.objects.values_list("entry__player_id", "takers"))
    assert takers[event.people[3].player_id] == "nobody"
    assert Tournament.objects.get(pk=event.tournament_id).state == "finished"
    assert won(event) == {2: 3 * BOUNTY}
    cast.books_balance()


@pytest.mark.rule("PT-T.31", "PT-T.34", "PT-T.44")
def test_who_rebuys_is_not_out_and_nobody_has_the_bounty(db: None, given: GivenCards) -> None:
    room = started(
        house(),
        players=3,
        seats=5,
        stack=1_000,
        late_registration_level=2,
        **{**SOLD, **PRICED},
    )
    seats = sorted(one["seat"] for one in room.open()[0].seats)
    given.give(dict(zip(seats, PAIRS[:3], strict=True)), board=BOARD)
    while room.open()[0].stage != "showing":
        room.step(all_in)
    first, second = losers(room)
    answers(room, first, told_cents=400)
    row = room.open()[0]
    room.now = max(room.now, row.due_at)
    cast.say(close_hand, by=SYSTEM, at=room.now, table_id=row.pk, turn=row.turn)
    assert list(Elimination.objects.values_list("entry__player_id", flat=True)) == [second.player_id]
    assert [one.amount_cents for one in bounties_taken(room.tournament_id)] == [BOUNTY]


@pytest.mark.rule("PT-T.33", "PT-T.34", "PT-T.54", "SCPT.P")
def test_a_tournament_with_bounties_ends_by_itself_with_every_head_paid(db: None) -> None:
    room: Room = started(house(), players=9, seats=3, **PRICED)
    room.play_on(Random(3))
    assert Tournament.objects.get(pk=room.tournament_id).state == "finished"
    assert set(Elimination.objects.values_list("takers", flat=True)) == {"named"}
    assert sum(one.amount_cents for one in bounties_taken(room.tournament_id)) == 9 * BOUNTY
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=room.tournament_id) == 0
    cast.books_balance()


@pytest.mark.rule("PT-T.35", "PT-T.36", "PT-T.38", "SCPT.P")
@pytest.mark.parametrize("spent", [False, True])
def test_a_knockout_online_that_is_cancelled_leaves_its_bounties_with_who_won_them_spent_or_not(
    db: None, given: GivenCards, spent: bool
) -> None:
    event = begun(house(), players=4, **PRICED)
    stacked(event, 300, 700, 1_500, 1_500)
    given.give(dict(zip((1, 2, 3, 4), PAIRS[:4], strict=True)), board=BOARD)
    all_in_until_shown(event)
    event.due()
    assert won(event) == {3: BOUNTY}
    stacks = {one["player_id"]: one["chips"] for one in event.row.seats}
    assert sum(stacks.values()) == 4_000
    winner, out = (event.people[seat].player_id or 0 for seat in (3, 4))
    rest = BALANCE - SPLIT.price_cents
    taken = rest + BOUNTY if spent else 0
    if spent:  # all of it has left the house
        cast.say(
            withdraw, by=event.house.desi, at=event.now, venue_id=event.house.venue_id, player_id=winner, unit="EUR",
            amount_cents=taken, method="cash",
        )  # fmt: skip
        assert wallet_balance(winner, unit="EUR") == 0
    # the next hand is played meanwhile: what is shared goes by the stacks of the last one that was over
    event.deal()
    done = cast.say(
        cancel_tournament,
        by=event.house.ana,
        at=event.now,
        tournament_id=event.tournament_id,
        reason="Sem luz",
    )
    shares = {player: 1_000 * chips / 4_000 for player, chips in stacks.items()}
    assert done["refunded_cents"] == 3 * SPLIT.price_cents + 1_000
    assert wallet_balance(out, unit="EUR") == rest
    for player in stacks:
        got = wallet_balance(player, unit="EUR") - BALANCE - (BOUNTY - taken if player == winner else 0)
        assert abs(got - shares[player]) < 1
    for kind in (AccountKind.PRIZE_POOL, AccountKind.BOUNTY_POOL):
        assert tournament_balance(kind, tournament_id=event.tournament_id) == 0
    assert money_view(event.tournament_id).differences == {}
    assert not PlayTable.objects.exclude(stage="closed").exists()
    cast.books_balance()
