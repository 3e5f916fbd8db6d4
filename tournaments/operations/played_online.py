"""A tournament whose tables are played online: what it learns when a hand is over. Needs an open command."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db.models import F

from dispatch.commands import attempt
from dispatch.facts import CommandId
from payouts.models import Award, AwardState
from payouts.operations import ANY_DEAL, finish
from payouts.operations.paying import pay
from play.models import PlayTable, TableStage
from play.operations.events import stand_up_busted, tell_bounties
from play.operations.seats import Seated, seated_at, stand_up
from play.operations.tables import lock_open_tables, lock_play_table, nothing_due, shut
from play.queries.events import last_hands_played, tournament_of_table, waits_for_others
from play.queries.hands import stacks_before, who_took_chips
from rules.entries import PaymentMethod
from rules.levels import Structure
from rules.online.events import why_not_online
from rules.refusals import N_, Refused
from tables.operations import reveal_draw, stacks_played
from tournaments.models import Entry, EntryState, Field, Tournament
from tournaments.operations import clock
from tournaments.operations.announcing import announced_values
from tournaments.operations.busts import Bust
from tournaments.operations.eliminations import eliminate, has_bounty
from tournaments.operations.field import lock_field, policies_of
from tournaments.operations.tables_online import (
    PlayedEvent,
    concerns_all_tables,
    done_in_round,
    go_on_at_tables,
    recess_counts_from_here,
    seat_who_waits,
)


def can_be_played(tournament: Tournament) -> bool:
    """Return whether tables online can play this tournament from the first hand to the last. Rule: PT-T.39"""
    return not why_not_online(announced_values(tournament), policies=policies_of(tournament))


def must_stay_playable(tournament: Tournament, *, structure: Structure) -> None:
    """Refuse a structure that the tables of an online tournament could not play.

    Refusals: ``online_game``. Rule: PT-H.24, PT-O.24
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
    return PlayedEvent(tournament=tournament, field=field, tables={})


def lock_tables(event: PlayedEvent, *, table_id: int) -> PlayTable:
    """Lock a table of a locked tournament and return it, with all the others where its hand may concern them.

    Refusals: ``not_found``, ``table_closed``.
    """
    found: list[PlayTable] = []
    if concerns_all_tables(event, table_id=table_id):
        found = lock_open_tables(PlayTable.objects.filter(tournament=event.tournament))
    table = next((one for one in found if one.pk == table_id), None) or lock_play_table(table_id)
    event.tables.update({one.table_number or 0: one for one in [*found, table]})
    return table


def end_of_hand(event: PlayedEvent, *, table: PlayTable, at: datetime, command_id: CommandId) -> None:
    """Tell a tournament the stacks after a hand; who has none left is out, who has to move does, and the last player ends it.

    The table is locked after the tournament, its hand put away; the caller saves it.
    Rule: PT-T.31, PT-T.33, PT-T.44, PT-T.47, PT-T.48, PT-T.49, PT-T.50, PT-T.51, PT-T.52, PT-T.54
    """
    tournament, field = event.tournament, event.field
    entries = _keep_stacks(event, table=table, at=at)
    out = [one for one in seated_at(table) if not one.chips]
    if out:
        _eliminate(event, table=table, out=out, entries=entries, at=at, command_id=command_id)
    seat_who_waits(event, at=at, command_id=command_id)
    round_over = done_in_round(event, table=table, at=at, command_id=command_id)
    # while somebody may still enter, or waits for a seat, who has all the chips waits for opponents
    over = field.players_left + field.waiting == 1 and field.entries_closed_at is not None
    if over:
        _finish(event, at=at, command_id=command_id)
    else:
        go_on_at_tables(event, table=table, round_over=round_over, at=at, command_id=command_id)
        recess_counts_from_here(event, table=table, at=at)
        over = _ends_by_chips(event, table=table, at=at, command_id=command_id)
    if out or over or round_over:
        _leave_on_balances(tournament, at=at, command_id=command_id)


def _ends_by_chips(event: PlayedEvent, *, table: PlayTable, at: datetime, command_id: CommandId) -> bool:
    """After the set time: this table deals no more once everybody there has had the button, and the last table to do so ends the tournament;
    whether it did. Rule: PT-T.33, PT-T.52
    """
    if event.field.time_up_at is None or event.field.hand_for_hand or table.stage == TableStage.CLOSED:
        return False
    table.save()
    others = waits_for_others(event.tournament.pk, table_number=table.table_number or 0)
    if not others.last_hands:
        return False
    nothing_due(table)
    if others.tables:
        return False
    _finish(event, at=at, command_id=command_id)
    return True


