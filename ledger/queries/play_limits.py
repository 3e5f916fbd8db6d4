"""What a player has paid in, spent and lost, against their own limits."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from dispatch.facts import Actor
from ledger.queries.pools import NOT_SPENT, OUTSIDE
from ledger.queries.rows import rows_of
from ledger.queries.transfers import Brought
from people.queries import check_not_ones_own, coming_limits_of, is_ones_own, limits_of, may
from people.queries.exclusions import ComingLimit
from rules.permissions import Permission
from rules.play_limits import (
    MONEY_KINDS,
    PERIODS,
    LimitKind,
    check_deposit_limit,
    check_limit,
    window_start,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitUse:
    """What counts towards a limit by now, whether it is set or not.

    limit_cents: what holds; None for no limit. used_cents: of the kind, in the period that ends now; of a loss below zero where more was
    won. at_tables_cents: how much of that lies at cash tables now, and is neither lost nor spent yet: it counts, for it may be. frees_at: when the earliest of it no longer counts; None for nothing. coming: a looser limit that waits for its day.
    """

    kind: LimitKind
    period: str
    unit: str
    limit_cents: int | None
    used_cents: int
    at_tables_cents: int
    frees_at: datetime | None
    coming: ComingLimit | None


# what left a wallet to be played with and was not undone, since when
_PAID = """
SELECT t.amount_cents AS cents, c.kind, t.reference, t.at
FROM wallet w
JOIN ledger_transfer t ON t.debit_account_id = w.id AND t.at >= %(since)s AND t.reverses_id IS NULL
JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind <> ALL(%(not_spent)s)
WHERE NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
"""

_WALLET = "wallet AS (SELECT id FROM ledger_account WHERE kind = 'player' AND unit = %(unit)s AND player_id = %(player)s)"

# Whatever the planner believes, the movements of a sitting are looked up by their reference (OFFSET 0): through the wallet they would be found among
# all that it ever moved.
_OF_SITTING = """
SELECT amount_cents, kind, debit_account_id, credit_account_id
FROM ledger_transfer WHERE reference = {of}.reference AND reference <> '' OFFSET 0
"""

_SPENT = f"""
WITH {_WALLET}, paid AS ({_PAID}),
at_tables AS (SELECT reference, sum(cents) AS cents FROM paid WHERE kind = 'table_escrow' GROUP BY reference),
back AS (
    SELECT a.reference, sum(t.amount_cents) AS cents
    FROM at_tables a
    CROSS JOIN LATERAL ({_OF_SITTING.format(of="a")}) t
    JOIN wallet w ON w.id = t.credit_account_id
    WHERE t.kind = 'table_cash_out' GROUP BY a.reference
), sat AS (
    SELECT a.reference, greatest(a.cents - coalesce(b.cents, 0), 0) AS cents
    FROM at_tables a LEFT JOIN back b ON b.reference = a.reference
)
SELECT coalesce((SELECT sum(cents) FROM paid WHERE kind <> 'table_escrow'), 0)
     + coalesce((SELECT sum(cents) FROM sat), 0),
       (SELECT min(at) FROM paid),
       coalesce((SELECT jsonb_object_agg(reference, cents) FROM sat), '{{}}')
"""

# of a sitting at a cash table all counts, as long as something of it lies within the period: what comes home of it is no gain by itself
_LOST = f"""
WITH {_WALLET}, moved AS (
    {_PAID}
    UNION ALL
    SELECT -t.amount_cents, d.kind, t.reference, t.at
    FROM wallet w
    JOIN ledger_transfer t ON t.credit_account_id = w.id AND t.at >= %(since)s AND t.reverses_id IS NULL
    JOIN ledger_account d ON d.id = t.debit_account_id AND d.kind <> ALL(%(not_spent)s)
    WHERE NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
), sat AS (
    SELECT s.reference, sum(CASE WHEN t.debit_account_id = w.id THEN t.amount_cents ELSE -t.amount_cents END) AS cents
    FROM (SELECT DISTINCT reference FROM moved WHERE kind = 'table_escrow') s
    CROSS JOIN LATERAL ({_OF_SITTING.format(of="s")}) t
    JOIN wallet w ON w.id IN (t.debit_account_id, t.credit_account_id)
    JOIN ledger_account e ON e.kind = 'table_escrow' AND e.id IN (t.debit_account_id, t.credit_account_id)
    GROUP BY s.reference
)
SELECT coalesce((SELECT sum(cents) FROM moved WHERE kind <> 'table_escrow'), 0)
     + coalesce((SELECT sum(cents) FROM sat), 0),
       (SELECT min(at) FROM moved),
       coalesce((SELECT jsonb_object_agg(reference, cents) FROM sat), '{{}}')
