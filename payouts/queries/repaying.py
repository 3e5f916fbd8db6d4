"""After a cancellation: what went into which balance, and what of it waits to be handed back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet, Sum

from payouts.models import Cancellation, Repayment, RepaymentState
from rules.refusals import N_, Refused
from tournaments.queries.cancelled import cancelled
from tournaments.queries.circuit import home_of


def no_such_repayment() -> Refused:
    return Refused("no_such_repayment", N_("There is no such repayment. Reload the page."), rule="PT-T.36")


def home_of_repayment(repayment_id: int) -> tuple[int, int]:
    """Return (tournament id, venue id) of a repayment. Refusals: ``no_such_repayment``."""
    return home_of(Repayment.objects.filter(pk=repayment_id), otherwise=no_such_repayment())


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenBack:
    """What one player got into the balance when a tournament was cancelled; open_cents: what of it waits at the desk;
    given_cents: what of it was handed over since."""

    cents: int
    open_cents: int
    given_cents: int


def given_back(tournament_id: int) -> dict[int, GivenBack]:
    """Player id → what came back, for everybody who got something."""
    return _sums(Repayment.objects.filter(tournament_id=tournament_id), by="player_id")


def given_back_to(player_id: int) -> dict[int, GivenBack]:
    """Return tournament id → what came back to one player."""
    return _sums(Repayment.objects.filter(player_id=player_id), by="tournament_id")


def _sums(repayments: QuerySet[Repayment], *, by: str) -> dict[int, GivenBack]:
    rows = repayments.values_list(by).annotate(
        cents=Sum("amount_cents"),
        waits=Sum("amount_cents", filter=Q(state=RepaymentState.OPEN)),
        given=Sum("amount_cents", filter=Q(state=RepaymentState.GIVEN)),
    )
    return {
        number: GivenBack(cents=int(cents), open_cents=int(waits or 0), given_cents=int(given or 0))
        for number, cents, waits, given in rows
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class RepaymentView:
    """What one player got into the balance. kind: entry or share; method: as it had been paid; state: open (to be
    handed back), given (by given_method), kept (stays in the balance)."""

    repayment_id: int
    player_id: int
    player: str
    kind: str
    method: str
    amount_cents: int
    state: str
    given_method: str
    settled_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodLine:
    """Of one method: what of it waits, and what was settled."""

    method: str
    open: int
    open_cents: int
    settled_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RepaymentsView:
    """A cancelled tournament's money. paid_cents: what it had taken; refunded_cents = open + given + kept: what went into
    the balances of `players`; shared_cents of it by chips. counts_reason: why stacks that did not add up were accepted; at, cancelled_by, reason: when it was cancelled, by whom ("" where the record does not say) and why; settled: how many
    repayments do not wait any more."""

    tournament_id: int
    case: str
    at: datetime
    cancelled_by: str
    reason: str
    paid_cents: int
    refunded_cents: int
    shared_cents: int
    from_house_cents: int
    players: int
    open: int
    settled: int
    open_cents: int
    given_cents: int
    kept_cents: int
    counts_reason: str
    methods: tuple[MethodLine, ...]
    rows: tuple[RepaymentView, ...]

    @property
    def settled_cents(self) -> int:
        return self.given_cents + self.kept_cents

    @property
    def repayments(self) -> int:
        return self.open + self.settled


def repayments_view(
    tournament_id: int, *, open_only: bool = False, limit: int = 200, offset: int = 0
) -> RepaymentsView | None:
    """Return whom to repay, by method and name; None where nothing was cancelled. Rule: PT-T.36, SCPT.D"""
    kept = Cancellation.objects.filter(pk=tournament_id).first()
    if kept is None:
        return None
    said = cancelled(tournament_id)
    mine = Repayment.objects.filter(tournament_id=tournament_id)
    cents = dict.fromkeys(RepaymentState, 0)
    methods: dict[str, tuple[int, int, int]] = {}
    settled_ones = 0
    for method, state, count, total in (
        mine.order_by().values_list("method", "state").annotate(n=Count("pk"), cents=Sum("amount_cents"))
    ):
        cents[RepaymentState(state)] += int(total)
        waits, waiting, settled = methods.get(method, (0, 0, 0))
        if state == RepaymentState.OPEN:
            methods[method] = (waits + count, waiting + int(total), settled)
        else:
            methods[method] = (waits, waiting, settled + int(total))
            settled_ones += count
    rows = mine.select_related("player").order_by("method", "player__public_name", "id")
    if open_only:
        rows = rows.filter(state=RepaymentState.OPEN)
    return RepaymentsView(
        tournament_id=tournament_id,
        case=kept.case,
        at=kept.at,
        cancelled_by=said.by if said else "",
        reason=said.reason if said else "",
        paid_cents=kept.paid_cents,
        refunded_cents=kept.refunded_cents,
        shared_cents=kept.shared_cents,
        from_house_cents=kept.from_house_cents,
        players=mine.order_by().values("player_id").distinct().count(),
        open=sum(waits for waits, _, _ in methods.values()),
        settled=settled_ones,
        open_cents=cents[RepaymentState.OPEN],
        given_cents=cents[RepaymentState.GIVEN],
        kept_cents=cents[RepaymentState.KEPT],
        counts_reason=kept.counts_reason,
        methods=tuple(
            MethodLine(method=method, open=waits, open_cents=waiting, settled_cents=settled)
            for method, (waits, waiting, settled) in sorted(methods.items())
        ),
        rows=tuple(_view(row) for row in rows[offset : offset + limit]),
    )


def repayments_of_player(player_id: int, *, tournament_id: int) -> tuple[RepaymentView, ...]:
    """Return what one player got back from a cancelled tournament."""
    mine = Repayment.objects.filter(player_id=player_id, tournament_id=tournament_id)
    return tuple(_view(row) for row in mine.select_related("player").order_by("id"))


def open_repayments(tournament_id: int) -> tuple[int, int]:
    """Return (how many wait to be handed back, cents of them): one row, whatever the field."""
    found = Repayment.objects.filter(tournament_id=tournament_id, state=RepaymentState.OPEN).aggregate(
        count=Count("pk"), cents=Sum("amount_cents")
    )
    return found["count"], int(found["cents"] or 0)


def give_back_undo_preview(repayment_id: int) -> dict[str, object]:
    """Return {possible, repayment_id, player, refund_cents}: taking it back puts the money into the balance again."""
    row = Repayment.objects.select_related("player").get(pk=repayment_id)
    given = row.state == RepaymentState.GIVEN
    return {
        "possible": True,
        "repayment_id": repayment_id,
        "player": row.player.public_name,
        "refund_cents": row.amount_cents if given else 0,
    }


def _view(row: Repayment) -> RepaymentView:
    return RepaymentView(
        repayment_id=row.pk,
        player_id=row.player_id,
        player=row.player.public_name,
        kind=row.kind,
        method=row.method,
        amount_cents=row.amount_cents,
        state=str(row.state),
        given_method=row.given_method,
        settled_at=row.settled_at,
    )
