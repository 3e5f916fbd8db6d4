"""The end of a tournament taken back: by a reversal, while what it gave is still in the balances."""

from __future__ import annotations

import pytest

from ledger.queries import tournament_balance, wallet_balance
from payouts.commands.pay_award import pay_award
from payouts.commands.undo_finish import undo_finish
from payouts.commands.undo_payment import undo_payment
from payouts.models import Award, Ending, Score
from payouts.queries import finish_undo_preview, money_view, season_table
from rules.accounts import AccountKind
from tests import cast
from tests.payouts.room import bust, down_to, finish, playing
from tests.payouts.test_season import circuit
from tournaments.commands.resume_clock import resume_clock
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Elimination, Entry, Tournament
from tournaments.queries import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def freezeout(house, stage=None, entries=9, **more):
    return house.started(
        "turbo-8max",
        entries=entries,
        late_registration_level=0,
        re_entries_per_player=0,
        stage_id=stage,
        **{"ranking_weight_milli": 1000, **more},
    )


def back(house, t, *, by=None, at=None):
    return cast.say(undo_finish, by=by or house.ana, at=at or cast.after(hours=4), tournament_id=t)


@pytest.mark.rule("ADTP.1", "PT-T.52", "SCPT.L", "SCPT.S")
def test_the_wrong_one_of_the_last_two_was_busted(house):
    season, stage = circuit(house)
    t = freezeout(house, stage)
    down_to(house, t, 2)
    wrong, right = playing(t)
    before = Entry.objects.get(pk=right).stack_chips
    bust(house, t, wrong, stacks=[40_000], at=cast.after(hours=2))
    assert finish(house, t)["winner_entry_id"] == right
    champion = Entry.objects.get(pk=right).player_id
    assert wallet_balance(champion, unit="BRL") == 45_000
    told = finish_undo_preview(t)
    assert (told["possible"], told["unscored"], told["bounty_cents"]) == (True, 3, 0)
    assert [(p["entry_id"], p["amount_cents"]) for p in told["prizes"]] == [(right, 45_000)]
    with cast.refused("forbidden"):
        back(house, t, by=house.bruno)

    assert back(house, t) == {
        "tournament_id": t,
        "prizes_taken_back": [right],
        "unscored": 3,
        "renumbered": [],
    }

    row = Tournament.objects.get(pk=t)
    assert (row.state, row.finished_at) == ("running", None)
    assert wallet_balance(champion, unit="BRL") == 0
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 45_000
    assert Entry.objects.get(pk=right).stack_chips == before
    # nothing was deleted: what was given stays on record, as taken back
    assert Award.objects.get(entry_id=right).state == "void"
    assert (
        Score.objects.filter(undone_at=cast.after(hours=4)).count() == 3 and season_table(season).rows == ()
    )
    assert Ending.objects.get().undone_at == cast.after(hours=4)
    assert cast.facts(t, kind="finish_undone")[0]["prizes_taken_back"] == 1
    face = clock.clock_payload(t, at=cast.after(hours=5))
    # one player is left: the room waits for the result
    assert (face["state"], face["anchor_ms"]) == ("decided", None)
    with cast.refused("not_finished"):
        back(house, t)
    assert money_view(t).differences == {}
    cast.books_balance()

    # now the bust is put right, and the other one wins
    out = Elimination.objects.get(entry_id=wrong, undone_at__isnull=True)
    cast.say(undo_elimination, by=house.ana, at=cast.after(hours=5), elimination_id=out.pk)
    bust(house, t, right, stacks=[20_000], at=cast.after(hours=5))
    with cast.refused("one_player_left"):
        cast.say(resume_clock, by=house.ana, at=cast.after(hours=5), tournament_id=t)
    done = finish(house, t, at=cast.after(hours=6))
    assert done["winner_entry_id"] == wrong and done["scored"] == 3
    assert [wallet_balance(Entry.objects.get(pk=e).player_id, unit="BRL") for e in (wrong, right)] == [
        45_000,
        27_000,
    ]
    assert season_table(season).rows[0].player_id == Entry.objects.get(pk=wrong).player_id
    assert len(season_table(season).rows) == 3 and len(season_table(season).rows[0].working) == 1
    # the secret is told once: a second end does not tell it again
    assert (
        len(cast.facts(t, kind="draw_revealed")) == 1 and len(cast.facts(t, kind="tournament_finished")) == 2
    )
    assert (
        tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0 and money_view(t).differences == {}
    )
    cast.books_balance()


@pytest.mark.rule("SCPT.L", "PT-T.54")
def test_a_prize_in_the_players_hand_or_spent_blocks_it(house):
    t = freezeout(house)
    down_to(house, t, 2)
    second = Award.objects.get(place=3)
    # a prize that was given before the end and handed over does not stand in the way
    cast.say(pay_award, by=house.desi, at=cast.after(hours=1), award_id=second.pk, method="cash")
    finish(house, t)
    first = Award.objects.get(place=1)
    cast.say(pay_award, by=house.desi, at=cast.after(hours=3), award_id=first.pk, method="cash")
    name = first.player.public_name
    assert finish_undo_preview(t)["code"] == "prize_paid"
    with cast.refused("prize_paid", rule="SCPT.L") as no:
        back(house, t)
    assert no.value.params == {"player": name, "place": 1}
    cast.say(undo_payment, by=house.ana, at=cast.after(hours=3), award_id=first.pk)
    other = house.registering("turbo-8max")
    house.enter(other, first.player_id, method="balance")
    assert finish_undo_preview(t)["possible"] is False
    with cast.refused("prize_spent", rule="SCPT.L") as no:
        back(house, t)
    assert no.value.params == {"player": name}
    house.deposit(first.player_id, 12_000)
    assert back(house, t)["prizes_taken_back"] == [first.entry_id]
    assert Award.objects.get(pk=second.pk).state == "paid"
    cast.books_balance()


@pytest.mark.rule("SCPT.P", "PT-T.52")
def test_the_champions_bounty_goes_back_too(house):
    from rules.entries import simple_split

    split = simple_split(name="80 + 20 + 20", prize_cents=8_000, fee_cents=2_000, bounty_cents=2_000)
    t = freezeout(house, entries=3, price_cents=12_000, split=split.as_dict())
    for entry in playing(t)[:2]:
        bust(house, t, entry, nobody=True)
    done = finish(house, t)
    champion = Entry.objects.get(pk=done["winner_entry_id"]).player_id
    held = wallet_balance(champion, unit="BRL")
    told = finish_undo_preview(t)
    # it was said that nobody took the chips: all three heads
    assert told["bounty_cents"] == 6_000
    back(house, t)
    assert wallet_balance(champion, unit="BRL") == held - told["prizes"][0]["amount_cents"] - 6_000 == 0
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=t) == 6_000
    assert finish(house, t)["winner_entry_id"] == done["winner_entry_id"]
    assert wallet_balance(champion, unit="BRL") == held
    cast.books_balance()


def test_no_end_no_undo(house):
    t = freezeout(house, entries=3)
    with cast.refused("not_finished"):
        back(house, t)
    other = house.registering("turbo-8max")
    with cast.refused("not_finished"):
        back(house, other)
