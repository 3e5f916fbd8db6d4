"""What a receipt says, and its running number at the house."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ledger.queries import all_undone, never_came
from rules.receipts import is_receipt
from rules.refusals import not_found
from tournaments.models import Debt, DebtState, Entry, EntryState, Purchase, ReceiptNumber, Tournament


class ReceiptState(StrEnum):
    """PAID: it stands. OWED: a rebuy that was announced and not paid yet. WRITTEN_OFF: the house bears it. RETURNED: what was paid went
    back. STRUCK: nothing had come."""

    PAID = "paid"
    OWED = "owed"
    WRITTEN_OFF = "written_off"
    RETURNED = "returned"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptView:
    """What a receipt says. number: its running number at the house, None until it is given and in practice. kind:
    entry, re_entry, rebuy or add_on. chips: what was handed out for it. at: when it was paid; of what is owed, when it was announced."""

    receipt: str
    number: int | None
    venue_id: int
    practice: bool
    kind: str
    tournament_id: int
    entry_id: int
    player_id: int
    player: str
    code: str
    price_cents: int
    surcharge_cents: int
    method: str
    chips: int
    at: datetime
    state: ReceiptState

    @property
    def cancelled(self) -> bool:
        """Whether it counts no more."""
        return self.state in (ReceiptState.RETURNED, ReceiptState.STRUCK)


def receipt_view(receipt: str) -> ReceiptView:
    """Return one receipt by its number. Refusal: ``not_found``. Rule: SCPT.D"""
    number = receipt.strip().upper()
    if not is_receipt(number):
        raise not_found("receipt")
    running = numbers_of([number]).get(number)
    entry = Entry.objects.filter(receipt=number).select_related("player", "registration").first()
    if entry is not None:
        venue_id, practice = _house_of(entry.tournament_id)
        return ReceiptView(
            receipt=entry.receipt,
            number=running,
            venue_id=venue_id,
            practice=practice,
            kind="entry" if entry.ordinal == 1 else "re_entry",
            tournament_id=entry.tournament_id,
            entry_id=entry.pk,
            player_id=entry.player_id,
            player=entry.player.public_name,
            code=entry.registration.code,
            price_cents=entry.price_cents,
            surcharge_cents=entry.surcharge_cents,
            method=entry.method,
            chips=entry.chips_issued,
            at=entry.paid_at,
            state=_state_of_entry(entry),
        )
    bought = (
        Purchase.objects.filter(receipt=number)
        .select_related("entry__player", "entry__registration", "debt")
        .first()
    )
    if bought is None:
        raise not_found("receipt")
    venue_id, practice = _house_of(bought.entry.tournament_id)
    return ReceiptView(
        receipt=bought.receipt,
        number=running,
        venue_id=venue_id,
        practice=practice,
        kind=bought.kind,
        tournament_id=bought.entry.tournament_id,
        entry_id=bought.entry_id,
        player_id=bought.entry.player_id,
        player=bought.entry.player.public_name,
        code=bought.entry.registration.code,
        price_cents=bought.price_cents,
        surcharge_cents=bought.surcharge_cents,
        method=bought.method,
        chips=bought.chips,
        at=_paid_at(bought),
        state=_state_of_purchase(bought),
    )


def _state_of_entry(entry: Entry) -> ReceiptState:
    about = f"entry:{entry.pk}"
    if entry.state != EntryState.CANCELLED and not all_undone(about):
        return ReceiptState.PAID
    return ReceiptState.STRUCK if never_came(about) else ReceiptState.RETURNED


def _state_of_purchase(bought: Purchase) -> ReceiptState:
    if bought.undone_at is not None or all_undone(f"purchase:{bought.pk}"):
        return ReceiptState.STRUCK if bought.method == "owed" else ReceiptState.RETURNED
    debt = _debt_of(bought)
    if debt is not None and debt.state == DebtState.OWED:
        return ReceiptState.OWED
    if debt is not None and debt.state == DebtState.WRITTEN_OFF:
        return ReceiptState.WRITTEN_OFF
    return ReceiptState.PAID


def _debt_of(bought: Purchase) -> Debt | None:
    return getattr(bought, "debt", None)


def _paid_at(bought: Purchase) -> datetime:
    """When a rebuy or an add-on was paid: of one that was announced at the table, when the desk had the money."""
    debt = _debt_of(bought)
    return debt.settled_at if debt is not None and debt.settled_at is not None else bought.at


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnReceipt:
    """One receipt in its player's list. kind: as in `ReceiptView`; cents: with the surcharge, in `currency`."""

    receipt: str
    kind: str
    tournament_id: int
    tournament: str
    timezone: str
    cents: int
    currency: str
    at: datetime


def receipts_of_player(player_id: int, *, limit: int = 30) -> list[OwnReceipt]:
    """Return a player's receipts, the latest first; what was called off or taken back has none here. Rule: SCPT.D"""
    entries = (
        Entry.objects.filter(player_id=player_id, tournament__practice=False)
        .exclude(state=EntryState.CANCELLED)
        .select_related("tournament__venue")
        .order_by("-paid_at")[:limit]
    )
    bought = (
        Purchase.objects.filter(
            entry__player_id=player_id, entry__tournament__practice=False, undone_at__isnull=True
        )
        # what is owed has its receipt once it is paid
        .exclude(method="owed")
        .select_related("entry__tournament__venue", "debt")
        .order_by("-at")[:limit]
    )
    rows: list[tuple[Entry | Purchase, Tournament, str, datetime]] = [
        *((e, e.tournament, "entry" if e.ordinal == 1 else "re_entry", e.paid_at) for e in entries),
        *((p, p.entry.tournament, str(p.kind), _paid_at(p)) for p in bought),
    ]
    rows.sort(key=lambda row: row[3], reverse=True)
    return [
        OwnReceipt(
            receipt=one.receipt,
            kind=kind,
            tournament_id=tournament.pk,
            tournament=tournament.name,
            timezone=tournament.venue.timezone,
            cents=one.price_cents + one.surcharge_cents,
            currency=tournament.currency,
            at=at,
        )
        for one, tournament, kind, at in rows[:limit]
    ]


def kinds_sold(references: Iterable[str]) -> dict[str, str]:
    """Return what these references of the books ("entry:12", "purchase:3") were sold as: entry, re_entry, rebuy or add_on."""
    numbers: dict[str, list[int]] = {"entry": [], "purchase": []}
    for reference in references:
        thing, _colon, number = reference.partition(":")
        numbers[thing].append(int(number))
    entries = Entry.objects.filter(pk__in=numbers["entry"]).values_list("pk", "ordinal")
    bought = Purchase.objects.filter(pk__in=numbers["purchase"]).values_list("pk", "kind")
    return {f"entry:{pk}": "entry" if ordinal == 1 else "re_entry" for pk, ordinal in entries} | {
        f"purchase:{pk}": str(kind) for pk, kind in bought
    }


def _house_of(tournament_id: int) -> tuple[int, bool]:
    return Tournament.objects.values_list("venue_id", "practice").get(pk=tournament_id)


def numbers_of(receipts: Iterable[str]) -> dict[str, int]:
    """Return the running numbers of these receipts at their house, as far as they were given. Rule: SCPT.D"""
    return dict(ReceiptNumber.objects.filter(receipt__in=list(receipts)).values_list("receipt", "number"))
