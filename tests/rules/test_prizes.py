import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.entries import SCPT_350, SCPT_450, Component, PoolDeduction
from rules.policies import Rounding, shipped
from rules.prizes import (
    WHOLE,
    PayoutTable,
    awards,
    custom_table,
    due_on,
    generated_table,
    minimum_bp_for,
    percent_table,
    places_paid,
    places_paid_by_flight,
    pool_statement,
    prizes,
    published,
    published_table,
    satellite_seats,
    shared_prize,
    table_for,
    table_from_weights,
)
from rules.refusals import Refused

SETS = shipped()
SCPT, PT = SETS["scpt"], SETS["pt_online"]
REAL_FILE = Path(__file__).parents[2] / "simulation" / "real_events.json"
REAL = {event["id"]: event for event in json.loads(REAL_FILE.read_text())["events"]}
THREE_PERCENT = (PoolDeduction(component=Component.STAFF_FUND, share_bp=300),)


# Tables


@pytest.mark.parametrize("columns", [published.BARGE, published.CLUB], ids=["barge", "club"])
def test_published_columns_are_whole_and_leave_no_field_out(columns):
    following = columns[0][0]
    for fewest, most, rows in columns:
        assert fewest == following
        table = custom_table(rows)
        assert table.places == rows[-1][1]
        following = most + 1


def test_published_column_by_entries():
    assert published_table("barge", entries=60).places == 7
    assert published_table("barge", entries=61).places == 8
    assert published_table("barge", entries=201) is None
    assert published_table("club", entries=913).places == 153
    assert published_table("club", entries=1101) is None
    assert prizes(net_pool_cents=100_000, table=published_table("barge", entries=100)) == (
        *(26_000, 19_000, 15_000, 12_000, 9_000, 7_000, 5_000, 3_000),
        *(2_000, 2_000),
    )


def test_a_field_smaller_than_the_column_pays_whom_it_has():
    assert prizes(net_pool_cents=8_000, table=published_table("club", entries=2)) == (5_000, 3_000)
    assert prizes(net_pool_cents=8_000, table=published_table("club", entries=12), entries=1) == (8_000,)


@pytest.mark.rule("PT-T.34")
def test_a_table_that_sums_to_99_1_is_refused():
    with pytest.raises(Refused) as no:
        percent_table(["50", "30", "19.1"])
    assert (no.value.code, no.value.params["percent"]) == ("payouts_do_not_sum", "99.1")
    assert str(no.value).startswith("The percentages add up to 99.1%, not to 100%.")
    with pytest.raises(Refused, match="payouts_do_not_sum"):
        percent_table(["50", "30", "20.0000000001"])


@pytest.mark.rule("PT-T.34")
@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([(1, 1, "60"), (3, 3, "40")], "payouts_have_gaps"),
        ([(1, 1, "60"), (1, 1, "40")], "payouts_have_gaps"),
        ([(2, 2, "100")], "payouts_have_gaps"),
        ([(1, 1, "40"), (2, 2, "60")], "payouts_rise"),
        ([(1, 1, "40"), (2, 2, "abc")], "bad_payout_table"),
        ([(1, 1, "140"), (2, 2, "-40")], "bad_payout_table"),
        ([(1, 1, "100"), (2, 2, "0")], "bad_payout_table"),
        ([(1, 1, "NaN")], "bad_payout_table"),
        ([(1, 1, "1e500")], "bad_payout_table"),
        ([(1, 1, 100.0)], "bad_payout_table"),
        ([(1, True, "100")], "bad_payout_table"),
        ([(1, 10**9, "100")], "bad_payout_table"),
        ([("1", 1, "100")], "bad_payout_table"),
        ([], "bad_payout_table"),
    ],
)
def test_tables_that_mean_nothing_are_refused(rows, code):
    with pytest.raises(Refused) as no:
        custom_table(rows)
    assert no.value.code == code
    assert "%(" not in str(no.value)


def test_tables_survive_json():
    for table in (
        published_table("club", entries=1000),
        percent_table(["33,3", "33.3", "33.3", "0.1"]),
        generated_table(entries=10_112, places=1517),
        table_from_weights([3, 3, 1], name="x"),
    ):
        stored = json.loads(json.dumps(table.as_dict()))
        assert PayoutTable.from_dict(stored) == table
    for wrong in ({}, {"tiers": 1}, {"tiers": [1]}, None, {"tiers": [{"from": 1}]}):
        with pytest.raises(Refused, match="bad_payout_table"):
            PayoutTable.from_dict(wrong)


