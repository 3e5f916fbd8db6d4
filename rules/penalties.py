"""Penalties: how long a player stays away, what comes next, and when it is served.

A penalty is counted in hands: one for a missed hand; for missed rounds one per player who sat at the table
when it happened, the offender included, times the rounds. Cards are dealt to the empty seat, blinds and
antes are taken and the hand is killed; a stack may run out that way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.refusals import N_, Refused

MOST_ROUNDS = 4


class PenaltyKind(StrEnum):
    """In rising order."""

    WARNING = "warning"
    MISSED_HAND = "missed_hand"
    MISSED_ROUNDS = "missed_rounds"
    DISQUALIFICATION = "disqualification"


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyTerms:
    """rounds: 1 to 4 for missed rounds, 0 otherwise. players_at_table: when the offence was committed."""

    kind: PenaltyKind
    players_at_table: int
    rounds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """hands_due: in all. hands_served: of these. done: nothing is left to serve."""

    hands_due: int
    hands_served: int

    @property
    def hands_left(self) -> int:
        """Still to miss."""
        return self.hands_due - self.hands_served

    @property
    def done(self) -> bool:
        """The player may come back."""
        return self.hands_left == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMissed:
    """A hand dealt while the offender was away. number: the table's hand; a redeal after a misdeal keeps
    it."""

    table: int
    number: int


def impose(*, kind: PenaltyKind, players_at_table: int, rounds: int = 0) -> PenaltyTerms:
    """Return a penalty that the rule knows.

    Refusals: ``bad_rounds`` for anything but 1 to 4 rounds, ``bad_table`` for less than one player at the
    table.
    Rule: ADTP.67A
    """
    if not 1 <= players_at_table <= 11:
        raise Refused(
            "bad_table",
            N_("Say how many players sat at the table, the offender included."),
            rule="ADTP.67A",
        )
    if (
        (kind is PenaltyKind.MISSED_ROUNDS) != (1 <= rounds <= MOST_ROUNDS)
        or rounds < 0
        or rounds > MOST_ROUNDS
    ):
        raise Refused(
            "bad_rounds",
            N_("A penalty is a warning, one hand, 1 to 4 rounds, or disqualification."),
            rule="ADTP.67A",
            rounds=rounds,
        )
    return PenaltyTerms(kind=kind, players_at_table=players_at_table, rounds=rounds)


def hands_due(*, penalty: PenaltyTerms) -> int:
    """Return the hands to miss: players at the table when it happened, the offender included, times the rounds.

    Rule: ADTP.67A
    """
    if penalty.kind is PenaltyKind.MISSED_HAND:
        return 1
    if penalty.kind is PenaltyKind.MISSED_ROUNDS:
        return penalty.players_at_table * penalty.rounds
    return 0


def hand_served(*, due: int, already: int, number: int | None) -> int:
    """Return the hands served after one more was dealt to the empty seat. number: which hand of the penalty it was,
    from 1; a hand that was dealt again after a misdeal keeps its number and counts once. None: the next one.

    Refusals: ``nothing_to_serve``, ``not_the_next_hand``.
    Rule: ADTP.67A, ADTP.35C, REGULATIONS 8.2
    """
    wanted = already + 1 if number is None else number
    if wanted <= already:
        return already
    if already >= due:
        raise Refused("nothing_to_serve", N_("No hand of this penalty is left to serve."), rule="ADTP.67A")
    if wanted > already + 1:
        raise Refused(
            "not_the_next_hand",
            N_("Hand %(next)s of this penalty is the next to be sat out. Reload the page."),
            rule="ADTP.67A",
            next=already + 1,
        )
    hands = [HandMissed(table=0, number=n) for n in range(1, wanted + 1)]
    whole = PenaltyTerms(kind=PenaltyKind.MISSED_ROUNDS, players_at_table=due, rounds=1)
    return served(penalty=whole, hands=hands).hands_served


def misses_hand(*, due: int, already: int, given_in_round: int, round: int) -> bool:
    """Return whether the hand of a round of hand-for-hand that a table has done counts for a penalty of who sits there.

    The hand in which it was given does not; a hand dealt again after a misdeal is one hand, for the table is done with it once.
    given_in_round: 0 outside hand-for-hand.
    Rule: ADTP.67A, ADTP.35C, PT-T.49
    """
    return already < due and given_in_round != round


def served(*, penalty: PenaltyTerms, hands: Iterable[HandMissed]) -> Served:
    """Return how much of a penalty is served by the hands missed so far.

    A misdealt hand and its redeal are one hand. Hands beyond what is due do not count. The hands follow the
    player to another table.
    Rule: ADTP.67A, ADTP.35C, REGULATIONS 8.2
    """
    due = hands_due(penalty=penalty)
    return Served(hands_due=due, hands_served=min(due, len(set(hands))))


# The ladder by which a proposal climbs; the director may take any step of it.
LADDER: tuple[tuple[PenaltyKind, int], ...] = (
    (PenaltyKind.WARNING, 0),
    (PenaltyKind.MISSED_HAND, 0),
    (PenaltyKind.MISSED_ROUNDS, 1),
    (PenaltyKind.MISSED_ROUNDS, 2),
    (PenaltyKind.MISSED_ROUNDS, 3),
    (PenaltyKind.MISSED_ROUNDS, 4),
    (PenaltyKind.DISQUALIFICATION, 0),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Escalation:
    """What the history suggests. earlier: how many penalties there were. The director decides."""

    kind: PenaltyKind
    rounds: int
    earlier: int
    rule: str = "ADTP.67A"

    def as_dict(self) -> dict[str, str | int]:
        """Return it JSON-able."""
        return {"kind": self.kind.value, "rounds": self.rounds, "earlier": self.earlier}


def propose(*, history: Sequence[PenaltyTerms]) -> Escalation:
    """Return the next step above the heaviest penalty of the history (any tournament, any order); at first a
    warning.

    Rule: ADTP.67A, ADTP.P2
    """
    heaviest = max((LADDER.index((p.kind, p.rounds)) for p in history), default=-1)
    kind, rounds = LADDER[min(heaviest + 1, len(LADDER) - 1)]
    return Escalation(kind=kind, rounds=rounds, earlier=len(history))


def chips_removed(*, penalty: PenaltyTerms, stack: int) -> int:
    """Return chips that leave play: the whole stack of a disqualified player, else none.

    Rule: ADTP.67D
    """
    return stack if penalty.kind is PenaltyKind.DISQUALIFICATION else 0


def stack_runs_out(*, stack: int, blinds_and_antes: Iterable[int]) -> int | None:
    """After how many hands a penalised or absent player is blinded off; None when the stack outlasts them.

    blinds_and_antes: what the seat owes in each coming hand.
    Rule: ADTP.67A, ADTP.67C, PT-T.27, REGULATIONS 5.3
    """
    left = stack
    for hand, owed in enumerate(blinds_and_antes, start=1):
        left -= min(left, owed)
        if left == 0:
            return hand
    return None
