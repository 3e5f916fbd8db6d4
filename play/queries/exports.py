"""A hand in the two formats that other programs read: Open Hand History 1.4.6 (hh-specs.handhistory.org) and PHH (a TOML file).

Whose hand it is stands in it as its hero. It holds what that player's own page of the hand holds, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC
from typing import Any

from play.queries.history import ActInHand, HandStep, PlayedHand
from rules.hands import CardGame, HeadsUp, Limit, Street
from rules.levels import AnteKind
from rules.online import table_policies
from rules.refusals import N_, Refused

OHH_VERSION = "1.4.6"
# of what we write, not of the format
_WRITTEN_AS = "1.0.0"
_GAME_TYPES = {CardGame.HOLDEM: "Holdem", CardGame.OMAHA: "Omaha"}
# the format knows no half pot: every such bet is within the pot
_BET_TYPES = {
    Limit.NO_LIMIT: "NL",
    Limit.POT_LIMIT: "PL",
    Limit.HALF_POT: "PL",
    Limit.FIXED_LIMIT: "FL",
}
# the format names a limit and a game. Omaha without limit and with fixed bets it does not have: their names are made as it makes its
# own, so that a program that does not know them says so and misreads nothing
_VARIANTS = {"nlhe": "NT", "lhe": "FT", "nlo": "NO", "plo": "PO", "lo": "FO"}
# other limits of the pot are unknown there, too: their bets are lawful in the game named here, and `_limit` tells which it was
_LAWFUL_IN = {"plhe": "NT", "hphe": "NT", "hpo": "PO"}
_STREETS = {Street.PREFLOP: "Preflop", Street.FLOP: "Flop", Street.TURN: "Turn", Street.RIVER: "River"}


def must_count(hand: PlayedHand) -> None:
    """Refuse to export a hand that was made void: the formats know none. Refusals: ``hand_void``. Rule: PT-H.72"""
    if hand.voided:
        raise Refused(
            "hand_void", N_("This hand was made void: there is no result to export."), rule="PT-H.72"
        )


def ohh(hand: PlayedHand) -> dict[str, Any]:
    """Return a hand as an object of Open Hand History 1.4.6; players are named by their seats. Rule: PT-H.65"""
    policies = table_policies(hand.game)
    found: dict[str, Any] = {
        "spec_version": OHH_VERSION,
        "site_name": hand.venue,
        "network_name": "Shuffle Up",
        "internal_version": _WRITTEN_AS,
        "game_number": f"{hand.table_id}/{hand.number}",
        "start_date_utc": hand.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S"),
        "table_name": hand.table,
        "game_type": _GAME_TYPES[policies.game],
        "bet_limit": {"bet_type": _BET_TYPES[policies.limit], "bet_cap": 0},
        "table_size": hand.seats_count,
        "currency": hand.currency or "Chips",
        "dealer_seat": hand.button,
        "small_blind_amount": _amount(hand, hand.small_blind_chips),
        "big_blind_amount": _amount(hand, hand.big_blind_chips),
        "ante_amount": _amount(hand, hand.ante.chips),
        "hero_player_id": hand.own_seat,
        "flags": [],
        "players": [
            {
                "id": one.seat,
                "seat": one.seat,
                "name": one.name,
                "display": one.name,
                "starting_stack": _amount(hand, one.chips),
            }
            for one in hand.players
        ],
        "rounds": _rounds(hand),
        "pots": [
            {
                "number": number,
                "amount": _amount(hand, pot["chips"]),
                "rake": _amount(hand, sum(cents for _seat, cents in pot.get("rake", ()))),
                "player_wins": [
                    {"player_id": seat, "win_amount": _amount(hand, share)}
                    for seat, share in pot["shares"]
                    if share
                ],
            }
            for number, pot in enumerate(hand.result["pots"])
        ],
    }
    if hand.tournament_at is not None:
        found["tournament"] = True
        found["tournament_info"] = {
            "tournament_number": str(hand.tournament_id),
            "name": hand.tournament,
            "start_date_utc": hand.tournament_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S"),
            "initial_stack": hand.stack_chips,
        }
    return found


def _amount(hand: PlayedHand, chips: int) -> int | float:
    """What lies on the table as the formats count it: at a cash table a chip is a cent."""
    return chips / 100 if hand.currency else chips


def ohh_text(hands: Sequence[PlayedHand]) -> str:
    """Return hands as a file of Open Hand History: one object each, an empty line between two."""
    return "\n\n".join(json.dumps({"ohh": ohh(hand)}, ensure_ascii=False) for hand in hands) + "\n"


def _rounds(hand: PlayedHand) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = []
    for step in hand.steps:
        if step.act is None:
            street = _STREETS[step.after.street]
            actions = _forced(hand, step) if not step.cards else []
            rounds.append(
                {"id": len(rounds), "street": street, "cards": list(step.cards), "actions": actions}
            )
        else:
            rounds[-1]["actions"].append(_action(hand, step.act, preflop=len(rounds) == 1))
    if hand.result["shown"]:
        shown = [
            {"player_id": one["seat"], "action": "Shows Cards", "cards": one["hole"]}
            for one in hand.result["shown"]
        ]
        rounds.append({"id": len(rounds), "street": "Showdown", "cards": [], "actions": shown})
    number = 0
    for one in rounds:
        for action in one["actions"]:
            number += 1
            action["action_number"] = number
    return rounds


def _forced(hand: PlayedHand, step: HandStep) -> list[dict[str, Any]]:
    """What is done before anybody acts: antes and blinds as they were posted, and the deal as its player saw it."""
    front = {p.seat: p.street_chips for p in step.after.betting.players}
    behind = step.after.stacks
    antes = [(seat, "Post Ante", chips) for seat, chips in step.after.antes.items()]
    posted = [
        (seat, word, front[seat])
        for seat, word in ((step.after.small_blind, "Post SB"), (step.after.big_blind, "Post BB"))
        if front[seat]
    ]
    done = [*antes, *posted] if hand.ante.ante_first else [*posted, *antes]
    last = {seat: place for place, (seat, _word, _chips) in enumerate(done)}
    return [
        {
            "player_id": seat,
            "action": word,
            "amount": _amount(hand, chips),
            "is_allin": behind[seat] == 0 and last[seat] == place,
        }
        for place, (seat, word, chips) in enumerate(done)
    ] + [
        {"player_id": one.seat, "action": "Dealt Cards", "cards": list(one.cards)}
        for one in hand.players
        if one.seat == hand.own_seat and one.cards
    ]


def _action(hand: PlayedHand, act: ActInHand, *, preflop: bool) -> dict[str, Any]:
    # the format knows no bet before the flop: there a raise is one over the blind
    word = "Raise" if act.act == "bet" and preflop else act.act.capitalize()
    return {
        "player_id": act.seat,
        "action": word,
        "amount": _amount(hand, act.added_chips),
        "is_allin": act.all_in,
    }


def phh(hand: PlayedHand) -> str:
    """Return a hand as PHH: its players are numbered from the small blind on. Rule: PT-H.65"""
    began = hand.steps[0].after
    order = began.dealing_order
    button_small = len(order) == 2 and began.policies.heads_up is HeadsUp.BUTTON_SMALL
    if button_small:
        order = (began.big_blind, began.small_blind)  # between two the button is the format's second player
    number = {seat: place for place, seat in enumerate(order, 1)}
    who = {one.seat: one for one in hand.players}
    blinds = [began.stakes.small_blind_chips, began.stakes.big_blind_chips, *[0] * (len(order) - 2)]
    for_all = hand.ante.kind is AnteKind.BIG_BLIND
    antes = [hand.ante.chips if not for_all or seat == began.big_blind else 0 for seat in order]
    if len(order) == 2:
        # between two the format has the second player post the first blind; as written the first does, who acts first (PT-H.46)
        antes.reverse()
        if not button_small:
            blinds.reverse()
    at, limit = hand.at.astimezone(UTC), began.policies.limit
    lines = {
        "variant": _text((_VARIANTS | _LAWFUL_IN)[hand.game]),
        # an ante that one pays for all belongs to nobody: it is not cut to what others paid
        "ante_trimming_status": "false" if for_all else "true",
        "antes": _amounts(hand, antes),
        "blinds_or_straddles": _amounts(hand, blinds),
        **_bets(hand),
        "starting_stacks": _amounts(hand, [who[seat].chips for seat in order]),
        "actions": "[" + ", ".join(_text(said) for said in _actions(hand, number)) + "]",
        "venue": _text(hand.venue),
        **({"event": _text(hand.tournament)} if hand.tournament else {}),
        "time": at.strftime("%H:%M:%S"),
        "time_zone": _text("UTC"),
        "day": str(at.day),
        "month": str(at.month),
        "year": str(at.year),
        "hand": str(hand.number),
        "table": _text(hand.table),
        "seats": _list(order),
        "seat_count": str(hand.seats_count),
        "players": "[" + ", ".join(_text(who[seat].name) for seat in order) + "]",
        "finishing_stacks": _amounts(hand, [who[seat].after_chips for seat in order]),
        **({"currency": _text(hand.currency)} if hand.currency else {}),
        **({} if hand.game in _VARIANTS else {"_limit": _text(limit.value)}),
        **({"_hero": str(number[hand.own_seat])} if hand.own_seat is not None else {}),
    }
    return "".join(f"{name} = {value}\n" for name, value in lines.items())


def _bets(hand: PlayedHand) -> dict[str, str]:
    """The least bet; where the limit is fixed, the bets of early and late streets."""
    stakes = hand.steps[0].after.stakes
    if not stakes.big_bet_chips:
        return {"min_bet": _written(hand, stakes.big_blind_chips)}
    return {
        "small_bet": _written(hand, stakes.big_blind_chips),
        "big_bet": _written(hand, stakes.big_bet_chips),
    }


def phhs(hands: Sequence[PlayedHand]) -> str:
    """Return hands as one file of PHH: a numbered table each."""
    return "\n".join(f"[{place}]\n{phh(hand)}" for place, hand in enumerate(hands, 1))


def _actions(hand: PlayedHand, number: dict[int, int]) -> list[str]:
    unknown = "??" * hand.steps[0].after.policies.game.hole_cards
    cards = {one.seat: "".join(one.cards) or unknown for one in hand.players}
    said = [f"d dh p{place} {cards[seat]}" for seat, place in number.items()]
    for step in hand.steps[1:]:
        if step.act is None:
            said.append(f"d db {''.join(step.cards)}")
            continue
        done = {"fold": "f", "check": "cc", "call": "cc"}.get(
            step.act.act, f"cbr {_written(hand, step.act.to_chips)}"
        )
        said.append(f"p{number[step.act.seat]} {done}")
    return said + [f"p{number[one['seat']]} sm {''.join(one['hole'])}" for one in hand.result["shown"]]


def _written(hand: PlayedHand, chips: int) -> str:
    return f"{chips / 100:.2f}" if hand.currency else str(chips)


def _amounts(hand: PlayedHand, values: Sequence[int]) -> str:
    return "[" + ", ".join(_written(hand, value) for value in values) + "]"


def _list(values: Sequence[int]) -> str:
    return "[" + ", ".join(str(value) for value in values) + "]"


def _text(value: str) -> str:
    """A text as TOML has it, which is as JSON has it but for one sign that it does not take as it is."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
