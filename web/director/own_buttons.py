"""The director's buttons that read their form or say what was done in their own way, and why.

Every other button stands on the card of its command alone (`dispatch.buttons`), and `web.buttons` reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http.request import QueryDict

from access import moment
from rules.refusals import N_, Refused
from tables.queries import stacks_view
from tournaments.queries import clock
from web.buttons import Reader, Teller
from web.director import busts, sentences
from web.forms import amount, number, number_or_none, text
from web.staffing import StaffTournament

Result = Mapping[str, Any]


def _step(post: QueryDict) -> dict[str, Any]:
    """A penalty as its button says it, “missed_rounds-2”, or by kind and rounds."""
    kind, dash, rounds = text(post, name="step", most=20).partition("-")
    if not kind:
        return {"kind": text(post, name="kind", most=20), "rounds": number_or_none(post, name="rounds") or 0}
    return {"kind": kind, "rounds": int(rounds) if dash and rounds.isascii() and rounds.isdigit() else 0}


def _penalty(_scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """Who, which step, and why: in own words, or by the ground that was ticked."""
    return {
        "entry_id": number(post, name="entry_id"),
        **_step(post),
        "reason": text(post, name="reason") or text(post, name="ground"),
    }


def _venue(scope: StaffTournament, _post: QueryDict) -> dict[str, Any]:
    """All clocks of the house. Refusals: ``only_a_rehearsal``."""
    if scope.settings["practice"]:
        raise Refused(
            "only_a_rehearsal",
            N_(
                "This is practice: it stops no clock but its own. Open a real tournament of the house for that."
            ),
        )
    return {"venue_id": scope.venue.venue_id}


def _level(step: int) -> Callable[[StaffTournament, QueryDict], dict[str, Any]]:
    """The level after or before the one on the page, so that a double tap moves one level."""

    def arguments(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
        index = number_or_none(post, name="level_index")
        if index is None:
            index = clock.clock_payload(scope.tournament_id, at=moment.at())["index"]
        return {"tournament_id": scope.tournament_id, "level_index": index + step, "from_index": index}

    return arguments


def _numbered(post: QueryDict, start: str) -> list[tuple[str, int]]:
    """The fields that are there once for each entry, ``stack_12``, with the entry."""
    most = len(start) + 19
    return [
        (name, int(name[len(start) :]))
        for name in post
        if name.startswith(start)
        and name[len(start) :].isascii()
        and name[len(start) :].isdigit()
        and len(name) < most
    ]


def _stacks(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """The stacks that were typed; a field left empty says nothing, nor does one left as the page showed it where that player
    was counted since: the page may have been open for long."""
    now = {one.entry_id: one.stack_chips for one in stacks_view(scope.tournament_id)}
    shown = {entry_id: number_or_none(post, name=name) for name, entry_id in _numbered(post, "was_")}
    typed = [(number_or_none(post, name=name), entry_id) for name, entry_id in _numbered(post, "stack_")]
    typed = [(stack, one) for stack, one in typed if stack != shown.get(one) or stack == now.get(one)]
    return {
        "tournament_id": scope.tournament_id,
        "stacks": [{"entry_id": entry_id, "stack_chips": stack} for stack, entry_id in typed if stack],
    }


def _deal(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """A deal as proposed: of a custom one the amounts, a field for each entry; of further places theirs, and what named
    places give."""
    kind = text(post, name="kind")
    reserve = text(post, name="reserve")
    amounts = []
    if kind == "custom":
        amounts = [
            {"entry_id": entry_id, "amount_cents": amount(post, name=name)}
            for name, entry_id in _numbered(post, "amount_")
        ]
    more: dict[str, Any] = {}
    if kind == "extra":
        typed = {name for name in post if text(post, name=name)}
        more = {
            "extra_cents": [
                amount(post, name=name)
                for name, _place in sorted(_numbered(post, "extra_"), key=lambda one: one[1])
                if name in typed
            ],
            "taken": [
                {"place": place, "amount_cents": amount(post, name=name)}
                for name, place in _numbered(post, "gives_")
                if name in typed
            ],
        }
    return {
        "tournament_id": scope.tournament_id,
        "kind": kind,
        "reserve_cents": amount(post, name="reserve") if reserve else None,
        "amounts": amounts,
        **more,
    }


# the line of busts as it was typed; what follows from the level on the page; a row of fields for each entry; several
# fields that are one argument; what only a real tournament may do
READERS: Mapping[str, Reader] = {
    "bust": busts.bust,
    "announce-rebuy": busts.announced,
    "takers": busts.name_takers,
    "hand-done": busts.hand_done,
    "next-level": _level(1),
    "previous-level": _level(-1),
    "stacks": _stacks,
    "deal": _deal,
    "penalty": _penalty,
    "freeze": _venue,
    "thaw": _venue,
}

# names that are read from rows, whose bounty it is, and what depends on the tournament
TELLERS: Mapping[str, Teller] = {
    "bust": sentences.said_out,
    "takers": sentences.said_named,
    "hand-done": sentences.said_hand,
    "under-age": sentences.said_under_age,
    "publish": lambda scope, _result: sentences.said_published(practice=scope.settings["practice"]),
}
