from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.entries import (
    CHECKS,
    SCPT_350,
    SCPT_450,
    SCPT_SURCHARGES_BP,
    SPLIT_PRESETS,
    Admission,
    Base,
    BuyInSplit,
    Component,
    EntryTerms,
    Part,
    PaymentMethod,
    Phase,
    RebuyCondition,
    Situation,
    age_on,
    balance_only,
    check_add_on,
    check_age,
    check_cancel,
    check_re_entry,
    check_rebuy,
    check_register,
    check_strike,
    check_surrender,
    check_transfer,
    may,
    place_for_entry,
    price_table,
    simple_split,
    surrender_offered,
)
from rules.policies import shipped
from rules.refusals import Refused

SETS = shipped()
SCPT, ADTP, H2, PT = SETS["scpt"], SETS["adtp"], SETS["h2"], SETS["pt_online"]
START = datetime(2024, 9, 14, 18, 0, tzinfo=UTC)
TERMS = EntryTerms(
    late_registration_level=8,
    re_entries_max=2,
    surrender=True,
    rebuys_max=2,
    rebuy_until_level=6,
    add_ons_max=2,
    add_on_after_level=6,
)
BEFORE = Situation(
    terms=TERMS,
    at=START - timedelta(minutes=45),
    starts_at=START,
    today=date(2024, 9, 14),
    born_on=date(1990, 1, 1),
)
PLAYING = replace(
    BEFORE,
    at=START + timedelta(hours=2),
    phase=Phase.RUNNING,
    level=6,
    live_entries=1,
    entries_so_far=1,
    stack_chips=20_000,
    stack_chips_start=30_000,
)
OUT = replace(PLAYING, live_entries=0)


def refused(check, situation, policies, code, rule=None):
    with pytest.raises(Refused) as no:
        check(situation, policies)
    assert no.value.code == code
    if rule is not None:
        assert no.value.rule == rule
    assert "%(" not in str(no.value)
    return no.value


# The split


@pytest.mark.rule("SCPT.L", "CASES split-1", "REGULATIONS 2.3")
def test_scpt_450_to_the_cent():
    assert dict(SCPT_450.amounts()) == {
        Component.PRIZE_POOL: 32_850,
        Component.HOUSE_FEE: 9_450,
        Component.STAFF_FUND: 1_350,
        Component.RANKING_FUND: 1_350,
    }


@pytest.mark.rule("SCPT.L", "CASES split-2", "REGULATIONS 2.3")
def test_scpt_350_to_the_cent_and_three_percent_of_the_pool_later():
    assert dict(SCPT_350.amounts()) == {
        Component.PRIZE_POOL: 24_000,
        Component.HOUSE_FEE: 6_000,
        Component.ADMINISTRATIVE_FEE: 5_000,
    }
    staff, ranking, raffle = SCPT_350.pool_deductions
    assert staff.on(100 * 24_000) == 72_000
    assert (ranking.on(2_400_000), raffle.on(2_400_000)) == (50_000, 12_000)
    assert ranking.on(30_000) == 30_000


def test_splits_survive_json():
    for preset in SPLIT_PRESETS.values():
        assert BuyInSplit.from_dict(preset.as_dict()) == preset


@pytest.mark.rule("SCPT.L")
def test_a_split_that_does_not_sum_is_refused():
    short = replace(SCPT_350, price_cents=36_000)
    refused(lambda s, _: s.amounts(), short, None, "split_does_not_sum", "SCPT.L")
    percent = {
        "name": "x",
        "price_cents": 10_001,
        "parts": [
            {"component": "prize_pool", "share_bp": 7900},
            {"component": "house_fee", "share_bp": 2099},
        ],
    }
    refused(lambda s, _: BuyInSplit.from_dict(s), percent, None, "split_does_not_sum")


@pytest.mark.parametrize(
    "change",
    [
        {"price_cents": -1},
        {"price_cents": 1.5},
        {"price_cents": True},
        {"price_cents": "100"},
        {"parts": []},
        {"parts": [{"component": "tips", "amount_cents": 100}]},
        {"parts": [{"component": "prize_pool"}]},
        {"parts": [{"component": "prize_pool", "amount_cents": 100, "share_bp": 1}]},
        {"parts": [{"component": "prize_pool", "amount_cents": -100}]},
        {"parts": [{"component": "prize_pool", "share_bp": 10_001}]},
        {"parts": [{"component": "prize_pool", "share_bp": 10_000, "base": "pool"}]},
        {"parts": [{"component": "prize_pool", "share_bp": 10_000, "base": "moon"}]},
        {
            "parts": [
                {"component": "prize_pool", "amount_cents": 100},
                {"component": "staff_fund", "amount_cents": 101, "withheld": True},
            ]
        },
        {"parts": None},
    ],
)
def test_absurd_splits_are_refused(change):
    values = {"name": "x", "price_cents": 100, "parts": [{"component": "prize_pool", "amount_cents": 100}]}
    assert BuyInSplit.from_dict(values).cents(Component.PRIZE_POOL) == 100
    refused(lambda s, _: BuyInSplit.from_dict(s), {**values, **change}, None, "bad_split")


