"""A player's complaint about a hand: how long it may be, and until when the house answers it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

COMPLAINT_LETTERS = 1000
"""How long a complaint, and its answer, may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComplaintPolicy:
    """answer_days: within how many days the house answers. open_at_once: how many complaints of one player may wait for it."""

    answer_days: int = 15
    open_at_once: int = 10


def answer_due(made_at: datetime, *, policy: ComplaintPolicy) -> datetime:
    """Return until when a complaint is answered. Rule: PT-T.55, PT-H.66, PT-O.66"""
    return made_at + timedelta(days=policy.answer_days)