@pytest.mark.rule("SCPT.L", "SCPT.L-A", "CASES settled 9", "REGULATIONS 6.1")
def test_places_paid():
    assert places_paid(913, bp=1000, rounding=Rounding.CEILING) == 92
    assert places_paid(276, bp=1000, rounding=Rounding.FLOOR) == 27
    assert places_paid(276, bp=1000, rounding=Rounding.NEAREST) == 28
    assert places_paid(3, bp=1000, rounding=Rounding.FLOOR) == 1
    assert places_paid(0, bp=1000, rounding=Rounding.CEILING) == 0
    assert places_paid(2, bp=20_000, rounding=Rounding.CEILING) == 2


# Generated tables


@pytest.mark.parametrize("entries", [1, 2, 9, 60, 201, 913, 1807, 10_112, 253_698, 300_000])
def test_a_table_is_made_for_any_field(entries):
    table = table_for(entries=entries, policies=SCPT)
    pool = entries * 32_850
    amounts = prizes(net_pool_cents=pool, table=table)
    assert sum(table.weights()) == WHOLE
    assert sum(amounts) == pool
    assert len(amounts) == places_paid(entries, bp=1000, rounding=Rounding.CEILING)
    assert all(a >= b for a, b in zip(amounts, amounts[1:], strict=False))
    if entries >= 9:
        assert amounts[-1] >= 49_274  # one and a half net entries, less the odd cent


def test_the_least_prize_counts_in_buy_ins_with_fees():
    bp = minimum_bp_for(price_cents=45_000, net_pool_cents=913 * 32_850, entries=913)
    amounts = prizes(net_pool_cents=913 * 32_850, table=table_for(entries=913, policies=SCPT, minimum_bp=bp))
    assert amounts[-1] >= 67_500


def test_a_generated_ladder_looks_like_one():
    table = generated_table(entries=10_112, places=1517)
    amounts = prizes(net_pool_cents=9_404_160_000, table=table)
    assert 0.08 < amounts[0] / 9_404_160_000 < 0.14
    assert len(table.tiers) < 60
    assert [t.first for t in table.tiers][:13] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 19]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5_000), st.data())
def test_any_generated_table_is_whole_and_falls(entries, data):
    places = data.draw(st.integers(1, entries))
    table = generated_table(entries=entries, places=places)
    shares = table.weights()
    assert sum(shares) == WHOLE
    assert len(shares) == table.places == places
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] > 0


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**11), st.integers(1, 400), st.sampled_from([1, 5, 100, 1000]))
def test_prizes_sum_to_the_pool_in_order_and_in_steps(pool, places, step):
    amounts = prizes(
        net_pool_cents=pool, table=generated_table(entries=places * 8, places=places), step_cents=step
    )
    assert sum(amounts) == pool
    assert list(amounts) == sorted(amounts, reverse=True)
    assert all(a % step == 0 for a in amounts[1:])


def test_whole_reais_with_the_rest_to_the_top():
    table = percent_table(["50", "30", "20"])
    assert prizes(net_pool_cents=100_150, table=table, step_cents=100) == (50_150, 30_000, 20_000)
    assert prizes(net_pool_cents=1001, table=table) == (501, 300, 200)


# The pool


@pytest.mark.rule("SCPT.F", "SCPT.J", "CASES settled 8", "REGULATIONS 1.3")
def test_guarantee_gross_of_the_foreseen_deductions():
    def scpt(entries, policies=SCPT, **more):
        return pool_statement(
            collected_cents=entries * 32_850,
            guarantee_cents=30_000_000,
            policies=policies,
            guarantee_deductions=SCPT_450.guarantee_deductions,
            **more,
        )

    assert scpt(600).net_cents == 28_200_000
    assert scpt(600).overlay_cents == 28_200_000 - 600 * 32_850
    assert (scpt(913).overlay_cents, scpt(913).net_cents) == (0, 29_992_050)
    net = SCPT.vary(rule_set="net", guarantee="net")
    assert (scpt(913, net).overlay_cents, scpt(913, net).net_cents) == (7_950, 30_000_000)
    assert scpt(600, force_majeure=True).net_cents == 600 * 32_850


