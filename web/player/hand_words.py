"""A hand that is over, in words and as its table stood at each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from play.queries.history import ActInHand, HandStep, PlayedHand
from rules.hands import Hand, Street
from web.hand_names import hand_said
from web.player.table_words import card_words, table_words
from web.templatetags.shuffle import in_hand

_ACTS = {"fold": "says_folds", "check": "says_checks", "call": "says_calls"}
# where more are dealt, a hand says which two of them count (PT-O.26)
_TWO = 2
_VOIDED = {why: f"voided_{why}" for why in ("outage", "cards", "chips", "put_back")}


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidStep:
    """One step, in sentences. street: the one that begins with it; "" where none does."""

    number: int
    street: str
    said: list[str]


def steps_said(hand: PlayedHand) -> list[SaidStep]:
    """Return every step of a hand in sentences, the end with what was shown and won. Rule: PT-H.65, PT-H.61"""
    words, found = table_words(), []
    front = 0  # the largest bet of the street so far
    for number, step in enumerate(hand.steps):
        if step.act is None:
            front = 0
            said = [_street(step, words)] if step.cards else _blinds(hand, words)
            street = step.after.street.value
        else:
            said, street = _acted(step.act, hand, words, first=front == 0), ""
        front = max(front, *(p.street_chips for p in step.after.betting.players))
        found.append(SaidStep(number=number, street=street, said=said))
    found.append(SaidStep(number=len(found), street="end", said=_ended(hand, words)))
    return found


def _say(sentence: str, **values: str) -> str:
    """Fill a sentence: names are text, amounts bear their number."""
    filled = {name: conditional_escape(value) for name, value in values.items()}
    return mark_safe(conditional_escape(sentence) % filled)  # noqa: S308 - each part was escaped


def _blinds(hand: PlayedHand, words: dict[str, str]) -> list[str]:
    began = hand.steps[0].after
    posted = {p.seat: p.street_chips for p in began.betting.players}
    antes = [
        _say(
            _("%(name)s posts %(chips)s as ante."),
            name=hand.names[seat],
            chips=in_hand(chips, hand.currency),
        )
        for seat, chips in began.antes.items()
    ]
    blinds = [
        _say(
            _("%(name)s posts %(chips)s."),
            name=hand.names[seat],
            chips=in_hand(posted[seat], hand.currency),
        )
        for seat in (began.small_blind, began.big_blind)
        if posted[seat]
    ]
    forced = [*antes, *blinds] if hand.ante.ante_first else [*blinds, *antes]
    return [words["says_dealt"] % {"number": hand.number}, *forced]


def _street(step: HandStep, words: dict[str, str]) -> str:
    return words[f"says_{step.after.street.value}"] % {"cards": cards_said(step.cards)}


def cards_said(cards: tuple[str, ...] | list[str]) -> str:
    """Name cards that lie open to the reader."""
    return ", ".join(card_words(card)["said"] for card in cards)


def _acted(act: ActInHand, hand: PlayedHand, words: dict[str, str], *, first: bool) -> list[str]:
    name = hand.names[act.seat]
    key = _ACTS.get(act.act, "says_bets" if first else "says_raises")
    said = [words["says_time"] % {"name": name}] if act.manner == "timeout" else []
    chips = in_hand(act.to_chips, hand.currency)
    said.append(_say(words["says_all_in" if act.all_in else key], name=name, chips=chips))
    return said


def void_said(hand: PlayedHand) -> str:
    """Say why a hand counts for nothing; "" where it counts."""
    if not hand.voided:
        return ""
    if hand.voided in _VOIDED:
        return table_words()[_VOIDED[hand.voided]] % {"number": hand.number}
    if hand.void_reason:
        return table_words()["voided_staff"] % {"number": hand.number, "reason": hand.void_reason}
    return _("The house made hand %(number)s void. Everybody has the chips of its start.") % {
        "number": hand.number
    }


def _ended(hand: PlayedHand, words: dict[str, str]) -> list[str]:
    if hand.voided:
        return [void_said(hand)]
    said = [
        _say(
            _("%(chips)s that nobody matched go back to %(name)s."),
            chips=in_hand(count, hand.currency),
            name=hand.names[seat],
        )
        for seat, count in hand.result["returned"]
    ]
    said += [
        words["says_shows_two" if len(one["hole"]) > _TWO else "says_shows"]
        % {
            "name": hand.names[one["seat"]],
            "cards": cards_said(one["hole"]),
            "hand": hand_said(one["sentence"], params=one["params"]),
            "two": cards_said([card for card in one["hole"] if card in one["five"]]),
        }
        for one in hand.result["shown"]
    ]
    return said + [
        _say(words["says_wins"], name=one.name, chips=in_hand(one.won_chips, hand.currency))
        for one in hand.players
        if one.won_chips
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeHand:
    """What the cards of a showdown make, in words. five: the cards of it where it won something, else none."""

    said: str
    five: tuple[str, ...]


def hands_shown(hand: PlayedHand) -> dict[int, MadeHand]:
    """Return what was shown at the end of a hand, by seat; nothing where nobody showed. Rule: PT-H.61"""
    won = {one.seat for one in hand.players if one.won_chips}
    return {
        one["seat"]: MadeHand(
            said=hand_said(one["sentence"], params=one["params"]),
            five=tuple(one["five"]) if one["seat"] in won else (),
        )
        for one in hand.result["shown"]
    }


def pots_said(hand: PlayedHand) -> list[dict[str, Any]]:
    """Return each pot with who won how much of it, the main pot first."""
    words = table_words()
    return [
        {
            "name": _say(
                words["side_pot" if place else "main_pot"], chips=in_hand(pot["chips"], hand.currency)
            ),
            "rake": sum(cents for _seat, cents in pot.get("rake", ())),
            "shares": [
                {"name": hand.names[seat], "chips": share, "odd": seat in pot["odd"]}
                for seat, share in pot["shares"]
            ],
        }
        for place, pot in enumerate(hand.result["pots"])
    ]


def payloads_of(hand: PlayedHand) -> list[dict[str, Any]]:
    """Return the table at each step, as the page of a table draws it, and at the end; the own cards are not in it."""
    found = [_payload(hand, step.after) for step in hand.steps]
    last = hand.steps[-1].after
    ended = _payload(hand, last) | {"to_act": None, "pots": []}
    if hand.voided:
        return [*found, ended]
    after = {one.seat: one.after_chips for one in hand.players}
    seats = [{**one, "chips": after[one["seat"]], "bet_chips": 0} for one in ended["seats"]]
    return [*found, ended | {"stage": "showing", "result": hand.result, "seats": seats}]


def _payload(hand: PlayedHand, then: Hand) -> dict[str, Any]:
    front = {p.seat: p.street_chips for p in then.betting.players}
    behind = then.stacks
    to_act = then.betting.to_act
    return {
        "stage": "playing",
        "seats_count": hand.seats_count,
        "hole_cards": then.policies.game.hole_cards,
        "big_blind_chips": hand.big_blind_chips,
        "hand_number": hand.number,
        "button": then.button,
        "small_blind": then.small_blind,
        "big_blind": then.big_blind,
        "board": [card.text for card in then.board],
        "pot_chips": then.pot_chips,
        "gathered_chips": then.betting.pot_chips,
        "pots": [],
        "to_act": None if to_act is None else then.betting.players[to_act].seat,
        "result": None,
        "seats": [
            {
                "seat": one.seat,
                "name": one.name,
                "rehearsal": False,
                "away": False,
                "line_lost": False,
                "chips": behind[one.seat],
                "bet_chips": front.get(one.seat, 0),
                "in_hand": True,
                "folded": one.seat not in then.live,
                "all_in": one.seat in then.live and behind[one.seat] == 0,
            }
            for one in hand.players
        ],
    }


def streets() -> dict[str, str]:
    """Name the streets of a hand, and its end."""
    return {
        Street.PREFLOP.value: _("Before the flop"),
        Street.FLOP.value: _("Flop"),
        Street.TURN.value: _("Turn"),
        Street.RIVER.value: _("River"),
        "end": _("Showdown and result"),
    }
