from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.deals import (
    DealKind,
    ReserveOf,
    agreed,
    cautions,
    champion_reserve,
    check_all_counted,
    check_deal_allowed,
    chip_chop,
    divide,
    icm,
    icm_equities,
    with_extra_places,
    without_reserve,
)
from rules.policies import shipped
from rules.refusals import Refused

SETS = shipped()
SCPT, ADTP, PT = SETS["scpt"], SETS["adtp"], SETS["pt_online"]


def exact(chips, prizes):
    """The definition, by subsets: who has taken the first places, and with what chance."""
    n, m = len(chips), min(len(prizes), len(chips))

    @cache
    def rest(mask):
        return sum(c for i, c in enumerate(chips) if not mask >> i & 1)

    chance = {0: 1.0}
    value = [0.0] * n
    for place in range(m):
        following = {}
        for mask, p in chance.items():
            for i in range(n):
                if not mask >> i & 1:
                    q = p * chips[i] / rest(mask)
                    value[i] += q * prizes[place]
                    following[mask | 1 << i] = following.get(mask | 1 << i, 0.0) + q
        chance = following
    return value


def code(call, *args, **kwargs):
    with pytest.raises(Refused) as no:
        call(*args, **kwargs)
    assert "%(" not in str(no.value)
    return no.value.code


@pytest.mark.rule("CASES icm-1", "CASES icm-2", "CASES icm-3")
@pytest.mark.parametrize(
    ("chips", "prizes", "values"),
    [
        ((50, 30, 20), (70, 30), (45.1786, 32.25, 22.5714)),
        ((5000, 3000, 1500, 500), (500, 300, 200), (377.78, 312.89, 225.60, 83.73)),
        ((1500, 1200, 975, 350, 275), (100, 76), (57.08, 48.82, 41.28, 16.08, 12.74)),
    ],
)
def test_icm_of_the_published_examples(chips, prizes, values):
    got = icm_equities(chips=chips, prizes=prizes)
    digits = 4 if values[0] == 45.1786 else 2
    assert tuple(round(v, digits) for v in got) == values


@pytest.mark.rule("CASES icm-1", "CASES icm-2")
def test_icm_to_the_cent():
    assert icm(chips=(50, 30, 20), prizes_cents=(7000, 3000)) == (4518, 3225, 2257)
    assert icm(chips=(5000, 3000, 1500, 500), prizes_cents=(50_000, 30_000, 20_000)) == (
        *(37_778, 31_289),
        *(22_560, 8_373),
    )
    assert icm(chips=(10, 10, 10), prizes_cents=(50, 30, 20)) == (34, 33, 33)
    assert icm(chips=(7,), prizes_cents=(50,)) == (50,)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 10**7), min_size=2, max_size=8), st.data())
def test_icm_is_the_definition(chips, data):
    prizes = sorted(data.draw(st.lists(st.integers(1, 10**6), min_size=1, max_size=len(chips))), reverse=True)
    want = exact(tuple(chips), prizes)
    got = icm_equities(chips=chips, prizes=prizes)
    assert max(abs(a - b) for a, b in zip(got, want, strict=True)) <= 1e-9 * sum(prizes)
    cents = icm(chips=chips, prizes_cents=prizes)
    assert sum(cents) == sum(prizes)


