"""Which PINs are none: what anybody would try first."""

from __future__ import annotations

from rules.refusals import N_, Refused

SHORTEST, LONGEST = 4, 8
_ROUND = "01234567890123456789"
# what people choose most of all, beside runs and repetitions
_USUAL = frozenset({"1004", "1122", "1342", "2580", "0852", "147258", "159753", "112233"})


def check_pin(pin: str) -> None:
    """Refuse a PIN that is no number of four to eight digits, or that is guessed in the first tries.

    Refusals: ``bad_pin``.
    """
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        raise Refused("bad_pin", N_("A PIN has four to eight digits."), field="pin")
    half = len(pin) // 2
    repeated = len(pin) % 2 == 0 and pin[:half] == pin[half:]
    if len(set(pin)) == 1 or repeated or pin in _ROUND or pin[::-1] in _ROUND or pin in _USUAL:
        raise Refused(
            "bad_pin",
            N_("This PIN is guessed at once. Take one without runs like 1234 and repetitions like 1212."),
            field="pin",
        )
