"""Hands that were played elsewhere come out to the chip."""

from __future__ import annotations

import pytest

from tests.rules.hands.recorded import recorded, replay


@pytest.mark.rule("PT-H.34", "PT-H.40", "PT-H.52", "PT-H.60", "PT-H.63", "PT-O.26", "PT-O.34", "PT-O.60")
def test_every_recorded_hand_is_replayed_to_the_chip() -> None:
    played = 0
    for told in recorded():
        _, end = replay(told)
        assert [end.stacks[seat] for seat in range(1, told["seats"] + 1)] == told["finishing"], told["name"]
        played += 1
    assert played == 200