@pytest.mark.parametrize("paid", [1, 5, 13])
def test_icm_is_the_definition_at_thirteen_players_with_a_giant(paid):
    chips = (1, 3, 50, 50, 700, 900, 1000, 1000, 25_000, 31_000, 90_000, 10**6, 10**7)
    prizes = [10_000 // (k + 1) for k in range(paid)]
    want = exact(chips, prizes)
    got = icm_equities(chips=chips, prizes=prizes)
    assert max(abs(a - b) for a, b in zip(got, want, strict=True)) <= 1e-9 * sum(prizes)


def test_icm_of_twenty_sums_to_the_prizes():
    chips = [1000 * (i + 1) ** 2 for i in range(20)]
    prizes = [2**20 >> k for k in range(20)]
    amounts = icm(chips=chips, prizes_cents=prizes)
    assert sum(amounts) == sum(prizes)
    assert list(amounts) == sorted(amounts)


def test_icm_of_equal_stacks_is_equal_in_a_large_field():
    amounts = icm_equities(chips=[500] * 60, prizes=[700, 300, 200])
    assert max(amounts) - min(amounts) < 1e-9
    assert abs(sum(amounts) - 1200) < 1e-6


def test_icm_of_a_large_field_for_one_prize_is_the_part_of_the_chips():
    chips = [1 + (i * i * 7919) % 400_000 for i in range(1_000)]
    got = icm_equities(chips=chips, prizes=[10**6])
    for stack, value in zip(chips, got, strict=True):
        assert abs(value - 10**6 * stack / sum(chips)) < 1e-6


def test_icm_of_a_large_field_for_two_prizes_is_the_definition():
    chips = [1 + (i * i * 7919) % 400_000 for i in range(300)]
    in_play = sum(chips)
    got = icm_equities(chips=chips, prizes=[600_000, 400_000])
    runner_up = sum(stack / in_play / (in_play - stack) for stack in chips)
    for stack, value in zip(chips, got, strict=True):
        second = stack * (runner_up - stack / in_play / (in_play - stack))
        assert abs(value - 600_000 * stack / in_play - 400_000 * second) < 1e-5


@pytest.mark.parametrize(("paid", "giant"), [(40, True), (150, False)])
def test_icm_of_a_crowd_summed_up_is_that_of_each_stack(monkeypatch, paid, giant):
    import rules.deals as deals

    chips = [2_000 + (i * i * 7919) % 400_000 for i in range(150)] + [10**8] * giant
    prizes = [10**6 // (k + 1) for k in range(paid)]
    summed_up = icm_equities(chips=chips, prizes=prizes)
    monkeypatch.setattr(deals, "_CROWD", len(chips))
    each = icm_equities(chips=chips, prizes=prizes)
    assert max(abs(a - b) for a, b in zip(summed_up, each, strict=True)) <= 1e-11 * sum(prizes)


def test_icm_of_three_hundred_sums_and_keeps_the_order():
    chips = [100 + i for i in range(300)]
    prizes = [10**6 // (k + 1) for k in range(45)]
    amounts = icm(chips=chips, prizes_cents=prizes)
    assert sum(amounts) == sum(prizes)
    assert list(amounts) == sorted(amounts)


@pytest.mark.rule("CASES chop-1", "ADTP.P3")
def test_chip_chop():
    chips = (100_000, 70_000, 50_000, 20_000)
    prizes = (20_000, 12_000, 8_000, 5_000)
    assert chip_chop(chips=chips, prizes_cents=prizes) == (15_417, 12_292, 10_208, 7_083)
    assert chip_chop(chips=(3, 1), prizes_cents=(100,)) == (75, 25)


@pytest.mark.rule("CASES deal-1", "SCPT.M")
def test_ten_percent_stays_for_the_champion():
    prizes = (2_000_000, 1_250_000, 900_000)
    assert sum(prizes) == 4_150_000
    reserve = champion_reserve(prizes_cents=prizes, policies=SCPT, of=ReserveOf.WHAT_IS_LEFT)
    assert reserve == 415_000
    deal = divide(
        kind=DealKind.ICM,
        chips=(60, 30, 10),
        prizes_cents=prizes,
        policies=SCPT,
        reserve_cents=reserve,
    )
    assert (deal.reserve_cents, sum(deal.amounts_cents)) == (415_000, 3_735_000)
    assert list(deal.amounts_cents) == sorted(deal.amounts_cents, reverse=True)


@pytest.mark.rule("SCPT.M")
def test_what_is_kept_comes_off_the_top_of_the_prizes():
    prizes = (120_000, 90_000, 60_000)
    assert without_reserve(prizes_cents=prizes, reserve_cents=0) == prizes
    assert without_reserve(prizes_cents=prizes, reserve_cents=12_000) == (108_000, 90_000, 60_000)
    assert without_reserve(prizes_cents=prizes, reserve_cents=30_001) == (90_000, 89_999, 60_000)
    assert without_reserve(prizes_cents=prizes, reserve_cents=90_000) == (60_000, 60_000, 60_000)
    assert without_reserve(prizes_cents=prizes, reserve_cents=270_000) == (0, 0, 0)
    ask = {"chips": (40_000, 200, 100), "prizes_cents": prizes, "policies": ADTP}
    for kind in (DealKind.ICM, DealKind.CHIP_CHOP):
        # the third place is sure
        kept = divide(kind=kind, **ask, reserve_cents=90_000)
        assert (kept.reserve_cents, kept.amounts_cents) == (90_000, (60_000, 60_000, 60_000))
        assert divide(kind=kind, **ask, reserve_cents=270_000).amounts_cents == (0, 0, 0)
    # and first prize is the most that the champion gets, while it can bear the reserve
    kept = divide(kind=DealKind.ICM, **ask, reserve_cents=30_000)
    assert max(kept.amounts_cents) + 30_000 <= 120_000 and min(kept.amounts_cents) >= 60_000


@pytest.mark.rule("SCPT.M", "ADTP.P3")
def test_a_share_below_what_is_sure_and_a_champion_above_first_prize_are_named():
    prizes = (120_000, 90_000, 60_000)
    found = cautions(amounts_cents=(100_000, 81_000, 59_000), reserve_cents=30_000, prizes_cents=prizes)
    assert (found.lowest_cents, found.first_cents, found.under, found.over) == (60_000, 120_000, (2,), (0,))
    # of fewer prizes than players nothing is sure
    assert cautions(amounts_cents=(60, 40, 0), reserve_cents=0, prizes_cents=(60, 40)).under == ()


@pytest.mark.rule("SCPT.M")
def test_the_reserve_is_at_least_a_tenth_of_the_largest_prize():
    prizes = (1_001, 500)
    assert champion_reserve(prizes_cents=prizes, policies=SCPT) == 101
    assert champion_reserve(prizes_cents=prizes, policies=ADTP) == 0
    base = {"kind": DealKind.CHIP_CHOP, "chips": (5, 5), "prizes_cents": prizes, "policies": SCPT}
    assert divide(**base).amounts_cents == (700, 700)
    assert code(divide, **base, reserve_cents=100) == "reserve_too_small"
    assert code(divide, **base, reserve_cents=1_502) == "reserve_too_big"


@pytest.mark.rule("ADTP.P3", "PT-T.53")
def test_custom_deals_use_up_the_money():
    base = {"kind": DealKind.CUSTOM, "chips": (5, 5), "prizes_cents": (600, 400), "policies": ADTP}
    assert divide(**base, custom_cents=(550, 450)).amounts_cents == (550, 450)
    assert code(divide, **base, custom_cents=(550, 451)) == "deal_does_not_sum"
    assert code(divide, **base, custom_cents=(1000,)) == "deal_does_not_sum"
    assert code(divide, **base, custom_cents=(1100, -100)) == "deal_amount_negative"
    assert code(divide, **{**base, "chips": (5, 0)}) == "deal_needs_chips"
    assert code(divide, **{**base, "prizes_cents": ()}) == "nothing_left"
    assert code(divide, **{**base, "policies": PT}) == "deals_forbidden"
    with pytest.raises(ValueError):
        divide(**{**base, "prizes_cents": (5, 4, 3)})


@pytest.mark.rule("SCPT.M", "PT-T.53")
def test_when_a_deal_may_be_made():
    check_deal_allowed(policies=ADTP, at_final_table=False)
    check_deal_allowed(policies=SCPT, at_final_table=True)
    assert code(check_deal_allowed, policies=SCPT, at_final_table=False) == "deal_at_final_table_only"
    assert code(check_deal_allowed, policies=PT, at_final_table=True) == "deals_forbidden"


@pytest.mark.rule("ADTP.P3")
def test_a_deal_is_agreed_when_all_have_voted_and_nobody_said_no():
    assert agreed((True, True)) and not agreed((True, False)) and not agreed((False,))
    assert code(agreed, (True, None)) == code(agreed, (False, None)) == "votes_missing"


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 10**6), min_size=2, max_size=10),
    st.lists(st.integers(1, 10**7), min_size=1, max_size=10),
    st.sampled_from([DealKind.CHIP_CHOP, DealKind.ICM]),
)
def test_every_deal_sums(chips, prizes, kind):
    prizes = sorted(prizes[: len(chips)], reverse=True)
    deal = divide(kind=kind, chips=chips, prizes_cents=prizes, policies=SCPT)
    assert deal.reserve_cents + sum(deal.amounts_cents) == deal.total_cents == sum(prizes)
    by_chips = [a for _, a in sorted(zip(chips, deal.amounts_cents, strict=True))]
    assert all(a <= b + 1 for a, b in zip(by_chips, by_chips[1:], strict=False))


