"""The games that tournaments are played in, by the names that players give them."""

from __future__ import annotations

from collections.abc import Mapping

# the first is the main event's (SCPT.N); names are the same in every language at the tables
GAMES: Mapping[str, str] = {
    "nlhe": "No-Limit Texas Hold'em",
    "plhe": "Pot-Limit Texas Hold'em",
    "hphe": "Half-Pot Texas Hold'em",
    "lhe": "Limit Texas Hold'em",
    "nlo": "No-Limit Omaha",
    "plo": "Pot-Limit Omaha",
    "hpo": "Half-Pot Omaha",
    "lo": "Limit Omaha",
    "plo8": "Pot-Limit Omaha Hi-Lo",
    "plo5": "5-Card Pot-Limit Omaha",
    "plo6": "6-Card Pot-Limit Omaha",
    "o8": "Limit Omaha Hi-Lo",
    "stud": "Seven-Card Stud",
    "stud8": "Seven-Card Stud Hi-Lo",
    "razz": "Razz",
    "draw27": "2-7 Triple Draw",
    "draw27nl": "No-Limit 2-7 Single Draw",
    "badugi": "Badugi",
    "horse": "H.O.R.S.E.",
    "eight_game": "8-Game",
    "mixed": "Mixed Games",
}


def game_name(game: str) -> str:
    """Return a game as players call it; what is no game's short name is a name already. Rule: SCPT.N"""
    return GAMES.get(game.strip().casefold(), game.strip())
