"""Points of a season with their working, and the funds."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection

from access import moment
from ledger.queries import tournament_money, wallet_balance
from payouts.commands.pay_fund import pay_fund
from payouts.models import FundPayment, Score
from payouts.queries import money_view, season_table, seasons_of_player
from payouts.queries.funds import available, balance_of, home_of_fund
from payouts.queries.season import season_row
from rules.entries import SCPT_350
from rules.ranking import points
from rules.ranking import season_table as season_by_rules
from tests import cast
from tests.payouts.room import finish, playing
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.models import Entry, Tournament, UntoldField
from tournaments.queries.public_view import untold_ends

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def circuit(house, *, c_milli=1000):
    """A season and a stage of it."""
    series = cast.say(
        create_series, by=house.ana, at=cast.DRAFTED, venue_id=house.venue_id, name="SCPT", slug="scpt"
    )["series_id"]
    season = cast.say(
        create_season,
        by=house.ana,
        at=cast.DRAFTED,
        series_id=series,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        points_c_milli=c_milli,
    )["season_id"]
    stage = cast.say(
        create_stage,
        by=house.ana,
        at=cast.DRAFTED,
        season_id=season,
        number=1,
        name="Florianópolis",
        place="Floripa",
        starts_on=date(2026, 11, 20),
        ends_on=date(2026, 11, 23),
    )["stage_id"]
    return season, stage


def freezeout(house, stage, entries=9, **more):
    return house.started(
        "turbo-8max",
        entries=entries,
        late_registration_level=0,
        re_entries_per_player=0,
        stage_id=stage,
        **{"ranking_weight_milli": 1000, **more},
    )


@pytest.mark.rule("SCPT.R", "SCPT.S", "CASES points-1")
def test_points_with_their_working(house):
    season, stage = circuit(house)
    t = freezeout(house, stage)
    order = playing(t)
    done = finish(house, t)
    assert done["scored"] == 3
    table = season_table(season)
    assert [r.rank for r in table.rows] == [1, 2, 3] and table.players == 3
    for k, row in enumerate(table.rows, 1):
        (line,) = row.working
        assert (line.n, line.k, line.b_cents, line.c, line.weight, line.place) == (9, k, 12_000, 1, 1, k)
        assert line.points == row.points == row.best == points(n=9, k=k, b_cents=12_000, c=Decimal(1))
    winner = Entry.objects.get(pk=order[-1])
    assert table.rows[0].player_id == winner.player_id
    assert table.rows[0].points == Decimal("92.4026")
    assert len(table.tie_breaks) == 4 and table.currency == "BRL"


@pytest.mark.rule("SCPT.S")
def test_side_events_weigh_less_and_results_add_up(house):
    season, stage = circuit(house, c_milli=1500)
    first = freezeout(house, stage, 3)
    finish(house, first)
    second = freezeout(house, stage, 3, ranking_weight_milli=500)
    finish(house, second)
    table = season_table(season)
    full, half = points(n=3, k=1, b_cents=12_000), points(n=3, k=1, b_cents=12_000, weight_bp=5_000)
    assert {r.points for r in table.rows} >= {full, half} and table.players == 6
    assert [r.points for r in table.rows] == sorted((r.points for r in table.rows), reverse=True)


@pytest.mark.rule("SCPT.S")
def test_what_does_not_score(house):
    season, stage = circuit(house)
    finish(house, freezeout(house, stage, 3, ranks=False))
    finish(house, freezeout(house, None, 3))
    finish(house, freezeout(house, stage, 3, practice=True))
    assert not Score.objects.exists() and season_table(season).rows == ()


@pytest.mark.rule("REGULATIONS 7.3")
def test_equal_points_are_told_apart_as_stated(house):
    """The database's order is the law's."""
    season, stage = circuit(house)
    t = freezeout(house, stage, 9)
    finish(house, t)
    people = [house.player() for _ in range(7)]
    entries = list(Entry.objects.filter(tournament_id=t).order_by("id"))
    Score.objects.all().delete()
    given = [
        (people[0], 100),
        (people[0], 100),
        (people[1], 150),
        (people[1], 50),
        (people[2], 200),
        (people[3], 150),
        (people[4], 30),
        (people[5], 30),
    ]
    Score.objects.bulk_create(
        Score(
            season_id=season,
            tournament_id=t,
            player_id=player,
            entry=entry,
            place=1,
            scored_as_place=1,
            entries=9,
            buy_in_cents=12_000,
            c_milli=1000,
            weight_milli=1000,
            points_e4=p * 10_000,
        )
        for (player, p), entry in zip(given, entries, strict=False)
    )
    rows = season_table(season).rows
    law = season_by_rules([(player, Decimal(p)) for player, p in given])
    assert [(r.rank, r.player_id, r.points, r.results, r.best) for r in rows] == [
        (line.rank, line.player, line.points, line.scores, line.best) for line in law
    ]
    assert [r.rank for r in rows] == [1, 2, 3, 4, 5, 5]
    page = season_table(season, limit=2, offset=1)
    assert [r.rank for r in page.rows] == [2, 3] and page.players == 6


@pytest.mark.slow
def test_a_season_of_247_000_results(house):
    season, stage = circuit(house)
    t = house.registering("turbo-8max", stage_id=stage)
    made = house.enter(t)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO payouts_score (season_id, tournament_id, player_id, entry_id, place, scored_as_place, entries,
                                       buy_in_cents, c_milli, weight_milli, points_e4)
            SELECT %s, %s, 1000000 + (random() * 40000)::int, 1000000 + g, 1, 1, 9, 12000, 1000, 1000,
                   (random() * 4000000)::int
            FROM generate_series(1, 247000) g
            """,
            [season, t],
        )
        cursor.execute(
            "INSERT INTO payouts_score (season_id, tournament_id, player_id, entry_id, place, scored_as_place, entries,"
            " buy_in_cents, c_milli, weight_milli, points_e4) VALUES (%s, %s, %s, %s, 1, 1, 9, 12000, 1000, 1000,"
            " 900000000)",
            [season, t, made["player_id"], made["entry_id"]],
        )
        cursor.execute("ANALYZE payouts_score")
    table = season_table(season, limit=100)
    assert table.rows[0].player_id == made["player_id"]
    with connection.cursor() as cursor:  # nobody stands behind them; foreign keys are asked at the end
        cursor.execute("DELETE FROM payouts_score WHERE entry_id > 1000000")


