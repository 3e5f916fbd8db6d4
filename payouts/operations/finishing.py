"""The end: one player holds all chips, everything is awarded, the pool is empty."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from dispatch.commands import record
from dispatch.facts import ABSENT, CommandId
from dispatch.results import as_json
from ledger.queries import bounties_of_player, tournament_balance
from payouts.facts import FinishUndone, TournamentFinished
from payouts.models import Award, AwardState, Ending, PrizePool
from payouts.operations.awards import award, award_winner, void_awards
from payouts.operations.bounties import pay_winner_bounty, reverse_winner_bounty
from payouts.operations.by_chips import (
    best_placed,
    counted_at_the_end,
    ends_by_chips,
    place_by_chips,
    places_are_final,
    take_back_places,
)
from payouts.operations.deals import lapse
from payouts.operations.ranking import score, unscore
from payouts.queries.bounties import bounties_open, bounty_of
from payouts.queries.ladders import Ladder
from payouts.queries.reopening import plan_reopening
from rules.accounts import AccountKind
from rules.finishing import place_from
from rules.refusals import N_, Refused
from tables.operations import numbering
from tables.queries.numbers import unbroken
from tournaments.models import Elimination, Entry, EntryState, Field, Tournament, TournamentState

PODIUM = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PodiumLine:
    """One of the best places. tied: how many share it. name: the public one. amount_cents: the prize; bounties_cents:
    won beside it."""

    place: int
    tied: int
    entry_id: int
    name: str
    amount_cents: int
    bounties_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The end in figures: the podium best first."""

    winner_entry_id: int
    podium: tuple[PodiumLine, ...]
    scored: int


def survivor(field: Field) -> Entry:
    """Return the one who is left, with all chips accounted for.

    Refusals: ``entries_open``, ``players_left``, ``places_open``, ``chips_not_accounted``.
    Rule: PT-T.52, ADTP.64
    """
    places_are_final(field)
    if field.players_left + field.waiting != 1:
        raise Refused(
            "players_left",
            N_("%(players)s players are still in. Record the eliminations first."),
            rule="PT-T.52",
            players=field.players_left + field.waiting,
        )
    winner = Entry.objects.select_related("player").get(
        tournament_id=field.pk, state__in=(EntryState.PLAYING, EntryState.WAITING)
    )
    in_play = field.chips_issued - field.chips_removed
    standing = Elimination.objects.filter(tournament_id=field.pk, undone_at__isnull=True)
    last_out = standing.aggregate(last=Max("at"))["last"]
    counted = winner.counted_at is not None and (last_out is None or winner.counted_at > last_out)
    if counted and winner.stack_chips != in_play:
        raise Refused(
            "chips_not_accounted",
            N_(
                "%(player)s was counted with %(counted)s chips, but %(in_play)s are in play. Count again, or correct"
                " what was recorded."
            ),
            rule="ADTP.64",
            player=winner.player.public_name,
            counted=winner.stack_chips or 0,
            in_play=in_play,
        )
    return winner


