"""Who may raise: whether an all-in reopens the betting."""

from __future__ import annotations

from dataclasses import dataclass

from rules.betting import Act, BettingRound, Bettor, Limit, begin, options, play
from rules.policies import Policies
from rules.refusals import N_, Refused
from rules.rulings.ruling import Answer, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, bad_situation, chips, one_of, rows, seat, yes_no
from rules.rulings.wagers.amounts import ACT_TITLES


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """A player in the round, in the order of acting."""

    seat: int = seat(N_("Seat"))
    stack_chips: int = chips(N_("Stack at the start of the street, chips in front included"), minimum=1)
    street_chips: int = chips(N_("Blind in front"), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRow:
    """One act in turn."""

    seat: int = seat(N_("Seat"))
    act: Act = one_of(N_("Action"), titles=ACT_TITLES)
    to_chips: int = chips(N_("Total, for a bet or raise"), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingReopened:
    """A betting round so far; the question is what the next player may do."""

    limit: Limit = one_of(
        N_("Betting structure"),
        titles={
            Limit.NO_LIMIT: N_("No-limit"),
            Limit.POT_LIMIT: N_("Pot-limit"),
            Limit.HALF_POT: N_("Half pot"),
            Limit.FIXED_LIMIT: N_("Limit"),
        },
        default=Limit.NO_LIMIT,
    )
    big_blind_chips: int = chips(N_("Big blind, or in limit the bet of this street"), minimum=1)
    small_blind_chips: int = chips(N_("Pot-limit: small blind, whole even where it is dead"), default=0)
    before_flop: bool = yes_no(N_("Before the flop"), default=False)
    pot_chips: int = chips(N_("Pot from earlier streets"), default=0)
    two_left: bool = yes_no(N_("Limit: only two players are left in the tournament"), default=False)
    players: tuple[PlayerRow, ...] = rows(N_("Players in the order of acting"), row=PlayerRow, max_rows=12)
    acts: tuple[ActRow, ...] = rows(N_("Acts so far, in order"), row=ActRow, default=())


@answers(
    BettingReopened,
    title=N_("What may the next player do?"),
    group=Group.BETTING,
    rules=("ADTP.47A", "ADTP.47B", "ADTP.48", "ADTP.43A"),
)
def reopening(s: BettingReopened, policies: Policies) -> Answer:
    """Answer: what the player now to act may do: a short all-in reopens nothing unless it adds up to a full raise.

    Rule: ADTP.43A, ADTP.47, ADTP.47A, ADTP.47B, ADTP.48, CASES 47-a, CASES 47-b
    """
    state = _played(s, policies)
    if state.over:
        return Answer(
            code="round_over",
            rules=("ADTP.47A",),
            sentence=N_("The betting round is over."),
            action=Outcome.PLAY_ON,
        )
    may = options(state)
    found = [OpenChoice(value="fold", sentence=N_("Fold."))]
    if may.may_check:
        found.append(OpenChoice(value="check", sentence=N_("Check.")))
    if may.call_to_chips is not None:
        found.append(
            OpenChoice(
                value="call",
                sentence=N_("Call %(bet)s."),
                params={"bet": may.call_to_chips},
                amount_chips=may.call_to_chips,
            )
        )
    if may.raise_from_chips is not None and may.raise_to_chips is not None:
        found.append(
            OpenChoice(
                value="raise" if state.bet_chips else "bet",
                sentence=N_("Bet or raise to at least %(least)s, at most %(most)s in total."),
                params={"least": may.raise_from_chips, "most": may.raise_to_chips},
                amount_chips=may.raise_from_chips,
            )
        )
        sentence = N_("Seat %(seat)s faces %(facing)s and may raise to at least %(least)s in total.")
    elif state.capped:
        sentence = N_(
            "Seat %(seat)s faces %(facing)s and may call or fold, but not raise: the house allows %(cap)s bets and raises in a round."
        )
    else:
        sentence = N_("Seat %(seat)s faces %(facing)s and may call or fold, but not raise.")
    rules = ("ADTP.47B" if s.limit is Limit.FIXED_LIMIT else "ADTP.47A", "ADTP.43A")
    return Answer(
        code="may_raise" if may.may_raise else "may_not_raise",
        rules=("ADTP.48", *rules) if state.capped else rules,
        sentence=sentence,
        params={
            "seat": may.seat,
            "facing": may.facing_chips,
            "least": may.raise_from_chips or 0,
            **({"cap": state.cap or 0} if state.capped else {}),
        },
        action=Outcome.FREE,
        amount_chips=may.raise_from_chips,
        seats=(may.seat,),
        choices=tuple(found),
    )


def _played(s: BettingReopened, policies: Policies) -> BettingRound:
    try:
        return _replayed(s, policies)
    except Refused as no:
        if no.code == "bad_situation":
            raise
        raise Refused("bad_situation", no.sentence, rule=no.rule, field="acts", **no.params) from no


def _replayed(s: BettingReopened, policies: Policies) -> BettingRound:
    if any(p.street_chips > p.stack_chips for p in s.players):
        raise bad_situation("players", sentence=N_("A blind cannot be more than the stack."))
    state = begin(
        limit=s.limit,
        players=[
            Bettor(seat=p.seat, stack_chips=p.stack_chips - p.street_chips, street_chips=p.street_chips)
            for p in s.players
        ],
        minimum_bet_chips=s.big_blind_chips,
        bet_chips=s.big_blind_chips if s.before_flop else 0,
        pot_chips=s.pot_chips,
        missing_blind_chips=_missing_blinds(s) if s.before_flop else 0,
        cap=policies.limit_bets_and_raises if s.limit is Limit.FIXED_LIMIT and not s.two_left else None,
    )
    for row in s.acts:
        state = play(state, seat=row.seat, act=row.act, to_chips=row.to_chips)
    return state


def _missing_blinds(s: BettingReopened) -> int:
    """What the blinds in front lack of whole ones. Where no small blind was named, the big one alone is looked at."""
    posted = sorted((p.street_chips for p in s.players), reverse=True)
    big = posted[0] if posted else 0
    small = posted[1] if len(posted) > 1 else 0
    return max(0, s.big_blind_chips - big) + max(0, s.small_blind_chips - small)