def _keep_stacks(event: PlayedEvent, *, table: PlayTable, at: datetime) -> dict[int, int]:
    """Keep the stacks of a table in the tournament's book, which must have the same chips there; the entries, by player.

    Whom somebody took out of the field during the hand leaves the table with what is left: what had been put into the pot stayed in
    play, so the chips that were written off then are corrected by it. Rule: ADTP.67D
    """
    tournament, field = event.tournament, event.field
    there = {one.player_id: one for one in seated_at(table)}
    found = Entry.objects.filter(tournament=tournament, player_id__in=there, state=EntryState.PLAYING)
    book = {
        player_id: (pk, chips or 0)
        for player_id, pk, chips in found.values_list("player_id", "pk", "stack_chips")
    }
    gone = [one for player_id, one in there.items() if player_id not in book]
    stand_up(table, leaving=gone, at=at)
    more = sum(there[player_id].chips - chips for player_id, (_pk, chips) in book.items())
    if gone:
        Field.objects.filter(pk=field.pk).update(chips_removed=F("chips_removed") - more)
        field.chips_removed -= more
    elif more:
        raise AssertionError(f"the chips of tournament {tournament.pk} do not add up at table {table.pk}")
    stacks = {
        pk: (player_id, chips) for player_id, (pk, _) in book.items() if (chips := there[player_id].chips)
    }
    stacks_played(tournament, table_number=table.table_number or 0, stacks=stacks, at=at)
    return {player_id: pk for player_id, (pk, _chips) in book.items()}


def _eliminate(
    event: PlayedEvent,
    *,
    table: PlayTable,
    out: list[Seated],
    entries: dict[int, int],
    at: datetime,
    command_id: CommandId,
) -> None:
    """Those who lost their last chip, with what they had when the hand began: it decides their places. Where a bounty hangs on a head, the hand says
    who took it. Rule: PT-T.33, PT-T.34, PT-T.50, SCPT.P
    """
    hand = {"table_id": table.pk, "number": table.hand_number}
    before, bounty = stacks_before(**hand), has_bounty(event.tournament)
    took = who_took_chips(**hand) if bounty else {}
    busts = []
    for one in out:
        # whom staff took out of the field during the hand takes nobody's chips
        by = tuple(entries[player] for player in took.get(one.player_id, ()) if player in entries)
        busts.append(
            Bust(
                entry_id=entries[one.player_id],
                stack_chips_start=before[one.player_id],
                by_entries=by,
                nobody=bounty and not by,
            )
        )
    outs = eliminate(
        event.tournament,
        field=event.field,
        table_number=table.table_number or 0,
        busts=busts,
        falling_deal_id=ANY_DEAL,  # the cards have decided
        at=at,
        command_id=command_id,
    )
    stand_up_busted(table, at=at)
    tell_bounties(
        table,
        won=[(out.entry_id, part.entry_id, part.amount_cents) for out in outs for part in out.bounties],
    )


def end_decided(tournament_id: int, *, at: datetime, command_id: CommandId) -> None:
    """End a tournament whose entries closed while one player alone was left, between two hands, or whose tables have all played their last
    hand after the set time.

    Refusals: ``not_running``, ``not_decided``. Rule: PT-T.23, PT-T.33, PT-T.52, PT-T.54
    """
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    tournament, field = lock_field(tournament_id, by_table=True)
    tables = lock_open_tables(PlayTable.objects.filter(tournament=tournament))
    decided = field.players_left + field.waiting == 1 and field.entries_closed_at is not None
    decided = decided or last_hands_played(tournament_id)
    if not tables or not decided or any(one.stage != TableStage.WAITING for one in tables):
        raise Refused(
            "not_decided",
            N_("More than one player is in, or can still enter: the tables play on."),
            rule="PT-T.52",
        )
    event = PlayedEvent(
        tournament=tournament, field=field, tables={one.table_number or 0: one for one in tables}
    )
    _finish(event, at=at, command_id=command_id)
    _leave_on_balances(tournament, at=at, command_id=command_id)


def _finish(event: PlayedEvent, *, at: datetime, command_id: CommandId) -> None:
    """The end, by itself; where something stands against it, the director ends the tournament by hand."""
    for table in event.tables.values():
        shut(table, at=at)
    try:
        with attempt():
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
        with suppress(Refused), attempt():
            pay(row, method=PaymentMethod.BALANCE, at=at, command_id=command_id)
