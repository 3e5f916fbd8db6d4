"""A PIX code as a page shows it: text to copy, drawing to scan, and whom and how much it pays."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.utils.safestring import SafeString, mark_safe

from tournaments.queries.pix import PixAccount, br_code


@dataclass(frozen=True, slots=True, kw_only=True)
class PixShown:
    """What is on the page. reference: "" where there is no registration yet."""

    code: str
    drawing: SafeString
    receiver: str
    reference: str
    amount_cents: int


def drawing(text: str) -> SafeString:
    """Return a QR code for a camera held before a screen or paper."""
    svg = segno.make_qr(text, error="m").svg_inline(border=2, omitsize=True)
    return mark_safe(svg)  # noqa: S308 - drawn by segno from text of ours


def shown(to: PixAccount, *, amount_cents: int, reference: str = "") -> PixShown:
    """Return the code for an exact amount."""
    code = br_code(to, amount_cents=amount_cents, reference=reference)
    return PixShown(
        code=code,
        drawing=drawing(code),
        receiver=to.receiver,
        reference=reference,
        amount_cents=amount_cents,
    )
