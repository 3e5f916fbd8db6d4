"""Several tables of one tournament online: who moves, and when all play hand for hand."""

from __future__ import annotations

from collections.abc import Collection

from rules.balancing import PlayFormat, final_table_size
from rules.online.button import next_button
from rules.policies import Policies


def due_big_blind(*, button: int | None, occupied: Collection[int]) -> int:
    """Return the seat that posts the big blind in the coming hand: who moves when a table has one too many.

    So nobody who has just paid it pays it again for having moved. button: of the last hand, None where it is still to be drawn. Between
    two the one on the button posts it.
    Rule: PT-T.47, PT-T.48, PT-H.46, PT-H.48
    """
    if button is None:
        return min(occupied)
    first = next_button(button=button, occupied=occupied)
    left = sorted(occupied, key=lambda seat: (seat < first, seat))
    return left[2 % len(left)]


def plays_hand_for_hand(
    *, players: int, places_paid: int, tables: int, players_before_money: int | None
) -> bool:
    """Return whether all tables begin each hand together, because the next ones out are the last without a prize.

    players_before_money: from how many players more than places paid on, None: never by itself.
    Rule: PT-T.49
    """
    if tables < 2 or players_before_money is None:
        return False
    return places_paid < players <= places_paid + players_before_money


def draws_all_seats(
    *,
    players: int,
    tables: int,
    entries_closed: bool,
    next_redraw_at: int | None,
    format: PlayFormat,
    policies: Policies,
) -> bool:
    """Return whether the next thing at the tables is a draw of all seats: no table begins a hand before it while another one ends its own.

    For the final table where the rule set draws all of its seats, else at the announced number of players; once entries are closed.
    next_redraw_at: the largest announced number that was not done yet.
    Rule: ADTP.7, ADTP.P9, PT-T.48
    """
    if tables < 2 or not entries_closed:
        return False
    if players <= final_table_size(format=format, policies=policies):
        return policies.redraw_at_final_table
    return next_redraw_at is not None and players <= next_redraw_at