def test_withheld_from_the_prize_share_leaves_the_odd_cent_with_the_prize():
    split = BuyInSplit(
        name="x",
        price_cents=105,
        parts=(
            Part(component=Component.PRIZE_POOL, amount_cents=99),
            Part(component=Component.HOUSE_FEE, amount_cents=6),
            Part(component=Component.STAFF_FUND, share_bp=300, base=Base.PRIZE_SHARE, withheld=True),
        ),
    )
    assert dict(split.amounts()) == {
        Component.PRIZE_POOL: 97,
        Component.HOUSE_FEE: 6,
        Component.STAFF_FUND: 2,
    }


def test_simple_split_and_bounty():
    assert dict(simple_split(name="x", prize_cents=50, bounty_cents=50, fee_cents=20).amounts()) == {
        Component.PRIZE_POOL: 50,
        Component.BOUNTY: 50,
        Component.HOUSE_FEE: 20,
    }
    assert dict(simple_split(name="freeroll", prize_cents=0).amounts()) == {Component.PRIZE_POOL: 0}


@pytest.mark.rule("REGULATIONS 2.3")
@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 10_000), st.integers(0, 3_000), st.integers(0, 3_000))
def test_any_percent_split_sums_to_the_price(price, prize_bp, staff_bp, ranking_bp):
    if staff_bp + ranking_bp > prize_bp:
        return
    split = BuyInSplit(
        name="x",
        price_cents=price,
        parts=(
            Part(component=Component.PRIZE_POOL, share_bp=prize_bp),
            Part(component=Component.HOUSE_FEE, share_bp=10_000 - prize_bp),
            Part(component=Component.STAFF_FUND, share_bp=staff_bp, withheld=True),
            Part(component=Component.RANKING_FUND, share_bp=ranking_bp, withheld=True),
        ),
    )
    amounts = [cents for _, cents in split.amounts()]
    assert sum(amounts) == price
    assert min(amounts) >= 0


# The desk's table


@pytest.mark.rule("SCPT.E", "REGULATIONS 2.2")
def test_the_price_by_method_is_itemised():
    table = {
        line.method: (line.price_cents, line.surcharge_cents, line.total_cents)
        for line in price_table(price_cents=45_000, surcharges_bp=SCPT_SURCHARGES_BP)
    }
    assert table[PaymentMethod.CASH] == (45_000, 0, 45_000)
    assert table[PaymentMethod.DEBIT] == (45_000, 2_250, 47_250)
    assert table[PaymentMethod.CREDIT] == (45_000, 4_500, 49_500)
    assert set(table) == set(PaymentMethod)


# Registration


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize(
    ("online", "currency", "only"),
    [
        (True, "EUR", True),
        (True, "BRL", True),
        (True, "XTS", False),
        (False, "EUR", False),
        (False, "XTS", False),
    ],
)
def test_online_the_balance_alone_pays_where_it_is_real_money(online, currency, only):
    assert balance_only(online=online, currency=currency) is only


@pytest.mark.rule("SCPT.B", "REGULATIONS 1.2")
def test_registration_opens_an_hour_before():
    check_register(replace(BEFORE, at=START - timedelta(hours=1)), SCPT)
    early = replace(BEFORE, at=START - timedelta(hours=1, seconds=1))
    refused(check_register, early, SCPT, "registration_not_open_yet", "SCPT.B")
    check_register(replace(early, registration_opens_at=START - timedelta(days=7)), SCPT)


@pytest.mark.rule("SCPT.H", "ADTP.8B", "PT-T.23")
def test_late_registration_ends_with_its_level():
    new = replace(OUT, entries_so_far=0)
    check_register(replace(new, level=8), ADTP)
    no = refused(check_register, replace(new, level=8, in_recess=True), ADTP, "late_reg_closed")
    assert no.params == {"level": 8}
    with_recess = replace(TERMS, late_registration_with_recess=True)
    check_register(replace(new, level=8, in_recess=True, terms=with_recess), ADTP)
    refused(check_register, replace(new, level=9), ADTP, "late_reg_closed")
    refused(check_register, replace(new, level=1, terms=EntryTerms()), ADTP, "late_reg_closed")
    refused(check_register, replace(new, phase=Phase.FINISHED), ADTP, "tournament_over")
    refused(check_register, replace(new, phase=Phase.CANCELLED), ADTP, "tournament_over")


