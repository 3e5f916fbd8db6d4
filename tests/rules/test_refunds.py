import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.policies import shipped
from rules.refunds import PaidFor, Participant, PaymentMade, RefundCase, refunds
from rules.refusals import Refused

SETS = shipped()
SCPT, PT = SETS["scpt"], SETS["pt_online"]
ENTRY = PaymentMade(paid_for=PaidFor.ENTRY, price_cents=1100, prize_cents=1000)
TICKET = PaymentMade(paid_for=PaidFor.ENTRY, price_cents=1100, prize_cents=1000, by_ticket=True)
RE_ENTRY = PaymentMade(paid_for=PaidFor.RE_ENTRY, price_cents=1100, prize_cents=1000)
REBUY = PaymentMade(paid_for=PaidFor.REBUY, price_cents=1000, prize_cents=1000)
ADD_ON = PaymentMade(paid_for=PaidFor.ADD_ON, price_cents=600, prize_cents=500)


def field(chips, out, payments=(ENTRY,)):
    return [
        *(Participant(key=i, active=True, chips=c, payments=payments) for i, c in enumerate(chips)),
        *(Participant(key=100 + i, active=False, payments=payments) for i in range(out)),
    ]


@pytest.mark.rule("PT-T.36", "PT-T.38", "CASES refund-1", "REGULATIONS 6.3")
def test_ten_entries_four_out_before_the_money():
    people = field((3000, 2500, 2000, 1500, 900, 100), 4)
    got = refunds(participants=people, policies=PT, started=True)
    assert got.case is RefundCase.BEFORE_THE_MONEY
    assert [line.refund_cents for line in got.lines] == [1100] * 6 + [0] * 4
    assert [line.share_cents for line in got.lines] == [1200, 1000, 800, 600, 360, 40, 0, 0, 0, 0]
    assert (got.shared_cents, got.from_pool_cents, got.from_fees_cents) == (4000, 10_000, 600)
    assert got.from_house_cents == 0


@pytest.mark.rule("PT-T.36", "CASES refund-1")
def test_exact_cents_by_largest_remainder():
    got = refunds(participants=field((1, 1, 1), 1), policies=PT, started=True)
    assert [line.share_cents for line in got.lines] == [334, 333, 333, 0]


@pytest.mark.rule("PT-T.36")
def test_before_the_start_everything_comes_back_with_fees():
    people = [Participant(key="a", active=True, payments=(ENTRY, ADD_ON)), *field((0,), 0, (TICKET,))]
    got = refunds(participants=people, policies=PT, started=False)
    assert got.case is RefundCase.BEFORE_START
    assert [line.refund_cents for line in got.lines] == [1700, 1100]
    assert (got.from_pool_cents, got.from_fees_cents) == (2500, 300)


@pytest.mark.rule("PT-T.36", "PT-T.38")
def test_all_rebuys_add_ons_and_re_entries_are_shared():
    people = [
        Participant(key="a", active=True, chips=60, payments=(ENTRY, RE_ENTRY, ADD_ON)),
        Participant(key="b", active=True, chips=40, payments=(ENTRY,)),
        Participant(key="c", active=False, payments=(ENTRY, REBUY, REBUY)),
    ]
    got = refunds(participants=people, policies=PT, started=True)
    assert got.shared_cents == 1000 + 500 + 3 * 1000
    assert [line.total_cents for line in got.lines] == [1100 + 2700, 1100 + 1800, 0]


@pytest.mark.rule("PT-T.36", "REGULATIONS 6.3")
def test_in_the_money_credited_prizes_stand():
    people = field((70, 30), 8)
    got = refunds(
        participants=people, policies=PT, started=True, in_the_money=True, prizes_credited_cents=2000
    )
    assert got.case is RefundCase.IN_THE_MONEY
    assert got.shared_cents == 6000
    assert [line.total_cents for line in got.lines[:2]] == [1100 + 4200, 1100 + 1800]
    assert got.from_pool_cents + 2000 == 10 * 1000
    short = refunds(participants=people, policies=PT, started=True, prizes_credited_cents=9000)
    assert (short.shared_cents, short.from_house_cents) == (0, 1000)


