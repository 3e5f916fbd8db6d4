"""Chips that have to leave a table, for what they were sold with was undone a moment ago."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from dispatch.facts import PUBLIC, STAFF, CommandId
from dispatch.queries import command_by_id, latest_facts
from tournaments.results import chips_off_said
from tournaments.streams import tournament_stream
from web.buttons import sentence

_UNDONE = ("re_entry_undone", "chips_taken_back", "entry_cancelled")
_MOST = 20
# so long somebody of the floor may still be on the way to that table
_STANDS = timedelta(minutes=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsOff:
    """text: how many chips leave which seat. name: whose they were."""

    text: str
    name: str
    at: datetime


def chips_off(tournament_id: int, *, at: datetime) -> list[ChipsOff]:
    """Return what has to be taken off the tables, the latest first. Rule: ADTP.8A, SCPT.I"""
    facts = latest_facts(
        stream=tournament_stream(tournament_id), kinds=_UNDONE, audiences=(PUBLIC, STAFF), limit=_MOST
    )
    undone = {fact.command_id: fact for fact in facts if at - fact.at <= _STANDS}
    found = []
    for number, fact in undone.items():
        done = command_by_id(CommandId(number))
        if done is None or not (done.outcome or {}).get("sat_at"):
            continue
        found += [
            ChipsOff(
                text=sentence(one, values={}, currency=""), name=str(fact.body["public_name"]), at=fact.at
            )
            for one in chips_off_said(done.outcome or {})
        ]
    return found