@pytest.mark.rule("PT-T.23")
def test_late_registration_by_time_counts_from_the_real_start():
    terms = EntryTerms(late_registration_seconds=3600)
    new = replace(OUT, entries_so_far=0, terms=terms, started_at=START + timedelta(minutes=10))
    check_register(replace(new, at=START + timedelta(minutes=69, seconds=59)), PT)
    refused(check_register, replace(new, at=START + timedelta(minutes=70)), PT, "late_reg_closed")


@pytest.mark.rule("ADTP.8B")
def test_after_it_only_while_alternates_wait_where_the_house_says_so():
    late = replace(OUT, entries_so_far=0, level=9, alternates_waiting=1)
    check_register(late, H2)
    refused(check_register, late, ADTP, "late_reg_closed")
    refused(check_register, replace(late, alternates_waiting=0), H2, "late_reg_closed")
    # eliminated players do not come back then
    refused(check_re_entry, replace(late, entries_so_far=1), H2, "late_reg_closed")


@pytest.mark.rule("SCPT.F", "REGULATIONS 2.1")
def test_of_age_on_the_day_of_registration():
    check_age(replace(BEFORE, born_on=date(2006, 9, 14)), SCPT)
    refused(check_age, replace(BEFORE, born_on=date(2006, 9, 15)), SCPT, "under_age", "SCPT.F")
    refused(check_age, replace(BEFORE, born_on=None), SCPT, "birth_date_missing")
    refused(check_age, replace(BEFORE, identity_checked=False), SCPT, "identity_not_checked")
    check_age(replace(BEFORE, born_on=date(2006, 9, 15)), SCPT.vary(rule_set="young", minimum_age_years=0))
    assert age_on(date(2004, 2, 29), day=date(2022, 2, 28)) == 17
    assert age_on(date(2004, 2, 29), day=date(2022, 3, 1)) == 18


@pytest.mark.rule("SCPT.F", "SCPT.O", "REGULATIONS 2.1")
def test_one_registration_per_person():
    refused(check_register, replace(BEFORE, live_entries=1, entries_so_far=1), SCPT, "already_registered")
    refused(check_register, OUT, SCPT, "re_enter_instead")


@pytest.mark.rule("SCPT.H")
def test_seat_or_alternate_or_full():
    assert place_for_entry(BEFORE) is Admission.SEAT
    assert place_for_entry(replace(BEFORE, seats_free=1)) is Admission.SEAT
    assert place_for_entry(replace(BEFORE, seats_free=0)) is Admission.ALTERNATE
    assert place_for_entry(replace(BEFORE, seats_free=1, alternates_waiting=2)) is Admission.ALTERNATE
    check_register(replace(BEFORE, seats_free=0), SCPT)
    sit_and_go = EntryTerms(entries_max=9, alternates=False)
    full = replace(BEFORE, terms=sit_and_go, entries_total=9, seats_free=0)
    refused(check_register, full, SCPT, "event_full")
    refused(check_register, replace(full, entries_total=8), SCPT, "no_seat_free")


# Coming back


@pytest.mark.rule("ADTP.8A", "SCPT.F", "SCPT.O", "PT-T.23", "REGULATIONS 2.6")
def test_re_entry():
    check_re_entry(OUT, SCPT)
    check_re_entry(replace(OUT, entries_so_far=2), SCPT)
    refused(check_re_entry, replace(OUT, entries_so_far=3), SCPT, "re_entry_limit")
    check_re_entry(replace(OUT, entries_so_far=30, terms=replace(TERMS, re_entries_max=None)), SCPT)
    refused(check_re_entry, PLAYING, SCPT, "still_playing")
    refused(check_re_entry, replace(OUT, entries_so_far=0), SCPT, "not_played_yet")
    refused(check_re_entry, replace(OUT, level=9), SCPT, "late_reg_closed")
    refused(check_re_entry, replace(OUT, terms=EntryTerms()), SCPT, "re_entry_not_offered")
    refused(check_re_entry, replace(OUT, phase=Phase.FINISHED), SCPT, "tournament_over")