@pytest.mark.rule("SCPT.J", "CASES settled 8", "CASES split-2")
def test_deductions_of_the_pool_itself():
    both = (*THREE_PERCENT, PoolDeduction(component=Component.RANKING_FUND, share_bp=300))
    statement = pool_statement(
        collected_cents=100, guarantee_cents=30_000_000, policies=SCPT, deductions=both
    )
    assert (statement.overlay_cents, statement.net_cents) == (29_999_900, 28_200_000)
    net = pool_statement(collected_cents=29_000_000, guarantee_cents=30_000_000, policies=PT, deductions=both)
    assert (net.overlay_cents, net.net_cents) == (2_740_000, 30_000_000)
    stage = pool_statement(collected_cents=100 * 24_000, policies=SCPT, deductions=SCPT_350.pool_deductions)
    assert stage.deductions == (
        (Component.STAFF_FUND, 72_000),
        (Component.RANKING_FUND, 50_000),
        (Component.RANKING_FUND, 12_000),
    )
    assert stage.net_cents == 2_266_000
    poor = pool_statement(collected_cents=60_000, policies=SCPT, deductions=SCPT_350.pool_deductions)
    assert poor.net_cents == 0


@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 10**9), st.integers(0, 10**9), st.integers(0, 5000), st.integers(0, 5000), st.booleans()
)
def test_the_statement_balances_and_more_entries_never_pay_less(collected, guarantee, off, foreseen, net):
    policies = PT if net else SCPT

    def at(cents):
        return pool_statement(
            collected_cents=cents,
            guarantee_cents=guarantee,
            policies=policies,
            deductions=(PoolDeduction(component=Component.STAFF_FUND, share_bp=off),),
            guarantee_deductions=(PoolDeduction(component=Component.RANKING_FUND, share_bp=foreseen),),
        )

    one, more = at(collected), at(collected + 1000)
    assert one.collected_cents + one.overlay_cents == one.net_cents + sum(c for _, c in one.deductions)
    assert one.overlay_cents >= 0
    assert more.net_cents >= one.net_cents
    assert more.overlay_cents <= one.overlay_cents
    if net:
        assert one.net_cents >= guarantee


# Ties

FORTY = prizes(net_pool_cents=40 * 10_000, table=generated_table(entries=400, places=39))


@pytest.mark.rule("ADTP.P16", "CASES p16-a")
def test_the_smaller_stack_of_one_table_is_fortieth_and_unpaid():
    assert shared_prize(FORTY, place=40, tied=1) == (0,)
    assert shared_prize(FORTY, place=39, tied=1) == (FORTY[38],)


@pytest.mark.rule("ADTP.P16", "CASES p16-b")
def test_two_tables_share_the_39th_prize():
    shared = shared_prize(FORTY, place=39, tied=2)
    assert sum(shared) == FORTY[38]
    assert shared[0] - shared[1] in (0, 1)


@pytest.mark.rule("ADTP.P16", "CASES p16-c", "REGULATIONS 5.1")
def test_three_share_the_38th_and_39th_prizes():
    assert sum(shared_prize(FORTY, place=38, tied=3)) == FORTY[37] + FORTY[38]
    assert shared_prize((500, 101, 100), place=2, tied=3) == (67, 67, 67)
    assert shared_prize((500, 101, 101), place=2, tied=3) == (68, 67, 67)


@pytest.mark.rule("PT-T.50", "CASES pt-50")
def test_online_the_larger_stack_takes_the_better_prize():
    assert awards((500, 300, 200), ties=(1, 1, 1, 1)) == ((500,), (300,), (200,), (0,))


@pytest.mark.rule("PT-T.51", "CASES pt-51")
def test_online_equal_stacks_split_the_prizes():
    assert awards((500, 301, 200), ties=(1, 2)) == ((500,), (251, 250))
    assert awards((500, 300, 201), ties=(1, 1, 2)) == ((500,), (300,), (101, 100))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=40), st.integers(1, 60), st.integers(0, 10**8))
def test_everybody_ranked_means_every_cent_awarded(ties, places, pool):
    field = sum(ties)
    places = min(places, field)
    amounts = prizes(net_pool_cents=pool, table=generated_table(entries=field, places=places))
    given_out = awards(amounts, ties=ties)
    assert [len(group) for group in given_out] == ties
    assert sum(map(sum, given_out)) == pool
    best = [group[0] for group in given_out]
    assert best == sorted(best, reverse=True)


def test_three_hundred_thousand_ranked_at_once():
    amounts = prizes(net_pool_cents=10**10, table=generated_table(entries=300_000, places=30_000))
    given_out = awards(amounts, ties=[1] * 300_000)
    assert sum(map(sum, given_out)) == 10**10


# Seats as prizes, and due dates


