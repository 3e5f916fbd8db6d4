"""The acts of a hand as they are written down, for ever."""

from __future__ import annotations

from datetime import timedelta

from dispatch.commands import at_end
from play.models import HandAct, Manner, PlayTable
from rules.betting import Act, Bettor
from rules.hands import Hand

# where the hand does not stand there, the act is of none, and the database refuses it
_WRITE = """
INSERT INTO play_handact (hand_id, turn, seat, street, act, to_chips, all_in, took_ms, manner)
VALUES ((SELECT id FROM play_dealthand WHERE table_id = %s AND number = %s), %s, %s, %s, %s, %s, %s, %s, %s)
"""


def write_act(
    table: PlayTable, *, before: Hand, act: Act, after: Bettor, took: timedelta, manner: Manner
) -> None:
    """Write down one act of the hand that is played. before: the hand that the player saw; after: who acted, as he stands then."""
    all_in = act is not Act.FOLD and after.stack_chips == 0
    took_ms = max(0, int(took.total_seconds() * 1000))
    at_end(
        (
            _WRITE,
            [
                table.pk,
                table.hand_number,
                before.turn,
                after.seat,
                before.street.value,
                act.value,
                after.street_chips,
                all_in,
                took_ms,
                manner.value,
            ],
        )
    )


def was_late(table: PlayTable, *, seat: int) -> bool:
    """Return whether the time of a seat ran out in the hand that is played, before the act that is written down now. Rule: PT-H.45"""
    return HandAct.objects.filter(
        hand__table=table, hand__number=table.hand_number, seat=seat, manner=Manner.TIMEOUT
    ).exists()
