"""When all seats of a tournament are drawn anew. Rule: ADTP.7, ADTP.P9, REGULATIONS 3.7"""

from __future__ import annotations

from rules.balancing import PlayFormat
from rules.online import draws_all_seats
from rules.policies import from_dict as policies_from
from tournaments.models import Field, Tournament


def format_of(tournament: Tournament) -> PlayFormat:
    """Return how this tournament seats people, as the rules ask it."""
    variant = tournament.variant.lower()
    return PlayFormat(
        seats_per_table=tournament.seats_per_table,
        stud="stud" in variant or variant == "razz",
    )


def next_redraw(tournament: Tournament, *, field: Field) -> int | None:
    """Return the announced number of players at which all seats are drawn anew next; None while people may enter, and
    when all are done.

    A field that never had more players than that does not come down to it. Rule: ADTP.7, REGULATIONS 3.7
    """
    if field.entries_closed_at is None or field.waiting:
        return None
    above = field.entries_total if field.redrawn_with is None else field.redrawn_with
    return max((at for at in tournament.redraw_at if at < above), default=None)


def is_redraw_due(tournament: Tournament, *, field: Field) -> bool:
    """Return whether all seats are drawn anew before the next hand of a tournament that is played online.

    Rule: ADTP.7, ADTP.P9, PT-T.48, PT-T.52
    """
    if field.time_up_at is not None:
        return False  # nobody moves any more
    return draws_all_seats(
        players=field.players_left,
        tables=field.tables_open,
        entries_closed=field.entries_closed_at is not None and field.waiting == 0,
        next_redraw_at=next_redraw(tournament, field=field),
        format=format_of(tournament),
        policies=policies_from(tournament.policies),
    )
