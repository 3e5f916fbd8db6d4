"""What keeps a player away: exclusions and play limits. Each step needs an open transaction; the command has asked
for permission before.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from dispatch import prepared
from dispatch.commands import record
from people.facts import ExclusionLifted, PlayerExcluded, PlayLimitSet
from people.models import Exclusion, Player, PlayLimit
from people.models.limits import Period
from people.operations.fields import one_line
from rules.accounts import MOST_CENTS
from rules.play_limits import MONEY_KINDS, MOST_MINUTES, LimitKind, applies_from
from rules.refusals import N_, Refused


def lock_play_limits(player_id: int, *, unit: str) -> bool:
    """Lock a player's limits of spending and return whether there are any; who spends under them does so one after
    the other.

    The rows are held until the end of the command: of two entries at once the second sees what the first spent.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM people_playlimit WHERE player_id = %s AND unit = %s ORDER BY id FOR NO KEY UPDATE",
            [player_id, unit],
        )
        return bool(cursor.fetchall())


def add_exclusion(
    *,
    player: Player,
    venue_id: int | None,
    from_at: datetime,
    until_at: datetime | None,
    kind: str,
    reason: str,
    at: datetime,
    by_user_id: int | None,
) -> Exclusion:
    """Keep a player away for a span. Refusals: ``exclusion_span``, ``text_too_long``."""
    if until_at is not None and until_at <= max(from_at, at):
        raise Refused("exclusion_span", N_("The exclusion must end after it begins, and not in the past."))
    exclusion = Exclusion.objects.create(
        player=player,
        venue_id=venue_id,
        from_at=from_at,
        until_at=until_at,
        made_at=at,
        kind=kind,
        reason=one_line(reason, field="reason"),
        made_by_id=by_user_id,
    )
    record(
        PlayerExcluded(
            player_id=player.pk,
            exclusion_id=exclusion.pk,
            venue_id=venue_id,
            from_at=from_at.isoformat(),
            until_at=until_at.isoformat() if until_at else None,
            exclusion_kind=str(kind),
        )
    )
    return exclusion


def block_until_identity(player: Player, *, at: datetime, by_user_id: int | None) -> Exclusion:
    """Keep a person who was found under age from every entry until staff have checked a document. Rule: SCPT.F"""
    standing = Exclusion.objects.filter(player=player, kind="identity", lifted_at__isnull=True).first()
    return standing or add_exclusion(
        player=player,
        venue_id=None,
        from_at=at,
        until_at=None,
        kind="identity",
        reason="",
        at=at,
        by_user_id=by_user_id,
    )


def end_identity_block(
    player_id: int, *, at: datetime, by_user_id: int | None, since: datetime | None = None
) -> bool:
    """End the block of who a document shows to be of age, or (`since`) whose removal at that moment was undone; whether one ended."""
    # almost nobody has one: every document that a desk looks at asks
    standing = prepared.rows(
        "SELECT id FROM people_exclusion WHERE player_id = %s AND kind = 'identity' AND lifted_at IS NULL"
        " AND from_at = coalesce(%s::timestamptz, from_at) FOR NO KEY UPDATE",
        [player_id, since],
    )
    for (number,) in standing:
        end_exclusion(Exclusion.objects.get(pk=number), at=at, by_user_id=by_user_id)
    return bool(standing)


def end_exclusion(exclusion: Exclusion, *, at: datetime, by_user_id: int | None) -> None:
    """Let a player come back before the span is over."""
    exclusion.lifted_at, exclusion.lifted_by_id = at, by_user_id
    exclusion.save(update_fields=["lifted_at", "lifted_by"])
    record(ExclusionLifted(player_id=exclusion.player_id, exclusion_id=exclusion.pk))


def keep_limit(
    *, player: Player, kind: str, period: str, unit: str, amount_cents: int | None, at: datetime
) -> PlayLimit:
    """Set or (None) remove a limit in money; a looser one holds only after 24 hours, and replaces what was still waiting.

    Refusals: ``bad_limit``, ``bad_period``, ``bad_amount``, ``bad_unit``.
    """
    if kind not in MONEY_KINDS:
        raise Refused("bad_limit", N_("Choose what to limit: deposits, losses or spending."), field="kind")
    if amount_cents is not None and (type(amount_cents) is not int or amount_cents < 0):
        raise Refused("bad_amount", N_("Enter an amount of zero or more."), field="amount_cents")
    if amount_cents is not None and amount_cents > MOST_CENTS:
        raise Refused(
            "bad_amount",
            N_("Enter at most %(most_cents)s. Check the number of digits."),
            most_cents=MOST_CENTS,
            field="amount_cents",
        )
    if unit not in {"BRL", "EUR"}:
        raise Refused("bad_unit", N_("Choose the currency of the limit."), field="unit")
    return _keep(player=player, kind=LimitKind(kind), period=period, unit=unit, wanted=amount_cents, at=at)


def keep_time_limit(*, player: Player, period: str, minutes: int | None, at: datetime) -> PlayLimit:
    """Set or (None) remove a limit of time; a looser one holds only after 24 hours, and replaces what was still waiting.

    Refusals: ``bad_period``, ``bad_minutes``.
    """
    if period in MOST_MINUTES and minutes is not None and not 0 <= minutes <= MOST_MINUTES[period]:
        raise Refused("bad_minutes", N_("Enter a time that is no longer than the period."), field="minutes")
    return _keep(player=player, kind=LimitKind.TIME, period=period, unit="", wanted=minutes, at=at)


def _keep(
    *, player: Player, kind: LimitKind, period: str, unit: str, wanted: int | None, at: datetime
) -> PlayLimit:
    if period not in Period.values:
        raise Refused("bad_period", N_("Choose the period: day, week or month."), field="period")
    column = "minutes" if kind == LimitKind.TIME else "amount_cents"
    rows = PlayLimit.objects.filter(player=player, kind=kind.value, period=period, unit=unit)
    rows.filter(applies_from__gt=at).delete()
    current = rows.order_by("-applies_from", "-pk").first()
    limit = PlayLimit.objects.create(
        player=player,
        kind=kind.value,
        period=period,
        unit=unit,
        **{column: wanted},
        set_at=at,
        applies_from=applies_from(now=getattr(current, column, None), wanted=wanted, at=at),
    )
    record(
        PlayLimitSet(
            player_id=player.pk,
            limit_kind=kind.value,
            period=str(period),
            unit=unit,
            amount_cents=limit.amount_cents,
            minutes=limit.minutes,
            applies_from=limit.applies_from.isoformat(),
        )
    )
    return limit