@pytest.mark.rule("SCPT.U", "ADTP.8C", "REGULATIONS 2.6")
def test_surrender_of_a_short_stack():
    at_the_end = replace(PLAYING, level=8)
    check_surrender(at_the_end, SCPT)
    with_recess = replace(TERMS, late_registration_with_recess=True)
    check_surrender(replace(at_the_end, in_recess=True, terms=with_recess), SCPT)
    refused(check_surrender, replace(at_the_end, in_recess=True), SCPT, "late_reg_closed")
    refused(check_surrender, replace(at_the_end, level=7, in_recess=True), SCPT, "surrender_not_yet")
    refused(check_surrender, PLAYING, SCPT, "surrender_not_yet")
    refused(check_surrender, replace(at_the_end, stack_chips=30_000), SCPT, "stack_not_short")
    refused(check_surrender, replace(at_the_end, in_hand=True), SCPT, "in_hand")
    refused(check_surrender, replace(at_the_end, level=9), SCPT, "late_reg_closed")
    refused(check_surrender, replace(at_the_end, terms=EntryTerms()), ADTP, "surrender_not_offered")
    refused(check_surrender, replace(at_the_end, live_entries=0), SCPT, "not_playing")
    refused(check_surrender, replace(at_the_end, entries_so_far=3), SCPT, "re_entry_limit")


@pytest.mark.rule("SCPT.U", "REGULATIONS 11")
def test_the_circuit_has_surrender_in_every_event_that_takes_re_entries():
    silent = replace(TERMS, surrender=False)
    at_the_end = replace(PLAYING, level=8, terms=silent)
    check_surrender(at_the_end, SCPT)
    assert surrender_offered(silent, policies=SCPT)
    for policies in (ADTP, H2, PT):
        refused(check_surrender, at_the_end, policies, "surrender_not_offered")
        assert not surrender_offered(silent, policies=policies)
        assert surrender_offered(TERMS, policies=policies)
    freezeout = replace(silent, re_entries_max=0)
    refused(check_surrender, replace(at_the_end, terms=freezeout), SCPT, "re_entry_not_offered")
    assert not surrender_offered(freezeout, policies=SCPT)


@pytest.mark.rule("SCPT.U", "REGULATIONS 11")
def test_where_late_registration_ends_by_time_a_stack_is_given_up_in_its_last_quarter_of_an_hour():
    by_time = replace(TERMS, late_registration_level=None, late_registration_seconds=7200)
    early = replace(PLAYING, terms=by_time, started_at=START, at=START + timedelta(seconds=6299))
    refused(check_surrender, early, SCPT, "surrender_not_yet")
    check_surrender(replace(early, at=START + timedelta(seconds=6300)), SCPT)
    refused(check_surrender, replace(early, at=START + timedelta(seconds=7200)), SCPT, "late_reg_closed")
    refused(
        check_surrender,
        replace(early, at=START + timedelta(seconds=6300), entries_so_far=3),
        SCPT,
        "re_entry_limit",
    )


@pytest.mark.rule("ADTP.27", "PT-T.31", "PT-H.11", "REGULATIONS 2.7")
@pytest.mark.parametrize(
    ("condition", "stack", "allowed"),
    [
        (RebuyCondition.AT_OR_BELOW_START, 30_000, True),
        (RebuyCondition.AT_OR_BELOW_START, 30_001, False),
        (RebuyCondition.BELOW_START, 29_999, True),
        (RebuyCondition.BELOW_START, 30_000, False),
        (RebuyCondition.ZERO, 0, True),
        (RebuyCondition.ZERO, 1, False),
    ],
)
def test_rebuy_condition(condition, stack, allowed):
    situation = replace(PLAYING, stack_chips=stack, terms=replace(TERMS, rebuy_condition=condition))
    if allowed:
        check_rebuy(situation, PT)
    else:
        refused(check_rebuy, situation, PT, "stack_too_big")


@pytest.mark.rule("ADTP.27", "PT-T.23")
def test_rebuy_level_limit_and_hand():
    refused(check_rebuy, replace(PLAYING, level=7), PT, "rebuy_closed")
    refused(check_rebuy, replace(PLAYING, rebuys_taken=2), PT, "rebuy_limit")
    refused(check_rebuy, replace(PLAYING, in_hand=True), PT, "in_hand")
    refused(check_rebuy, replace(PLAYING, terms=EntryTerms()), PT, "rebuy_not_offered")
    refused(check_rebuy, OUT, PT, "not_playing")


