"""The games of online tables: their names, their limits, what is played for; what is not played is refused."""

from __future__ import annotations

import pytest

from rules.games import GAMES
from rules.hands import CardGame, HeadsUp, Limit
from rules.online import HOLDEM, ONLINE_GAMES, table_policies, table_stakes
from rules.refusals import Refused


@pytest.mark.rule("PT-H.1", "PT-H.24", "PT-H.38", "PT-O.1", "PT-O.24", "PT-O.38")
def test_each_game_has_its_cards_its_limit_and_its_cap() -> None:
    found = {name: (one.game, one.limit, one.cap) for name, one in ONLINE_GAMES.items()}
    assert found == {
        "nlhe": (CardGame.HOLDEM, Limit.NO_LIMIT, None),
        "plhe": (CardGame.HOLDEM, Limit.POT_LIMIT, None),
        "hphe": (CardGame.HOLDEM, Limit.HALF_POT, None),
        "lhe": (CardGame.HOLDEM, Limit.FIXED_LIMIT, 4),
        "nlo": (CardGame.OMAHA, Limit.NO_LIMIT, None),
        "plo": (CardGame.OMAHA, Limit.POT_LIMIT, None),
        "hpo": (CardGame.OMAHA, Limit.HALF_POT, None),
        "lo": (CardGame.OMAHA, Limit.FIXED_LIMIT, 4),
    }
    assert HOLDEM == "nlhe" and set(ONLINE_GAMES) <= set(GAMES)
    assert {one.heads_up for one in ONLINE_GAMES.values()} == {HeadsUp.AS_WRITTEN}


@pytest.mark.rule("PT-H.22", "PT-H.24", "PT-O.22")
def test_the_big_bet_is_two_big_blinds_where_bets_are_fixed_and_none_elsewhere() -> None:
    for name in ONLINE_GAMES:
        stakes = table_stakes(name, small_blind_chips=50, big_blind_chips=100)
        assert (stakes.small_blind_chips, stakes.big_blind_chips) == (50, 100)
        assert stakes.big_bet_chips == (200 if name in ("lhe", "lo") else 0)


@pytest.mark.parametrize("name", ["plo8", "plo5", "o8", "stud", "horse", "NLHE", ""])
def test_another_game_is_refused_with_those_that_are_played(name: str) -> None:
    with pytest.raises(Refused) as no:
        table_policies(name)
    assert (no.value.code, no.value.rule) == ("online_game", "PT-H.24")
    assert "hold'em and Omaha are played" in no.value.sentence


@pytest.mark.rule("PT-H.38", "PT-H.46", "PT-H.48", "PT-O.38")
def test_what_a_table_was_opened_with_holds_there_and_else_the_games_own() -> None:
    written, small = HeadsUp.AS_WRITTEN, HeadsUp.BUTTON_SMALL
    for game, chosen, told in [
        ("nlhe", {}, (written, None)),
        ("nlhe", {"cap": 3}, (written, 3)),
        ("plo", {"heads_up": small}, (small, None)),
        ("hphe", {"heads_up": small, "cap": 2}, (small, 2)),
        ("lhe", {}, (written, 4)),
        ("lhe", {"heads_up": small}, (small, 4)),
        ("lo", {"cap": 6}, (written, 6)),
    ]:
        found = table_policies(game, **chosen)
        assert (found.heads_up, found.cap) == told
        assert (found.game, found.limit) == (ONLINE_GAMES[game].game, ONLINE_GAMES[game].limit)
    with pytest.raises(Refused):
        table_policies("stud", heads_up=small)
