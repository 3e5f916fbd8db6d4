"""The moving button of online tables; the dead button of live tournaments is `rules.button`."""

from __future__ import annotations

from collections.abc import Collection


def next_button(*, button: int, occupied: Collection[int]) -> int:
    """Return the seat of the button in the coming hand: the next one to its left in which somebody plays.

    It never stands at an empty seat, so that somebody may miss a blind or pay one twice running when players come and go. Where play begins,
    or begins again after a table stood still, it is drawn instead.

    Rule: PT-H.4, PT-H.46, PT-H.47, PT-H.64, PT-O.46, PT-O.64
    """
    return min(occupied, key=lambda seat: (seat <= button, seat))