@pytest.mark.rule("PT-T.23", "PT-T.31")
def test_add_on_at_its_break_single_or_double():
    at_break = replace(PLAYING, in_recess=True)
    check_add_on(at_break, PT)
    check_add_on(replace(at_break, add_ons_asked=2), PT)
    refused(check_add_on, replace(at_break, add_ons_asked=2, add_ons_taken=1), PT, "add_on_limit")
    refused(check_add_on, replace(at_break, add_ons_asked=0), PT, "add_on_limit")
    refused(check_add_on, PLAYING, PT, "add_on_not_now")
    refused(check_add_on, replace(at_break, level=5), PT, "add_on_not_now")
    refused(check_add_on, replace(at_break, terms=EntryTerms()), PT, "add_on_not_offered")


# Leaving


@pytest.mark.rule("SCPT.I", "PT-T.24", "PT-T.25", "REGULATIONS 2.4")
def test_cancelling_until_the_limit():
    mine = replace(BEFORE, live_entries=1, entries_so_far=1)
    check_cancel(replace(mine, at=START - timedelta(minutes=30)), SCPT)
    late = replace(mine, at=START - timedelta(minutes=29, seconds=59))
    refused(check_cancel, late, SCPT, "cancel_closed", "SCPT.I")
    check_cancel(late, PT)
    check_cancel(replace(mine, at=START), PT)
    refused(check_cancel, replace(mine, at=START + timedelta(seconds=1)), PT, "cancel_closed", "PT-T.24")
    earlier = replace(late, terms=replace(TERMS, cancel_until_seconds_before_start=3600))
    refused(check_cancel, earlier, PT, "cancel_closed")
    refused(check_cancel, mine, ADTP, "cancel_by_staff_only")
    refused(check_cancel, BEFORE, SCPT, "not_registered")


@pytest.mark.rule("SCPT.D", "SCPT.I")
def test_a_payment_is_struck_by_the_desk_until_the_tournament_runs():
    def check(situation, _policies):
        check_strike(situation)

    mine = replace(BEFORE, live_entries=1, entries_so_far=1)
    # no money had come: how late one may cancel is not asked, nor whether a seat was there
    check_strike(replace(mine, at=START - timedelta(seconds=1), is_alternate=True))
    refused(check, BEFORE, SCPT, "not_registered")
    refused(check, PLAYING, SCPT, "strike_by_director_only", "SCPT.I")
    refused(check, replace(PLAYING, by_director=True), SCPT, "reason_missing", "SCPT.I")
    check_strike(replace(PLAYING, by_director=True, reason="No PIX came."))
    refused(check, replace(mine, phase=Phase.FINISHED), SCPT, "tournament_over")


@pytest.mark.rule("SCPT.H", "SCPT.I")
def test_alternates_may_not_cancel_but_the_director_may_with_a_reason():
    waiting = replace(BEFORE, live_entries=1, is_alternate=True)
    refused(check_cancel, waiting, SCPT, "alternates_may_not_cancel", "SCPT.H")
    refused(check_cancel, replace(waiting, by_director=True, reason="  "), SCPT, "reason_missing")
    check_cancel(replace(waiting, by_director=True, reason="taken ill"), SCPT)
    check_cancel(replace(PLAYING, by_director=True, reason="minor found playing"), SCPT)


@pytest.mark.rule("SCPT.I", "SCPT.G", "PT-T.28", "REGULATIONS 2.5")
def test_transfer_to_another_person():
    asked = replace(BEFORE, live_entries=1, by_director=True, reason="accident")
    check_transfer(asked, SCPT)
    refused(check_transfer, replace(asked, by_director=False), SCPT, "transfer_by_director_only")
    refused(check_transfer, replace(asked, reason=""), SCPT, "reason_missing")
    refused(check_transfer, replace(asked, at=START), SCPT, "transfer_closed")
    refused(check_transfer, replace(asked, won_by_satellite=True), SCPT, "won_seat_is_personal")


def test_terms_survive_json_and_refuse_nonsense():
    assert EntryTerms.from_dict(TERMS.as_dict()) == TERMS
    for wrong in (
        {"moon": 1},
        {"rebuys_max": -1},
        {"rebuys_max": True},
        {"surrender": 1},
        {"rebuy_condition": "broke"},
        {"add_ons_max": None},
        {"entries_max": "9"},
    ):
        refused(lambda s, _: EntryTerms.from_dict(s), wrong, None, "bad_entry_terms")


def test_a_button_can_ask_why_it_is_off():
    assert may("register", situation=BEFORE, policies=SCPT) is None
    no = may("re_entry", situation=PLAYING, policies=SCPT)
    assert no is not None and no.code == "still_playing"
    assert set(CHECKS) == {"register", "re_entry", "surrender", "rebuy", "add_on", "cancel", "transfer"}