@pytest.mark.rule("SCPT.G", "PT-T.32")
def test_satellite_seats_and_the_cash_left():
    assert satellite_seats(net_pool_cents=500_000, ticket_cents=45_000, entries=60) == (11, 5_000)
    assert satellite_seats(net_pool_cents=500_000, ticket_cents=45_000, entries=3) == (3, 365_000)
    assert satellite_seats(net_pool_cents=1, ticket_cents=45_000, entries=3) == (0, 1)


@pytest.mark.rule("SCPT.L", "SCPT.L-B", "REGULATIONS 1.4")
def test_prizes_are_due_in_seven_business_days():
    assert due_on(decided_on=date(2024, 9, 15), business_days=7) == date(2024, 9, 24)
    assert due_on(decided_on=date(2024, 9, 13), business_days=1, holidays={date(2024, 9, 16)}) == date(
        2024, 9, 17
    )
    assert due_on(decided_on=date(2024, 9, 15), business_days=0) == date(2024, 9, 15)


# Tournaments that really took place


def test_real_stars_2007():
    event = REAL["stars-mtt-20-2007"]
    rows = [(i, i, p) for i, p in enumerate(event["percent"], 1)]
    table = custom_table([*rows, (10, 18, event["percent_10_18"]), (19, 27, event["percent_19_27"])])
    amounts = prizes(net_pool_cents=event["entries"] * event["price"], table=table)
    assert sum(amounts) == event["net_pool"]
    assert len(amounts) == event["paid"]
    assert list(amounts[:9]) == event["prizes"]
    assert set(amounts[9:18]) == {event["prize_10_18"]}
    assert set(amounts[18:]) == {event["prize_19_27"]}


@pytest.mark.parametrize("key", ["wsop-main-2024", "wsop-main-2023"])
def test_real_wsop(key):
    event = REAL[key]
    assert event["entries"] * event["net_per_entry"] == event["net_pool"]
    assert places_paid(event["entries"], bp=1500, rounding=Rounding.CEILING) == event["paid"]


@pytest.mark.rule("CASES settled 9")
def test_real_flights_round_up_each():
    event = REAL["big-50-2019-flights"]
    paid = places_paid_by_flight(list(event["flights"].values()), bp=1500)
    assert dict(zip(event["flights"], paid, strict=True)) == event["paid"]


def test_real_bsop():
    event = REAL["bsop-2014-1"]
    collected = sum(event["entries_by_flight"]) * (event["price"] - event["fee"])
    assert (
        pool_statement(collected_cents=collected, policies=SCPT, deductions=THREE_PERCENT).net_cents
        == event["net_pool"]
    )


def test_real_winamax():
    event = REAL["winamax-w-series"]
    bought = event["entries"] + event["rebuys"] + event["add_ons"]
    assert bought * event["net_each"] == event["net_pool"]


def test_real_guarantee_with_overlay():
    event = REAL["ftp-guarantee"]
    bought = event["entries"] + event["rebuys"] + event["add_ons"]
    statement = pool_statement(
        collected_cents=bought * event["net_each"], guarantee_cents=event["guarantee"], policies=PT
    )
    assert statement.overlay_cents == event["overlay"]
    amounts = prizes(net_pool_cents=statement.net_cents, table=percent_table(event["percent"]))
    assert amounts == (4000, 3000, 2000, 1000)


@pytest.mark.rule("SCPT.J", "CASES settled 8")
def test_real_scpt_turbo_is_a_guarantee_of_10000_less_six_percent():
    event = REAL["scpt-turbo-8max"]
    statement = pool_statement(
        collected_cents=event["entries"] * event["price"] * 73 // 100,
        guarantee_cents=1_000_000,
        policies=SCPT,
        guarantee_deductions=SCPT_450.guarantee_deductions,
    )
    assert statement.net_cents == sum(event["prizes"]) == 940_000
    # 30 + 20 + 14 + 10.5 + 8.5 + 6.5 + 4.5 per cent of the gross, 94 in all
    table = table_from_weights([300, 200, 140, 105, 85, 65, 45], name="SCPT Turbo")
    assert list(prizes(net_pool_cents=statement.net_cents, table=table)) == event["prizes"]
    assert list(prizes(net_pool_cents=940_000, table=table, step_cents=100)) == event["prizes"]


def test_real_scpt_stage_3_beat_its_guarantee():
    event = REAL["scpt-3-2024"]
    statement = pool_statement(
        collected_cents=event["net_pool"], guarantee_cents=event["guarantee"], policies=SCPT
    )
    assert (statement.overlay_cents, statement.net_cents) == (0, event["net_pool"])
    assert event["entries"] + event["re_entries"] == 1807
