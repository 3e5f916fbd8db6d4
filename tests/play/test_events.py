"""A sit & go played online from registration to the last cent, through the commands, with a stepped clock."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from dispatch.facts import SYSTEM
from ledger.queries import wallet_balance
from payouts.commands.finish_tournament import finish_tournament
from payouts.models import Award
from play.commands.close_table import close_table
from play.commands.come_back import come_back
from play.commands.leave import leave
from play.commands.open_hand import open_hand
from play.commands.sit import sit
from play.models import DealtHand, HandAct, PlayTable, Sitting
from play.queries.events import tables_held_by_clock
from play.queries.tables import due_at_tables, first_due_at_tables
from rules import hands
from rules.cards import Card, places_of_board, places_of_seat
from rules.online import table_policies
from tables.commands.correct_chips import correct_chips
from tables.commands.count_stacks import count_stacks
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.models import Seat, Table
from tests import cast
from tests.play.event import BALANCE, begun, enter, house
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.edit_level import edit_level
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.commands.remove_under_age import remove_under_age
from tournaments.commands.resume_clock import resume_clock
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Elimination, Entry, Tournament
from tournaments.tasks import begin_online_due


@pytest.mark.rule("PT-T.22", "PT-T.39", "PT-T.40", "PT-T.41", "PT-T.47")
def test_it_begins_with_its_last_seat_at_the_drawn_seats(db):
    event = begun(house(), players=4)
    row = event.row
    t = Tournament.objects.get(pk=event.tournament_id)
    drawn = {s.number: s.entry.player_id for s in Seat.objects.filter(entry__isnull=False)}
    assert t.state == "running" and {k["seat"]: k["player_id"] for k in row.seats} == drawn
    assert {k["chips"] for k in row.seats} == {1_000}
    assert (row.kind, row.tournament_id, row.table_number, row.stage) == ("tournament", t.pk, 1, "waiting")
    event.due()
    # the button is where the tournament's public draw put it
    assert event.row.button_seat == Table.objects.get().button_seat
    assert (event.row.small_blind_chips, event.row.big_blind_chips, event.row.level) == (25, 50, 1)
    assert Sitting.objects.filter(left_at__isnull=True).count() == 4


@pytest.mark.rule("PT-T.31", "PT-T.44", "PT-T.52", "PT-T.54", "PT-H.35", "PT-H.36")
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (6, 2)])
def test_it_is_played_to_the_last_cent(db, players, seed):
    home = house()
    event = begun(home, players=players)
    event.play_on(Random(seed))
    t = Tournament.objects.get(pk=event.tournament_id)
    assert t.state == "finished" and event.row.stage == "closed"
    outs = list(Elimination.objects.filter(tournament=t).order_by("-out_before"))
    winner = Entry.objects.get(tournament=t, state="playing")
    assert len(outs) == players - 1 and winner.stack_chips == players * 1_000
    pool = players * 1_000
    won = dict(Award.objects.values_list("entry_id", "amount_cents"))
    assert sum(won.values()) == pool
    # on the players' accounts, and nothing waits for a desk
    assert set(Award.objects.values_list("state", "paid_method")) == {("paid", "balance")}
    shares = {2: [50, 30, 20]}.get(players)
    for person in event.people.values():
        entry = Entry.objects.get(tournament=t, player_id=person.player_id)
        got = wallet_balance(person.player_id, unit="EUR") - (BALANCE - 1_100)
        assert got == won.get(entry.pk, 0)
    if all(out.tied == 1 for out in outs) and players >= 3:
        best = [won.get(entry, 0) for entry in (winner.pk, outs[0].entry_id, outs[1].entry_id)]
        assert best == [pool // 2, pool * 3 // 10, pool // 5]
    assert shares is None or won[winner.pk] > pool // 2
    cast.books_balance()
    assert not Sitting.objects.filter(left_at__isnull=True).exists()
    for hand in DealtHand.objects.filter(closed_at__isnull=False):
        assert sum(chips for _s, _p, chips in hand.stacks) == players * 1_000
    with cast.refused("table_closed"):
        event.act("fold", seat=next(iter(event.people)), turn=0)
    assert set(HandAct.objects.values_list("manner", flat=True)) <= {"player"}
    assert PlayTable.objects.count() == 1


def _event_with(players=3, **changes):
    event = begun(house(), players=players, **changes)
    event.due()
    return event


def _everybody(event, word):
    """Everybody who is to act says the same, to the end of the hand."""
    while event.row.due_kind == "decide":
        event.act(word)


@pytest.mark.rule("PT-T.45", "PT-T.46")
def test_the_blinds_are_those_of_the_level_at_the_deal(db):
    event = _event_with()
    event.until("open")
    assert (event.row.small_blind_chips, event.row.level) == (25, 1)
    event.now = event.row.opened_at + timedelta(minutes=10)
    event.due()
    row, hand = event.row, DealtHand.objects.get(number=2)
    assert (row.level, row.small_blind_chips, row.big_blind_chips) == (2, 50, 100)
    assert (hand.small_blind_chips, hand.big_blind_chips) == (50, 100)


@pytest.mark.rule("PT-T.45")
def test_the_next_hand_waits_for_the_clock(db):
    event = _event_with()
    ana, t = event.house.ana, event.tournament_id
    cast.say(pause_clock, by=ana, at=event.now, tournament_id=t)
    _everybody(event, "fold")
    event.until("open")
    row = event.row
    later = row.due_at + timedelta(minutes=5)
    assert due_at_tables(at=later) == [] and tables_held_by_clock(at=later) == [row.pk]
    assert first_due_at_tables(at=later) is None
    with cast.refused("clock_stands", rule="PT-T.45"):
        cast.say(open_hand, by=SYSTEM, at=later, table_id=row.pk, turn=row.turn)
    cast.say(resume_clock, by=ana, at=later, tournament_id=t)
    assert [one.table_id for one in due_at_tables(at=later)] == [row.pk]
    event.now = later
    event.due()
    assert event.row.hand_number == 2


@pytest.mark.rule("PT-T.26", "PT-T.27", "PT-T.43")
def test_who_is_not_there_is_dealt_in_and_comes_back_by_one_tap(db):
    event = _event_with()
    seat = event.to_act
    person = event.people[seat]
    event.due()  # the time runs out once
    away = next(kept for kept in event.row.seats if kept["seat"] == seat)
    assert away["away_since"]
    while event.row.hand_number == 1 or event.row.due_kind != "decide" or event.to_act != seat:
        if event.row.due_kind != "decide" or event.to_act == seat:
            event.due()
        else:
            event.act("check" if hands.options(event.hand).may_check else "call")
    row = event.row
    assert seat in {p.seat for p in event.hand.seats}
    assert row.due_at - row.from_at == timedelta(milliseconds=400)
    where = {"table_id": row.pk, "player_id": person.player_id, "at": row.from_at}
    for command in (leave, sit):
        more = {"seat": seat} if command is sit else {}
        with cast.refused("seats_are_drawn", rule="PT-T.39"):
            cast.say(command, by=person, **where, **more)
    cast.say(come_back, by=person, **where)
    bank = 30 if event.hand.put_in[seat] else 0
    assert event.row.due_at - row.from_at == timedelta(seconds=15 + bank)
    event.act("fold", seat=seat)


@pytest.mark.rule("PT-T.26", "PT-T.31")
def test_who_never_comes_pays_the_blinds_to_the_last_chip(db):
    event = begun(house(), players=2)
    away = max(event.people)
    for _ in range(1_000):
        row = event.row
        if row.stage == "closed":
            break
        if row.due_kind != "decide" or event.to_act == away:
            event.due()
        else:
            options = hands.options(event.hand)
            if options.may_raise:
                event.act("raise" if options.facing_chips else "bet", options.raise_from_chips)
            else:
                event.act("check" if options.may_check else "call")
    t = Tournament.objects.get(pk=event.tournament_id)
    assert t.state == "finished"
    assert Elimination.objects.get().entry.player_id == event.people[away].player_id
    assert set(HandAct.objects.filter(seat=away).values_list("manner", flat=True)) == {"timeout", "away"}
    cast.books_balance()


def _stacks(event, by_seat):
    """Stacks as they might have become, everywhere where they are kept."""
    row = event.row
    assert row.stage == "waiting" and sum(by_seat.values()) == sum(k["chips"] for k in row.seats)
    row.seats = [{**kept, "chips": by_seat[kept["seat"]]} for kept in row.seats]
    row.save()
    for kept in row.seats:
        Entry.objects.filter(tournament_id=event.tournament_id, player_id=kept["player_id"]).update(
            stack_chips=kept["chips"]
        )


class _Aces:
    """A deck in which one seat has aces, and the others nothing."""

    def __init__(self, seat):
        own = {place: card for place, card in zip(places_of_seat(seat, count=2), ("As", "Ah"), strict=True)}
        board = zip(places_of_board(count=5), ("Ad", "Kc", "9s", "5h", "4s"), strict=True)
        self.known = own | dict(board)
        self.rest = iter(("7c", "2d", "8c", "3d"))

    def cards(self, places):
        for place in places:
            if place not in self.known:
                self.known[place] = next(self.rest)
        return [Card.of(self.known[place]) for place in places]


@pytest.mark.rule("PT-T.50", "PT-T.51")
@pytest.mark.parametrize(("short", "tied"), [((300, 200), 1), ((250, 250), 2)])
def test_two_out_in_one_hand_rank_by_what_they_had_when_it_began(db, monkeypatch, short, tied):
    event = begun(house(), players=3)
    seats = sorted(event.people)
    _stacks(event, dict(zip(seats, (*short, 3_000 - sum(short)), strict=True)))
    deck = _Aces(seats[2])
    for module in ("play.operations.hands", "play.queries.decks"):
        monkeypatch.setattr(f"{module}.deck_of_hand", lambda _dealt: deck)
    event.due()
    while event.row.stage == "playing":
        if event.row.due_kind != "decide":
            event.due()
        elif (options := hands.options(event.hand)).may_raise:
            event.act("raise", options.raise_to_chips)
        else:
            event.act("call")
        event.check_chips()
    event.due()
    t = event.tournament_id
    assert Tournament.objects.get(pk=t).state == "finished"
    outs = {out.entry.player_id: out for out in Elimination.objects.filter(tournament_id=t)}
    first, second = (outs[event.people[seat].player_id] for seat in seats[:2])
    assert (first.stack_chips_start, second.stack_chips_start) == short
    assert first.command_id == second.command_id and {first.tied, second.tied} == {tied}
    won = dict(Award.objects.values_list("entry__player_id", "amount_cents"))
    assert [won[event.people[seat].player_id] for seat in seats] == (
        [900, 600, 1_500] if tied == 1 else [750, 750, 1_500]
    )
    cast.books_balance()


@pytest.mark.rule("PT-T.31", "PT-T.39")
def test_what_is_done_at_the_felt_is_refused(db):
    event = _event_with()
    row, ana, t = event.row, event.house.ana, event.tournament_id
    entry = Entry.objects.filter(tournament_id=t).first()
    for command, more in (
        (eliminate_players, {"table_number": 1, "busts": [{"entry_id": entry.pk}]}),
        (count_stacks, {"stacks": [{"entry_id": entry.pk, "stack_chips": 100}]}),
        (correct_chips, {"reason": "x", "added_chips": 100}),
        (finish_tournament, {}),
        (start_hand_for_hand, {}),
    ):
        with cast.refused("played_online"):
            cast.say(command, by=ana, at=event.now, tournament_id=t, **more)
    with cast.refused("seats_are_drawn"):
        cast.say(close_table, by=ana, at=event.now, table_id=row.pk)
    with cast.refused("already_started"):
        cast.say(start_tournament, by=ana, at=event.now, tournament_id=t)
    with cast.refused("online_game", rule="PT-H.24"):
        cast.say(edit_level, by=ana, at=event.now, tournament_id=t, level_index=14, changes={"game": "plo"})


@pytest.mark.rule("PT-T.36", "PT-T.38")
def test_cancelled_in_a_hand_it_is_shared_by_the_stacks_before_it(db):
    event = _event_with()
    event.act("raise", 100)
    _everybody(event, "fold")
    event.deal()
    event.act("call")
    before = {kept["player_id"]: kept["chips"] for kept in event.row.seats}
    assert sorted(before.values()) != [1_000] * 3 and event.hand.pot_chips
    cast.say(
        cancel_tournament, by=event.house.ana, at=event.now, tournament_id=event.tournament_id, reason="Luz"
    )
    row = event.row
    assert (row.stage, row.hand, row.due_kind, row.seats) == ("closed", None, "", [])
    assert dict(Sitting.objects.values_list("player_id", "taken_chips")) == before
    for person in event.people.values():
        assert wallet_balance(person.player_id, unit="EUR") == BALANCE
    cast.books_balance()


@pytest.mark.rule("SCPT.F", "ADTP.67D")
def test_somebody_taken_out_in_a_hand_takes_no_chip_of_others(db):
    event = _event_with()
    seat = event.to_act
    event.act("raise", 200)
    cast.say(
        remove_under_age,
        by=event.house.ana,
        at=event.now,
        tournament_id=event.tournament_id,
        player_id=event.people[seat].player_id,
    )
    while event.row.due_kind != "close":
        row = event.row
        event.due() if row.due_kind != "decide" or event.to_act == seat else event.act(
            "call" if hands.options(event.hand).facing_chips else "check"
        )
    event.due()
    row, field = event.row, event.field
    assert seat not in {kept["seat"] for kept in row.seats}
    assert sum(kept["chips"] for kept in row.seats) == field.chips_issued - field.chips_removed
    event.due()
    assert event.row.stage == "playing"


@pytest.mark.rule("PT-T.35", "PT-T.36", "PT-T.39")
def test_at_its_hour_it_begins_or_is_cancelled_and_refunded(db):
    home = house()
    short = home.registering("online-sit-and-go")
    table = home.registering("online-sit-and-go", format="multi_table", name="Das nove")
    empty = home.registering("online-sit-and-go", format="multi_table", name="Vazio")
    people = [enter(home, t, f"Rui{t}{n}") for t in (short, table) for n in range(3)]
    begin_online_due(at=cast.START - timedelta(seconds=1))
    assert not Tournament.objects.exclude(state="registering").exists()
    for _ in range(2):
        begin_online_due(at=cast.START)
    states = dict(Tournament.objects.values_list("pk", "state"))
    assert states == {short: "cancelled", table: "running", empty: "cancelled"}
    assert [wallet_balance(p.player_id, unit="EUR") for p in people] == [BALANCE] * 3 + [BALANCE - 1_100] * 3
    assert PlayTable.objects.get().tournament_id == table
    assert len(PlayTable.objects.get().seats) == 3
    cast.books_balance()


@pytest.mark.rule("PT-T.39", "PT-T.41", "PT-T.42")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"variant": "plo8"}, "online_game"),
        ({"variant": "horse"}, "online_game"),
        ({"surrender": True}, "online_same_stack"),
        # the levels of the template have no recess: a sentence at the form, and no surprise in the night
        (
            {"add_on": {"price_cents": 500, "chips": 500, "after_level": 1}, "late_registration_level": 1},
            "add_on_without_recess",
        ),
        (
            {"rebuy": {"price_cents": 500, "chips": 500, "until_level": 1}, "late_registration_level": 1},
            "online_rebuy_when_out",
        ),
        ({"time_chip_chips": 500, "time_chip_minutes_before_start": 30}, "online_same_stack"),
        ({"rule_set": "adtp"}, "online_rule_set"),
    ],
)
def test_what_tables_online_cannot_play_stays_a_draft(db, changes, code):
    home = house()
    draft = home.tournament("online-sit-and-go", **changes)
    with cast.refused("not_ready_to_publish") as no:
        cast.say(publish_tournament, by=home.ana, at=cast.DRAFTED, tournament_id=draft)
    assert code in {found["code"] for found in no.value.params["findings"]}


@pytest.mark.parametrize("template", ["online-sit-and-go", "online-mtt", "online-mtt-pt"])
def test_the_templates_of_the_house_are_published_and_sold(db, template):
    home = house()
    draft = home.tournament(template)
    cast.say(publish_tournament, by=home.ana, at=cast.DRAFTED, tournament_id=draft)
    assert Tournament.objects.get(pk=draft).state == "announced"


@pytest.mark.rule("PT-H.24", "PT-O.24", "PT-O.25", "PT-T.31", "PT-T.41", "PT-T.46")
@pytest.mark.parametrize(
    ("game", "own", "players"),
    [("plo", 4, 3), ("lhe", 2, 3), ("hphe", 2, 3), ("nlo", 4, 2), ("hpo", 4, 2), ("lo", 4, 2)],
)
def test_another_game_is_played_from_registration_to_the_last_chip(db, game, own, players):
    home = house()
    event = begun(home, players=players, variant=game)
    row = event.row
    assert (row.game, row.kind) == (game, "tournament")
    limits = set()

    def look(row):
        if row.stage == "playing":
            hand = event.hand
            limits.add((hand.policies.limit.value, hand.policies.game.hole_cards))

    random = Random(7)
    for _ in range(4_000):
        if Tournament.objects.get(pk=event.tournament_id).state != "running":
            break
        look(event.row)
        event.step(random)
    assert Tournament.objects.get(pk=event.tournament_id).state == "finished"
    assert limits == {(table_policies(game).limit.value, own)}
    assert set(DealtHand.objects.filter(dealt_at__isnull=False).values_list("hole_cards", flat=True)) == {own}
    cast.books_balance()
