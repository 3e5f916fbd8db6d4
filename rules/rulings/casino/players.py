"""Casino tables: what a player did wrong."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, bad_situation, chips, one_of, yes_no


class CasinoPlayerError(StrEnum):
    """What a player did. Rule: PT-L.54, PT-L.55, PT-L.56, PT-L.57, PT-L.71"""

    SLOW = "slow"
    MUCKED = "mucked"
    CALLED_SHORT = "called_short"
    RAISED_SILENTLY = "raised_silently"
    EXPOSED = "exposed"
    OUT_OF_TURN = "out_of_turn"
    MIXED = "mixed"
    MISSED_TURN = "missed_turn"
    LOOKED = "looked"
    RAISED_AFTER = "raised_after"
    TALKED = "talked"
    REVIEWED = "reviewed"


_PLAYER_ERRORS = {
    CasinoPlayerError.SLOW: N_("Delays his decision"),
    CasinoPlayerError.MUCKED: N_("Mixed his cards with the folded ones, thinking nobody had called"),
    CasinoPlayerError.CALLED_SHORT: N_("Put in too little to call"),
    CasinoPlayerError.RAISED_SILENTLY: N_("Raised without saying so"),
    CasinoPlayerError.EXPOSED: N_("Exposed his cards during the hand"),
    CasinoPlayerError.OUT_OF_TURN: N_("Bet out of turn"),
    CasinoPlayerError.MIXED: N_("Mixed his cards with another player's"),
    CasinoPlayerError.MISSED_TURN: N_("His turn was passed over"),
    CasinoPlayerError.LOOKED: N_("Looked at folded or unused cards"),
    CasinoPlayerError.RAISED_AFTER: N_("Raised his own bet after seeing how the others took it"),
    CasinoPlayerError.TALKED: N_("Talked about the hand, criticised or made a pact"),
    CasinoPlayerError.REVIEWED: N_("Looked at his cards again and then raised"),
}


_WARNED = {
    CasinoPlayerError.SLOW: "PT-L.71",
    CasinoPlayerError.LOOKED: "PT-L.54",
    CasinoPlayerError.TALKED: "PT-L.56",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoPlayerFault:
    """A player made a mistake."""

    what: CasinoPlayerError = one_of(N_("What the player did"), titles=_PLAYER_ERRORS)
    again: bool = yes_no(N_("Grave, or after a warning for the like"), default=False)
    identifiable: bool = yes_no(N_("His cards can be told apart without doubt"), default=False)
    bet_chips: int = chips(N_("Bet the player faces, as a total (0: nobody has bet)"), default=0)
    put_chips: int = chips(N_("Chips put in front, as a total"), default=0)


@answers(
    CasinoPlayerFault,
    title=N_("Casino table: error of a player"),
    group=Group.CASINO,
    rules=("PT-L.71", "PT-L.54", "PT-L.55", "PT-L.56", "PT-L.57", "PT-L.58"),
)
def casino_player_error(s: CasinoPlayerFault, policies: Policies) -> Answer:
    """Answer: a warning first, then leaving the table; wrong amounts and turns as the book says.

    Rule: PT-L.54, PT-L.55, PT-L.56, PT-L.57, PT-L.58, PT-L.71
    """
    warned = _WARNED.get(s.what)
    if warned is not None:
        also: tuple[str, ...] = () if warned == "PT-L.71" else ("PT-L.58",)
        return Answer(
            code="leaves_table" if s.again else "warned",
            rules=(warned, *also),
            sentence=(
                N_("Grave or repeated: he must leave the table.") if s.again else N_("The dealer warns him.")
            ),
            action=Outcome.STOP_HAND if s.again else Outcome.PLAY_ON,
        )
    if s.what is CasinoPlayerError.MUCKED:
        return Answer(
            code="rebuilt" if s.identifiable else "no_claim",
            rules=("PT-L.71",),
            sentence=(
                N_("His hand is rebuilt and plays.")
                if s.identifiable
                else N_("It cannot be rebuilt without doubt: he loses his claim to the pot.")
            ),
            action=Outcome.LIVE_HAND if s.identifiable else Outcome.DEAD_HAND,
        )
    if s.what is CasinoPlayerError.MIXED:
        return Answer(
            code="both_dead",
            rules=("PT-L.71",),
            sentence=N_("Both hands are dead, whether it was meant or not."),
            action=Outcome.DEAD_HAND,
        )
    if s.what is CasinoPlayerError.EXPOSED:
        return Answer(
            code="valid",
            rules=("PT-L.71",),
            sentence=N_("The hand goes on and stays valid."),
            action=Outcome.LIVE_HAND,
        )
    if s.what is CasinoPlayerError.MISSED_TURN:
        return Answer(
            code="director_missed_turn",
            rules=("PT-L.71",),
            sentence=N_("He says so at once and the inspector decides; he may never raise."),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(value="acts", sentence=N_("He may call or fold.")),
                OpenChoice(value="passed", sentence=N_("His turn is over.")),
            ),
        )
    if s.what is CasinoPlayerError.OUT_OF_TURN:
        return Answer(
            code="stands",
            rules=("PT-L.71",),
            sentence=N_("The bet is valid; he may not raise it when his turn comes."),
            action=Outcome.STANDS,
            amount_chips=s.put_chips or None,
        )
    return _wrong_amount(s)


def _wrong_amount(s: CasinoPlayerFault) -> Answer:
    if s.what is CasinoPlayerError.CALLED_SHORT:
        if s.put_chips >= s.bet_chips:
            raise bad_situation("put_chips", sentence=N_("This is not less than the bet."), rule="PT-L.71")
        return Answer(
            code="may_complete",
            rules=("PT-L.71",),
            sentence=N_("He may complete the call to %(bet)s; what he put in stays."),
            params={"bet": s.bet_chips},
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(
                    value="complete",
                    sentence=N_("Call %(bet)s."),
                    params={"bet": s.bet_chips},
                    amount_chips=s.bet_chips,
                ),
                OpenChoice(
                    value="fold",
                    sentence=N_("Forfeit the %(put)s and fold."),
                    params={"put": s.put_chips},
                    amount_chips=s.put_chips,
                ),
            ),
        )
    rule = {CasinoPlayerError.RAISED_AFTER: "PT-L.55", CasinoPlayerError.REVIEWED: "PT-L.57"}.get(
        s.what, "PT-L.71"
    )
    warned = () if rule == "PT-L.71" else (Note(sentence=N_("The dealer warns him."), rule="PT-L.58"),)
    if s.what is CasinoPlayerError.RAISED_AFTER:
        return Answer(
            code="bet_stays",
            rules=(rule,),
            sentence=N_("His first bet stands; what he added goes back."),
            action=Outcome.STANDS,
            also=warned,
        )
    if s.put_chips < s.bet_chips:
        raise bad_situation(
            "put_chips", sentence=N_("This is less than the bet: ask about a short call."), rule=rule
        )
    return Answer(
        code="call",
        rules=(rule,),
        sentence=N_("This is a call of %(bet)s; %(back)s goes back."),
        params={"bet": s.bet_chips, "back": s.put_chips - s.bet_chips},
        action=Outcome.CALL,
        amount_chips=s.bet_chips,
        returned_chips=s.put_chips - s.bet_chips,
        also=warned,
    )
