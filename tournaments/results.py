"""What several commands of tournaments give back alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dispatch.buttons import Said, Sentence
from rules.entries import PaymentMethod
from rules.refusals import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentResult:
    """tournament_id: which tournament."""

    tournament_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateResult:
    """template_id: which template of a house."""

    template_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorResult:
    """name: who. picture: the name under which its picture is served. position: where it stands among the sponsors, or,
    of one that was taken away, where it stood."""

    venue_id: int
    sponsor_id: int
    name: str
    picture: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResult:
    """index: the level or recess that runs now, counted from 0 in the structure."""

    tournament_id: int
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesClosedResult:
    """entries_closed: whether they were closed by this."""

    tournament_id: int
    entries_closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueResult:
    """venue_id: which house."""

    venue_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueClocks:
    """tournaments: whose clocks were turned."""

    venue_id: int
    tournaments: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterResult:
    """letter_id: which message."""

    letter_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DisqualificationResult:
    """elimination_id: of the disqualification. name: the public one."""

    elimination_id: int
    entry_id: int
    name: str


Role = Literal[
    "clock", "seats", "payouts", "final_table", "table", "lobby", "schedule", "overlay", "sponsors"
]
Layout = Literal["classic", "poster"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenResult:
    """code: of the display, six signs. sound: whether it signals a new level. role: what it shows; layout: of its clock;
    table_number: of the role table. volume: per cent. voice: whether it speaks, too."""

    tournament_id: int
    code: str
    sound: bool
    name: str
    role: Role
    layout: Layout
    table_number: int | None
    volume: int
    voice: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAt:
    """A seat by its numbers."""

    table_number: int
    seat_number: int


def seat_at(seat: Mapping[str, int] | None) -> SeatAt | None:
    """Say a seat; None where there is none."""
    return SeatAt(table_number=seat["table_number"], seat_number=seat["seat_number"]) if seat else None


# what the cashier does next, by how it was paid; what was paid from the balance goes back into it
HANDED_BACK: Mapping[str, str] = {
    PaymentMethod.CASH: N_("Hand over %(amount)s in cash."),
    PaymentMethod.DEBIT: N_("Give %(amount)s back to the debit card, at the card machine."),
    PaymentMethod.CREDIT: N_("Give %(amount)s back to the credit card, at the card machine."),
    PaymentMethod.TRANSFER: N_("Send %(amount)s back by PIX or transfer."),
}


def money_back_said(result: Mapping[str, Any]) -> Said:
    """Say where the money went of what was given back. result: its refund_cents, handed_back and method."""
    cents = result.get("refund_cents", 0)
    if not cents:
        return N_("Nothing goes back: nothing had been paid for it, or it stays in the balance.")
    text = HANDED_BACK.get(result.get("method", "")) if result.get("handed_back") else None
    return Sentence(text or N_("%(amount)s is in the player's balance."), values={"amount_cents": cents})


def receipt_void_said(result: Mapping[str, Any]) -> list[Said]:
    """Say which receipt is void, of a result that names it: not `receipt`, which is one that was just made out."""
    receipt = result.get("void_receipt")
    return [Sentence(N_("Receipt %(receipt)s is void."), values={"receipt": receipt})] if receipt else []


def sits_at(seat: tuple[int, int] | None) -> SeatAt | None:
    """Return where somebody sits, of (table, seat); None of who has no seat."""
    return SeatAt(table_number=seat[0], seat_number=seat[1]) if seat is not None else None


def chips_off_said(result: Mapping[str, Any]) -> list[Said]:
    """Say how many chips have to leave which seat. result: its chips_out, None of who had none, and sat_at."""
    count, seat = result.get("chips_out"), result.get("sat_at")
    if not count:
        return []
    if not seat:
        return [Sentence(N_("%(chips)s chips leave play."), counts={"chips": count})]
    return [
        Sentence(
            N_("Take exactly %(chips)s chips off table %(table)s, seat %(seat)s."),
            values={"table": seat["table_number"], "seat": seat["seat_number"]},
            counts={"chips": count},
        )
    ]
