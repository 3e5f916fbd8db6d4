"""Who took the chips of somebody who is out, said or corrected after the bust. Needs an open command."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from dispatch.commands import record
from dispatch.facts import CommandId
from payouts.operations import pay_bounties, void_bounties
from payouts.queries.bounties import BountyShare
from rules.refusals import N_, Refused
from tables.models import Table
from tournaments.facts.eliminations import NamingFact, TakersNamed, TakersNamingUndone
from tournaments.models import Elimination, Entry, Takers, TakersNaming, Tournament
from tournaments.operations.eliminations import has_bounty, left_at
from tournaments.queries.eliminations import no_such_entry, own_bounty
from tournaments.queries.takers import at_table_with, taker_not_there, why_naming_stays


def name_takers(
    tournament: Tournament,
    *,
    row: Elimination,
    by_entries: Sequence[int],
    nobody: bool,
    change: bool,
    at: datetime,
    command_id: CommandId,
) -> tuple[TakersNaming, Sequence[BountyShare]]:
    """Say who took the chips of a locked elimination; its bounty goes to them at once.

    change: what was answered before is corrected, and its bounty taken back first. Refusals: ``no_bounty``,
    ``already_undone``, ``takers_missing``, ``takers_named``, ``taker_not_there``, ``no_such_entry``, ``bounty_spent``.
    Rule: SCPT.P, REGULATIONS 5.2
    """
    if not has_bounty(tournament):
        raise Refused("no_bounty", N_("This tournament has no bounties."), rule="SCPT.P")
    if row.undone_at is not None:
        raise Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    if not by_entries and not nobody:
        raise Refused(
            "takers_missing", N_("Name who took the chips, or choose that nobody did."), rule="SCPT.P"
        )
    player = Entry.objects.select_related("player").get(pk=row.entry_id).player.public_name
    if row.takers != Takers.OPEN and not change:
        raise Refused(
            "takers_named",
            N_(
                "Who took the chips of %(player)s is answered already. Look who, and correct it if it is wrong."
            ),
            rule="SCPT.P",
            player=player,
            elimination_id=row.pk,
        )
    _there(tournament, row, by_entries)
    naming = TakersNaming.objects.create(
        elimination=row,
        was=row.takers,
        by_entries_before=row.by_entries,
        takers=Takers.NAMED if by_entries else Takers.NOBODY,
        by_entries=list(by_entries),
        at=at,
        command_id=command_id,
    )
    shares = _answer(
        tournament, row, takers=Takers(naming.takers), by_entries=by_entries, at=at, command_id=command_id
    )
    _tell(TakersNamed, naming, row=row, player=player, shares=shares)
    return naming, shares


def undo_naming(
    tournament: Tournament, *, naming: TakersNaming, row: Elimination, at: datetime, command_id: CommandId
) -> Sequence[BountyShare]:
    """Take a naming back: the answer before it stands again, with its bounty.

    Refusals: ``already_undone``, ``takers_changed_since``, ``bounty_spent``. Rule: SCPT.P"""
    no = why_naming_stays(naming)
    if no is not None:
        raise no
    TakersNaming.objects.filter(pk=naming.pk).update(undone_at=at)
    shares = _answer(
        tournament,
        row,
        takers=Takers(naming.was),
        by_entries=naming.by_entries_before,
        at=at,
        command_id=command_id,
    )
    player = Entry.objects.select_related("player").get(pk=row.entry_id).player.public_name
    _tell(TakersNamingUndone, naming, row=row, player=player, shares=shares)
    return shares


def _there(tournament: Tournament, row: Elimination, by_entries: Sequence[int]) -> None:
    known = dict(
        Entry.objects.filter(tournament_id=tournament.pk, pk__in=list(by_entries)).values_list(
            "pk", "player__public_name"
        )
    )
    if len(known) != len(by_entries):
        raise no_such_entry()
    if row.entry_id in known:
        raise own_bounty()
    mates = at_table_with(
        tournament.pk, entry_id=row.entry_id, table_number=row.table_number, until=row.at, out=row
    )
    there = {mate.entry_id for mate in mates}
    for taker in by_entries:
        if taker not in there:
            raise taker_not_there(known[taker], table_number=row.table_number)


def _answer(
    tournament: Tournament,
    row: Elimination,
    *,
    takers: Takers,
    by_entries: Sequence[int],
    at: datetime,
    command_id: CommandId,
) -> Sequence[BountyShare]:
    """What the answer before gave is in the pool again; the new one is paid."""
    void_bounties(tournament, row=row, at=at, command_id=command_id)
    row.takers, row.by_entries = takers, list(by_entries)
    Elimination.objects.filter(pk=row.pk).update(takers=row.takers, by_entries=row.by_entries)
    mates: list[int] = []
    if takers == Takers.NOBODY:
        mates = _left_then(tournament, row)
    paid = pay_bounties(
        tournament, eliminations=[row], at=at, command_id=command_id, at_table={row.pk: mates}
    )
    return paid.get(row.pk, ())


def _left_then(tournament: Tournament, row: Elimination) -> list[int]:
    """Who was left at the table after the bust, by seat."""
    table = Table.objects.filter(tournament_id=tournament.pk, number=row.table_number).first()
    mates = at_table_with(
        tournament.pk, entry_id=row.entry_id, table_number=row.table_number, until=row.at, out=row
    )
    return [mate.entry_id for mate in mates] or (left_at(table) if table is not None else [])


def _tell(
    fact: type[NamingFact],
    naming: TakersNaming,
    *,
    row: Elimination,
    player: str,
    shares: Sequence[BountyShare],
) -> None:
    record(
        fact(
            tournament_id=row.tournament_id,
            naming_id=naming.pk,
            elimination_id=row.pk,
            entry_id=row.entry_id,
            name=player,
            was=str(naming.was),
            takers=str(row.takers),
            by_entries=row.by_entries,
            bounties=[share.as_dict() for share in shares],
        )
    )
