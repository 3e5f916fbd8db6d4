"""Deals: by stacks, in secret, unanimous; and what they do to prizes and points."""

from __future__ import annotations

import pytest

from dispatch.facts import Actor
from dispatch.models import Command, Fact
from ledger.queries import tournament_balance
from payouts.commands.approve_deal import approve_deal
from payouts.commands.end_deal import end_deal
from payouts.commands.propose_deal import propose_deal
from payouts.commands.record_paper_votes import record_paper_votes
from payouts.commands.vote_deal import vote_deal
from payouts.models import Deal, DealVote, Score
from payouts.queries import amounts_of, deals_view, money_view, prizes_payload, season_table
from people.models import Player, User
from rules.accounts import AccountKind
from rules.deals import icm
from tables.commands.count_chips import count_chips
from tests import cast
from tests.payouts.room import bust, down_to, finish, playing
from tests.payouts.test_season import circuit
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Elimination, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def table_of_three(house, template="turbo-8max", **more):
    """Nine entries, three left with 90,000 cents to play for in 45,000 · 27,000 · 18,000, stacks counted."""
    t = house.started(
        template, entries=9, late_registration_level=0, re_entries_per_player=0,
        **{"guarantee_cents": 0, "surrender": False, **more},
    )  # fmt: skip
    down_to(house, t, 3)
    count(house, t)
    return t


def count(house, t, parts=(5, 3, 1)):
    from tournaments.models import Tournament

    stack = Tournament.objects.get(pk=t).starting_stack_chips
    for entry, part in zip(playing(t), parts, strict=True):
        cast.say(
            count_chips, by=house.bruno, at=cast.after(minutes=20), entry_id=entry, stack_chips=part * stack
        )


def propose(house, t, kind="icm", **more):
    return cast.say(
        propose_deal, **{"by": house.ana, "at": cast.after(hours=1), "tournament_id": t, "kind": kind, **more}
    )


def vote(house, deal, entry, agrees=True, by=None):
    return cast.say(
        vote_deal, by=by or voter(entry), at=cast.after(hours=1), deal_id=deal, entry_id=entry, agrees=agrees
    )


def voter(entry):
    """The player of an entry, with a phone in the hand: an account of the own."""
    player = Entry.objects.select_related("player").get(pk=entry).player
    if player.user_id is None:
        player.user = User.objects.create(
            email=f"p{player.pk}@example.com", name=player.public_name, created_at=cast.DRAFTED
        )
        player.save()
    return Actor(user_id=player.user_id, label=player.public_name)


def on_paper(house, deal, yes, no, by=None):
    return cast.say(
        record_paper_votes, by=by or house.ana, at=cast.after(hours=1), deal_id=deal, yes=yes, no=no
    )


def approve(house, deal):
    return cast.say(approve_deal, by=house.ana, at=cast.after(hours=1), deal_id=deal)


@pytest.mark.rule("ADTP.P3", "REGULATIONS 6.2", "CASES points-3")
def test_an_icm_deal_replaces_the_prizes_of_those_who_are_left(house):
    season, stage = circuit(house)
    t = table_of_three(house, stage_id=stage, ranking_weight_milli=1000)
    left = playing(t)
    made = propose(house, t)
    amounts = icm(chips=[5, 3, 1], prizes_cents=[45_000, 27_000, 18_000])
    assert [s["amount_cents"] for s in made["shares"]] == list(amounts) and made["reserve_cents"] == 0
    deal = made["deal_id"]
    assert prizes_payload(t)["rows"][0]["amount_cents"] == 45_000
    for entry in left:
        vote(house, deal, entry)
    approve(house, deal)
    face = prizes_payload(t)
    assert face["rows"] == [] and face["places_paid"] == 3 and face["net_cents"] == 90_000
    assert [s["amount_cents"] for s in face["deal"]["shares"]] == list(amounts)
    # a name that is corrected later is corrected here, too
    Player.objects.filter(pk=Entry.objects.get(pk=left[0]).player_id).update(public_name="Joca Pereira")
    for shares in (prizes_payload(t)["deal"]["shares"], deals_view(t)[0].shares):
        assert [share["name"] for share in shares].count("Joca Pereira") == 1
    finish(house, t)
    assert amounts_of(left) == dict(zip(left, amounts, strict=True))
    assert (
        tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0 and money_view(t).differences == {}
    )
    # all three score as the third
    assert {s.scored_as_place for s in Score.objects.all()} == {3}
    assert len({r.points for r in season_table(season).rows}) == 1
    cast.books_balance()


