"""Several prizes handed over in one go."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from dispatch.facts import Actor, CommandId, Done
from payouts.commands.pay_award import pay_award
from payouts.models import Award
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.queries.circuit import venue_of_tournament

MOST_AT_ONCE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLine:
    """What became of one prize. paid: now or by an earlier call. amount_cents: 0 where it is not paid. refused: why not, as
    `Refused.as_dict` has it."""

    award_id: int
    paid: bool
    amount_cents: int
    refused: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesPaid:
    """paid: how many prizes. paid_cents: in all of them together. lines: in the order asked."""

    paid: int
    paid_cents: int
    lines: tuple[PrizeLine, ...]


def pay_awards(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    award_ids: Sequence[int],
    method: str,
    reason: str = "",
) -> Done:
    """Pay several prizes of a tournament by one method, each by a `pay_award` of its own.

    Each has a command id that follows from this one and the prize: sent again, or on a second tap, every prize is paid
    once and every line says what it said. A prize that is refused holds up none of the others.

    The result is that of `PrizesPaid`. Refusals of the whole: ``forbidden``, ``nothing_chosen``, ``too_many_chosen``. Rule: SCPT.L, PT-T.54
    """
    require(
        by,
        permission=Permission.PAY_PRIZE,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    chosen = list(dict.fromkeys(award_ids))
    if not chosen:
        raise Refused("nothing_chosen", N_("No prize is chosen. Tick those to be paid."), rule="SCPT.L")
    if len(chosen) > MOST_AT_ONCE:
        raise Refused(
            "too_many_chosen",
            N_("At most %(most)s prizes are paid at once."),
            rule="SCPT.L",
            most=MOST_AT_ONCE,
        )
    here = set(Award.objects.filter(tournament_id=tournament_id, pk__in=chosen).values_list("pk", flat=True))
    lines: list[PrizeLine] = []
    replayed = True
    for award_id in chosen:
        try:
            if award_id not in here:
                raise Refused("no_such_award", N_("There is no such prize. Reload the page."), rule="SCPT.L")
            done = pay_award(
                command_id=CommandId(uuid.uuid5(command_id, f"award {award_id}")),
                at=at,
                by=by,
                award_id=award_id,
                method=method,
                reason=reason,
            )
        except Refused as no:
            lines.append(_line(award_id, no=no))
            continue
        replayed = replayed and done.replayed
        lines.append(_line(award_id, cents=int(done.result["amount_cents"])))
    result = PrizesPaid(
        paid=sum(line.paid for line in lines),
        paid_cents=sum(line.amount_cents for line in lines),
        lines=tuple(lines),
    )
    return Done(command_id=command_id, result=asdict(result), replayed=replayed and result.paid > 0)


def _line(award_id: int, *, cents: int = 0, no: Refused | None = None) -> PrizeLine:
    refused = None if no is None else no.as_dict()
    return PrizeLine(award_id=award_id, paid=no is None, amount_cents=cents, refused=refused)
