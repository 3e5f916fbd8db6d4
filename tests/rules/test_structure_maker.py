"""A structure proposed: it rises, the chips can pay it, it ends about when it should."""

from __future__ import annotations

import pytest

from rules.levels import Level, Recess, faults
from rules.refusals import Refused
from rules.structure_maker import Wish, propose
from rules.structure_plan import plan

CHIPS = (25, 100, 500, 1000, 5000, 25_000)


@pytest.mark.rule("PT-T.45", "ADTP.24")
@pytest.mark.parametrize(
    ("players", "stack", "hours", "minutes", "chips"),
    [
        (9, 1_500, 2, 10, CHIPS[:3]),
        (10, 5_000, 3, 15, CHIPS[:4]),
        (50, 20_000, 5, 15, CHIPS[:5]),
        (94, 30_000, 12, 30, CHIPS[1:]),
        (10_112, 30_000, 40, 40, CHIPS),
    ],
)
def test_a_proposal_can_be_played_and_ends_about_when_it_should(players, stack, hours, minutes, chips):
    items = propose(
        Wish(
            players=players,
            stack=stack,
            seconds=hours * 3600,
            level_seconds=minutes * 60,
            denominations=chips,
        )
    )
    assert list(faults(items)) == []
    levels = [item for item in items if isinstance(item, Level)]
    assert all(a.big_blind < b.big_blind for a, b in zip(levels, levels[1:], strict=False))
    assert all(level.small_blind * 2 == level.big_blind for level in levels)
    assert [level.big_blind_ante for level in levels[:3]] == [0, 0, levels[2].big_blind]
    ends = plan(items, starting_stack=stack, entries=players, seats=9).ends_seconds / 3600
    assert hours * 0.7 <= ends <= hours * 1.15
    # what is in play pays every blind that is still to come; a chip that has gone does not come back
    left = list(chips)
    for item in items:
        if isinstance(item, Recess):
            assert list(item.colour_up) == left[: len(item.colour_up)]
            left = left[len(item.colour_up) :]
        else:
            assert item.small_blind % left[0] == 0
    assert left


@pytest.mark.rule("PT-T.45")
def test_a_proposal_goes_on_where_the_clock_is():
    wish = Wish(
        players=60,
        stack=20_000,
        seconds=4 * 3600,
        level_seconds=1200,
        denominations=CHIPS,
        from_big_blind=800,
    )
    levels = [item for item in propose(wish) if isinstance(item, Level)]
    assert levels[0].big_blind > 800
    assert levels[0].big_blind_ante == levels[0].big_blind


@pytest.mark.rule("PT-T.45")
def test_what_cannot_be_proposed_says_where():
    def refused(**wishes: object) -> tuple[str, str]:
        whole = {
            "players": 50,
            "stack": 20_000,
            "seconds": 4 * 3600,
            "level_seconds": 1200,
            "denominations": CHIPS,
        }
        with pytest.raises(Refused) as no:
            propose(Wish(**{**whole, **wishes}))
        return no.value.code, no.value.params["field"]

    assert refused(seconds=3600) == ("too_few_levels", "hours")
    assert refused(players=1) == ("bad_wish", "entries")
    assert refused(denominations=()) == ("bad_wish", "chips")
    assert refused(denominations=(0, 25)) == ("bad_wish", "chips")
    assert refused(denominations=(50_000,)) == ("bad_wish", "chips")
