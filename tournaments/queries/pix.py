"""The code that a Brazilian bank's app pays: a static BR Code (PIX "copia e cola"), as text and as QR code.

Fields of identifier, length and value as in EMV QR codes, ended by a checksum, in the form that the Central Bank's
manual of the BR Code gives. A static code names the receiver's key, the amount and a reference; no bank is asked to
make it, and none says that it was paid.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from rules.documents import cnpj_is_right
from rules.refusals import N_, Refused

LONGEST_KEY = 77
LONGEST_RECEIVER = 25
LONGEST_CITY = 15
LONGEST_REFERENCE = 25
MOST_CENTS = (
    99_999_999_99  # what ten digits, the point and two more can say, well below what banks let through
)

_SCHEME = "br.gov.bcb.pix"
_REAIS = "986"
_NO_REFERENCE = "***"
_EMAIL = re.compile(r"[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9.-]+\.[a-z]{2,}")
_PHONE = re.compile(r"\+55[1-9][0-9]9?[0-9]{8}")
# as it is written on a card: the area and two groups of digits; eleven digits in one run are a CPF
_PHONE_AS_WRITTEN = re.compile(
    r"(?:\+?55 ?)?(?:\(0?([1-9][0-9])\)|0?([1-9][0-9])) ?(9? ?[0-9]{4})[ -]([0-9]{4})"
)
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_RANDOM = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_CPF = re.compile(r"[0-9]{11}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PixAccount:
    """Who is paid: the key at the bank, and the name and city that the payer's bank shows."""

    key: str
    receiver: str
    city: str


def pix_key(text: str) -> str:
    """Return a key in the form in which banks keep it: CPF or CNPJ without signs, phone as +55…, e-mail, or random
    key. A phone may be written as people do: (48) 99912-3456.

    Refusals: ``bad_pix_key``.
    """
    typed = text.strip()
    small = typed.lower()
    if len(typed) <= LONGEST_KEY:
        if _RANDOM.fullmatch(small) or _EMAIL.fullmatch(small):
            return small
        plain = " ".join(typed.translate(_DASHES).split())
        if (phone := _PHONE_AS_WRITTEN.fullmatch(plain)) is not None:
            return "+55" + "".join(part for part in phone.groups() if part).replace(" ", "")
        number = re.sub(r"[\s().-]", "", plain)
        if _PHONE.fullmatch(number):
            return number
        number = number.replace("/", "").upper()
        if (_CPF.fullmatch(number) and _is_cpf(number)) or cnpj_is_right(number):
            return number
    raise Refused(
        "bad_pix_key",
        N_(
            "This is no PIX key. Give a CPF, a CNPJ, an e-mail, a random key, or a phone with its area, as (48) 99912-3456."
        ),
        field="pix_key",
    )


def _is_cpf(digits: str) -> bool:
    """Whether the last two digits belong to the nine before them."""
    return len(set(digits)) > 1 and all(
        int(digits[n]) == _check([int(d) for d in digits[:n]], list(range(n + 1, 1, -1))) for n in (9, 10)
    )


def _check(values: list[int], weights: list[int]) -> int:
    rest = sum(value * weight for value, weight in zip(values, weights, strict=True)) % 11
    return 0 if rest < 2 else 11 - rest


def plain(field: str, *, text: str, longest: int) -> str:
    """Return a name as the code can carry it: without accents, single spaces.

    Refusals: ``pix_text_missing``, ``pix_text_bad``, ``pix_text_too_long``.
    """
    apart = unicodedata.normalize("NFKD", " ".join(text.split()))
    line = "".join(sign for sign in apart if not unicodedata.combining(sign))
    if not line:
        raise Refused(
            "pix_text_missing", N_("For PIX give the key, the receiver's name and the city."), field=field
        )
    if not (line.isascii() and line.isprintable()):
        raise Refused(
            "pix_text_bad", N_("A PIX code takes letters, digits and simple signs only."), field=field
        )
    if len(line) > longest:
        raise Refused(
            "pix_text_too_long",
            N_("In a PIX code this may have %(longest)s characters. Shorten it."),
            field=field,
            longest=longest,
        )
    return line


def account(*, key: str, receiver: str, city: str) -> PixAccount:
    """Return where a house is paid. Refusals: those of `pix_key` and `plain`."""
    return PixAccount(
        key=pix_key(key),
        receiver=plain("pix_receiver", text=receiver, longest=LONGEST_RECEIVER),
        city=plain("pix_city", text=city, longest=LONGEST_CITY),
    )


def br_code(to: PixAccount, *, amount_cents: int | None, reference: str = "") -> str:
    """Return the text that is pasted into a bank's app or scanned. amount_cents None: the payer types it.

    reference: letters and digits by which the receiver finds the payment on the statement; "" for none.
    """
    if amount_cents is not None and not 0 < amount_cents <= MOST_CENTS:
        raise ValueError("an amount is above zero and can be paid")
    if not re.fullmatch(r"[A-Za-z0-9]{0,25}", reference):
        raise ValueError("a reference is up to 25 letters and digits")
    fields = [
        _field("00", "01"),
        _field("26", _field("00", _SCHEME) + _field("01", to.key)),
        _field("52", "0000"),
        _field("53", _REAIS),
        *([] if amount_cents is None else [_field("54", f"{amount_cents // 100}.{amount_cents % 100:02d}")]),
        _field("58", "BR"),
        _field("59", to.receiver),
        _field("60", to.city),
        _field("62", _field("05", reference or _NO_REFERENCE)),
        "6304",
    ]
    code = "".join(fields)
    return f"{code}{checksum(code):04X}"


def _field(number: str, value: str) -> str:
    return f"{number}{len(value):02d}{value}"


def checksum(code: str) -> int:
    """CRC-16/CCITT-FALSE of everything up to and with the checksum's own identifier and length."""
    rest = 0xFFFF
    for sign in code.encode():
        rest ^= sign << 8
        for _bit in range(8):
            rest = (rest << 1 ^ 0x1021 if rest & 0x8000 else rest << 1) & 0xFFFF
    return rest
