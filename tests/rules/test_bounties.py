import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.bounties import champions_bounty, check_mystery, knock_out, mystery, progressive
from rules.refusals import Refused


@pytest.mark.rule("SCPT.P")
def test_a_bounty_among_several_eliminators():
    assert knock_out(bounty_cents=5000, eliminators=1).paid_cents == (5000,)
    assert knock_out(bounty_cents=5001, eliminators=2).paid_cents == (2501, 2500)
    assert knock_out(bounty_cents=500, eliminators=3).paid_cents == (167, 167, 166)


@pytest.mark.rule("CASES pko-1")
def test_progressive_half_paid_half_on_the_own_head():
    one = progressive(bounty_cents=5001, eliminators=1)
    assert (one.paid_cents, one.to_head_cents) == ((2501,), (2500,))
    two = progressive(bounty_cents=5001, eliminators=2)
    assert (two.paid_cents, two.to_head_cents) == ((1251, 1250), (1250, 1250))
    quarter = progressive(bounty_cents=1000, eliminators=1, paid_bp=7500)
    assert (quarter.paid_cents, quarter.to_head_cents) == ((750,), (250,))
    assert champions_bounty(bounty_cents=12_345) == 12_345


@pytest.mark.rule("CASES pko-1")
@settings(max_examples=60, deadline=None)
@given(st.integers(1, 10**6), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=80))
def test_a_progressive_tournament_pays_out_what_came_in(bounty, knocks):
    heads = dict.fromkeys(range(31), bounty)
    won = dict.fromkeys(range(31), 0)
    for loser, winner in knocks:
        if loser in heads and winner in heads and loser != winner:
            result = progressive(bounty_cents=heads.pop(loser), eliminators=1)
            won[winner] += result.paid_cents[0]
            heads[winner] += result.to_head_cents[0]
    assert sum(won.values()) + sum(champions_bounty(bounty_cents=b) for b in heads.values()) == 31 * bounty


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**7), st.integers(1, 9), st.integers(0, 10_000))
def test_no_cent_of_a_bounty_is_lost(bounty, eliminators, paid_bp):
    result = progressive(bounty_cents=bounty, eliminators=eliminators, paid_bp=paid_bp)
    assert sum(result.paid_cents) + sum(result.to_head_cents) == bounty
    assert sum(knock_out(bounty_cents=bounty, eliminators=eliminators).paid_cents) == bounty


def test_mystery_envelopes():
    envelopes = (10_000, 5_001, 1_000)
    check_mystery(envelopes_cents=envelopes, pool_cents=16_001)
    result, left = mystery(envelopes_cents=envelopes, drawn=1, eliminators=2)
    assert (result.paid_cents, left) == ((2501, 2500), (10_000, 1_000))
    with pytest.raises(Refused, match="envelopes_do_not_sum"):
        check_mystery(envelopes_cents=envelopes, pool_cents=16_000)
    with pytest.raises(Refused, match="envelope_empty"):
        check_mystery(envelopes_cents=(5, 0), pool_cents=5)
    with pytest.raises(Refused, match="no_envelope_left"):
        mystery(envelopes_cents=(), drawn=0, eliminators=1)
    with pytest.raises(ValueError):
        mystery(envelopes_cents=envelopes, drawn=3, eliminators=1)
