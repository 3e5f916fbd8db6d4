"""Conduct: what players owe each other and the game, and the penalty that a breach may or must bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, one_of, yes_no


class Breach(StrEnum):
    """What a player did. Rule: ADTP.2, ADTP.67B, ADTP.68, ADTP.70, ADTP.71"""

    DUTY = "duty"
    UNCLEAR_WORDS = "unclear_words"
    FACE_HIDDEN = "face_hidden"
    DEVICE = "device"
    LANGUAGE = "language"
    CHIPS_HIDDEN = "chips_hidden"
    CARDS_HIDDEN = "cards_hidden"
    CARD_EXPOSED = "card_exposed"
    CARD_THROWN = "card_thrown"
    TALK_OF_THE_HAND = "talk_of_the_hand"
    HELP = "help"
    OUT_OF_TURN = "out_of_turn"
    LEFT_THE_HAND = "left_the_hand"
    HAND_MISDECLARED = "hand_misdeclared"
    SLOW = "slow"
    SPLASHED = "splashed"
    TOUCHED = "touched"
    FALSE_STATEMENT = "false_statement"
    SOFT_PLAY = "soft_play"
    COMMANDED = "commanded"
    ABUSE = "abuse"
    DISTURBANCE = "disturbance"
    INTOXICATED = "intoxicated"
    HYGIENE = "hygiene"
    VIOLENCE = "violence"
    CHEATING = "cheating"


_TITLES = {
    Breach.DUTY: N_("Neglects a player's duty: seat, cards, turn, moving quickly"),
    Breach.UNCLEAR_WORDS: N_("Words or gestures that are not the official ones"),
    Breach.FACE_HIDDEN: N_("Clothes or a mask hide who he is"),
    Breach.DEVICE: N_("Telephone, noise, pictures, or an aid with a live hand"),
    Breach.LANGUAGE: N_("Another language at the table"),
    Breach.CHIPS_HIDDEN: N_("Chips hidden or not countable"),
    Breach.CARDS_HIDDEN: N_("Cards of a live hand out of sight"),
    Breach.CARD_EXPOSED: N_("Exposes a card with action to come"),
    Breach.CARD_THROWN: N_("Throws or damages cards"),
    Breach.TALK_OF_THE_HAND: N_("Talks about a hand in play, or reveals one"),
    Breach.HELP: N_("Gives or takes advice: one player to a hand"),
    Breach.OUT_OF_TURN: N_("Acts out of turn on purpose or again and again"),
    Breach.LEFT_THE_HAND: N_("Folds out of turn or leaves the table before acting"),
    Breach.HAND_MISDECLARED: N_("Declares cards he does not hold at showdown"),
    Breach.SLOW: N_("Delays the game"),
    Breach.SPLASHED: N_("Throws chips into the pot"),
    Breach.TOUCHED: N_("Touches the cards or chips of another"),
    Breach.FALSE_STATEMENT: N_("Says something false to influence another's decision"),
    Breach.SOFT_PLAY: N_("Soft play"),
    Breach.COMMANDED: N_("Instructs or controls another player's action"),
    Breach.ABUSE: N_("Abuses somebody"),
    Breach.DISTURBANCE: N_("Disturbs: celebrations, foul words, offensive clothes"),
    Breach.INTOXICATED: N_("Shows signs of alcohol or drugs"),
    Breach.HYGIENE: N_("Hygiene that disturbs others"),
    Breach.VIOLENCE: N_("Attacks somebody, or carries a weapon"),
    Breach.CHEATING: N_("Cheats: collusion, passing or stealing chips, marked cards, forged receipt"),
}
_RULES: dict[Breach, tuple[str, ...]] = {
    Breach.DUTY: ("ADTP.2",),
    Breach.UNCLEAR_WORDS: ("ADTP.3",),
    Breach.FACE_HIDDEN: ("ADTP.4", "ADTP.71"),
    Breach.DEVICE: ("ADTP.5",),
    Breach.LANGUAGE: ("ADTP.6",),
    Breach.CHIPS_HIDDEN: ("ADTP.25A",),
    Breach.CARDS_HIDDEN: ("ADTP.25C",),
    Breach.CARD_EXPOSED: ("ADTP.69", "ADTP.67B"),
    Breach.CARD_THROWN: ("ADTP.67B", "ADTP.71"),
    Breach.TALK_OF_THE_HAND: ("ADTP.68", "ADTP.P6"),
    Breach.HELP: ("ADTP.68", "ADTP.67B"),
    Breach.SOFT_PLAY: ("ADTP.67B", "ADTP.70", "ADTP.71"),
    Breach.CHEATING: ("ADTP.70", "ADTP.67B"),
}
# 67B: these are penalised, the others may be
_MUST = frozenset({Breach.SOFT_PLAY, Breach.ABUSE, Breach.DISTURBANCE, Breach.CHEATING, Breach.VIOLENCE})
_GRAVE = frozenset({Breach.CHEATING, Breach.VIOLENCE})
# first asked to put it right
_ASKED_FIRST = frozenset(
    {
        Breach.FACE_HIDDEN,
        Breach.DEVICE,
        Breach.LANGUAGE,
        Breach.CHIPS_HIDDEN,
        Breach.CARDS_HIDDEN,
        Breach.HYGIENE,
    }
)

_NONE = OpenChoice(value="none", sentence=N_("No penalty."))
_WARNING = OpenChoice(value="warning", sentence=N_("A warning."))
_HAND = OpenChoice(value="missed_hand", sentence=N_("One missed hand."))
_ROUNDS = OpenChoice(value="missed_rounds", sentence=N_("One to four missed rounds."))
_AWAY = OpenChoice(
    value="suspension",
    sentence=N_("Suspension: no further tournament of the house until a day; what is being played goes on."),
)
_OUT = OpenChoice(value="disqualification", sentence=N_("Disqualification; his chips leave play."))
#: Values of the choices that are the director's alone: the floor may give warnings and missed hands.
OF_THE_DIRECTOR = frozenset({_AWAY.value, _OUT.value})


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """What a player did, and whether he had been told before."""

    what: Breach = one_of(N_("What happened"), titles=_TITLES)
    again: bool = yes_no(N_("After a warning or penalty for the like"), default=False)
    nuts_checked_last: bool = yes_no(
        N_("He only checked the best possible hand, last to act on the river"), default=False
    )


@answers(
    Conduct,
    title=N_("Conduct of a player"),
    group=Group.CONDUCT,
    rules=("ADTP.67B", "ADTP.71", "ADTP.70", "ADTP.68"),
)
def conduct(s: Conduct, policies: Policies) -> Answer:
    """Answer: what the director may choose; a hand is never killed by it. Repeated offences bring more each time.

    Rule: ADTP.2, ADTP.3, ADTP.4, ADTP.5, ADTP.6, ADTP.25A, ADTP.25C, ADTP.67B, ADTP.68, ADTP.69, ADTP.70, ADTP.71,
    ADTP.P6
    """
    rules = _RULES.get(s.what, ("ADTP.71",))
    if s.what is Breach.SOFT_PLAY and s.nuts_checked_last:
        return Answer(
            code="no_soft_play_by_itself",
            rules=("ADTP.67B", "ADTP.1"),
            sentence=N_(
                "Checking the best hand last on the river is not soft play by itself: the director decides."
            ),
            action=Outcome.DIRECTOR,
            choices=(_NONE, _WARNING, _HAND, _ROUNDS),
        )
    if s.what in _GRAVE:
        return Answer(
            code="grave",
            rules=rules,
            sentence=N_("This is punished: the director decides how hard, up to disqualification."),
            action=Outcome.DIRECTOR,
            choices=_suspending(rules, (_ROUNDS, _OUT)),
            also=(Note(sentence=N_("Chips passed or stolen are put right first."), rule="ADTP.70"),)
            if s.what is Breach.CHEATING
            else (),
        )
    if s.what in _MUST:
        return Answer(
            code="penalty_due",
            rules=rules,
            sentence=N_("A penalty is due; each further offence brings a heavier one."),
            action=Outcome.DIRECTOR,
            choices=_suspending(
                rules, (_HAND, _ROUNDS, _OUT) if s.again else (_WARNING, _HAND, _ROUNDS, _OUT)
            ),
        )
    if s.what in _ASKED_FIRST and not s.again:
        return Answer(
            code="put_right_first",
            rules=rules,
            sentence=N_("Ask him to put it right now; a penalty only if he does not."),
            action=Outcome.DIRECTOR,
            choices=(_NONE, _WARNING),
            also=_languages(policies) if s.what is Breach.LANGUAGE else (),
        )
    return Answer(
        code="penalty_may_follow",
        rules=rules,
        sentence=N_("A penalty may follow; each further offence brings a heavier one."),
        action=Outcome.DIRECTOR,
        choices=_suspending(
            rules, (_WARNING, _HAND, _ROUNDS, _OUT) if s.again else (_NONE, _WARNING, _HAND, _ROUNDS)
        ),
        also=(Note(sentence=N_("His hand is not dead; the penalty begins after the hand."), rule="ADTP.69"),)
        if s.what is Breach.CARD_EXPOSED
        else (),
    )


def _suspending(rules: Sequence[str], choices: tuple[OpenChoice, ...]) -> tuple[OpenChoice, ...]:
    """With a suspension for a time before the last step, where the conduct is one that rule 71 names. Rule: ADTP.71"""
    if "ADTP.71" not in rules:
        return choices
    return (*(c for c in choices if c is not _OUT), _AWAY, *(c for c in choices if c is _OUT))


def _languages(policies: Policies) -> tuple[Note, ...]:
    return (
        Note(
            sentence=N_("Spoken at the table: %(languages)s."),
            params={"languages": ", ".join(policies.languages)},
            rule="ADTP.6",
        ),
    )
