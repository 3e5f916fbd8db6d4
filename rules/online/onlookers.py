"""How late who does not sit at a table sees it, so that nobody who looks on can tell somebody there what is not open to all."""

from __future__ import annotations

from rules.policies import Policies

CASH_ONLOOKERS_LATE = 30
"""By so many seconds an onlooker sees a cash table late, unless it is opened otherwise."""


def onlookers_late_at_event(policies: Policies, *, tables_open: int) -> int:
    """Return by how many seconds onlookers see a table of a tournament late, with so many tables left. Rule: PT-H.11"""
    if tables_open <= 1:
        return policies.onlookers_delay_final_table_seconds
    return policies.onlookers_delay_seconds
