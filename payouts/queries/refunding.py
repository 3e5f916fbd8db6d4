"""What cancelling a tournament would give back, and to whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.queries import paid_about, tournament_money
from people.models import Player
from rules.policies import Cancelled
from rules.policies import from_dict as policies_from
from rules.refunds import PaidFor, Participant, Payment, RefundStatement, refunds
from rules.refusals import N_, Refused
from tournaments.models import Entry, EntryState, Purchase, PurchaseKind, Tournament, TournamentState

_PLAYS = (EntryState.WAITING, EntryState.REGISTERED, EntryState.PLAYING)
MOST_LINES = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingBack:
    """references: the payments that stand; bounties_first: bounties that were paid go back before all is refunded;
    credited_cents: prizes and bounties that stay with those who got them."""

    statement: RefundStatement
    references: tuple[str, ...]
    bounties_first: bool
    credited_cents: int


def what_goes_back(tournament: Tournament, *, prizes_stand: bool) -> GoingBack:
    """Who gets what back if the tournament is cancelled as it stands now.

    Refusals: ``prizes_already_credited``, ``nobody_active``. Rule: PT-T.36, SCPT.D, REGULATIONS 6.3"""
    policies = policies_from(tournament.policies)
    money = tournament_money(tournament.pk)
    bounties = money.bounties_cents
    full = policies.cancelled_event is Cancelled.FULL_REFUND
    bounties_first = bool(bounties) and not money.prizes_cents and full and not prizes_stand
    credited = money.prizes_cents + (0 if bounties_first else bounties)
    paid = paid_about(tournament.pk)
    return GoingBack(
        statement=refunds(
            participants=_participants(tournament.pk, paid),
            policies=policies,
            started=tournament.state == TournamentState.RUNNING,
            in_the_money=money.prizes_cents > 0,
            prizes_credited_cents=credited,
            prizes_stand=prizes_stand,
        ),
        references=tuple(sorted(paid)),
        bounties_first=bounties_first,
        credited_cents=credited,
    )


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


def cancel_tournament_preview(tournament_id: int) -> CancelPreview:
    """What cancelling would do, told beforehand. Refusals: ``not_found``, ``nobody_active``. Rule: REGULATIONS 6.3"""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="tournament")
    stand = False
    try:
        found = what_goes_back(tournament, prizes_stand=False)
    except Refused as no:
        if no.code != "prizes_already_credited":
            raise
        found, stand = what_goes_back(tournament, prizes_stand=True), True
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
    )


def _participants(tournament_id: int, paid: Mapping[str, tuple[int, int]]) -> list[Participant]:
    """Everybody who paid, with what still stands of every payment; by the first entry of each."""
    payments: dict[int, list[Payment]] = {}
    active: dict[int, int] = {}
    entries: dict[int, int] = {}
    for entry_id, player_id, ordinal, state, stack in (
        Entry.objects.filter(tournament_id=tournament_id)
        .exclude(state=EntryState.CANCELLED)
        .order_by("id")
        .values_list("id", "player_id", "ordinal", "state", "stack_chips")
    ):
        entries[entry_id] = player_id
        cents, pool = paid.get(f"entry:{entry_id}", (0, 0))
        payments.setdefault(player_id, []).append(
            Payment(
                paid_for=PaidFor.ENTRY if ordinal == 1 else PaidFor.RE_ENTRY,
                price_cents=cents,
                prize_cents=pool,
            )
        )
        if state in _PLAYS:
            active[player_id] = stack or 0
    for purchase_id, entry_id, kind in (
        Purchase.objects.filter(entry__tournament_id=tournament_id, undone_at__isnull=True)
        .order_by("id")
        .values_list("id", "entry_id", "kind")
    ):
        cents, pool = paid.get(f"purchase:{purchase_id}", (0, 0))
        payments[entries[entry_id]].append(
            Payment(
                paid_for=PaidFor.REBUY if kind == PurchaseKind.REBUY else PaidFor.ADD_ON,
                price_cents=cents,
                prize_cents=pool,
            )
        )
    return [
        Participant(
            key=player_id, active=player_id in active, payments=tuple(mine), chips=active.get(player_id, 0)
        )
        for player_id, mine in payments.items()
    ]