# ------------------------------------------------------------------------------------------ funds


@pytest.mark.rule("SCPT.R", "REGULATIONS 6.5")
def test_funds_are_paid_with_a_record(house):
    season, stage = circuit(house)
    t = freezeout(house, stage, 10, price_cents=35_000, split=SCPT_350.as_dict())
    staff = home_of_fund("staff", tournament_id=t, season_id=None)
    ranking = home_of_fund("ranking", tournament_id=None, season_id=season)
    assert (balance_of(staff), balance_of(ranking)) == (7_200, 62_000)
    assert (available(staff), available(ranking)) == (0, 0)

    def pay(fund="staff", by=house.ana, **more):
        return cast.say(
            pay_fund,
            by=by,
            at=cast.after(hours=4),
            fund=fund,
            **{
                "amount_cents": 5_000,
                "method": "cash",
                "paid_to": "Dealers",
                "reason": "stage 1",
                **({"tournament_id": t} if fund == "staff" else {"season_id": season}),
                **more,
            },
        )

    with cast.refused("fund_too_small"):
        pay()
    finish(house, t)
    assert pay() == {"payment_id": FundPayment.objects.get().pk, "amount_cents": 5_000, "left_cents": 2_200}
    with cast.refused("fund_too_small"):
        pay(amount_cents=2_201)
    for who in (house.desi, house.bruno, house.caio):
        with cast.refused("forbidden"):
            pay(by=who)
    with cast.refused("no_such_choice"):
        pay(fund="tips", tournament_id=t)
    with cast.refused("text_missing"):
        pay(paid_to=" ")
    # money leaves one fund: nobody guesses which of two was meant
    for fund in ("staff", "ranking"):
        with cast.refused("one_fund", rule="SCPT.R"):
            pay(fund, amount_cents=1, tournament_id=t, season_id=season)
    with cast.refused("player_needed"):
        pay(method="balance", amount_cents=100)
    with cast.refused("bad_amount"):
        pay(amount_cents=0)
    leader = season_table(season).rows[0].player_id
    before = wallet_balance(leader, unit="BRL")
    pay(
        "ranking",
        amount_cents=62_000,
        method="balance",
        player_id=leader,
        paid_to="Leader",
        reason="annual prize",
    )
    assert wallet_balance(leader, unit="BRL") == before + 62_000
    assert season_table(season).fund_cents == 0
    assert tournament_money(t).taken_cents == {"cash": 350_000} and money_view(t).differences == {}
    cast.books_balance()


