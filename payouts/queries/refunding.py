"""What cancelling a tournament would give back, and to whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.queries import PaidAbout, paid_about, tournament_money
from payouts.queries.bounties import bounties_used
from people.models import Player
from rules.entries import PaymentMethod
from rules.policies import Cancelled
from rules.policies import from_dict as policies_from
from rules.refunds import PaidFor, Participant, PaymentMade, RefundCase, RefundStatement, refunds
from rules.refusals import Refused, not_found
from tournaments.models import (
    Debt,
    DebtState,
    Entry,
    EntryState,
    Field,
    Purchase,
    PurchaseKind,
    Tournament,
    TournamentState,
)
from tournaments.queries.debts import debt_reference, lent_reference

_PLAYS = (EntryState.WAITING, EntryState.REGISTERED, EntryState.PLAYING)
MOST_LINES = 30
_FREE = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """One payment that stands: for whom, for what, by which method, its cents and those of them in the pools.

    payer_id: out of whose balance, into which it goes back: somebody else's where the registration was handed over.
    written_off: an announced rebuy that the house bore."""

    player_id: int
    payer_id: int
    paid_for: PaidFor
    method: str
    cents: int
    pool_cents: int
    written_off: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StackHeld:
    """What a player who is in holds by the last count; counted: whether it was ever counted."""

    entry_id: int
    player_id: int
    player: str
    stack_chips: int | None
    counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingBack:
    """references: the payments that stand, and what was lent and written off for those that nobody paid; bounties_first: bounties that were paid go back before all is refunded;
    credited_cents: prizes and bounties that stay with those who got them; repayments: (player, kind, method) to cents;
    stacks: by which it is shared, none where nothing is; in_play_chips: what they should add up to."""

    statement: RefundStatement
    references: tuple[str, ...]
    bounties_first: bool
    credited_cents: int
    repayments: dict[tuple[int, str, str], int]
    stacks: tuple[StackHeld, ...]
    in_play_chips: int

    @property
    def counts_agree(self) -> bool:
        """Whether every stack was counted and together they are the chips in play. One alone has them all."""
        if len(self.stacks) < 2:
            return True
        return all(stack.counted for stack in self.stacks) and self.counted_chips == self.in_play_chips

    @property
    def counted_chips(self) -> int:
        return sum(stack.stack_chips or 0 for stack in self.stacks if stack.counted)


def what_goes_back(tournament: Tournament, *, prizes_stand: bool) -> GoingBack:
    """Return who gets what back if the tournament is cancelled as it stands now.

    Refusals: ``prizes_already_credited``, ``nobody_active``. Rule: PT-T.36, SCPT.D, REGULATIONS 6.3"""
    policies = policies_from(tournament.policies)
    money = tournament_money(tournament.pk)
    bounties = money.bounties_cents
    full = policies.cancelled_event is Cancelled.FULL_REFUND
    bounties_first = bool(bounties) and not money.prizes_cents and full and not prizes_stand
    credited = money.prizes_cents + (0 if bounties_first else bounties)
    paid = paid_about(tournament.pk)
    payments, active = _payments(tournament.pk, paid)
    statement = refunds(
        participants=_participants(payments, active),
        policies=policies,
        started=tournament.state == TournamentState.RUNNING,
        in_the_money=money.prizes_cents > 0,
        prizes_credited_cents=credited,
        prizes_stand=prizes_stand,
    )
    return GoingBack(
        statement=statement,
        references=(*sorted(paid), *_written_off(tournament.pk)),
        bounties_first=bounties_first,
        credited_cents=credited,
        repayments=_repayments(statement, payments, active),
        stacks=_stacks(tournament.pk) if statement.shared_cents else (),
        in_play_chips=_in_play(tournament.pk) if statement.shared_cents else 0,
    )


def _written_off(tournament_id: int) -> tuple[str, ...]:
    """What the house bore is lent no more: undone with the payment itself, no balance has it."""
    return tuple(
        reference
        for purchase_id in Debt.objects.filter(tournament_id=tournament_id, state=DebtState.WRITTEN_OFF)
        .order_by("pk")
        .values_list("pk", flat=True)
        for reference in (lent_reference(purchase_id), debt_reference(purchase_id))
    )


def _in_play(tournament_id: int) -> int:
    field = Field.objects.filter(pk=tournament_id).only("chips_issued", "chips_removed").first()
    return field.chips_issued - field.chips_removed if field is not None else 0


def _stacks(tournament_id: int) -> tuple[StackHeld, ...]:
    return tuple(
        StackHeld(
            entry_id=entry_id,
            player_id=player_id,
            player=name,
            stack_chips=stack,
            counted=counted_at is not None and stack is not None,
        )
        for entry_id, player_id, name, stack, counted_at in Entry.objects.filter(
            tournament_id=tournament_id, state=EntryState.PLAYING
        )
        .order_by("id")
        .values_list("id", "player_id", "player__public_name", "stack_chips", "counted_at")
    )


def _repayments(
    statement: RefundStatement, payments: Sequence[Paid], active: Mapping[int, int]
) -> dict[tuple[int, str, str], int]:
    """What goes into each balance, by how it had been paid; a share goes the way its player's entry came."""
    whole = statement.case in (RefundCase.FULL, RefundCase.BEFORE_START)
    found: dict[tuple[int, str, str], int] = {}
    own: dict[int, str] = {}
    for paid in payments:
        if paid.paid_for is PaidFor.ENTRY:
            own.setdefault(paid.player_id, paid.method)
        if (
            paid.cents
            and not paid.written_off
            and (whole or (paid.paid_for is PaidFor.ENTRY and paid.player_id in active))
        ):
            key = (paid.payer_id, "entry", paid.method)
            found[key] = found.get(key, 0) + paid.cents
    for line in statement.lines:
        if line.share_cents:
            player_id = int(line.key)
            came = own.get(player_id, _FREE)
            found[player_id, "share", PaymentMethod.BALANCE if came == _FREE else came] = line.share_cents
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelLine:
    """What one player gets who shares what is left: the own registration, the share, both together. Cents."""

    player: str
    entries_cents: int
    share_cents: int
    total_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelPreview:
    """What cancelling would do, in cents. refunded = entries (registrations) + shared; credited: prizes and bounties
    that stand; prizes_stand: only so can it be cancelled, and the director decides. lines: of those who share, at
    most 30, the most first."""

    case: str
    prizes_stand: bool
    players: int
    refunded_cents: int
    entries_cents: int
    shared_cents: int
    credited_cents: int
    from_house_cents: int
    currency: str
    lines: tuple[CancelLine, ...]
    stacks: tuple[StackHeld, ...]
    counted_chips: int
    in_play_chips: int
    counts_agree: bool


