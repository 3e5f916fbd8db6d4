"""The game of a played table in words: its name, what is dealt, how much may be bet."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.games import game_name
from rules.hands import CardGame, Limit, TablePolicies
from rules.online import table_policies


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords:
    """short: the name in letters. dealt: whose cards make a hand. bets: how much may be bet, and how often. four: whether everybody
    has four own cards."""

    name: str
    short: str
    dealt: str
    ranks: str
    bets: str
    four: bool


def words_of_game(game: str, *, policies: TablePolicies | None = None) -> GameWords:
    """Return a game in words. policies: how it is played at a table; the game's own without them.

    Rule: PT-H.66, PT-H.24, PT-H.26, PT-H.38, PT-O.24, PT-O.26, PT-O.38
    """
    policies = policies or table_policies(game)
    four = policies.game is CardGame.OMAHA
    return GameWords(
        name=game_name(game),
        short=game.upper(),
        dealt=_("Four own cards each: exactly two of them and three of the board make a hand.")
        if four
        else _("Two own cards each: the best five of them and the board make a hand."),
        ranks=_("Exactly two of your own cards and three of the board count, the highest kind first.")
        if four
        else _("The best five of your own cards and the board count, the highest kind first."),
        bets=_bets(policies, own=table_policies(game)),
        four=four,
    )


def _bets(policies: TablePolicies, *, own: TablePolicies) -> str:
    """How much may be bet; and how often, where that was chosen for the table. own: how the game is played else."""
    if policies.cap == own.cap:
        return _amounts(policies.limit)
    if policies.limit is Limit.FIXED_LIMIT:
        said = _("Bets and raises are one big blind before the flop and on it, two on turn and river.")
    else:
        said = _amounts(policies.limit)
    most = _(
        "A round has at most %(count)s bets and raises; before the flop the big blind is the first of them."
    )
    return f"{said} {most % {'count': policies.cap}}"


def _amounts(limit: Limit) -> str:
    if limit is Limit.NO_LIMIT:
        return _(
            "A bet is at least one big blind, a raise at least as large as the one before; all you have is always allowed."
        )
    if limit is Limit.POT_LIMIT:
        return _(
            "A bet is at least one big blind, a raise at least as large as the one before; the largest bet is the pot, the largest"
            " raise the pot as it is after your call."
        )
    if limit is Limit.HALF_POT:
        return _(
            "A bet is at least one big blind, a raise at least as large as the one before; the largest bet is half the pot, the"
            " largest raise half the pot as it is after your call."
        )
    return _(
        "Bets and raises are one big blind before the flop and on it, two on turn and river; a bet and three raises are a round's"
        " most, and before the flop the big blind is the bet."
    )
