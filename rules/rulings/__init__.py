"""The floor's rules: state a situation, get the ruling with its rule id.

`CATALOGUE` lists every question with its typed facts; `rule` answers one from untrusted facts. The director's
decision is final and may override any ruling with a reason (ADTP.1): that is logged where rulings are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.policies import Policies
from rules.refusals import N_, Refused
from rules.rulings import casino, conduct, dealing, procedure, seats, showdown, upkeep, wagers, won_seats
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome, Share
from rules.rulings.situation import CATALOGUE, FactField, FactType, Group, SituationKind, parse

__all__ = [
    "CATALOGUE",
    "Answer",
    "FactField",
    "FactType",
    "Group",
    "Note",
    "OpenChoice",
    "Outcome",
    "Share",
    "SituationKind",
    "casino",
    "conduct",
    "dealing",
    "procedure",
    "rule",
    "seats",
    "showdown",
    "upkeep",
    "wagers",
    "won_seats",
]


def rule(kind: str, *, facts: Mapping[str, Any], policies: Policies) -> Answer:
    """Return the ruling on the facts of one question of the catalogue, under a rule set's policies.

    Refusals: ``unknown_situation`` for a question that does not exist; ``bad_situation`` for facts that are
    missing, out of bounds, of the wrong type, impossible together, or that belong to another question.

    Doubts and complaints about a hand are settled by these rules, those of the game and those of the tournament.
    Rule: ADTP.1, PT-T.55, REGULATIONS 8.1
    """
    question = CATALOGUE.get(kind) if isinstance(kind, str) else None
    if question is None:
        raise Refused(
            "unknown_situation",
            N_("There is no question named %(kind)s."),
            rule="ADTP.1",
            kind=str(kind)[:40],
        )
    ruling: Answer = question.decide(parse(question.situation, facts=facts), policies)
    return ruling
