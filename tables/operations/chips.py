"""Counted stacks and the chips in play. Needs an open command that holds the Field row."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import connection

from dispatch.commands import record
from dispatch.facts import Actor
from rules import chips
from rules.refusals import N_, Refused
from tables.facts import ChipsCorrected, ChipsCounted, StacksPlayed
from tables.models import ChipCount
from tables.operations.moves import seated
from tournaments.models import Clock, Entry, Field, Tournament

MORE_THAN_IN_PLAY = N_("%(stack)s is more than all chips in play, %(in_play)s. Check the number of digits.")


def count(
    tournament: Tournament, *, field: Field, entry_id: int, stack_chips: int, at: datetime, by: Actor
) -> None:
    """Keep that a stack was counted. Refusals: ``not_seated``, ``more_than_in_play``."""
    sitter = seated(tournament, entry_id=entry_id)
    in_play = field.chips_issued - field.chips_removed
    if stack_chips > in_play:
        raise Refused(
            "more_than_in_play",
            MORE_THAN_IN_PLAY,
            rule="ADTP.64",
            stack=stack_chips,
            in_play=in_play,
        )
    counted = Entry.objects.filter(pk=entry_id)
    was_chips = counted.values_list("stack_chips", flat=True).get()
    counted.update(
        stack_chips=stack_chips,
        counted_at=at,
        counted_index=Clock.objects.filter(pk=tournament.pk).values("level_index"),
    )
    ChipCount.objects.create(entry_id=entry_id, stack_chips=stack_chips, at=at, by_id=by.user_id)
    record(
        ChipsCounted(
            tournament_id=tournament.pk,
            player_id=sitter.player_id,
            entry_id=entry_id,
            name=sitter.name,
            table=sitter.table_number,
            stack_chips=stack_chips,
            was_chips=was_chips,
        )
    )


def stacks_played(
    tournament: Tournament, *, table_number: int, stacks: Mapping[int, tuple[int, int]], at: datetime
) -> None:
    """Keep what a table online knows after a hand: the chips of each entry there; stacks: entry to (player, chips).

    Rule: ADTP.64, PT-T.36
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_entry SET stack_chips = c, counted_at = %s,"
            " counted_index = (SELECT level_index FROM tournaments_clock WHERE tournament_id = %s)"
            " FROM unnest(%s::bigint[], %s::int[]) AS v(e, c) WHERE id = e AND tournament_id = %s",
            [
                at,
                tournament.pk,
                list(stacks),
                [chips for _player, chips in stacks.values()],
                tournament.pk,
            ],
        )
    record(
        StacksPlayed(
            tournament_id=tournament.pk,
            players=[player_id for player_id, _chips in stacks.values()],
            table=table_number,
            stacks=[[entry_id, chips] for entry_id, (_player, chips) in stacks.items()],
        )
    )


def correct(
    tournament: Tournament,
    *,
    field: Field,
    added_chips: int,
    removed_chips: int,
    reason: str,
) -> int:
    """Put down what a chip race, chips found or forfeited changed; the chips now in play.

    Refusals: ``nothing_to_correct``, ``too_few_chips_left``. Rule: ADTP.24, ADTP.63, ADTP.64
    """
    in_play = chips.corrected(
        book=chips.ChipBook(issued=field.chips_issued, removed=field.chips_removed),
        added=added_chips,
        removed=removed_chips,
        players_left=field.players_left,
    )
    # what a race adds counts against what was taken out: entries alone say how much was issued
    field.chips_removed += removed_chips - added_chips
    field.save(update_fields=["chips_removed"])
    record(
        ChipsCorrected(
            tournament_id=tournament.pk,
            added_chips=added_chips,
            removed_chips=removed_chips,
            in_play_chips=in_play,
            reason=reason,
        )
    )
    return in_play
