"""Payouts of one's own as lines of text: a place, and its percentage or amount; what people paste from a sheet or a message."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils.translation import gettext as _

from rules.refusals import N_, Refused
from web import forms
from web.director.editing.payout_rows import MOST_ROWS, PayoutRow, percent_decimal, percent_typed
from web.director.editing.typed import amount_typed

_ORDINAL = r"(?:\s?[ºª°]|(?:st|nd|rd|th)\b)?"
_PLACE = re.compile(
    rf"(?:(?:place|lugar|posição|colocação|pos\.?|#)\s*)?(?P<first>\d{{1,6}}){_ORDINAL}"
    rf"(?:\s*(?:-|–|\bto\b|\ba\b|\bao\b|\baté\b)\s*(?P<last>\d{{1,6}}){_ORDINAL})?"
    r"(?:\s*[.):;,|\t=]\s+|\s*[:;|\t=]\s*|\s+[-–]\s+|\s+)(?P<value>[^%\s].*)",
    re.IGNORECASE,
)
_MONEY = re.compile(r"R\$|US\$|[$€]|BRL|EUR|USD", re.IGNORECASE)
_REST = re.compile(r"(?:the\s+)?rest|(?:o\s+)?resto|sobra", re.IGNORECASE)
# what a line without a place may be: a number, with or without its sign, or the rest
_LONE = re.compile(
    rf"(?:{_MONEY.pattern})?\s*[\d.,' ]*\d\s*(?:%|{_MONEY.pattern})?|{_REST.pattern}", re.IGNORECASE
)
_PERCENT = re.compile(r"\d{1,3}(?:[.,]\d{1,10})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutText:
    """The rows that a text tells, first place at first, and what is wrong: by line ("line_3") or in all ("text")."""

    rows: list[PayoutRow]
    wrong: dict[str, Refused]


@dataclass(frozen=True, slots=True, kw_only=True)
class _PayoutLine:
    """A line: the last place it tells, how many they are, what each gets. percent, cents: None where it is the other."""

    number: int
    text: str
    last: int
    places: int
    value: str
    percent: Decimal | None = None
    cents: int | None = None
    rest: bool = False


def rows_of_text(text: str, *, net_cents: int, currency: str, unit_cents: int) -> PayoutText:
    """Read one line a place or group of places; "rest" for first place takes what the others leave.

    Numbers with a percent sign are percentages, those with a sign of money amounts; without signs they are percentages
    where together they make about a hundred. Refusals told: ``bad_payout_line`` by line, ``not_all_paid``,
    ``too_many_places``.
    """
    told, wrong = _lines(text)
    no: Refused | None = None
    if len(told) > MOST_ROWS:
        no = Refused(
            "too_many_places",
            N_("At most %(most)s lines; line %(line)s is the first too many."),
            most=MOST_ROWS,
            line=told[MOST_ROWS].number,
        )
        return PayoutText(rows=[], wrong={"text": no})
    lines = _valued(told, wrong)
    if not lines or wrong:
        empty = Refused(
            "no_places", N_("Write one line a place, first place first, like 1 50%%."), rule="PT-T.34"
        )
        return PayoutText(rows=[], wrong=wrong or {"text": empty})
    amounts = any(line.cents is not None for line in lines)
    no = (
        _unpaid(lines, net_cents=net_cents, currency=currency, unit_cents=unit_cents)
        if not lines[0].rest
        else None
    )
    if no is None and amounts and not net_cents:
        no = Refused("no_pool", N_("There is no prize pool yet: write percentages."), rule="PT-T.34")
    if no is not None:
        return PayoutText(rows=[], wrong={"text": no})
    return PayoutText(rows=[_row(line) for line in lines], wrong={})


def text_of(rows: Sequence[PayoutRow]) -> str:
    """Return the rows as lines of text; read again they are the same places and percentages."""
    lines = []
    first = 1
    for row in rows:
        place = str(first) if row.last == str(first) else f"{first}-{row.last}"
        lines.append(f"{place} {row.percent}%" if row.percent or first > 1 else f"{place} {_('rest')}")
        first = int(row.last) + 1 if row.last.isdigit() else first + 1
    return "\n".join(lines)


def _lines(text: str) -> tuple[list[_PayoutLine], dict[str, Refused]]:
    """The places of each line with its value as it stands there, and the lines that tell none."""
    told: list[_PayoutLine] = []
    wrong: dict[str, Refused] = {}
    before: int | None = 0  # None after a line that tells no places: the next tells its own
    for number, line in enumerate(text.split("\n")[: 10 * MOST_ROWS], 1):
        plain = re.sub(r"[\u00a0\u2009\u202f]", " ", line).strip().strip(";,|").strip()
        if not plain or (
            not told and not wrong and not re.search(r"\d", plain) and not _REST.fullmatch(plain)
        ):
            continue  # empty, or a heading
        found = _PLACE.fullmatch(plain)
        last_place = told[-1].last if told else 0
        if found is None and not _LONE.fullmatch(plain):
            wrong[f"line_{number}"] = _unreadable(number, plain)
            before = None
            continue
        first = int(found["first"]) if found else (last_place if before is None else before) + 1
        last = int(found["last"]) if found and found["last"] else first
        follows = first > last_place if before is None else first == before + 1
        if not follows or last < first:
            wrong[f"line_{number}"] = Refused(
                "bad_payout_line",
                N_("Line %(number)s, %(text)s: place %(place)s is next."),
                number=number,
                text=plain[:40],
                place=(last_place if before is None else before) + 1,
            )
            before = None
            continue
        told.append(
            _PayoutLine(
                number=number,
                text=plain,
                last=last,
                places=last - first + 1,
                value=found["value"] if found else plain,
            )
        )
        before = last
    return told, wrong


def _valued(told: Sequence[_PayoutLine], wrong: dict[str, Refused]) -> list[_PayoutLine]:
    """The lines with what each place gets; what tells nothing goes to `wrong`."""
    as_percent = [_percent(line.value.rstrip("% \u00a0")) for line in told]
    signed = any("%" in line.value for line in told)
    money = any(_MONEY.search(line.value) for line in told)
    sums = sum(
        (p * line.places for p, line in zip(as_percent, told, strict=True) if p is not None), Decimal(0)
    )
    # without a sign: a hundred together, or the rest left of it for first place
    has_rest = bool(told) and bool(_REST.fullmatch(told[0].value.strip()))
    plain_percent = not money and (99 <= sums <= 101 or (has_rest and 0 < sums < 100))
    found = []
    for number, (line, percent) in enumerate(zip(told, as_percent, strict=True)):
        value = _MONEY.sub("", line.value).strip()
        if number == 0 and _REST.fullmatch(value):
            found.append(replace(line, rest=True))
        elif "%" in value or (not _MONEY.search(line.value) and (signed or plain_percent)):
            if percent is None or not 0 < percent <= 100:
                wrong[f"line_{line.number}"] = _unreadable(line.number, line.text)
            else:
                found.append(replace(line, percent=percent))
        else:
            try:
                cents = forms.amount({"amount": value}, name="amount", allow_zero=False)  # type: ignore[arg-type]
                found.append(replace(line, cents=cents))
            except Refused:
                wrong[f"line_{line.number}"] = _unreadable(line.number, line.text)
    return found


def _percent(typed: str) -> Decimal | None:
    return percent_decimal(typed) if _PERCENT.fullmatch(typed.strip()) else None


def _unpaid(
    lines: Sequence[_PayoutLine], *, net_cents: int, currency: str, unit_cents: int
) -> Refused | None:
    """Refusal where what is written for all places, first place too, is not what there is to pay.

    What rounding leaves goes to first place: half a hundredth of a percent a place, a unit of the prizes. Rule: PT-T.34
    """
    places = sum(line.places for line in lines)
    percents = sum((line.places * line.percent for line in lines if line.percent is not None), Decimal(0))
    cents = sum(line.places * line.cents for line in lines if line.cents is not None)
    if cents and percents:
        return None  # the rest of both is first place's
    if percents and abs(100 - percents) > Decimal("0.005") * places:
        return Refused(
            "not_all_paid",
            N_(
                "These percentages make %(percent)s%%, not 100%%. Put them right, or write “rest” for first place."
            ),
            rule="PT-T.34",
            percent=f"{percents.normalize():f}",
        )
    if cents and net_cents and abs(net_cents - cents) >= max(unit_cents, places):
        return Refused(
            "not_all_paid",
            N_(
                "These amounts make %(sum_cents)s; %(pool_cents)s is to be paid. Put them right, or write “rest” for first place."
            ),
            rule="PT-T.34",
            sum_cents=cents,
            pool_cents=net_cents,
            currency=currency,
        )
    return None


def _row(line: _PayoutLine) -> PayoutRow:
    if line.cents is not None:
        return PayoutRow(last=str(line.last), amount=amount_typed(line.cents))
    return PayoutRow(last=str(line.last), percent="" if line.percent is None else percent_typed(line.percent))


def _unreadable(number: int, text: str) -> Refused:
    return Refused(
        "bad_payout_line",
        N_(
            "Line %(number)s, %(text)s: write the place and its percentage or amount, like 1 50%% or 4-6 R$ 500."
        ),
        number=number,
        text=text[:40],
    )
