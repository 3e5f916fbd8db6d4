"""Money: whole minor units of one currency, split without losing a cent, read and written in three
languages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from rules.refusals import N_, Refused

BASIS_POINTS = 10_000
MAX_CENTS = 10**13
_NBSP = "\u00a0"
MINUS = "\u2212"


class Currency(StrEnum):
    """The currencies a venue may keep its books in, and the money of practice, which is nobody's."""

    BRL = "BRL"
    EUR = "EUR"
    PLAY = "XTS"  # ISO 4217 keeps this code for tests

    @property
    def symbol(self) -> str:
        return {"BRL": "R$", "EUR": "€", "XTS": "T$"}[self.value]


class Locale(StrEnum):
    """The languages in which money is read and written."""

    PT_BR = "pt-BR"
    PT = "pt"
    EN = "en"

    @classmethod
    def of(cls, tag: str) -> Locale:
        """Return the locale for a language tag such as ``pt-br``, ``pt_PT`` or ``en-GB``; unknown tags are
        English.
        """
        plain = tag.replace("_", "-").lower()
        if plain == "pt-br":
            return cls.PT_BR
        return cls.PT if plain.split("-")[0] == "pt" else cls.EN


# (group separator, decimal separator)
_SEPARATORS = {Locale.PT_BR: (".", ","), Locale.PT: (_NBSP, ","), Locale.EN: (",", ".")}


def split_by_weights(total_cents: int, *, weights: Sequence[int]) -> tuple[int, ...]:
    """Split an amount in proportion to whole weights by largest remainder; the parts sum to the amount.

    Equal remainders favour the earlier weight, so an odd cent goes to the top place. Non-increasing weights
    give non-increasing parts. Negative amounts or weights, and an amount without any weight, are errors of
    the caller.

    Rule: CASES round-1
    """
    if total_cents < 0:
        raise ValueError("a negative amount cannot be split")
    whole = sum(weights)
    if weights and min(weights) < 0:
        raise ValueError("weights are not negative")
    if whole == 0:
        if total_cents:
            raise ValueError("nothing to split over")
        return (0,) * len(weights)
    parts: list[int] = []
    left: list[int] = []
    for weight in weights:
        part, remainder = divmod(total_cents * weight, whole)
        parts.append(part)
        left.append(remainder)
    short = total_cents - sum(parts)
    if short:
        # sorted() is stable: among equal remainders the earlier place comes first
        for index in sorted(range(len(left)), key=left.__getitem__, reverse=True)[:short]:
            parts[index] += 1
    return tuple(parts)


def split_evenly(total_cents: int, *, shares: int) -> tuple[int, ...]:
    """Split an amount into equal shares; the odd cents go one each to the first ones.

    Rule: CASES round-1
    """
    if shares < 1 or total_cents < 0:
        raise ValueError("a positive number of shares of a non-negative amount")
    each, odd = divmod(total_cents, shares)
    return (each + 1,) * odd + (each,) * (shares - odd)


def share_bp(amount_cents: int, *, bp: int) -> int:
    """Return a share in basis points, rounded down: the odd part of a cent stays with what it is taken from."""
    return amount_cents * bp // BASIS_POINTS


def surcharge_on(amount_cents: int, *, bp: int) -> int:
    """Return a surcharge in basis points, rounded to the nearest cent, halves up."""
    return (amount_cents * bp * 2 + BASIS_POINTS) // (BASIS_POINTS * 2)


def format_cents(cents: int, *, currency: Currency | str, locale: Locale | str) -> str:
    """Return an amount as text: ``R$ 1.234,50`` (pt-BR), ``1 234,50 €`` (pt), ``R$1,234.50`` (en);
    a debt with a minus sign before all of it: ``−R$ 0,05``.

    The spaces are no-break spaces, so that an amount never wraps.
    """
    currency = Currency(currency)
    locale = locale if isinstance(locale, Locale) else Locale.of(locale)
    group, point = _SEPARATORS[locale]
    whole, minor = divmod(abs(cents), 100)
    number = f"{whole:,}".replace(",", group) + f"{point}{minor:02d}"
    sign = MINUS if cents < 0 else ""
    if locale is Locale.PT:
        return f"{sign}{number}{_NBSP}{currency.symbol}"
    gap = _NBSP if locale is Locale.PT_BR else ""
    return f"{sign}{currency.symbol}{gap}{number}"


_SYMBOLS = re.compile(r"^(?:[RT]\$|€|BRL|EUR)|(?:[RT]\$|€|BRL|EUR)$")
_PLAIN = re.compile(r"[0-9]{1,16}")
_DECIMAL = re.compile(r"([0-9]{1,16})[.,]([0-9]{1,2})")
_SPACES = re.compile("[ \u00a0\u202f]")
_NUMBER_LIKE = re.compile(r"[0-9.,]+")


