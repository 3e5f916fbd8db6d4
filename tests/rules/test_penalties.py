"""Hands to miss, hands missed, and what comes next."""

from __future__ import annotations

import pytest

from rules.penalties import (
    Escalation,
    HandMissed,
    PenaltyKind,
    PenaltyTerms,
    chips_removed,
    hands_due,
    impose,
    propose,
    served,
    stack_runs_out,
)
from rules.refusals import Refused

WARNING = impose(kind=PenaltyKind.WARNING, players_at_table=9)
HAND = impose(kind=PenaltyKind.MISSED_HAND, players_at_table=9)
OUT = impose(kind=PenaltyKind.DISQUALIFICATION, players_at_table=9)


def rounds(number: int, players: int = 9) -> PenaltyTerms:
    return impose(kind=PenaltyKind.MISSED_ROUNDS, players_at_table=players, rounds=number)


@pytest.mark.rule("ADTP.67", "ADTP.67A")
@pytest.mark.parametrize(
    ("penalty", "hands"),
    [(WARNING, 0), (HAND, 1), (rounds(1), 9), (rounds(3, 8), 24), (rounds(4, 2), 8), (OUT, 0)],
)
def test_hands_to_miss(penalty: PenaltyTerms, hands: int) -> None:
    assert hands_due(penalty=penalty) == hands


@pytest.mark.rule("ADTP.67A")
@pytest.mark.parametrize(
    ("kind", "number"),
    [
        (PenaltyKind.MISSED_ROUNDS, 0),
        (PenaltyKind.MISSED_ROUNDS, 5),
        (PenaltyKind.MISSED_ROUNDS, -1),
        (PenaltyKind.WARNING, 1),
        (PenaltyKind.MISSED_HAND, -1),
        (PenaltyKind.DISQUALIFICATION, 9),
    ],
)
def test_rounds_are_one_to_four(kind: PenaltyKind, number: int) -> None:
    with pytest.raises(Refused) as refusal:
        impose(kind=kind, players_at_table=9, rounds=number)
    assert refusal.value.code == "bad_rounds"


def test_somebody_must_have_been_at_the_table() -> None:
    for players in (0, -3, 12):
        with pytest.raises(Refused) as refusal:
            impose(kind=PenaltyKind.WARNING, players_at_table=players)
        assert refusal.value.code == "bad_table"


@pytest.mark.rule("ADTP.67A", "ADTP.35C", "REGULATIONS 8.2")
def test_a_misdeal_and_its_redeal_are_one_hand() -> None:
    missed = [HandMissed(table=3, number=n) for n in (11, 12, 12, 13)]
    so_far = served(penalty=rounds(1, 4), hands=missed)
    assert (so_far.hands_due, so_far.hands_served, so_far.hands_left, so_far.done) == (4, 3, 1, False)
    moved = [*missed, HandMissed(table=8, number=12)]
    assert served(penalty=rounds(1, 4), hands=moved).done
    more = [*moved, HandMissed(table=8, number=13)]
    assert served(penalty=rounds(1, 4), hands=more).hands_served == 4
    assert served(penalty=WARNING, hands=[]).done


@pytest.mark.rule("ADTP.67A", "ADTP.P2")
def test_repeated_offences_climb() -> None:
    assert propose(history=[]) == Escalation(kind=PenaltyKind.WARNING, rounds=0, earlier=0)
    assert propose(history=[WARNING]).kind is PenaltyKind.MISSED_HAND
    climbing = [(p.kind, p.rounds) for p in (propose(history=[HAND]), propose(history=[rounds(1), WARNING]))]
    assert climbing == [(PenaltyKind.MISSED_ROUNDS, 1), (PenaltyKind.MISSED_ROUNDS, 2)]
    assert propose(history=[rounds(4)]).kind is PenaltyKind.DISQUALIFICATION
    assert propose(history=[OUT, WARNING]) == Escalation(
        kind=PenaltyKind.DISQUALIFICATION, rounds=0, earlier=2
    )


@pytest.mark.rule("ADTP.67D")
def test_a_disqualified_players_chips_leave_play() -> None:
    assert chips_removed(penalty=OUT, stack=41_500) == 41_500
    assert chips_removed(penalty=rounds(4), stack=41_500) == 0


@pytest.mark.rule("ADTP.67A", "ADTP.67C", "PT-T.27")
def test_an_absent_stack_can_run_out() -> None:
    owed = [0, 0, 500, 1000, 0, 0]
    assert stack_runs_out(stack=1200, blinds_and_antes=owed) == 4
    assert stack_runs_out(stack=1500, blinds_and_antes=owed) == 4
    assert stack_runs_out(stack=1501, blinds_and_antes=owed) is None