def cancel_tournament_preview(tournament_id: int) -> CancelPreview:
    """Return what cancelling would do, told beforehand; where a bounty that was paid cannot be taken back, for its player has used it, they stand.
    Refusals: ``not_found``, ``nobody_active``. Rule: REGULATIONS 6.3
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise not_found("tournament")
    try:
        found = what_goes_back(tournament, prizes_stand=False)
        stand = found.bounties_first and bounties_used(tournament)
    except Refused as no:
        if no.code != "prizes_already_credited":
            raise
        stand = True
    if stand:
        found = what_goes_back(tournament, prizes_stand=True)
    lines = [line for line in found.statement.lines if line.total_cents]
    sharing = sorted((line for line in lines if line.share_cents), key=lambda line: -line.total_cents)
    names = dict(
        Player.objects.filter(pk__in=[int(line.key) for line in sharing[:MOST_LINES]]).values_list(
            "pk", "public_name"
        )
    )
    return CancelPreview(
        case=found.statement.case.value,
        prizes_stand=stand,
        players=len(lines),
        refunded_cents=sum(line.total_cents for line in lines),
        entries_cents=sum(line.refund_cents for line in lines),
        shared_cents=found.statement.shared_cents,
        credited_cents=found.credited_cents,
        from_house_cents=found.statement.from_house_cents,
        currency=tournament.currency,
        lines=tuple(
            CancelLine(
                player=names[int(line.key)],
                entries_cents=line.refund_cents,
                share_cents=line.share_cents,
                total_cents=line.total_cents,
            )
            for line in sharing[:MOST_LINES]
        ),
        stacks=found.stacks,
        counted_chips=found.counted_chips,
        in_play_chips=found.in_play_chips,
        counts_agree=found.counts_agree,
    )


def _payments(tournament_id: int, standing: Mapping[str, PaidAbout]) -> tuple[list[Paid], dict[int, int]]:
    """Every payment with what still stands of it, and the chips of those who are in, by player."""
    payments: list[Paid] = []
    active: dict[int, int] = {}
    entries: dict[int, int] = {}
    for entry_id, player_id, ordinal, method, state, stack in (
        Entry.objects.filter(tournament_id=tournament_id)
        .exclude(state=EntryState.CANCELLED)
        .order_by("id")
        .values_list("id", "player_id", "ordinal", "method", "state", "stack_chips")
    ):
        entries[entry_id] = player_id
        stands = standing.get(f"entry:{entry_id}") or PaidAbout(cents=0, pool_cents=0, payer_id=player_id)
        payments.append(
            Paid(
                player_id=player_id,
                payer_id=stands.payer_id,
                paid_for=PaidFor.ENTRY if ordinal == 1 else PaidFor.RE_ENTRY,
                method=method,
                cents=stands.cents,
                pool_cents=stands.pool_cents,
            )
        )
        if state in _PLAYS:
            active[player_id] = stack or 0
    for purchase_id, entry_id, kind, method, debt in (
        Purchase.objects.filter(entry__tournament_id=tournament_id, undone_at__isnull=True)
        .order_by("id")
        .values_list("id", "entry_id", "kind", "method", "debt__state")
    ):
        nothing = PaidAbout(cents=0, pool_cents=0, payer_id=entries[entry_id])
        stands = standing.get(f"purchase:{purchase_id}", nothing)
        # what the method cost where an announced rebuy was paid later
        fee = standing.get(f"purchase:{purchase_id}:fee", nothing)
        payments.append(
            Paid(
                player_id=entries[entry_id],
                payer_id=stands.payer_id,
                paid_for=PaidFor.REBUY if kind == PurchaseKind.REBUY else PaidFor.ADD_ON,
                method=method,
                cents=stands.cents + fee.cents,
                pool_cents=stands.pool_cents,
                written_off=debt == DebtState.WRITTEN_OFF,
            )
        )
    return payments, active


def _participants(payments: Sequence[Paid], active: Mapping[int, int]) -> list[Participant]:
    """Everybody who paid; by the first entry of each."""
    mine: dict[int, list[PaymentMade]] = {}
    for paid in payments:
        mine.setdefault(paid.player_id, []).append(
            PaymentMade(
                paid_for=paid.paid_for,
                price_cents=paid.cents,
                prize_cents=paid.pool_cents,
                written_off=paid.written_off,
            )
        )
    return [
        Participant(
            key=player_id, active=player_id in active, payments=tuple(theirs), chips=active.get(player_id, 0)
        )
        for player_id, theirs in mine.items()
    ]
