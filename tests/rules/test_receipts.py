from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.receipts import ReceiptKind, is_receipt, receipt, receipt_in, short_code


@pytest.mark.rule("SCPT.D")
def test_a_receipt_is_read_back() -> None:
    assert receipt(kind=ReceiptKind.ENTRY, tournament=12, number=345) == "E12-0345-37"
    assert is_receipt("E12-0345-37") and is_receipt(" e12-0345-37 ")
    assert not is_receipt("E12-0354-37") and not is_receipt("E21-0345-37") and not is_receipt("C12-0345-37")
    assert not is_receipt("") and not is_receipt("E0-1-1") and not is_receipt("'; drop")


@given(st.integers(1, 10**6), st.integers(1, 10**9), st.integers(0, 14), st.integers(0, 9))
def test_any_wrong_digit_is_found(tournament: int, number: int, place: int, digit: int) -> None:
    right = receipt(kind=ReceiptKind.ENTRY, tournament=tournament, number=number)
    at = [i for i, c in enumerate(right) if c.isdigit()]
    i = at[place % len(at)]
    wrong = right[:i] + str(digit) + right[i + 1 :]
    assert is_receipt(wrong) == (wrong == right)


def test_codes_of_a_large_room_all_differ() -> None:
    codes = {short_code(n) for n in range(1, 50_001)}
    assert len(codes) == 50_000 and all(len(c) == 6 for c in codes)


def test_numbers_start_at_one() -> None:
    with pytest.raises(ValueError, match="from 1"):
        receipt(kind=ReceiptKind.ENTRY, tournament=1, number=0)


def test_a_receipt_within_what_was_scanned() -> None:
    number = receipt(kind=ReceiptKind.ENTRY, tournament=12, number=345)
    assert receipt_in(f"https://casa.example/receipts/?number={number}") == number
    assert receipt_in(f" {number.lower()}\n") == number
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    assert receipt_in(wrong) == receipt_in("") == receipt_in("ABC123") == ""