"""

# What is paid for a thing at once is taken at the desk, and is no deposit; given back into the balance it is one, from that moment on: it is
# found by what came back in the period, however long ago it was paid. What a cancelled tournament gives back is none: the house hands it
# over (PT-T.36). A correction that brings money from outside is a deposit.
_DEPOSITED = f"""
WITH {_WALLET}, given_back AS (
    SELECT b.reference, max(b.at) AS at
    FROM wallet w
    JOIN ledger_transfer b ON b.credit_account_id = w.id AND b.at >= %(since)s AND b.reverses_id IS NOT NULL
    WHERE b.reference <> '' AND b.kind <> 'surcharge'  -- which goes back alone where the method is corrected
      AND b.reference NOT LIKE 'debt:%%'  -- a debt that is owed again gives nothing back: only its rebuy does
      AND NOT EXISTS (SELECT FROM payouts_cancellation x WHERE x.tournament_id = b.tournament_id AND x.command_id = b.command_id)
    GROUP BY b.reference
), came AS (
    SELECT t.id, t.amount_cents AS cents, t.at
    FROM wallet w
    JOIN ledger_transfer t ON t.credit_account_id = w.id AND t.at >= %(since)s AND t.reverses_id IS NULL
    WHERE (t.kind = 'deposit' AND t.tournament_id IS NULL) OR (t.kind = 'adjustment' AND EXISTS (
               SELECT FROM ledger_account d WHERE d.id = t.debit_account_id AND d.kind = ANY(%(outside)s)))
    UNION ALL
    SELECT t.id, t.amount_cents, g.at
    FROM given_back g
    JOIN ledger_transfer t ON t.reference <> '' AND t.reference IN (g.reference || ':deposit', replace(g.reference, 'purchase:', 'debt:'))
    JOIN wallet w ON w.id = t.credit_account_id
    WHERE t.kind = 'deposit' AND t.tournament_id IS NOT NULL AND t.reverses_id IS NULL
    UNION ALL
    SELECT t.id, t.amount_cents, r.cancelled_at
    FROM wallet w
    JOIN ledger_transfer t ON t.credit_account_id = w.id AND t.reference LIKE 'registration:%%' AND t.reverses_id IS NULL
    JOIN tournaments_registration r ON r.id = split_part(t.reference, ':', 2)::bigint
    WHERE t.kind = 'deposit' AND r.state = 'cancelled' AND r.cancelled_at >= %(since)s
      AND NOT EXISTS (SELECT FROM payouts_cancellation x WHERE x.tournament_id = r.tournament_id AND x.at = r.cancelled_at)
)
SELECT coalesce(sum(cents), 0), min(at), '{{}}' FROM came
WHERE NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = came.id)
"""

_QUESTIONS: Mapping[LimitKind, str] = {
    LimitKind.SPEND: _SPENT,
    LimitKind.LOSS: _LOST,
    LimitKind.DEPOSIT: _DEPOSITED,
}


def check_play_limits(player_id: int, *, unit: str, price_cents: int, at: datetime) -> None:
    """Refuse a price that would pass one of the player's own limits on spending or on loss; asked before the balance is touched.

    Refusals: ``play_limit_reached``.
    Rule: PT-T.21, PT-T.22
    """
    for limit in limits_of(player_id, unit=unit, at=at):
        if limit.kind == LimitKind.DEPOSIT:
            continue
        used = _used(limit.kind, player_id, unit=unit, since=window_start(limit.period, at=at)).cents
        check_limit(
            kind=limit.kind,
            period=limit.period,
            limit_cents=limit.amount_cents,
            spent_cents=used,
            price_cents=price_cents,
            currency=unit,
        )


def check_deposit_limits(
    player_id: int, *, unit: str, amount_cents: int, at: datetime, own: bool = False, stays: bool = False
) -> None:
    """Refuse a deposit that would pass the player's own limit on deposits; asked before the money is taken. own: the player
    reads why not. stays: it was paid for what is given back.

    Refusals: ``deposit_limit_reached``.
    Rule: PT-T.21, REGULATIONS 2.10
    """
    for limit in limits_of(player_id, unit=unit, at=at):
        if limit.kind != LimitKind.DEPOSIT:
            continue
        used = _used(limit.kind, player_id, unit=unit, since=window_start(limit.period, at=at)).cents
        check_deposit_limit(
            period=limit.period,
            limit_cents=limit.amount_cents,
            deposited_cents=used,
            amount_cents=amount_cents,
            currency=unit,
            own=own,
            stays=stays,
        )


def check_stays(
    brought: Iterable[Brought], *, by: Actor, venue_id: int, tournament_id: int, at: datetime
) -> None:
    """Check whether what was paid at the counter may stay in the balance when that which it paid for is given back: there it is a deposit.
    By deadline it may: nobody stands there who could hand it over. So it may where another player gives back what was handed over to him: the
    limits of who paid are not told to him.

    Refusals: ``own_money`` (of the staff), ``deposit_limit_reached``. Rule: PT-T.21, REGULATIONS 2.10
    """
    if by.user_id is None:
        return
    # a cashier of this one tournament is a cashier here
    cashier = may(by, permission=Permission.TAKE_PAYMENT, venue_id=venue_id, tournament_id=tournament_id)
    for came in brought:
        own = is_ones_own(came.player_id, by=by)
        if cashier:
            check_not_ones_own(came.player_id, by=by)
        elif not own:
            continue
        check_deposit_limits(
            came.player_id, unit=came.unit, amount_cents=came.cents, at=at, own=own, stays=True
        )


def deposit_room(player_id: int, *, unit: str, at: datetime) -> int | None:
    """Return how much more may be paid in by the player's own limits, in cents; None without one. For the desk, before it takes money."""
    return _room(player_id, unit=unit, at=at, kinds=(LimitKind.DEPOSIT,))


