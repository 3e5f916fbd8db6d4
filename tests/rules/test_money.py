import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.money import (
    MAX_CENTS,
    Currency,
    Locale,
    as_written,
    format_cents,
    parse_amount,
    share_bp,
    split_by_weights,
    split_evenly,
    surcharge_on,
)
from rules.refusals import Refused
from rules.validation import integer


@pytest.mark.rule("CASES round-1")
def test_the_odd_cent_goes_to_the_top_place():
    assert split_by_weights(1001, weights=(50, 30, 20)) == (501, 300, 200)
    assert split_by_weights(1, weights=(1, 1, 1)) == (1, 0, 0)
    assert split_by_weights(2, weights=(1, 1, 1)) == (1, 1, 0)
    assert split_evenly(100, shares=3) == (34, 33, 33)


def test_the_largest_remainder_wins_over_the_earlier_place():
    assert split_by_weights(10, weights=(33, 33, 34)) == (3, 3, 4)
    assert split_by_weights(0, weights=(0, 0)) == (0, 0)
    assert split_by_weights(5, weights=(0, 1)) == (0, 5)


@pytest.mark.parametrize(("total", "weights"), [(-1, (1,)), (1, (0, 0)), (1, ()), (1, (2, -1))])
def test_a_split_that_means_nothing_is_the_callers_error(total, weights):
    with pytest.raises(ValueError):
        split_by_weights(total, weights=weights)


@settings(max_examples=100, deadline=None)
@given(
    st.integers(0, 10**12),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=60).filter(lambda w: sum(w) > 0),
)
def test_parts_sum_and_stay_within_a_cent_and_in_order(total, weights):
    parts = split_by_weights(total, weights=weights)
    assert sum(parts) == total
    assert all(abs(p * sum(weights) - total * w) < sum(weights) for p, w in zip(parts, weights, strict=True))
    falling = split_by_weights(total, weights=sorted(weights, reverse=True))
    assert list(falling) == sorted(falling, reverse=True)


def test_ten_thousand_places_split_at_once():
    parts = split_by_weights(9_404_160_001, weights=range(10_000, 0, -1))
    assert sum(parts) == 9_404_160_001
    assert parts[0] > parts[-1] > 0


def test_shares_round_down_and_surcharges_to_the_nearest():
    assert share_bp(45_000, bp=300) == 1350
    assert share_bp(99, bp=300) == 2
    assert surcharge_on(45_000, bp=500) == 2250
    assert surcharge_on(10, bp=500) == 1
    assert surcharge_on(9, bp=500) == 0


@pytest.mark.parametrize(
    ("cents", "currency", "locale", "text"),
    [
        (123450, "BRL", "pt-BR", "R$ 1.234,50"),
        (123450, "EUR", "pt", "1 234,50 €"),
        (123450, "BRL", "en", "R$1,234.50"),
        (123450, "EUR", "en", "€1,234.50"),
        (123450, "EUR", "pt-BR", "€ 1.234,50"),
        (5, "BRL", "pt-br", "R$ 0,05"),
        (9404160000, "BRL", "pt-BR", "R$ 94.041.600,00"),
        (-100, "EUR", "pt-PT", "−1,00 €"),
    ],
)
def test_money_as_people_write_it(cents, currency, locale, text):
    assert format_cents(cents, currency=currency, locale=locale).replace("\u00a0", " ") == text


@pytest.mark.parametrize(
    ("text", "locale", "cents"),
    [
        ("1.234,50", "pt-BR", 123450),
        ("1.234,50", "en", 123450),
        ("1,234.50", "pt-BR", 123450),
        ("1,234.50", "en", 123450),
        ("1234.5", "pt-BR", 123450),
        ("1234,5", "en", 123450),
        ("1 234,50 €", "pt", 123450),
        ("1\u00a0234\u00a0567", "pt", 123456700),
        ("R$ 450", "pt-BR", 45000),
        ("R$450,00", "pt-BR", 45000),
        ("1.234", "pt-BR", 123400),
        ("1,234", "en", 123400),
        ("1.234.567", "en", 123456700),
        ("  0,01 ", "pt-BR", 1),
        ("007", "en", 700),
    ],
)
def test_amounts_as_people_type_them(text, locale, cents):
    assert parse_amount(text, locale=locale) == cents


