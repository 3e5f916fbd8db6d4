"""A tournament that is not held: who said so, when and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.facts import SYSTEM, FactView
from dispatch.queries import latest_facts
from dispatch.reading import read_once
from people.queries import names_since
from tournaments.facts.announcements import TournamentCancelled
from tournaments.models import Tournament
from tournaments.streams import tournament_stream


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelledView:
    """by: who cancelled it, by the name of now where the record has a number; "" where nobody did, as it had too few players."""

    by: str
    at: datetime
    reason: str


@read_once
def cancelled(tournament_id: int) -> CancelledView | None:
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
    return CancelledView(by=_who(facts[0]) if facts else "", at=at, reason=reason)


def _who(fact: FactView) -> str:
    if fact.label == SYSTEM.label:
        return ""
    return names_since([fact]).get(fact.user_id or 0, fact.label)