def test_what_a_running_tournament_brought_stays_for_its_refunds(house):
    season, stage = circuit(house)
    over = freezeout(house, stage, 3, price_cents=35_000, split=SCPT_350.as_dict())
    running = freezeout(house, stage, 4, price_cents=35_000, split=SCPT_350.as_dict())
    finish(house, over)
    home = home_of_fund("ranking", tournament_id=None, season_id=season)
    assert (balance_of(home), available(home)) == (124_000, 62_000)
    cast.say(
        pay_fund,
        by=house.ana,
        at=cast.after(hours=4),
        fund="ranking",
        season_id=season,
        amount_cents=62_000,
        method="transfer",
        paid_to="Leader",
        reason="annual prize",
    )
    cast.say(cancel_tournament, by=house.ana, at=cast.after(hours=5), tournament_id=running, reason="fire")
    assert (balance_of(home), available(home)) == (0, 0)
    assert Tournament.objects.get(pk=running).state == "cancelled"
    cast.books_balance()


@pytest.mark.rule("PT-H.11", "SCPT.R")
def test_points_stand_nowhere_before_everybody_may_know_of_the_end(house, client, monkeypatch):
    """As after a tournament that was played online: its last hand is not shown yet."""
    season, stage = circuit(house)
    finish(house, freezeout(house, stage, 3))
    latest = freezeout(house, stage, 3, ranking_weight_milli=500)
    finish(house, latest)
    over = cast.after(hours=5)
    UntoldField.objects.create(
        tournament_id=latest, at=over, shown_at=over + timedelta(seconds=60), before={}
    )
    leader = season_table(season).rows[0].player_id

    def told(at: datetime) -> list[int]:
        """How many have points, and how many tournaments brought some, wherever the public reads it."""
        monkeypatch.setattr(moment, "at", lambda: at)
        page = client.get(f"/seasons/{season}/").context
        api = client.get(f"/api/seasons/{season}/table").json()
        return [
            page["table"].players,
            len(page["lately"]),
            len(client.get(f"/seasons/{season}/ranking.csv").content.decode().splitlines()) - 1,
            len(client.get(f"/api/seasons/{season}/table.csv").content.decode().splitlines()) - 1,
            api["players"],
            len({line["tournament_id"] for row in api["rows"] for line in row["working"]}),
            sum(one.players for one in seasons_of_player(leader, without=untold_ends(at=at))),
        ]

    before, after = told(over + timedelta(seconds=59)), told(over + timedelta(seconds=60))
    assert before == [3, 1, 3, 3, 3, 1, 3]
    assert after == [6, 2, 6, 6, 6, 2, 6]
    assert season_row(season, player_id=leader, without=[latest]) is not None
