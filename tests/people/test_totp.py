"""Authenticator codes: the RFC's own values, the clock's drift, and no code twice."""

from __future__ import annotations

import pytest

from people.operations.totp import address, code_at, step_of, typed_secret

RFC = b"12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "eight_digits"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_the_values_of_rfc_6238(seconds, eight_digits):
    assert code_at(RFC, step=seconds // 30) == eight_digits[-6:]


def test_a_step_before_and_behind_and_none_twice():
    now = 1_000_000 * 30
    for step in (999_999, 1_000_000, 1_000_001):
        assert step_of(RFC, code=code_at(RFC, step=step), now=now, used=0) == step
        assert step_of(RFC, code=code_at(RFC, step=step), now=now, used=step) is None
    for step in (999_998, 1_000_002):
        assert step_of(RFC, code=code_at(RFC, step=step), now=now, used=0) is None
    for code in ("", "12345", "abcdef", "１２３４５６"):
        assert step_of(RFC, code=code, now=now, used=0) is None


def test_what_an_app_reads():
    assert typed_secret(RFC) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert address(RFC, issuer="Shuffle Up", account="ana@casa.com") == (
        "otpauth://totp/Shuffle%20Up:ana@casa.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shuffle%20Up"
    )