def play_room(player_id: int, *, unit: str, at: datetime) -> int | None:
    """Return how much more may be staked by the player's own limits on loss and spending, in cents; None without one. Rule: PT-T.21"""
    return _room(player_id, unit=unit, at=at, kinds=(LimitKind.LOSS, LimitKind.SPEND))


def _room(player_id: int, *, unit: str, at: datetime, kinds: Collection[LimitKind]) -> int | None:
    return min(
        (
            max(
                limit.amount_cents
                - _used(limit.kind, player_id, unit=unit, since=window_start(limit.period, at=at)).cents,
                0,
            )
            for limit in limits_of(player_id, unit=unit, at=at)
            if limit.kind in kinds
        ),
        default=None,
    )


def use_of_limits(player_id: int, *, unit: str, at: datetime, at_tables: Mapping[str, int]) -> list[LimitUse]:
    """Return for each kind of limit in money and each period what counts by now, with the limit where one is set. at_tables: what lies at cash tables
    now, by the reference of each sitting there: the ledger knows what was brought, and not how it stands.

    Rule: PT-T.21, REGULATIONS 2.10
    """
    hold = {
        (limit.kind, limit.period): limit.amount_cents for limit in limits_of(player_id, unit=unit, at=at)
    }
    coming = {(one.kind, one.period): one for one in coming_limits_of(player_id, unit=unit, at=at)}
    found = []
    for kind in MONEY_KINDS:
        for period, length in PERIODS.items():
            used = _used(kind, player_id, unit=unit, since=window_start(period, at=at))
            found.append(
                LimitUse(
                    kind=kind,
                    period=period,
                    unit=unit,
                    limit_cents=hold.get((kind, period)),
                    used_cents=used.cents,
                    # what was won there is no gain before it comes back
                    at_tables_cents=sum(
                        min(max(cents, 0), at_tables.get(reference, 0))
                        for reference, cents in used.sittings.items()
                    ),
                    frees_at=None if used.first_at is None else used.first_at + length,
                    coming=coming.get((kind, period)),
                )
            )
    return found


class _Used(NamedTuple):
    """What counts towards a limit. first_at: when the first of it was; sittings: what counts of each at a cash table, by its reference."""

    cents: int
    first_at: datetime | None
    sittings: Mapping[str, int]


def _used(kind: LimitKind, player_id: int, *, unit: str, since: datetime) -> _Used:
    """What counts towards a limit since an instant. Rule: PT-T.21

    SPEND: what was paid into tournaments without what was undone, and what was brought to cash tables and not brought back: of each sitting
    what is lost, or still lies there. LOSS: the same with what was won, at tournaments and at tables. DEPOSIT: what was paid in, or stays of what
    was given back.
    """
    values = {
        "unit": unit,
        "player": player_id,
        "since": since,
        "not_spent": list(NOT_SPENT),
        "outside": list(OUTSIDE),
    }
    cents, first, sittings = rows_of(_QUESTIONS[kind], values=values)[0]
    return _Used(int(cents), first, json.loads(sittings))
