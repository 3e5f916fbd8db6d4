"""What several commands of payouts give back alike."""

from __future__ import annotations

from dataclasses import dataclass

from payouts.models import DealState


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """state: how the deal stands now."""

    deal_id: int
    state: DealState
