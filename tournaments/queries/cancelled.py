"""A tournament that is not held: who said so, when and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.queries import latest_facts
from tournaments.facts.announcements import TournamentCancelled
from tournaments.models import Tournament
from tournaments.streams import tournament_stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled:
    """by: who cancelled it, "" where the record does not say."""

    by: str
    at: datetime
    reason: str


def cancelled(tournament_id: int) -> Cancelled | None:
    """Return who cancelled a tournament, when and why, for the staff; None where it was not cancelled."""
    at, reason = Tournament.objects.values_list("cancelled_at", "cancel_reason").get(pk=tournament_id)
    if at is None:
        return None
    facts = latest_facts(
        stream=tournament_stream(tournament_id),
        kinds=(TournamentCancelled.kind,),
        audiences=("public", "staff"),
        limit=1,
    )
    return Cancelled(by=facts[0].label if facts else "", at=at, reason=reason)
