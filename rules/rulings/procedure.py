"""Procedure around the hand: folds, hidden and found chips, ante, rebuy, called clock, rabbit hunting, blinds."""

from __future__ import annotations

from dataclasses import dataclass

from rules.chips import big_blind_ante
from rules.penalties import PenaltyKind, hands_due, impose
from rules.policies import Policies, RabbitHunting, TimeToAct
from rules.refusals import N_, Refused
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, bad_situation, chips, count, one_of, yes_no

_PENALTY = N_("A penalty may follow.")


@dataclass(frozen=True, slots=True, kw_only=True)
class NonStandardFold:
    """A fold where none was called for."""

    in_turn: bool = yes_no(N_("In turn"))
    facing_bet: bool = yes_no(N_("Facing a bet"))
    last_street: bool = yes_no(N_("On the last betting round"), default=False)


@answers(
    NonStandardFold,
    title=N_("Fold out of turn or without a bet"),
    group=Group.PROCEDURE,
    rules=("ADTP.58", "ADTP.53A"),
)
def non_standard_fold(s: NonStandardFold, policies: Policies) -> Answer:
    """Answer: before the last betting round such folds stand and may be penalised; on the last street the floor
    rules.

    Rule: ADTP.58, ADTP.53A
    """
    if s.in_turn and s.facing_bet:
        return Answer(
            code="fold", rules=("ADTP.58",), sentence=N_("This is a normal fold."), action=Outcome.FOLD
        )
    if s.in_turn and s.last_street:
        return Answer(
            code="director_last_street_fold",
            rules=("ADTP.58", "ADTP.14", "ADTP.1"),
            sentence=N_("On the last betting round the books leave it open: the director decides."),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(value="fold", sentence=N_("The fold stands.")),
                OpenChoice(
                    value="table",
                    sentence=N_("The cards can be identified: the player may still table them."),
                ),
            ),
        )
    return Answer(
        code="fold_stands",
        rules=("ADTP.58",) if s.in_turn else ("ADTP.58", "ADTP.53A"),
        sentence=N_("The fold stands."),
        action=Outcome.FOLD,
        also=(Note(sentence=_PENALTY, rule="ADTP.58"),),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenChips:
    """A chip was found behind a player after his all-in was called."""

    found_chips: int = chips(N_("Chips found"), minimum=1)
    all_in_chips: int = chips(N_("All-in as counted"), minimum=1)


@answers(
    HiddenChips,
    title=N_("Chips found after an all-in was called"),
    group=Group.PROCEDURE,
    rules=("ADTP.62", "ADTP.49"),
)
def hidden_chips(s: HiddenChips, policies: Policies) -> Answer:
    """Answer: the director decides whether they were part of the accepted action; they never save the player.

    Rule: ADTP.62, ADTP.49
    """
    together = s.found_chips + s.all_in_chips
    return Answer(
        code="director_hidden_chips",
        rules=("ADTP.62", "ADTP.49"),
        sentence=N_("The director decides whether the %(found)s found are part of the accepted action."),
        params={"found": s.found_chips},
        action=Outcome.DIRECTOR,
        choices=(
            OpenChoice(
                value="part_of_action",
                sentence=N_("They are: the all-in is %(total)s."),
                params={"total": together},
                amount_chips=together,
            ),
            OpenChoice(
                value="not_part",
                sentence=N_(
                    "They are not: if he wins he is not paid for them; if he loses they do not save him and may go to the winner."
                ),
                amount_chips=s.all_in_chips,
            ),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayChips:
    """Chips carried hidden, or found without an owner."""

    carried_hidden: bool = yes_no(N_("A player carried or held them so that they could not be seen"))
    owner_known: bool = yes_no(N_("Their owner can be determined"), default=False)
    stray_chips: int = chips(N_("Chips"), minimum=1)


@answers(StrayChips, title=N_("Hidden or lost chips"), group=Group.PROCEDURE, rules=("ADTP.63", "ADTP.64"))
def stray_chips(s: StrayChips, policies: Policies) -> Answer:
    """Answer: chips carried hidden are forfeited; found chips without an owner leave play.

    Rule: ADTP.63, ADTP.64
    """
    if s.carried_hidden:
        return Answer(
            code="forfeited",
            rules=("ADTP.63",),
            sentence=N_("The player forfeits these %(chips)s; they are taken out of play."),
            params={"chips": s.stray_chips},
            action=Outcome.CORRECT,
            amount_chips=s.stray_chips,
            also=(Note(sentence=N_("The player may be disqualified."), rule="ADTP.63"),),
        )
    if s.owner_known:
        return Answer(
            code="returned",
            rules=("ADTP.64",),
            sentence=N_("The %(chips)s go back to their owner."),
            params={"chips": s.stray_chips},
            action=Outcome.CORRECT,
            returned_chips=s.stray_chips,
        )
    return Answer(
        code="out_of_play",
        rules=("ADTP.64",),
        sentence=N_("No owner can be determined: the %(chips)s are taken out of play."),
        params={"chips": s.stray_chips},
        action=Outcome.CORRECT,
        amount_chips=s.stray_chips,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortBigBlind:
    """The big blind cannot pay blind and ante."""

    stack_chips: int = chips(N_("Stack of the big blind"), minimum=1)
    ante_chips: int = chips(N_("Big blind ante"), minimum=1)
    blind_chips: int = chips(N_("Big blind"), minimum=1)


@answers(
    ShortBigBlind,
    title=N_("Big blind too short for blind and ante"),
    group=Group.PROCEDURE,
    rules=("ADTP.P11", "SCPT.U2"),
)
def short_big_blind(s: ShortBigBlind, policies: Policies) -> Answer:
    """Answer: by policy the ante is paid first; who has put in only ante can win only the antes. amount_chips: the
    blind.

    Rule: ADTP.P11, SCPT.U2, CASES ante-a, CASES ante-b
    """
    posted = big_blind_ante(
        stack=s.stack_chips,
        big_blind=s.blind_chips,
        ante=s.ante_chips,
        ante_first=policies.big_blind_ante_ante_first,
    )
    ante, blind = posted.ante, posted.blind
    if blind == 0:
        sentence = N_("All %(ante)s go to the ante and nothing to the blind: he can win the ante only.")
    elif ante == 0:
        sentence = N_("All %(blind)s go to the blind and nothing to the ante.")
    else:
        sentence = N_("%(ante)s go to the ante and %(blind)s to the blind.")
    return Answer(
        code="ante_only" if blind == 0 else "ante_and_blind",
        rules=("ADTP.P11",),
        sentence=sentence,
        params={"ante": ante, "blind": blind},
        action=Outcome.ALL_IN if s.stack_chips <= s.ante_chips + s.blind_chips else Outcome.PLAY_ON,
        amount_chips=blind,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuyAnnounced:
    """A player wants to rebuy."""

    announced_before_deal: bool = yes_no(N_("Announced before the next hand"))
    during_hand: bool = yes_no(N_("While he is in a hand"), default=False)


@answers(
    RebuyAnnounced, title=N_("Rebuy and the next hand"), group=Group.PROCEDURE, rules=("ADTP.27", "PT-H.11")
)
def rebuy_announced(s: RebuyAnnounced, policies: Policies) -> Answer:
    """Answer: announced before the next hand it binds, and he plays with the chips to come; not during a hand.

    Rule: ADTP.27, PT-H.11
    """
    if s.during_hand:
        return Answer(
            code="not_during_hand",
            rules=("PT-H.11",),
            sentence=N_("No rebuy during a hand: ask again when it is over."),
            action=Outcome.NO,
        )
    if s.announced_before_deal:
        return Answer(
            code="rebuy_binds",
            rules=("ADTP.27",),
            sentence=N_("He is bound to rebuy and plays this hand with the chips to come."),
            action=Outcome.YES,
        )
    return Answer(
        code="no_hand_may_pass",
        rules=("ADTP.27",),
        sentence=N_("No hand may pass before a rebuy: without announcing it he is out."),
        action=Outcome.NO,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledClock:
    """Somebody asks for the clock on a player."""

    asked_at_seat: bool = yes_no(N_("Who asks is at his seat, or it is the director"))
    reasonable_time_passed: bool = yes_no(N_("A reasonable time has passed"))
    time_over: bool = yes_no(N_("The counted time is over without an act"), default=False)
    acted_at_the_end: bool = yes_no(N_("He acted at the same instant"), default=False)
    facing_bet: bool = yes_no(N_("The player faces a bet"))


@answers(CalledClock, title=N_("The clock is called"), group=Group.PROCEDURE, rules=("ADTP.29", "SCPT.T"))
def called_clock(s: CalledClock, policies: Policies) -> Answer:
    """Answer: time, then a countdown; without an act the hand is folded facing a bet, else checked. A tie is the
    player's.

    Rule: ADTP.29, ADTP.30, SCPT.T
    """
    if policies.time_to_act is not TimeToAct.CALLED_CLOCK:
        return Answer(
            code="no_called_clock",
            rules=("SCPT.T",) if policies.time_to_act is TimeToAct.ACTION_CLOCK else ("PT-T.42",),
            sentence=N_("Every act is timed in this event: no clock is called."),
            action=Outcome.NO,
        )
    if s.time_over:
        if s.acted_at_the_end:
            return Answer(
                code="tie_to_player",
                rules=("ADTP.29",),
                sentence=N_("A tie goes to the player: the act stands."),
                action=Outcome.STANDS,
            )
        return Answer(
            code="time_fold" if s.facing_bet else "time_check",
            rules=("ADTP.29",),
            sentence=(
                N_("Time is over facing a bet: the hand is dead.")
                if s.facing_bet
                else N_("Time is over without a bet: this is a check.")
            ),
            action=Outcome.FOLD if s.facing_bet else Outcome.CHECK,
        )
    if not s.asked_at_seat:
        return Answer(
            code="not_at_seat",
            rules=("ADTP.29", "ADTP.30"),
            sentence=N_("Only players at their seats may ask for the clock."),
            action=Outcome.NO,
        )
    params = {
        "seconds": policies.called_clock_seconds,
        "countdown": policies.called_clock_countdown_seconds,
    }
    if not s.reasonable_time_passed:
        return Answer(
            code="director_too_early",
            rules=("ADTP.29",),
            sentence=N_("Too early for the clock unless the director sees a persistent delay."),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(value="wait", sentence=N_("No clock yet.")),
                OpenChoice(
                    value="clock",
                    sentence=N_("The player has up to %(seconds)s seconds and a countdown of %(countdown)s."),
                    params=params,
                ),
            ),
        )
    return Answer(
        code="clock",
        rules=("ADTP.29",),
        sentence=N_("The player has up to %(seconds)s seconds and a countdown of %(countdown)s."),
        params=params,
        action=Outcome.YES,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RabbitHunt:
    """Somebody wants to see the cards that would have come."""

    high_roller: bool = yes_no(N_("It is a High Roller event"))
    time_banks: bool = yes_no(N_("It is paid with time banks"), default=False)


@answers(RabbitHunt, title=N_("Rabbit hunting"), group=Group.PROCEDURE, rules=("ADTP.28",))
def rabbit_hunting(s: RabbitHunt, policies: Policies) -> Answer:
    """Answer: never, or by policy in High Roller events against time banks.

    Rule: ADTP.28
    """
    if policies.rabbit_hunting is RabbitHunting.HIGH_ROLLER_ONLY and s.high_roller and s.time_banks:
        return Answer(
            code="allowed",
            rules=("ADTP.28",),
            sentence=N_("Allowed in this High Roller, against time banks."),
            action=Outcome.YES,
        )
    return Answer(
        code="not_allowed",
        rules=("ADTP.28",),
        sentence=N_("Cards that would have come are not shown."),
        action=Outcome.NO,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DodgedBlind:
    """A player missed a blind."""

    on_purpose: bool = yes_no(N_("On purpose"))
    missed_blinds: int = count(N_("Blinds missed"), minimum=1, maximum=20, default=1)


@answers(DodgedBlind, title=N_("A blind was dodged"), group=Group.PROCEDURE, rules=("ADTP.33", "ADTP.30"))
def dodged_blind(s: DodgedBlind, policies: Policies) -> Answer:
    """Answer: dodging a blind on purpose is penalised; an absent player's blinds are posted anyway.

    Rule: ADTP.33, ADTP.30
    """
    if s.on_purpose:
        return Answer(
            code="penalty",
            rules=("ADTP.33", "ADTP.67A"),
            sentence=N_("Dodging a blind is penalised: the director chooses the penalty."),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(value="warning", sentence=N_("Verbal warning.")),
                OpenChoice(value="missed_hand", sentence=N_("One missed hand.")),
                OpenChoice(value="missed_rounds", sentence=N_("One to four missed rounds.")),
                OpenChoice(value="disqualification", sentence=N_("Disqualification.")),
            ),
        )
    return Answer(
        code="blinds_posted",
        rules=("ADTP.30",),
        sentence=N_("His blinds and antes are posted for him; there is nothing more to pay."),
        action=Outcome.PAY,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRequested:
    """A player asks for an exact count of an opponent's chips."""

    in_turn: bool = yes_no(N_("It is his turn"))
    facing_all_in: bool = yes_no(N_("He faces an all-in"))


@answers(
    CountRequested,
    title=N_("Exact count of an opponent’s chips"),
    group=Group.PROCEDURE,
    rules=("ADTP.60", "ADTP.25A"),
)
def count_requested(s: CountRequested, policies: Policies) -> Answer:
    """Answer: an exact count only in turn and facing an all-in; everybody else gets a fair look.

    Rule: ADTP.60, ADTP.25A
    """
    if s.in_turn and s.facing_all_in:
        return Answer(
            code="counted",
            rules=("ADTP.60",),
            sentence=N_("The dealer or the floor counts; the all-in player need not."),
            action=Outcome.YES,
        )
    return Answer(
        code="estimate_only",
        rules=("ADTP.60", "ADTP.25A"),
        sentence=N_("No exact count now: stacks must be visible enough for a fair estimate."),
        action=Outcome.NO,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionClock:
    """Every decision is timed: the time of one has run."""

    stopped: bool = yes_no(N_("An all-in is being counted, or the floor was called"), default=False)
    time_over: bool = yes_no(N_("The time is over without an act"))
    cards_left: int = count(N_("Time-bank cards he still has"), maximum=50)
    facing_bet: bool = yes_no(N_("The player faces a bet"))


@answers(
    ActionClock,
    title=N_("Action clock: the time is over"),
    group=Group.PROCEDURE,
    rules=("SCPT.T", "PT-T.43"),
)
def action_clock(s: ActionClock, policies: Policies) -> Answer:
    """Answer: the next time-bank card is used by itself; without one the hand is checked, or folded facing a bet.

    Rule: SCPT.T, PT-T.42, PT-T.43
    """
    if policies.time_to_act is TimeToAct.CALLED_CLOCK:
        return Answer(
            code="no_action_clock",
            rules=("ADTP.29",),
            sentence=N_("No act is timed in this event: ask about the clock that is called."),
            action=Outcome.NO,
        )
    live = policies.time_to_act is TimeToAct.ACTION_CLOCK
    rules = ("SCPT.T",) if live else ("PT-T.42", "PT-T.43")
    if s.stopped:
        return Answer(
            code="clock_stands",
            rules=rules,
            sentence=N_("The clock stands until the count or the ruling is done."),
            action=Outcome.WAIT,
        )
    if not s.time_over:
        return Answer(
            code="in_time",
            rules=rules,
            sentence=N_("The player is in time: the act stands."),
            action=Outcome.STANDS,
        )
    if live and s.cards_left:
        return Answer(
            code="card_used",
            rules=rules,
            sentence=N_(
                "A time-bank card is used by itself: %(seconds)s seconds more, cards left: %(left)s."
            ),
            params={"seconds": policies.time_bank_card_seconds, "left": s.cards_left - 1},
            action=Outcome.WAIT,
            also=(
                Note(sentence=N_("The dealer takes used cards once the player has acted."), rule="SCPT.T"),
            ),
        )
    also = () if live else (Note(sentence=N_("He counts as away from now on."), rule="PT-T.43"),)
    return Answer(
        code="time_fold" if s.facing_bet else "time_check",
        rules=rules,
        sentence=(
            N_("Time is over facing a bet: the hand is dead.")
            if s.facing_bet
            else N_("Time is over without a bet: this is a check.")
        ),
        action=Outcome.FOLD if s.facing_bet else Outcome.CHECK,
        also=also,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOutChip:
    """The knock-out chip of a player went into the pot."""

    available_chips: int | None = chips(
        N_("All the player has, chips in front included"), minimum=1, default=None
    )


@answers(KnockOutChip, title=N_("The knock-out chip was put in"), group=Group.PROCEDURE, rules=("SCPT.P",))
def knock_out_chip(s: KnockOutChip, policies: Policies) -> Answer:
    """Answer: putting it in is putting in everything, as a call or as a bet.

    Rule: SCPT.P, REGULATIONS 5.2
    """
    return Answer(
        code="all_in",
        rules=("SCPT.P",),
        sentence=N_("The knock-out chip stands for the whole stack: the player is all-in."),
        action=Outcome.ALL_IN,
        amount_chips=s.available_chips,
    )


_PENALTY_TITLES = {
    PenaltyKind.WARNING: N_("Verbal warning"),
    PenaltyKind.MISSED_HAND: N_("One missed hand"),
    PenaltyKind.MISSED_ROUNDS: N_("Missed rounds"),
    PenaltyKind.DISQUALIFICATION: N_("Disqualification"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLength:
    """A penalty was given."""

    penalty: PenaltyKind = one_of(N_("Penalty"), titles=_PENALTY_TITLES)
    rounds: int = count(N_("Rounds"), maximum=4, default=0)
    players_at_table: int = count(
        N_("Players at the table when it happened, the offender included"), minimum=1, maximum=11
    )


@answers(
    PenaltyLength,
    title=N_("How many hands does the penalty last?"),
    group=Group.CONDUCT,
    rules=("ADTP.67A", "ADTP.67C", "ADTP.67D"),
)
def penalty_length(s: PenaltyLength, policies: Policies) -> Answer:
    """Answer: one hand for every player at the table then, the offender included, times the rounds.

    Rule: ADTP.67A, ADTP.67C, ADTP.67D
    """
    try:
        given = impose(kind=s.penalty, players_at_table=s.players_at_table, rounds=s.rounds)
    except Refused as no:
        raise bad_situation("rounds", sentence=no.sentence, rule="ADTP.67A") from no
    hands = hands_due(penalty=given)
    if s.penalty is PenaltyKind.DISQUALIFICATION:
        return Answer(
            code="disqualified",
            rules=("ADTP.67D",),
            sentence=N_("The player is out; his chips are taken out of play."),
            action=Outcome.STANDS,
        )
    if not hands:
        return Answer(
            code="plays_on",
            rules=("ADTP.67A",),
            sentence=N_("A warning costs no hand; it is written down."),
            action=Outcome.PLAY_ON,
        )
    return Answer(
        code="hands_due",
        rules=("ADTP.67A", "ADTP.67C"),
        sentence=N_("Hands to sit out, away from the table: %(hands)s."),
        params={"hands": hands},
        action=Outcome.WAIT,
        also=(
            Note(
                sentence=N_("Cards are dealt to his seat, blinds and antes are taken, the hand is killed."),
                rule="ADTP.67C",
            ),
            Note(sentence=N_("A misdeal and its new deal are one hand."), rule="ADTP.35C"),
        ),
    )
