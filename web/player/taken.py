"""What others took from a player's balance: told on the player's own pages, with who and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from dispatch.facts import SYSTEM
from dispatch.queries import actors_of
from ledger.queries import statement
from ledger.queries.statements import StatementLine
from people.queries import player_file
from rules.accounts import AccountKind
from tournaments.queries.receipts import kinds_sold

# movements that are an act of their own: whoever has the balance did not ask for them here
_OWN_ACTS = {"withdrawal": "withdrawn", "adjustment": "corrected"}
SHOWN_FOR = timedelta(days=3)
_COUNTER = frozenset({AccountKind.CASH_DRAWER, AccountKind.CARD_CLEARING, AccountKind.BANK})


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What somebody else did to the balance: paid an entry, rebuy or add-on from it, paid money out of it at the desk, or
    corrected it. kind: paid, withdrawn, corrected; what: the kind of what was paid, as its receipt has it, "" of the others; amount_cents: what left it (a correction may have added: below zero)."""

    kind: str
    at: datetime
    amount_cents: int
    unit: str
    by: str
    tournament_id: int | None
    what: str = ""


def others_in(player_id: int, *, lines: Sequence[StatementLine]) -> Mapping[UUID, str]:
    """Return of these movements' commands those that a person other than the player gave, with the name."""
    own = player_file(player_id).user_id
    return {
        # a number of an account tells the player nothing
        command: _("The house") if label.startswith("#") else label
        for command, (user_id, label) in actors_of({line.command_id for line in lines}).items()
        if user_id != own and label != SYSTEM.label
    }


def taken_by_others(
    player_id: int, *, unit: str, at: datetime, tournament_id: int | None = None
) -> list[Taken]:
    """Return what others did to the player's balance in the last three days, newest first: paid from it, paid out of it, or
    corrected it. With a tournament: what they paid for that one.

    Not what was handed over at the counter in the same act. Rule: PT-T.21"""
    lines = statement(player_id, unit=unit, limit=100).lines
    others = others_in(player_id, lines=lines)
    at_the_counter = {line.command_id for line in lines if line.other_kind in _COUNTER}
    found: dict[UUID, Taken] = {}
    about: dict[UUID, str] = {}
    for line in lines:
        if line.command_id not in others:
            continue
        if line.kind in _OWN_ACTS and line.reverses is None and tournament_id is None:
            if line.at >= at - SHOWN_FOR:
                found[line.command_id] = Taken(
                    kind=_OWN_ACTS[line.kind],
                    at=line.at,
                    amount_cents=-line.change_cents,
                    unit=unit,
                    by=others[line.command_id],
                    tournament_id=None,
                )
            continue
        if line.command_id in at_the_counter:
            continue
        if line.reference.partition(":")[0] not in ("entry", "purchase") or line.reverses is not None:
            continue
        if line.at < at - SHOWN_FOR or (tournament_id is not None and line.tournament_id != tournament_id):
            continue
        before = found.get(line.command_id)
        found[line.command_id] = Taken(
            kind="paid",
            at=line.at,
            amount_cents=(before.amount_cents if before else 0) - line.change_cents,
            unit=unit,
            by=others[line.command_id],
            tournament_id=line.tournament_id,
        )
        about[line.command_id] = ":".join(line.reference.split(":")[:2])
    undone = {line.reverses for line in lines if line.reverses is not None}
    gone = {line.command_id for line in lines if line.transfer_id in undone}
    kinds = kinds_sold(about.values())
    return [
        replace(taken, what=kinds.get(about.get(command, ""), ""))
        for command, taken in found.items()
        if command not in gone and taken.amount_cents
    ]
