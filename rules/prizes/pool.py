"""From what was collected to what the players get: overlay, deductions, net pool."""

from __future__ import annotations

from dataclasses import dataclass

from rules.entries.split import Component, PoolDeduction
from rules.policies import Guarantee, Policies


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolStatement:
    """The pool, itemised: collected + overlay - deductions = net. All cents."""

    collected_cents: int
    guarantee_cents: int
    overlay_cents: int
    deductions: tuple[tuple[Component, int], ...]
    net_cents: int


def pool_statement(
    *,
    collected_cents: int,
    policies: Policies,
    guarantee_cents: int = 0,
    deductions: tuple[PoolDeduction, ...] = (),
    guarantee_deductions: tuple[PoolDeduction, ...] = (),
    force_majeure: bool = False,
) -> PoolStatement:
    """Return the pool at prize computation.

    `collected_cents`: the prize parts of all entries, re-entries, rebuys and add-ons. `deductions` come off
    the pool now, each rounded down. `guarantee_deductions` are the deductions foreseen for the guarantee
    which the entries have already carried one by one (`BuyInSplit`). Where the policy reads the guarantee
    gross of deductions, 300,000 with 3 % + 3 % promises the players 282,000; net, the players get the
    guaranteed sum itself. The overlay is what the house adds. Force majeure voids the guarantee.
    Rule: SCPT.F, SCPT.J, CASES settled 8, REGULATIONS 1.3
    """
    promised = 0 if force_majeure else guarantee_cents
    if policies.guarantee is Guarantee.GROSS_OF_DEDUCTIONS:
        promised -= sum(d.on(promised) for d in guarantee_deductions)
        overlay = max(0, promised - collected_cents)
        taken = _taken(deductions, collected_cents + overlay)
    else:
        taken = _taken(deductions, collected_cents)
        overlay = max(0, promised - (collected_cents - sum(c for _, c in taken)))
    return PoolStatement(
        collected_cents=collected_cents,
        guarantee_cents=guarantee_cents,
        overlay_cents=overlay,
        deductions=taken,
        net_cents=collected_cents + overlay - sum(cents for _, cents in taken),
    )


def funds_of_guarantee(
    *,
    policies: Policies,
    guarantee_cents: int,
    deductions: tuple[PoolDeduction, ...] = (),
    guarantee_deductions: tuple[PoolDeduction, ...] = (),
) -> int:
    """Return what of a guarantee goes to funds and not to the places, in cents: by so much a pool that the house tops up
    stands below the guaranteed sum. Rule: SCPT.F, SCPT.J
    """
    promised = pool_statement(
        collected_cents=0,
        policies=policies,
        guarantee_cents=guarantee_cents,
        deductions=deductions,
        guarantee_deductions=guarantee_deductions,
    )
    return guarantee_cents - promised.net_cents


def _taken(deductions: tuple[PoolDeduction, ...], pool_cents: int) -> tuple[tuple[Component, int], ...]:
    lines: list[tuple[Component, int]] = []
    left = pool_cents
    for deduction in deductions:
        cents = min(deduction.on(pool_cents), left)
        left -= cents
        lines.append((deduction.component, cents))
    return tuple(lines)
