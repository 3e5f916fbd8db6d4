"""A tournament whose table is played online: what it learns when a hand is over. Needs an open command."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from dispatch.facts import CommandId
from payouts.models import Award, AwardState
from payouts.operations import finish
from payouts.operations.paying import pay
from play.models import PlayTable
from play.operations.events import stand_up_busted
from play.operations.seats import Seated, seated_at, stand_up
from play.operations.tables import shut
from play.queries.events import tournament_of_table
from play.queries.hands import stacks_before
from rules.entries import PaymentMethod
from rules.levels import Structure
from rules.online.events import why_not_online
from rules.refusals import Refused
from tables.operations import reveal_draw, stacks_played
from tournaments.models import Entry, EntryState, Field, Tournament
from tournaments.operations import clock
from tournaments.operations.announcing import announced_values
from tournaments.operations.busts import Bust
from tournaments.operations.eliminations import eliminate
from tournaments.operations.field import lock_field, policies_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent:
    """A tournament that is locked with its field, for its table to tell it of a hand."""

    tournament: Tournament
    field: Field


def can_be_played(tournament: Tournament) -> bool:
    """Return whether tables online can play this tournament from the first hand to the last. Rule: PT-T.39"""
    return not why_not_online(announced_values(tournament), policies=policies_of(tournament))


def must_stay_playable(tournament: Tournament, *, structure: Structure) -> None:
    """Refuse a structure that the tables of an online tournament could not play.

    Refusals: ``online_blinds_only``, ``online_holdem``. Rule: PT-H.21
    """
    if not tournament.online or not can_be_played(tournament):
        return
    values = {**announced_values(tournament), "structure": structure.as_dict()}
    for refused in why_not_online(values, policies=policies_of(tournament)):
        raise refused


def lock_event(table_id: int) -> PlayedEvent | None:
    """Lock the tournament of a table, before the table; None for a demo table. Refusals: ``not_running``."""
    tournament_id = tournament_of_table(table_id)
    if tournament_id is None:
        return None
    # the last hand ends the tournament
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    tournament, field = lock_field(tournament_id, by_table=True)
    return PlayedEvent(tournament=tournament, field=field)


def end_of_hand(event: PlayedEvent, *, table: PlayTable, at: datetime, command_id: CommandId) -> None:
    """Tell a tournament the stacks after a hand; who has none left is out, and the last player ends it.

    The table is locked after the tournament, its hand put away; the caller saves it.
    Rule: PT-T.31, PT-T.44, PT-T.50, PT-T.51, PT-T.52, PT-T.54
    """
    tournament, field = event.tournament, event.field
    entries = _entries(tournament, players=[one.player_id for one in seated_at(table)])
    _without_removed(field, table=table, entries=entries, at=at)
    there = seated_at(table)
    in_play = field.chips_issued - field.chips_removed
    if sum(one.chips for one in there) != in_play:
        raise AssertionError(f"the chips of tournament {tournament.pk} do not add up at table {table.pk}")
    still_in = {entries[one.player_id]: (one.player_id, one.chips) for one in there if one.chips}
    stacks_played(tournament, table_number=table.table_number or 0, stacks=still_in, at=at)
    out = [one for one in there if not one.chips]
    if out:
        _eliminate(event, table=table, out=out, entries=entries, at=at, command_id=command_id)
    if len(still_in) == 1:
        _finish(event, table=table, at=at, command_id=command_id)
    if out or len(still_in) == 1:
        _leave_on_balances(tournament, at=at, command_id=command_id)


def _entries(tournament: Tournament, *, players: list[int]) -> dict[int, int]:
    """The entries that play, by player."""
    found = Entry.objects.filter(tournament=tournament, player_id__in=players, state=EntryState.PLAYING)
    return dict(found.values_list("player_id", "pk"))


def _without_removed(field: Field, *, table: PlayTable, entries: dict[int, int], at: datetime) -> None:
    """Take those from the table whom somebody took out of the field during the hand: what they have left goes with them.

    What they had put into the pot stayed in play, so the chips that were written off then are corrected by it. Rule: ADTP.67D
    """
    gone = [one for one in seated_at(table) if one.player_id not in entries]
    if not gone:
        return
    for one in gone:
        stand_up(table, one=one, at=at)
    left = sum(one.chips for one in seated_at(table))
    Field.objects.filter(pk=field.pk).update(chips_removed=F("chips_issued") - left)
    field.chips_removed = field.chips_issued - left


def _eliminate(
    event: PlayedEvent,
    *,
    table: PlayTable,
    out: list[Seated],
    entries: dict[int, int],
    at: datetime,
    command_id: CommandId,
) -> None:
    """Those who lost their last chip, with what they had when the hand began: it decides their places."""
    before = stacks_before(table_id=table.pk, number=table.hand_number)
    eliminate(
        event.tournament,
        field=event.field,
        table_number=table.table_number or 0,
        busts=[Bust(entry_id=entries[one.player_id], stack_chips_start=before[one.player_id]) for one in out],
        at=at,
        command_id=command_id,
    )
    stand_up_busted(table, at=at)


def _finish(event: PlayedEvent, *, table: PlayTable, at: datetime, command_id: CommandId) -> None:
    """The end, by itself; where something stands against it, the director ends the tournament by hand."""
    shut(table, at=at)
    try:
        with transaction.atomic():
            finish(event.tournament, field=event.field, at=at, command_id=command_id)
    except Refused:
        return
    clock.stop_clock(event.tournament, at=at)
    reveal_draw(event.tournament.pk, at=at)


def _leave_on_balances(tournament: Tournament, *, at: datetime, command_id: CommandId) -> None:
    """Online a prize is the player's on his account, and no desk pays it out; one of an excluded player waits for the director.

    Rule: PT-T.54
    """
    owed = Award.objects.filter(tournament=tournament, state=AwardState.OWED)
    for row in owed.select_related("player", "tournament__venue").order_by("pk"):
        with suppress(Refused), transaction.atomic():
            pay(row, method=PaymentMethod.BALANCE, at=at, command_id=command_id)
