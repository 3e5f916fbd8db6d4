"""Numbers that people read aloud: receipts with check digits, short codes of registrations."""

from __future__ import annotations

import re
from enum import StrEnum

# No I, L, O or U: nothing that is heard or read as another.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_BITS = 30
_STEP = 0x2C1B3C6D  # odd, so that stepping walks through every code once before one returns
# what is written for one of them
_HEARD_AS = str.maketrans("OIL", "011")
_RECEIPT = re.compile(r"([ECX])([0-9]{1,9})-([0-9]{4,15})-([0-9]{2})")


class ReceiptKind(StrEnum):
    """What was paid: an entry, or chips (rebuy, add-on); X is kept for corrections by hand."""

    ENTRY = "E"
    CHIPS = "C"
    OTHER = "X"


def receipt(*, kind: ReceiptKind, tournament: int, number: int) -> str:
    """Return a receipt number such as ``E12-0345-67``: what, tournament, running number, two check digits.

    The check digits (ISO 7064 MOD 97-10) find every single wrong digit and every swap of two neighbours.
    Rule: SCPT.D, REGULATIONS 1.2
    """
    if tournament < 1 or number < 1:
        raise ValueError("receipts number from 1")
    running = f"{number:04d}"
    return f"{kind.value}{tournament}-{running}-{_check(kind.value, str(tournament), running):02d}"


def is_receipt(text: str) -> bool:
    """Return whether a typed number can be a receipt: its form and its check digits."""
    found = _RECEIPT.fullmatch(text.strip().upper())
    return found is not None and _check(found[1], found[2], found[3]) == int(found[4])


def receipts_meant(typed: str) -> tuple[str, ...]:
    """Return the receipt numbers that somebody may mean: as printed, or typed without its dashes, with long ones or with spaces.

    Without dashes the tournament and a long running number may part in more than one place; what cannot be a number is none.
    """
    plain = re.sub(r"[^0-9A-Z]+", "-", typed.strip().upper()).strip("-")
    if is_receipt(plain):
        return (plain,)
    found = re.fullmatch(r"([ECX])([0-9]{7,26})", plain.replace("-", ""))
    if found is None:
        return ()
    kind, body, check = found[1], found[2][:-2], found[2][-2:]
    # a running number of more than four digits does not begin with a nought
    parts = [(body[:cut], body[cut:]) for cut in range(len(body) - 4, 0, -1)]
    could = [
        f"{kind}{one}-{two}-{check}"
        for one, two in parts
        if one[0] != "0" and (len(two) == 4 or two[0] != "0")
    ]
    return tuple(number for number in could if is_receipt(number))


def receipt_in(text: str) -> str:
    """Return the receipt number within something scanned, such as the address in a receipt's QR code; "" where there
    is none.
    """
    found = next((m for m in _RECEIPT.finditer(text.upper()) if is_receipt(m[0])), None)
    return found[0] if found else ""


def _check(kind: str, tournament: str, running: str) -> int:
    digits = int(f"{ord(kind)}{tournament}{running}")
    return 98 - digits * 100 % 97


def short_code(number: int) -> str:
    """Six signs for a registration: different for each number below 2**30, and neighbours do not look alike.

    It is said at the desk, not kept secret: it opens nothing by itself.
    """
    value = number * _STEP % (1 << _CODE_BITS)
    return "".join(_LETTERS[value >> shift & 31] for shift in range(_CODE_BITS - 5, -1, -5))


def number_behind(code: str) -> int | None:
    """Return the number that `short_code` made this code of, however it was typed; None where it is none."""
    plain = re.sub(r"[\s-]", "", code).upper().translate(_HEARD_AS)
    if len(plain) != _CODE_BITS // 5 or any(sign not in _LETTERS for sign in plain):
        return None
    value = 0
    for sign in plain:
        value = value << 5 | _LETTERS.index(sign)
    return value * pow(_STEP, -1, 1 << _CODE_BITS) % (1 << _CODE_BITS)