@pytest.mark.rule("SCPT.M", "CASES deal-1")
def test_a_part_is_kept_for_the_champion(house):
    t = table_of_three(house, "scpt-main")
    left = playing(t)
    prizes = [r["amount_cents"] for r in prizes_payload(t)["rows"]]
    made = propose(house, t, "chip_chop")
    reserve = -(-prizes[0] // 10)
    assert made["reserve_cents"] == reserve
    assert sum(s["amount_cents"] for s in made["shares"]) + reserve == sum(prizes)
    for entry in left:
        vote(house, made["deal_id"], entry)
    approve(house, made["deal_id"])
    assert prizes_payload(t)["rows"][0] == {"first": 1, "last": 1, "amount_cents": reserve}
    share = {s["entry_id"]: s["amount_cents"] for s in made["shares"]}
    finish(house, t)
    assert amounts_of(left) == share | {left[-1]: share[left[-1]] + reserve}
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0


@pytest.mark.rule("ADTP.P3")
def test_a_vote_is_secret_and_one_no_is_enough(house):
    t = table_of_three(house)
    deal = propose(house, t)["deal_id"]
    left = playing(t)
    assert vote(house, deal, left[0]) == {"deal_id": deal, "votes_cast": 1, "votes_needed": 3}
    with cast.refused("votes_missing", rule="ADTP.P3"):
        approve(house, deal)
    with cast.refused("already_voted"):
        vote(house, deal, left[0], agrees=False)
    for who in (house.bruno, house.ana, house.olga):
        with cast.refused("forbidden"):
            vote(house, deal, left[1], by=who)
    with cast.refused("forbidden"):
        vote(house, deal, left[1], by=house.caio)
    out = Elimination.objects.filter(tournament_id=t).first().entry_id
    out_player = voter(out)
    with cast.refused("not_in_deal"):
        vote(house, deal, out, by=out_player)
    vote(house, deal, left[1], agrees=False)
    vote(house, deal, left[2])
    # votes are final: a count that fails ends the deal by itself
    assert approve(house, deal)["state"] == "withdrawn"
    for fact in Fact.objects.filter(kind="deal_vote_cast"):
        assert "agrees" not in str(fact.body)
    facts = [f.body for f in Fact.objects.filter(kind="deal_vote_cast").order_by("id")]
    assert [f["votes_cast"] for f in facts] == [1, 2, 3]
    assert DealVote.objects.count() == 3 and deals_view(t)[0].votes_cast == 3
    assert (Deal.objects.get().state, deals_view(t)[0].ended_because) == ("withdrawn", "no_agreement")
    assert cast.facts(t, kind="deal_withdrawn")[0]["because"] == "no_agreement"
    assert not cast.facts(t, kind="deal_made")
    for again in (
        approve,
        lambda house, deal: cast.say(end_deal, by=house.ana, at=cast.after(hours=1), deal_id=deal),
    ):
        with cast.refused("deal_decided"):
            again(house, deal)
    finish(house, t)
    assert amounts_of(left) == dict(zip(left, (18_000, 27_000, 45_000), strict=True))


@pytest.mark.rule("ADTP.P3")
def test_a_player_votes_for_the_own_entry(house):
    from people.commands.check_identity import check_identity

    t = house.registering("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="777",
    )  # fmt: skip
    mine = house.enter(t, house.caio.player_id)["entry_id"]
    other = house.fill(t, 1)[0]["entry_id"]
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    deal = propose(house, t)["deal_id"]
    with cast.refused("forbidden"):
        vote(house, deal, other, by=house.caio)
    assert vote(house, deal, mine, by=house.caio)["votes_cast"] == 1


@pytest.mark.rule("PT-T.53")
def test_no_deals_under_the_portuguese_rules(house):
    t = house.registering("online-mtt-pt", online=False, late_registration_level=0)
    for _ in range(3):
        p = house.player()
        house.deposit(p, 5_000)
        house.enter(t, p, method="balance")
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    with cast.refused("deals_forbidden", rule="PT-T.53"):
        propose(house, t)


@pytest.mark.rule("ADTP.P3")
def test_who_is_not_counted_is_said_and_no_starting_stack_is_summed(house):
    t = house.started(
        "turbo-8max", entries=9, late_registration_level=0, re_entries_per_player=0, guarantee_cents=0, surrender=False
    )  # fmt: skip
    down_to(house, t, 3)
    first = playing(t)[0]
    cast.say(count_chips, by=house.bruno, at=cast.after(minutes=20), entry_id=first, stack_chips=40_000)
    with cast.refused("chips_not_accounted", rule="ADTP.P3") as no:
        propose(house, t)
    assert no.value.params == {"missing": 2, "players": 3, "counted": 40_000, "in_play": 180_000}


@pytest.mark.rule("SCPT.M", "ADTP.P3")
def test_deals_that_are_none(house):
    t = house.started(
        "scpt-main", entries=12, late_registration_level=0, re_entries_per_player=0, surrender=False,
        guarantee_cents=0,
    )  # fmt: skip
    with cast.refused("deal_at_final_table_only", rule="SCPT.M"):
        propose(house, t)
    t = table_of_three(house)
    count(house, t, (4, 3, 1))
    with cast.refused("chips_not_accounted"):
        propose(house, t)
    count(house, t)
    with cast.refused("no_such_choice"):
        propose(house, t, "coin")
    left = playing(t)
    with cast.refused("deal_names_others"):
        propose(house, t, "custom", amounts=[{"entry_id": left[0], "amount_cents": 90_000}])
    wrong = [{"entry_id": e, "amount_cents": 30_001} for e in left]
    with cast.refused("deal_does_not_sum"):
        propose(house, t, "custom", amounts=wrong)
    with cast.refused("reserve_too_big"):
        propose(house, t, reserve_cents=90_001)
    for who in (house.bruno, house.desi, house.caio):
        with cast.refused("forbidden"):
            propose(house, t, by=who)
    deal = propose(house, t, "custom", amounts=[{"entry_id": e, "amount_cents": 30_000} for e in left])
    with cast.refused("deal_open"):
        propose(house, t)
    with cast.refused("no_veto"):
        cast.say(end_deal, by=house.ana, deal_id=deal["deal_id"], veto=True, reason="no")
    for entry in left:
        vote(house, deal["deal_id"], entry)
    with cast.refused("deal_would_fall", rule="ADTP.P3"):
        bust(house, t, left[0], at=cast.after(hours=1))
    bust(house, t, left[0], at=cast.after(hours=1), ends_deal_vote=True)
    assert (Deal.objects.get().state, Deal.objects.get().ended_because) == ("withdrawn", "player_left")
    with cast.refused("deal_decided"):
        approve(house, deal["deal_id"])


@pytest.mark.rule("SCPT.M")
def test_the_directors_veto(house):
    t = table_of_three(house, "scpt-main")
    deal = propose(house, t)["deal_id"]
    with cast.refused("text_missing"):
        cast.say(end_deal, by=house.ana, deal_id=deal, veto=True)
    cast.say(end_deal, by=house.ana, at=cast.after(hours=1), deal_id=deal, veto=True, reason="collusion")
    assert Deal.objects.get().state == "vetoed" and cast.facts(t, kind="deal_vetoed")


@pytest.mark.rule("ADTP.P3")
def test_undo_around_a_deal(house):
    t = table_of_three(house)
    left = playing(t)
    last_out = Elimination.objects.filter(tournament_id=t).order_by("-id").first().pk
    deal = propose(house, t, "custom", amounts=[{"entry_id": e, "amount_cents": 30_000} for e in left])[
        "deal_id"
    ]
    for entry in left:
        vote(house, deal, entry)
    approve(house, deal)
    with cast.refused("deal_made"):
        cast.say(undo_elimination, by=house.ana, at=cast.after(hours=2), elimination_id=last_out)
    out = bust(house, t, left[0], at=cast.after(hours=2))["eliminations"][0]
    assert out["amount_cents"] == 30_000
    cast.say(undo_elimination, by=house.ana, at=cast.after(hours=2), elimination_id=out["elimination_id"])
    assert amounts_of(left) == {}
    finish(house, t)
    assert amounts_of(left) == dict.fromkeys(left, 30_000)
    with cast.refused("not_running"):
        propose(house, t)


@pytest.mark.rule("ADTP.P3", "SCPT.M")
def test_a_deal_nobody_decided_ends_with_its_tournament(house):
    t = table_of_three(house)
    left = playing(t)
    deal = propose(house, t)["deal_id"]
    vote(house, deal, left[0])
    voter(left[1])
    finish(house, t)
    assert (Deal.objects.get().state, Deal.objects.get().ended_because) == ("withdrawn", "player_left")
    assert [f["deal_id"] for f in cast.facts(t, kind="deal_withdrawn")] == [deal]
    # the prizes are those announced
    assert amounts_of(left) == dict(zip(left, (18_000, 27_000, 45_000), strict=True))
    with cast.refused("deal_decided", rule="ADTP.P3"):
        vote(house, deal, left[1])
    with cast.refused("not_running"):
        approve(house, deal)
    cast.books_balance()


@pytest.mark.rule("ADTP.P3", "SCPT.J")
def test_a_cancelled_tournament_leaves_no_deal_open(house):
    from tournaments.commands.cancel_tournament import cancel_tournament

    t = house.started(
        "turbo-8max", entries=6, rule_set="scpt", late_registration_level=0, re_entries_per_player=0
    )
    deal = propose(house, t, "chip_chop")
    voter(deal["shares"][0]["entry_id"])
    cast.say(cancel_tournament, by=house.ana, at=cast.after(hours=2), tournament_id=t, reason="fire")
    assert [(d.pk, d.state) for d in Deal.objects.all()] == [(deal["deal_id"], "withdrawn")]
    assert len(cast.facts(t, kind="deal_withdrawn")) == 1
    with cast.refused("deal_decided"):
        vote(house, deal["deal_id"], deal["shares"][0]["entry_id"])
    cast.books_balance()


@pytest.mark.rule("ADTP.P3")
def test_a_deal_in_vote_is_void_when_one_of_its_players_leaves_or_comes_back(house):
    t = table_of_three(house)
    left = playing(t)
    deal = propose(house, t)["deal_id"]
    vote(house, deal, left[0])
    voter(left[2])
    out = bust(house, t, left[1], at=cast.after(hours=1), ends_deal_vote=True)["eliminations"][0]
    (told,) = cast.facts(t, kind="deal_withdrawn")
    assert (told["deal_id"], told["because"]) == (deal, "player_left")
    with cast.refused("deal_decided"):
        vote(house, deal, left[2])
    # two are left, and deal again; then the bust was a mistake: three are in
    cast.say(
        count_chips, by=house.bruno, at=cast.after(hours=1), entry_id=left[0],
        stack_chips=8 * Entry.objects.get(pk=left[0]).chips_issued,
    )  # fmt: skip
    again = propose(house, t, "chip_chop")["deal_id"]
    cast.say(undo_elimination, by=house.ana, at=cast.after(hours=2), elimination_id=out["elimination_id"])
    assert Deal.objects.get(pk=again).ended_because == "player_back"
    assert deals_view(t)[0].ended_because == "player_back"
    # the prizes are those announced
    finish(house, t)
    assert amounts_of(left) == dict(zip(left, (18_000, 27_000, 45_000), strict=True))


@pytest.mark.rule("ADTP.P3", "SCPT.M")
def test_on_paper_yes_and_no_are_counted_without_names(house):
    t = table_of_three(house)
    left = playing(t)
    deal = propose(house, t)["deal_id"]
    voter(left[1])  # has a phone, and votes on paper all the same
    vote(house, deal, left[0])
    for yes, no in ((3, 0), (1, 0), (0, 0), (2, 1)):
        with cast.refused("paper_votes_do_not_sum", rule="ADTP.P3"):
            on_paper(house, deal, yes, no)
    for who in (house.bruno, house.desi, house.caio):
        with cast.refused("forbidden"):
            on_paper(house, deal, 2, 0, by=who)
    with cast.refused("votes_missing"):
        approve(house, deal)
    assert on_paper(house, deal, 2, 0) == {
        "deal_id": deal, "paper_votes": 2, "votes_cast": 3, "votes_needed": 3,
    }  # fmt: skip
    seen = deals_view(t)[0]
    assert (seen.phone_votes, seen.paper_votes, seen.paper_with_account, seen.paper_by) == (1, 2, 1, "Ana")
    with cast.refused("votes_complete"):
        vote(house, deal, left[1])
    with cast.refused("votes_complete"):
        on_paper(house, deal, 0, 2)
    # all are told that it was on paper, and by whom: who did not vote can say so
    (fact,) = cast.facts(t, kind="deal_paper_votes")
    assert (fact["paper_votes"], fact["paper_by"], fact["votes_cast"]) == (2, "Ana", 3)
    assert "yes" not in fact and "no" not in fact
    approve(house, deal)
    assert cast.facts(t, kind="deal_made")[0]["paper_votes"] == 2


@pytest.mark.rule("ADTP.P3")
def test_one_no_on_paper_is_enough(house):
    t = table_of_three(house)
    deal = propose(house, t)["deal_id"]
    on_paper(house, deal, 2, 1)
    assert approve(house, deal)["state"] == "withdrawn"
    # and another can be put to the vote at once
    on_paper(house, propose(house, t)["deal_id"], 3, 0)


@pytest.mark.rule("ADTP.P3")
def test_how_somebody_voted_is_nowhere(house):
    """Two rooms, one says yes, one says no: whatever is kept of the vote is the same but for the sum."""
    from dispatch.canonical import digest

    kept = []
    for agrees in (True, False):
        t = table_of_three(house)
        left = playing(t)
        deal = propose(house, t)["deal_id"]
        answer = vote(house, deal, left[0], agrees=agrees)
        asked = Command.objects.get(name="payouts.vote_deal", pk__in=Fact.objects.filter(
            stream=f"tournament:{t}", kind="deal_vote_cast").values("command"))  # fmt: skip
        facts = [
            {k: v for k, v in body.items() if k not in ("deal_id", "shares")}
            for body in cast.facts(t, kind="deal_vote_cast")
        ]
        row = DealVote.objects.filter(deal_id=deal).values().get()
        # of two choices the log's digest would tell which: it is not in it
        for guess in (True, False):
            guessed = digest(
                {
                    "arguments": {"deal_id": deal, "entry_id": left[0], "agrees": guess},
                    "user_id": asked.user_id,
                }
            )
            assert bytes(asked.digest) != guessed
        kept.append((set(answer), asked.outcome.keys(), facts, set(row), deals_view(t)[0].votes_cast))
    assert kept[0] == kept[1]
    assert set(DealVote.objects.values().first()) == {"id", "deal_id", "entry_id", "at"}


@pytest.mark.rule("REGULATIONS 6.2", "CASES round-1")
def test_between_equal_stacks_the_odd_cent_goes_to_the_better_place(house):
    t = table_of_three(house)
    count(house, t, (3, 3, 3))
    left = playing(t)
    made = propose(house, t, "chip_chop", reserve_cents=1_000)
    # 89,000 among three
    assert sorted(s["amount_cents"] for s in made["shares"]) == [29_666, 29_667, 29_667]
    on_paper(house, made["deal_id"], 3, 0)
    approve(house, made["deal_id"])
    order = sorted(made["shares"], key=lambda s: -s["amount_cents"])
    # whoever had the odd cent on paper goes out first
    first = order[0]["entry_id"]
    out = bust(house, t, first, at=cast.after(hours=2))["eliminations"][0]
    assert out["amount_cents"] == 29_666
    cast.say(undo_elimination, by=house.ana, at=cast.after(hours=2), elimination_id=out["elimination_id"])
    bust(house, t, first, at=cast.after(hours=2))
    finish(house, t)
    won = amounts_of(left)
    assert won[first] == 29_666 and sorted(won.values()) == [29_666, 29_667, 30_667]
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0
    cast.books_balance()


@pytest.mark.rule("SCPT.L", "CASES round-1")
def test_prizes_and_deals_in_whole_units_keep_the_sum(house):
    t = table_of_three(house, prize_unit_cents=10_000)
    face = prizes_payload(t)
    assert (face["unit_cents"], face["rest_cents"]) == (10_000, 0)
    assert [r["amount_cents"] for r in face["rows"]] == [40_000, 30_000, 20_000]
    assert sum(r["amount_cents"] for r in face["rows"]) == face["net_cents"] == 90_000
    made = propose(house, t, "icm", reserve_cents=5_000)
    # what does not fit is the champion's
    assert [s["amount_cents"] % 10_000 for s in made["shares"]] == [0, 0, 0]
    assert made["reserve_cents"] == 10_000 and sum(s["amount_cents"] for s in made["shares"]) == 80_000
    on_paper(house, made["deal_id"], 3, 0)
    approve(house, made["deal_id"])
    finish(house, t)
    assert (
        sum(amounts_of(playing(t)).values()) > 0
        and tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0
    )
    cast.books_balance()


def on_the_bubble(house, left=5, **more):
    """Nine entries, three paid (45,000 · 27,000 · 18,000), so many in."""
    t = house.started(
        "turbo-8max", entries=9, late_registration_level=0, re_entries_per_player=0,
        **{"guarantee_cents": 0, "surrender": False, **more},
    )  # fmt: skip
    down_to(house, t, left)
    return t


SAVED = {"kind": "extra", "extra_cents": [5_000], "taken": [{"place": 1, "amount_cents": 5_000}]}


@pytest.mark.rule("SCPT.S-A", "SCPT.M", "ADTP.P3")
def test_a_deal_saves_the_bubble_and_play_goes_on(house):
    season, stage = circuit(house)
    t = on_the_bubble(house, stage_id=stage, ranking_weight_milli=1000)
    left = playing(t)
    made = propose(house, t, **SAVED)
    assert (made["total_cents"], made["reserve_cents"]) == (5_000, 0)
    assert made["changes"] == [
        {"place": 1, "before_cents": 45_000, "after_cents": 40_000},
        {"place": 4, "before_cents": 0, "after_cents": 5_000},
    ]
    # nothing is changed by asking
    assert [r["amount_cents"] for r in prizes_payload(t)["rows"]] == [45_000, 27_000, 18_000]
    for entry in left:
        vote(house, made["deal_id"], entry)
    approve(house, made["deal_id"])
    face = prizes_payload(t)
    assert [r["amount_cents"] for r in face["rows"]] == [40_000, 27_000, 18_000, 5_000]
    assert [r["amount_cents"] for r in face["official"]] == [45_000, 27_000, 18_000]
    assert (face["places_paid"], face["official_places"], face["net_cents"]) == (4, 3, 90_000)
    assert (face["extra"]["first"], face["extra"]["last"]) == (4, 4)
    # one such deal a tournament
    with cast.refused("deal_made"):
        propose(house, t, **SAVED)
    finish(house, t)
    assert amounts_of(left) == dict(zip(left[1:], (5_000, 18_000, 27_000, 40_000), strict=True))
    assert (
        tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0 and money_view(t).differences == {}
    )
    # the fourth was paid and scores nothing; the others score as the last of the published places
    assert {s.place: s.scored_as_place for s in Score.objects.all()} == {1: 3, 2: 3, 3: 3}
    assert len({r.points for r in season_table(season).rows}) == 1
    cast.books_balance()


@pytest.mark.rule("SCPT.S-A", "REGULATIONS 6.2")
def test_what_is_left_may_be_divided_after_the_bubble_was_saved(house):
    t = on_the_bubble(house)
    left = playing(t)
    saved = propose(house, t, **SAVED)
    on_paper(house, saved["deal_id"], 5, 0)
    approve(house, saved["deal_id"])
    down_to(house, t, 3)
    assert amounts_of(left) == {left[1]: 5_000}
    count(house, t)
    made = propose(house, t)
    amounts = icm(chips=[5, 3, 1], prizes_cents=[40_000, 27_000, 18_000])
    assert [s["amount_cents"] for s in made["shares"]] == list(amounts)
    # with another deal in the room the first one stands
    with cast.refused("deal_open"):
        cast.say(
            end_deal, by=house.ana, at=cast.after(hours=1), deal_id=saved["deal_id"], reason="typed wrongly"
        )
    on_paper(house, made["deal_id"], 3, 0)
    approve(house, made["deal_id"])
    face = prizes_payload(t)
    assert [(r["first"], r["amount_cents"]) for r in face["rows"]] == [(4, 5_000)]
    assert [r["amount_cents"] for r in face["official"]] == [45_000, 27_000, 18_000]
    finish(house, t)
    assert amounts_of(left[2:]) == dict(zip(left[2:], amounts, strict=True))
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0
    cast.books_balance()


@pytest.mark.rule("SCPT.S-A", "ADTP.1")
def test_further_places_are_taken_back_with_a_reason_until_a_prize_was_given(house):
    t = on_the_bubble(house)
    left = playing(t)
    deal = propose(house, t, **SAVED)["deal_id"]
    on_paper(house, deal, 5, 0)
    approve(house, deal)

    def back(reason="typed wrongly"):
        return cast.say(end_deal, by=house.ana, at=cast.after(hours=1), deal_id=deal, reason=reason)

    with cast.refused("text_missing"):
        back(reason="")
    # the fifth is no prize; the fourth is given one
    bust(house, t, left[0])
    out = bust(house, t, left[1])["eliminations"][0]
    assert amounts_of(left) == {left[1]: 5_000}
    with cast.refused("prizes_given"):
        back()
    cast.say(undo_elimination, by=house.ana, at=cast.after(hours=1), elimination_id=out["elimination_id"])
    assert amounts_of(left) == {}
    assert back()["state"] == "withdrawn"
    face = prizes_payload(t)
    assert [r["amount_cents"] for r in face["rows"]] == [45_000, 27_000, 18_000] and "extra" not in face
    with cast.refused("deal_decided"):
        back()
    finish(house, t)
    assert sorted(amounts_of(left).values()) == [18_000, 27_000, 45_000]
    cast.books_balance()


@pytest.mark.rule("SCPT.S-A", "ADTP.P3")
def test_one_no_one_player_less_or_one_more_and_the_bubble_is_played_as_published(house):
    t = on_the_bubble(house)
    left = playing(t)
    deal = propose(house, t, **SAVED)["deal_id"]
    on_paper(house, deal, 4, 1)
    assert approve(house, deal)["state"] == "withdrawn"
    deal = propose(house, t, **SAVED)["deal_id"]
    bust(house, t, left[0], ends_deal_vote=True)
    assert Deal.objects.get(pk=deal).ended_because == "player_left"
    deal = propose(house, t, **SAVED)["deal_id"]
    on_paper(house, deal, 4, 0)
    approve(house, deal)
    # who was out before it would be one more to be asked
    gone = Elimination.objects.get(entry_id=left[0], undone_at=None)
    with cast.refused("deal_made"):
        cast.say(undo_elimination, by=house.ana, at=cast.after(hours=1), elimination_id=gone.pk)


@pytest.mark.rule("SCPT.S-A", "SCPT.M")
@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("extra_missing", {"extra_cents": []}),
        ("extra_missing", {"extra_cents": [0]}),
        ("extra_does_not_sum", {"extra_cents": [4_999]}),
        ("extra_too_many", {"extra_cents": [2_000, 2_000, 1_000]}),
        ("place_gives_too_much", {"taken": [{"place": 4, "amount_cents": 5_000}]}),
        (
            "place_gives_too_much",
            {"taken": [{"place": 3, "amount_cents": 18_000}], "extra_cents": [18_000]},
        ),
        (
            "worse_place_gets_more",
            {"taken": [{"place": 1, "amount_cents": 19_000}], "extra_cents": [19_000]},
        ),
    ],
)
def test_further_places_that_do_not_add_up_are_refused(house, code, more):
    t = on_the_bubble(house)
    with cast.refused(code):
        propose(house, t, **{**SAVED, **more})


@pytest.mark.rule("SCPT.S-A", "SCPT.M")
def test_with_the_bubble_burst_nothing_is_to_be_saved(house):
    t = on_the_bubble(house, left=3)
    with cast.refused("extra_too_many"):
        propose(house, t, **SAVED)