def as_written(
    params: Mapping[str, Any], *, locale: Locale | str, bounds_as_money: bool = True
) -> dict[str, Any]:
    """Return the params of a sentence as people write them: amounts (``…_cents``) with their cents after the point,
    and with the sign of the ``currency`` where it is among them; so are the bounds of a ``field`` of money, unless who reads sends it in cents
    (`bounds_as_money`). Numbers of chips and other bounds in groups.
    """
    locale = locale if isinstance(locale, Locale) else Locale.of(locale)
    group, point = _SEPARATORS[locale]
    currency = params.get("currency")
    said = dict(params)
    for name, value in params.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if name in _BOUNDS and _is_money(str(params.get("field", ""))):
            said[name] = _amount_written(value, currency, locale) if bounds_as_money else value
        elif _is_money(name):
            said[name] = _amount_written(value, currency, locale)
        elif isinstance(value, int) and (name in _IN_GROUPS or name.endswith("_chips")):
            said[name] = f"{value:,}".replace(",", group)
        elif isinstance(value, float):
            said[name] = str(value).replace(".", point)
    return said


def _is_money(field: str) -> bool:
    """Whether a field, or a param of a sentence, is an amount of money: whole cents, by its name."""
    return field == "cents" or field.endswith("_cents")


# what sentences call the bounds of a field, and what a number of chips
_BOUNDS = frozenset({"low", "high"})
_IN_GROUPS = frozenset({"counted", "in_play", "removed", "stack", "low", "high", "least", "most", "limit"})


def _amount_written(cents: float, currency: object, locale: Locale) -> str:
    if isinstance(cents, int):
        if currency in {known.value for known in Currency}:
            return format_cents(cents, currency=str(currency), locale=locale)
        whole, minor = divmod(abs(cents), 100)
        number = f"{MINUS if cents < 0 else ''}{whole:,}.{minor:02d}"
    else:  # parts of a price in percent may add up to parts of a cent
        number = f"{cents / 100:,.4f}".rstrip("0")
    group, point = _SEPARATORS[locale]
    return number.translate({ord(","): group, ord("."): point})


def parse_amount(
    text: str, *, locale: Locale | str, at_most_cents: int = MAX_CENTS, allow_zero: bool = False
) -> int:
    """Read an amount that a person typed; returns cents.

    ``1.234,50``, ``1,234.50``, ``1 234,50``, ``1234.5`` and ``R$ 1234`` all read as one would expect. Where
    both separators stand, the last one is the decimal point; one separator before one or two digits is a
    decimal point in any language; one before three digits is a thousands separator only where the language
    writes it so.
    Refusals: ``amount_not_a_number``, ``amount_negative``, ``amount_zero``, ``amount_too_large``.
    """
    locale = locale if isinstance(locale, Locale) else Locale.of(locale)
    if not isinstance(text, str) or len(text) > 40:
        raise _not_a_number(text)
    plain = text.strip()
    negative = plain.startswith(("-", MINUS))
    if negative:
        plain = plain[1:].strip()
    plain = _SYMBOLS.sub("", plain).strip()
    if plain.startswith(("-", MINUS)):
        negative, plain = True, plain[1:].strip()
    cents = _cents_of(plain, locale)
    if cents is None:
        raise _not_a_number(text)
    if negative and cents:
        raise Refused("amount_negative", N_("An amount cannot be negative: %(text)s."), text=text.strip())
    if cents == 0 and not allow_zero:
        raise Refused("amount_zero", N_("Enter an amount greater than zero."))
    if cents > at_most_cents:
        raise Refused(
            "amount_too_large",
            N_("%(text)s is more than can be right here. Check the number of digits."),
            text=text.strip(),
            at_most_cents=at_most_cents,
        )
    return cents


def _cents_of(plain: str, locale: Locale) -> int | None:
    if _SPACES.search(plain):
        head, *tail = _SPACES.split(plain)
        last_whole = re.split("[.,]", tail[-1])[0]
        if not re.fullmatch("[1-9][0-9]{0,2}", head) or any(len(t) != 3 for t in (*tail[:-1], last_whole)):
            return None
        plain = head + "".join(tail)
        if plain.count(".") + plain.count(",") > 1:
            return None
        if plain.count(".") + plain.count(",") == 1 and not _DECIMAL.fullmatch(plain):
            return None
    if not _NUMBER_LIKE.fullmatch(plain):
        return None
    if _PLAIN.fullmatch(plain):
        return int(plain) * 100
    if found := _DECIMAL.fullmatch(plain):
        return int(found[1]) * 100 + int(found[2].ljust(2, "0"))
    for group, point in ((".", ","), (",", ".")):
        grouped = re.fullmatch(
            rf"([1-9][0-9]{{0,2}}(?:\{group}[0-9]{{3}})+)(?:\{point}([0-9]{{1,2}}))?", plain
        )
        if grouped is None:
            continue
        whole, minor = grouped[1], grouped[2]
        once_only = minor is None and whole.count(group) == 1
        if once_only and group == _SEPARATORS[locale][1]:
            return None  # three decimals in this language: what was meant cannot be told
        return int(whole.replace(group, "")) * 100 + int((minor or "0").ljust(2, "0"))
    return None


def _not_a_number(text: object) -> Refused:
    return Refused(
        "amount_not_a_number",
        N_("%(text)s cannot be read as an amount. Write it like 1234.50 or 1.234,50."),
        text=str(text).strip()[:40],
    )
