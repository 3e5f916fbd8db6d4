"""The row that counts who is in: locked first by whatever changes it."""

from __future__ import annotations

from dispatch.rows import read_one
from play.models import PlayTable
from play.operations.tables import lock_open_tables
from play.queries.events import must_be_at_the_felt
from rules.policies import Policies, from_dict
from rules.refusals import N_, Refused
from tables.queries import Sitter
from tournaments.models import Entry, Field, Tournament, TournamentState
from tournaments.operations.untold import keep_untold
from tournaments.queries.entry_context import EntryContext


def policies_of(tournament: Tournament) -> Policies:
    """Return the policies the tournament runs under."""
    return from_dict(tournament.policies)


# long, and of no use at the tables
_DEFERRED_FIELDS = ("structure", "payout_table", "chip_set")


def lock_field(tournament_id: int, *, by_table: bool = False) -> tuple[Tournament, Field]:
    """Lock who is in, then read the tournament as it is now. by_table: for what a table that is played online does by itself;
    nobody else changes anything there.

    Refusals: ``not_running``, ``no_such_tournament``, ``played_online``.
    """
    field = read_one(Field, where="WHERE tournament_id = %s FOR UPDATE", values=[tournament_id])
    tournament = read_one(Tournament, where="WHERE id = %s", values=[tournament_id], without=_DEFERRED_FIELDS)
    if tournament is None:
        raise Refused("no_such_tournament", N_("There is no such tournament."))
    if field is None or tournament.state != TournamentState.RUNNING:
        raise Refused(
            "not_running",
            N_("This tournament is not running (%(state)s)."),
            state=str(TournamentState(tournament.state).value),
        )
    if tournament.online and not by_table:
        must_be_at_the_felt(tournament_id)
    if tournament.online:
        keep_untold(tournament_id)
    return tournament, field


def as_sitter(entry: Entry) -> Sitter:
    return Sitter(entry_id=entry.pk, player_id=entry.player_id, name=entry.player.public_name)


def lock_field_if_running(desk: EntryContext) -> Field | None:
    """Lock the Field of a running tournament, and the tables at which it is played online: a newcomer may come to any of them.

    None before the start.
    """
    if desk.offer.state is not TournamentState.RUNNING:
        return None
    field = Field.objects.select_for_update().get(pk=desk.tournament_id)
    if desk.offer.online:
        keep_untold(desk.tournament_id)
        lock_open_tables(PlayTable.objects.filter(tournament_id=desk.tournament_id))
    return field