def finish(tournament: Tournament, *, field: Field, at: datetime, command_id: CommandId) -> Finished:
    """Award what is not awarded yet, crown the winner, score the season and close the books of a locked tournament.

    Where the time of a timed tournament is up, all who are in have places by their chips. The caller stops the clock and reveals the
    draw. Refusals: those of `survivor` and `counted_at_the_end`, ``bounties_open``, ``pool_not_empty``.
    Rule: PT-T.33, PT-T.52, PT-T.54, SCPT.L, SCPT.S
    """
    by_chips = counted_at_the_end(tournament, field=field) if ends_by_chips(field) else ()
    winner = by_chips[0] if by_chips else survivor(field)
    waiting = bounties_open(tournament.pk)
    if waiting is not None:
        raise waiting
    stack_before = winner.stack_chips
    lapse(tournament, at=at)
    if by_chips:
        first = place_by_chips(tournament, field=field, entries=by_chips, at=at, command_id=command_id)
    else:
        first = [winner.pk]
        Entry.objects.filter(pk=winner.pk).update(
            state=EntryState.PLAYING, stack_chips=field.chips_issued - field.chips_removed
        )
    pool = PrizePool.objects.get(pk=tournament.pk)
    paid = max(Ladder.of(pool.prizes).places, pool.deal_among or 0)
    late = best_placed(field, places=paid).exclude(entry_id__in=first)
    award(tournament, field=field, eliminations=list(late), at=at, command_id=command_id)
    award_winner(tournament, pool=pool, entry_ids=first, at=at, command_id=command_id)
    bounty = pay_winner_bounty(tournament, winner=winner, at=at, command_id=command_id)
    left = tournament_balance(AccountKind.PRIZE_POOL, tournament_id=tournament.pk)
    if left:
        raise Refused(
            "pool_not_empty",
            N_(
                "After all prizes %(left_cents)s are left in the prize pool, because its books were corrected. Correct"
                " them back first."
            ),
            rule="REGULATIONS 6.5",
            left=left,
            left_cents=left,
            currency=tournament.currency,
        )
    scored = score(tournament, field=field, winner=winner)
    Ending.objects.create(
        tournament=tournament,
        winner=winner,
        stack_chips_before=stack_before,
        bounty_cents=bounty,
        at=at,
        command_id=command_id,
    )
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED, finished_at=at)
    tournament.state, tournament.finished_at = TournamentState.FINISHED, at
    numbering.give_back(tournament)
    podium = tuple(_podium(tournament, field, winner, sharing=len(first)))
    t = tournament.pk
    record(
        TournamentFinished(
            tournament_id=t,
            winner_id=winner.player_id,
            entries=field.entries_total,
            winner=winner.player.public_name,
            podium=[as_json(line) for line in podium],
            net_cents=pool.net_cents,
            currency=tournament.currency,
            scored=scored,
        )
    )
    return Finished(winner_entry_id=winner.pk, podium=podium, scored=scored)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened:
    """An end taken back: the entries whose prizes are in the pool again, how many lost their points, and which tables
    have another number now (old to new)."""

    voided: list[int]
    unscored: int
    renumbered: dict[int, int]


def take_back_finish(
    tournament: Tournament, *, field: Field | None, at: datetime, command_id: CommandId
) -> Reopened:
    """Undo `finish` of a locked tournament: what it gave is in the pool again, its points do not count, and who had a place by chips
    is in again with them.

    Prizes that were given before the end stand: undoing their eliminations takes those back. The caller starts the
    clock again. The draw's secret stays told. Refusals: those of `why_not_reopened`.
    Rule: ADTP.1, PT-T.52, SCPT.L, SCPT.S
    """
    found = plan_reopening(tournament)
    if found.no is not None:
        raise found.no
    ending = Ending.objects.select_for_update(of=("self",)).select_related("winner").get(pk=found.ending_id)
    winner = ending.winner
    voided = void_awards(
        tournament, entry_ids=[row.entry_id for row in found.awards], at=at, command_id=command_id
    )
    reverse_winner_bounty(tournament, winner=winner, cents=ending.bounty_cents, at=at, command_id=command_id)
    unscored = unscore(tournament, at=at)
    Ending.objects.filter(pk=ending.pk).update(undone_at=at)
    Entry.objects.filter(pk=winner.pk).update(stack_chips=ending.stack_chips_before)
    if field is not None:
        take_back_places(field, command_id=ending.command_id, at=at)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING, finished_at=None)
    tournament.state, tournament.finished_at = TournamentState.RUNNING, None
    renumbered = numbering.take_again_or_next(tournament, tables=unbroken(tournament.pk))
    record(
        FinishUndone(
            tournament_id=tournament.pk,
            winner_id=winner.player_id,
            winner=found.winner,
            prizes_taken_back=len(voided),
            unscored=unscored,
            renumbered={str(old): new for old, new in renumbered.items()} or ABSENT,
        )
    )
    return Reopened(voided=voided, unscored=unscored, renumbered=renumbered)


def _podium(tournament: Tournament, field: Field, winner: Entry, *, sharing: int) -> list[PodiumLine]:
    out = best_placed(field, places=PODIUM).select_related("entry__player")
    rows = [(1, sharing, winner.pk, winner.player)]
    for row in out:
        place = place_from(entries_total=field.entries_total, out_before=row.out_before or 0, tied=row.tied)
        if place <= PODIUM:
            rows.append((place, row.tied, row.entry_id, row.entry.player))
    won = dict(
        Award.objects.filter(entry_id__in=[r[2] for r in rows])
        .exclude(state=AwardState.VOID)
        .values_list("entry_id", "amount_cents")
    )
    heads = bounty_of(tournament.split) > 0
    return [
        PodiumLine(
            place=place,
            tied=tied,
            entry_id=entry,
            name=player.public_name,
            amount_cents=won.get(entry, 0),
            bounties_cents=bounties_of_player(player.pk, tournament_id=tournament.pk) if heads else 0,
        )
        for place, tied, entry, player in rows
    ]