@pytest.mark.parametrize(
    ("text", "locale", "code"),
    [
        ("", "en", "amount_not_a_number"),
        ("abc", "en", "amount_not_a_number"),
        ("1.234", "en", "amount_not_a_number"),
        ("1,234", "pt-BR", "amount_not_a_number"),
        ("0.123", "pt-BR", "amount_not_a_number"),
        ("1.23.45", "pt-BR", "amount_not_a_number"),
        ("12 34", "pt", "amount_not_a_number"),
        ("0 123", "pt", "amount_not_a_number"),
        ("0\u00a0123,50", "pt-br", "amount_not_a_number"),
        ("000 123", "en", "amount_not_a_number"),
        ("1 234.567,00", "pt", "amount_not_a_number"),
        ("1e9", "en", "amount_not_a_number"),
        ("NaN", "en", "amount_not_a_number"),
        ("Infinity", "en", "amount_not_a_number"),
        ("١٢٣", "en", "amount_not_a_number"),
        ("1" * 41, "en", "amount_not_a_number"),
        ("-5", "en", "amount_negative"),
        ("R$ -5,00", "pt-BR", "amount_negative"),
        ("\u22125", "en", "amount_negative"),
        ("0", "en", "amount_zero"),
        ("0,00", "pt-BR", "amount_zero"),
        ("9999999999999", "en", "amount_too_large"),
    ],
)
def test_amounts_that_are_refused(text, locale, code):
    with pytest.raises(Refused) as refused:
        parse_amount(text, locale=locale)
    assert refused.value.code == code
    assert "%(" not in str(refused.value)


def test_bounds_are_the_callers_to_set():
    assert parse_amount("0", locale="en", allow_zero=True) == 0
    with pytest.raises(Refused, match="amount_too_large"):
        parse_amount("500,01", locale="pt-BR", at_most_cents=50_000)


@settings(max_examples=100, deadline=None)
@given(st.integers(1, MAX_CENTS), st.sampled_from(list(Currency)), st.sampled_from(list(Locale)))
def test_what_is_written_reads_back(cents, currency, locale):
    assert parse_amount(format_cents(cents, currency=currency, locale=locale), locale=locale) == cents


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=45), st.sampled_from(list(Locale)))
def test_any_text_is_read_or_refused(text, locale):
    try:
        assert 0 < parse_amount(text, locale=locale) <= MAX_CENTS
    except Refused as refused:
        assert refused.code.startswith("amount_")


@pytest.mark.parametrize(
    ("locale", "text"), [("pt-BR", "20.000"), ("pt-PT", "20\u00a0000"), ("en", "20,000")]
)
def test_bounds_and_chips_of_a_sentence_are_written_in_groups(locale, text):
    params = {"high": 20_000, "stack": 20_000, "in_play": 20_000, "level": 20_000, "text": "20001"}
    said = as_written(params, locale=locale)
    assert said == {"high": text, "stack": text, "in_play": text, "level": 20_000, "text": "20001"}


@pytest.mark.parametrize(
    ("locale", "currency", "most"),
    [
        ("pt-BR", "BRL", "R$\u00a0100.000.000,00"),
        ("pt-PT", "EUR", "100\u00a0000\u00a0000,00\u00a0€"),
        ("en", "EUR", "€100,000,000.00"),
        ("pt-BR", "", "100.000.000,00"),
    ],
)
def test_bounds_of_an_amount_are_written_as_money(locale, currency, most):
    of = {"currency": currency} if currency else {}
    for field in ("cents", "amount_cents"):
        with pytest.raises(Refused) as no:
            integer(field, 10**10 + 1, low=100, high=10**10, **of)
        assert as_written(no.value.params, locale=locale)["high"] == most
        with pytest.raises(Refused) as no:
            integer(field, 99, low=100, high=10**10, **of)
        assert "1,00" in as_written(no.value.params, locale=locale)["low"].replace("1.00", "1,00")
        # a program sends cents, and reads what it may send
        assert as_written(no.value.params, locale=locale, bounds_as_money=False)["low"] == 100
    with pytest.raises(Refused) as no:
        integer("seats", 11, high=10)
    assert (as_written(no.value.params, locale=locale)["high"], "currency" in no.value.params) == (
        "10",
        False,
    )