@pytest.mark.rule("PT-T.37", "SCPT.G")
def test_tickets_come_back_as_value_online_and_as_tickets_live():
    people = [Participant(key="t", active=True, chips=10, payments=(TICKET,))]
    online = refunds(participants=people, policies=PT, started=True).lines[0]
    assert (online.refund_cents, online.ticket_cents) == (1100, 0)
    live = refunds(participants=people, policies=SCPT, started=True).lines[0]
    assert (live.refund_cents, live.ticket_cents) == (0, 1100)


@pytest.mark.rule("SCPT.D", "SCPT.J")
def test_live_everybody_gets_the_entries_back():
    got = refunds(participants=field((5, 0), 2, (ENTRY, REBUY)), policies=SCPT, started=True)
    assert got.case is RefundCase.FULL
    assert [line.total_cents for line in got.lines] == [2100] * 4
    with pytest.raises(Refused, match="prizes_already_credited"):
        refunds(participants=field((5,), 1), policies=SCPT, started=True, prizes_credited_cents=1)


@pytest.mark.rule("SCPT.D", "REGULATIONS 6.3")
def test_live_the_director_lets_credited_prizes_stand():
    people = field((70, 30), 8)
    got = refunds(
        participants=people, policies=SCPT, started=True, prizes_credited_cents=2000, prizes_stand=True
    )
    assert got == refunds(participants=people, policies=PT, started=True, prizes_credited_cents=2000)
    assert got.case is RefundCase.IN_THE_MONEY
    without = refunds(participants=people, policies=SCPT, started=True, prizes_stand=True)
    assert without == refunds(participants=people, policies=SCPT, started=True)


def test_nobody_left_is_refused_and_no_chips_share_evenly():
    with pytest.raises(Refused, match="nobody_active"):
        refunds(participants=field((), 3), policies=PT, started=True)
    got = refunds(participants=field((0, 0), 1), policies=PT, started=True)
    assert [line.share_cents for line in got.lines] == [500, 500, 0]


PAYMENT = st.sampled_from([ENTRY, TICKET, RE_ENTRY, REBUY, ADD_ON])
PERSON = st.tuples(st.booleans(), st.integers(0, 10**6), st.lists(PAYMENT, max_size=4))


@settings(max_examples=80, deadline=None)
@given(st.lists(PERSON, min_size=1, max_size=30), st.booleans(), st.integers(0, 20_000))
def test_every_cent_is_accounted(people, started, credited):
    participants = [
        Participant(key=i, active=active or i == 0, chips=chips, payments=tuple(paid))
        for i, (active, chips, paid) in enumerate(people)
    ]
    credited = credited if started else 0
    got = refunds(participants=participants, policies=PT, started=started, prizes_credited_cents=credited)
    pool = sum(y.prize_cents for p in participants for y in p.payments)
    assert sum(line.total_cents for line in got.lines) == got.from_pool_cents + got.from_fees_cents
    assert got.from_pool_cents + credited == pool + got.from_house_cents
    assert [line.key for line in got.lines] == [p.key for p in participants]
    if started:
        assert all(
            line.total_cents == 0 for line, p in zip(got.lines, participants, strict=True) if not p.active
        )


@pytest.mark.rule("ADTP.27", "SCPT.D", "PT-T.38")
def test_a_rebuy_that_was_written_off_is_not_handed_back_and_its_part_of_the_pool_is_shared():
    borne = PaymentMade(paid_for=PaidFor.REBUY, price_cents=1000, prize_cents=900, written_off=True)
    people = [
        Participant(key="a", active=True, chips=60, payments=(ENTRY, borne)),
        Participant(key="b", active=True, chips=40, payments=(ENTRY,)),
    ]
    full = refunds(participants=people, policies=SCPT, started=True)
    assert full.case is RefundCase.FULL
    assert [line.total_cents for line in full.lines] == [1100, 1100]
    assert (full.from_pool_cents, full.from_fees_cents) == (2000, 200)
    shared = refunds(participants=people, policies=PT, started=True)
    assert [line.total_cents for line in shared.lines] == [1100 + 540, 1100 + 360]
