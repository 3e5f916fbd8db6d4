"""Words that stand in the places of a sentence, to be translated with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.refusals import N_

#: What a sentence may say is not there: each word is translated where the sentence is said.
THINGS = (
    N_("tournament"),
    N_("venue"),
    N_("season"),
    N_("series"),
    N_("stage"),
    N_("receipt"),
    N_("entry"),
    N_("registration"),
    N_("purchase"),
    N_("month"),
    N_("action"),
    N_("proposal"),
    N_("order"),
    N_("command"),
)

#: How a tournament and its clock stand.
STATE_WORDS = {
    "draft": N_("Draft"),
    "announced": N_("Announced"),
    "registering": N_("Registration open"),
    "running": N_("Running"),
    "paused": N_("Paused"),
    "frozen": N_("All clocks stopped"),
    "recess": N_("Recess"),
    "hand_for_hand": N_("Hand for hand"),
    "late_registration_closing": N_("Late registration closing"),
    "bubble": N_("Bubble"),
    "in_the_money": N_("In the money"),
    "final_table": N_("Final table"),
    "decided": N_("Waiting for the result"),
    "finished": N_("Finished"),
    "cancelled": N_("Cancelled"),
}


def readable(params: Mapping[str, Any], say: Callable[[str], str]) -> dict[str, Any]:
    """Return the values of a sentence with those that are words in the reader's language: what is not there, how a tournament
    stands. say: translates one word."""
    words = {}
    if params.get("what") in THINGS:
        words["what"] = say(params["what"])
    if params.get("state") in STATE_WORDS:
        words["state"] = say(STATE_WORDS[params["state"]]).lower()
    return {**params, **words}
