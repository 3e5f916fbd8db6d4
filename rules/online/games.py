"""The games that are played online: what is dealt, how much may be bet, and how often a round may be raised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.betting import Limit
from rules.hands import CardGame, HeadsUp, Stakes, TablePolicies
from rules.levels import NO_ANTE, AnteDue
from rules.refusals import N_, Refused

HOLDEM = "nlhe"
"""The game of a table that names none."""

_BETS_A_ROUND = 4
# turn and river are played for so many big blinds
_BIG_BET = 2

ONLINE_GAMES: Mapping[str, TablePolicies] = {
    HOLDEM: TablePolicies(),
    "plhe": TablePolicies(limit=Limit.POT_LIMIT),
    "hphe": TablePolicies(limit=Limit.HALF_POT),
    "lhe": TablePolicies(limit=Limit.FIXED_LIMIT, cap=_BETS_A_ROUND),
    "nlo": TablePolicies(game=CardGame.OMAHA),
    "plo": TablePolicies(game=CardGame.OMAHA, limit=Limit.POT_LIMIT),
    "hpo": TablePolicies(game=CardGame.OMAHA, limit=Limit.HALF_POT),
    "lo": TablePolicies(game=CardGame.OMAHA, limit=Limit.FIXED_LIMIT, cap=_BETS_A_ROUND),
}
"""By the names of `rules.games`. In fixed limit a bet and three raises are a round's most; the big blind is its first bet.
Rule: PT-H.24, PT-H.38, PT-O.24, PT-O.38"""


def table_policies(
    game: str, *, heads_up: HeadsUp = HeadsUp.AS_WRITTEN, cap: int | None = None
) -> TablePolicies:
    """Return how a game is played at a table. heads_up, cap: what was chosen as the table was opened; without a cap the game's own holds.

    Refusals: ``online_game`` for one that is not played online.
    Rule: PT-H.1, PT-H.24, PT-H.38, PT-H.46, PT-H.48, PT-O.1, PT-O.24, PT-O.38, PT-O.46, PT-O.48
    """
    found = ONLINE_GAMES.get(game)
    if found is None:
        raise Refused(
            "online_game",
            N_("Online, hold'em and Omaha are played without limit, pot-limit, half-pot and limit."),
            rule="PT-H.24",
            field="game",
        )
    if heads_up is HeadsUp.AS_WRITTEN and cap is None:
        return found
    return replace(found, heads_up=heads_up, cap=found.cap if cap is None else cap)


def table_stakes(
    game: str, *, small_blind_chips: int, big_blind_chips: int, ante: AnteDue = NO_ANTE
) -> Stakes:
    """Return what a hand of a game is played for: in fixed limit the bet is the big blind, and two of them on turn and river.

    Rule: PT-H.22, PT-H.23, PT-H.24, PT-O.22, PT-O.23, PT-O.24
    """
    fixed = table_policies(game).limit is Limit.FIXED_LIMIT
    return Stakes(
        small_blind_chips=small_blind_chips,
        big_blind_chips=big_blind_chips,
        big_bet_chips=_BIG_BET * big_blind_chips if fixed else 0,
        ante=ante,
    )