@pytest.mark.rule("SCPT.S-A", "SCPT.M", "CASES deal-1")
def test_further_places_leave_the_champion_the_tenth_that_the_circuit_keeps() -> None:
    """1,000 and 50: the champion keeps 100 under the circuit's rules, whatever is agreed."""
    ask = {"prizes_cents": (1_000, 50), "players": 40}
    scpt, adtp = shipped()["scpt"], shipped()["adtp"]
    kept = with_extra_places(**ask, extra_cents=[50] * 18, taken_cents={1: 900}, policies=scpt)
    assert kept == (100, *[50] * 19) and sum(kept) == 1_050
    with pytest.raises(Refused) as no:
        with_extra_places(**ask, extra_cents=[50] * 18 + [1], taken_cents={1: 901}, policies=scpt)
    assert (no.value.code, no.value.rule, no.value.params["least_cents"]) == (
        "reserve_too_small",
        "SCPT.M",
        100,
    )
    assert with_extra_places(**ask, extra_cents=[50] * 18 + [1], taken_cents={1: 901}, policies=adtp)[0] == 99
    # of two places, to the cent
    assert with_extra_places(
        prizes_cents=(500, 300, 200),
        players=5,
        extra_cents=[120, 80],
        taken_cents={1: 150, 2: 50},
        policies=adtp,
    ) == (350, 250, 200, 120, 80)


@pytest.mark.rule("ADTP.P3")
def test_stacks_are_divided_by_once_they_are_all_that_is_in_play():
    check_all_counted([(5_000, True), (3_000, True)], in_play_chips=8_000)
    check_all_counted([(5_000, True), (3_000, False)], in_play_chips=8_000)  # what is left is the other's
    with pytest.raises(Refused) as no:
        check_all_counted([(5_000, True), (3_000, True)], in_play_chips=9_000)
    assert (no.value.code, no.value.rule) == ("chips_not_accounted", "ADTP.P3")
    assert (no.value.params["counted"], no.value.params["missing"]) == (8_000, 0)
    with pytest.raises(Refused) as no:
        check_all_counted([(5_000, True), (3_000, False)], in_play_chips=9_000)
    assert (no.value.params["counted"], no.value.params["missing"]) == (5_000, 1)
    assert "Not counted yet" in no.value.sentence
