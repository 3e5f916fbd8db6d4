"""Hand-for-hand on the clock: its hands take time off the level, and give it back.

Locks: the Clock row, under the Field row of who changes hand-for-hand.
"""

from __future__ import annotations

from datetime import datetime

import rules.clock
from rules.levels import Level
from rules.policies import HandCharge, Policies
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.facts.clock import ClockLeftHandForHand, ClockWentHandForHand, HandCharged
from tournaments.models import Clock, Tournament
from tournaments.operations.clock import change_clock, keep, put_back
from tournaments.queries.clock import state_of


def begin_hand_for_hand(tournament: Tournament, *, charge: HandCharge | None, at: datetime) -> None:
    """Let hands cost level time from now on, where the rule set or the director says so. Rule: PT-T.49, CASES h4h-1"""
    policies = _policies(tournament)
    change_clock(
        tournament,
        change=lambda state: rules.clock.begin_hand_for_hand(
            state=state, at=at, policies=policies, charge=charge
        ),
        fact=ClockWentHandForHand,
        at=at,
        undoable=False,
    )


def spend_hand(tournament: Tournament, *, at: datetime) -> None:
    """Take the time of one round of hand-for-hand off the level; what costs nothing changes nothing, and leaves the last change
    by a person to be undone. Kept as it was for `give_hand_back`. Rule: PT-T.49, CASES h4h-1"""
    clock = Clock.objects.select_for_update().get(pk=tournament.pk)
    before = state_of(clock, tournament=tournament)
    state, changes = rules.clock.charge_hand(state=before, at=at, policies=_policies(tournament))
    if state == before:
        return
    clock.before = {"state": clock.state, "kind": HandCharged.kind, "at": at.isoformat()}
    keep(clock, tournament=tournament, state=state, changes=changes, fact=HandCharged, at=at)


def give_hand_back(tournament: Tournament, *, at: datetime) -> None:
    """Give the level the time back that the last round of hand-for-hand took: a table plays its hand of it on.

    Where a hand costs nothing, or ended in a recess, nothing changes. Refusals: ``not_the_last_change``. Rule: PT-T.49
    """
    clock = Clock.objects.select_for_update().get(pk=tournament.pk)
    now = state_of(clock, tournament=tournament)
    if clock.before is not None and clock.before["kind"] == HandCharged.kind:
        put_back(clock, tournament=tournament, before=clock.before, at=at)
    elif now.hand_for_hand and isinstance(now.item, Level):
        raise Refused(
            "not_the_last_change",
            N_("The clock was changed again since. Only its last change can be undone."),
            rule="PT-T.49",
        )


def end_hand_for_hand(tournament: Tournament, *, at: datetime) -> None:
    """Let time pass again. Rule: PT-T.49"""
    change_clock(
        tournament,
        change=lambda state: rules.clock.end_hand_for_hand(state=state, at=at),
        fact=ClockLeftHandForHand,
        at=at,
        undoable=False,
    )


def _policies(tournament: Tournament) -> Policies:
    return policies_from(tournament.policies)
