"""Eliminations: places, the moment they belong to, and what undoing one would do."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Q

from payouts.models import Award, AwardState
from payouts.queries.bounties import shares_of, spent
from rules import finishing
from rules.clock_shown import milliseconds
from rules.finishing import place_from
from rules.policies import from_dict
from rules.refusals import N_, Refused, possible
from tables.models import MoveReason, Seat, TableState
from tables.queries.numbers import lowest_free
from tournaments.models import Elimination, Entry, EntryState, Field, TournamentState
from tournaments.queries.announcements import announced_tournament
from tournaments.queries.circuit import home_of
from tournaments.queries.field import field_of
from tournaments.queries.public_view import PublicView, public_eliminations, public_entries, public_view


def home_of_entry(entry_id: int) -> tuple[int, int]:
    """Return (tournament id, venue id) of an entry. Refusals: ``no_such_entry``."""
    return home_of(Entry.objects.filter(pk=entry_id), otherwise=no_such_entry())


def own_bounty() -> Refused:
    """Return the lawful no for a player named as who took the own chips. Rule: SCPT.P"""
    return Refused(
        "own_bounty",
        N_("Players cannot take their own bounty. Name who took the chips, or nobody."),
        rule="SCPT.P",
    )


def no_such_entry() -> Refused:
    return Refused("no_such_entry", N_("This entry does not belong to the tournament."))


def home_of_elimination(elimination_id: int) -> tuple[int, int]:
    """Return (tournament id, venue id) of an elimination. Refusals: ``no_such_elimination``."""
    return home_of(
        Elimination.objects.filter(pk=elimination_id),
        otherwise=Refused(
            "no_such_elimination", N_("There is no such elimination. Reload the page."), rule="PT-T.31"
        ),
    )


def place_of(field: Field, *, row: Elimination) -> int | None:
    """Return the place of an elimination as the field stands; None while its round is open.

    Rule: PT-T.31, PT-T.44"""
    if row.out_before is None:
        return None
    return finishing.place_from(entries_total=field.entries_total, out_before=row.out_before, tied=row.tied)


def places(tournament_id: int) -> dict[int, tuple[int, int]]:
    """Return (place, how many share it) by entry id, of all who are out and placed; the whole field."""
    field = Field.objects.get(pk=tournament_id)
    return {
        entry_id: (
            finishing.place_from(entries_total=field.entries_total, out_before=out_before or 0, tied=tied),
            tied,
        )
        for entry_id, out_before, tied in Elimination.objects.filter(
            tournament_id=tournament_id, undone_at__isnull=True, out_before__isnull=False
        ).values_list("entry_id", "out_before", "tied")
    }


def moment_of(row: Elimination) -> list[Elimination]:
    """Return the eliminations ranked together with this one, itself included, that still stand."""
    together = Elimination.objects.filter(tournament_id=row.tournament_id, undone_at__isnull=True)
    if row.hand_for_hand_round:
        together = together.filter(
            hand_for_hand_round=row.hand_for_hand_round, out_before__isnull=row.out_before is None
        )
    else:
        together = together.filter(command_id=row.command_id)
    return list(together.order_by("id"))


def undo_preview(elimination_id: int) -> dict[str, Any]:
    """Return what undoing an elimination would do, told beforehand.

    {possible, code, sentence, params} as a refusal would say it; player; seat {table, seat, own, by_draw,
    taken_by, opens_table, new_table}: his own chair, or a seat by draw because it is taken or gone, maybe at a table that opens for it, new_table its number; places [{entry_id, player, place_now,
    place_after, shift}] of those who move; prizes [{entry_id, player, amount_cents}] and bounties [{entry_id, name,
    amount_cents}] that are taken back.
    Refusals: ``no_such_elimination``.
    """
    row = Elimination.objects.select_related("entry__player", "tournament").filter(pk=elimination_id).first()
    if row is None:
        raise Refused(
            "no_such_elimination", N_("There is no such elimination. Reload the page."), rule="PT-T.31"
        )
    field = Field.objects.get(pk=row.tournament_id)
    changed = changes_of(row)
    awards = list(
        Award.objects.filter(entry_id__in=[row.entry_id, *(r.entry_id for r, _ in changed)])
        .exclude(state=AwardState.VOID)
        .select_related("player")
    )
    shares = shares_of([row.pk]).get(row.pk, ())
    no = undo_refusal(row, awards=awards) or spent(shares, unit=row.tournament.currency)
    after = _places_after(field, row, changed)
    return {
        "elimination_id": row.pk,
        "entry_id": row.entry_id,
        "player": row.entry.player.public_name,
        **possible(no),
        "seat": seat_again(row),
        "places": [
            {
                "entry_id": r.entry_id,
                "player": r.entry.player.public_name,
                "place_now": place_of(field, row=r),
                "place_after": after[r.entry_id],
                "shift": shift,
            }
            for r, shift in changed
        ],
        "prizes": [
            {"entry_id": a.entry_id, "player": a.player.public_name, "amount_cents": a.amount_cents}
            for a in awards
        ],
        "bounties": [share.as_dict() for share in shares],
    }


def changes_of(row: Elimination) -> list[tuple[Elimination, str]]:
    """Return whose places an undo touches: ``one_down`` for those out later, ``ranked_again`` for those of the same
    moment.
    """
    if row.out_before is None:
        return []
    moment = moment_of(row)
    mates = [r for r in moment if r.pk != row.pk]
    base = min(r.out_before or 0 for r in [row, *mates])
    later = (
        Elimination.objects.filter(
            tournament_id=row.tournament_id, undone_at__isnull=True, out_before__gte=base
        )
        .exclude(pk__in=[row.pk, *(r.pk for r in mates)])
        .select_related("entry__player")
        .order_by("out_before", "id")
    )
    return [*((r, "ranked_again") for r in mates), *((r, "one_down") for r in later)]


def _places_after(field: Field, row: Elimination, changed: list[tuple[Elimination, str]]) -> dict[int, int]:
    """Entry to its place once `row` does not count any more."""
    mates = [r for r, shift in changed if shift == "ranked_again"]
    after = {r.entry_id: (place_of(field, row=r) or 0) + 1 for r, shift in changed if shift == "one_down"}
    if mates:
        base = min(r.out_before or 0 for r in [row, *mates])
        for placing in finishing.place_group(
            players_before=field.entries_total - base,
            busts=[
                finishing.BustInHand(
                    entry=r.entry_id,
                    moment=0,
                    table=r.table_number,
                    stack_chips_start=r.stack_chips_start or 0,
                )
                for r in mates
            ],
            simultaneous=from_dict(row.tournament.policies).simultaneous_bust,
        ):
            after[placing.entry] = placing.place
    return after


def undo_refusal(row: Elimination, *, awards: list[Award]) -> Refused | None:
    """Return why an elimination cannot be undone; None when it can.

    Codes: ``already_undone``, ``not_running``, ``reentered_since``, ``prize_paid``."""
    if row.undone_at is not None:
        return Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    if row.tournament.state != TournamentState.RUNNING:
        return Refused(
            "not_running",
            N_("This tournament is not running (%(state)s)."),
            state=str(TournamentState(row.tournament.state).value),
        )
    again = Entry.objects.filter(
        tournament_id=row.tournament_id,
        player_id=row.entry.player_id,
        state__in=(EntryState.PLAYING, EntryState.WAITING, EntryState.REGISTERED),
    )
    if again.exists():
        return Refused(
            "reentered_since",
            N_("%(player)s has entered again since and plays on with that entry: this elimination stays."),
            rule="SCPT.O",
            player=row.entry.player.public_name,
        )
    paid = next((a for a in awards if a.state == AwardState.PAID), None)
    if paid is not None:
        return Refused(
            "prize_paid",
            N_("The prize of %(player)s (place %(place)s) is already paid out. Take the payment back first."),
            rule="SCPT.L",
            player=paid.player.public_name,
            place=paid.place,
        )
    return None


def seat_again(row: Elimination, *, leaving: int | None = None) -> dict[str, Any]:
    """Return where a player sits once an elimination is undone, as `undo_preview` has it. leaving: an entry that gets up first."""
    chair = (
        Seat.objects.select_related("table", "entry__player")
        .filter(
            table__tournament_id=row.tournament_id, table__number=row.table_number, number=row.seat_number
        )
        .first()
    )
    gone = chair is None or chair.table.state == TableState.BROKEN
    taken = chair.entry if chair is not None and not gone and chair.entry_id != leaving else None
    own = not gone and taken is None
    came_as = ""
    if taken is not None:
        move = taken.moves.order_by("-id").first()
        came_as = move.reason if move else MoveReason.DRAW
    opens = (
        lowest_free(row.tournament, how_many=1)
        if not own and _all_taken(row.tournament_id, leaving=leaving)
        else []
    )
    return {
        "table": row.table_number if own else None,
        "seat": row.seat_number if own else None,
        "own": own,
        "by_draw": not own,
        "taken_by": taken.player.public_name if taken else "",
        "taken_as": came_as,
        "table_broken": gone,
        "opens_table": bool(opens),
        "new_table": opens[0] if opens else None,
        "was_table": row.table_number,
    }


def _all_taken(tournament_id: int, *, leaving: int | None) -> bool:
    """Whether a seat by draw needs another table: none is free, and there is no final table that gets a chair more."""
    there = Seat.objects.filter(table__tournament_id=tournament_id).exclude(table__state=TableState.BROKEN)
    return not there.filter(Q(entry__isnull=True) | Q(table__final=True) | Q(entry_id=leaving or 0)).exists()


LAST_ELIMINATIONS = 20


def came_back(
    tournament_id: int, *, player_ids: Collection[int], field: Field, told: PublicView | None
) -> set[int]:
    """Return which of these players, each of whom was out, play again by another entry, as far as the public knows. Rule: PT-H.11"""
    if field.entries_total <= field.entries_unique:
        return set()
    plays = public_entries(tournament_id, told=told).filter(player_id__in=player_ids)
    return set(plays.values_list("player_id", flat=True))


def playing_again(tournament_id: int, *, player_ids: Collection[int], at: datetime) -> set[int]:
    """Return which of these players play again by another entry, as the public knows it at an instant. Rule: PT-H.11"""
    told = public_view(announced_tournament(tournament_id), seen_at=at)
    field = field_of(tournament_id) if told is None else told.field
    return set() if field is None else came_back(tournament_id, player_ids=player_ids, field=field, told=told)


def eliminations_payload(
    tournament_id: int, *, seen_at: datetime | None, limit: int = LAST_ELIMINATIONS
) -> dict[str, Any]:
    """Return the last ones out, best place first; once finished, from the winner down. Without the money. seen_at: as the public knows it
    at this instant; None: as it is. Rule: PT-H.11
    """
    tournament = announced_tournament(tournament_id)
    field = field_of(tournament_id)
    if field is None:
        return {"rows": []}
    told = public_view(tournament, seen_at=seen_at)
    if told is not None:
        field = told.field
    out = list(
        public_eliminations(tournament_id, told=told)
        .order_by("-out_before", "-pk")
        .values(
            "id",
            "entry_id",
            "out_before",
            "tied",
            "entry__player__public_name",
            "entry__player_id",
            "table_number",
            "by_entries",
            "at",
        )[:limit]
    )
    names = dict(
        Entry.objects.filter(pk__in={pk for row in out for pk in row["by_entries"]}).values_list(
            "pk", "player__public_name"
        )
    )
    again = came_back(
        tournament_id, player_ids={row["entry__player_id"] for row in out}, field=field, told=told
    )
    rows = [
        {
            "entry_id": row["entry_id"],
            "elimination_id": row["id"],
            "place": place_from(
                entries_total=field.entries_total, out_before=row["out_before"] or 0, tied=row["tied"]
            ),
            "tied": row["tied"],
            "name": row["entry__player__public_name"],
            # who took the chips, where, when
            "by": [names[pk] for pk in row["by_entries"] if pk in names],
            "table": row["table_number"],
            "at_ms": milliseconds(row["at"]),
            # came in once more, and is in play
            "plays_again": row["entry__player_id"] in again,
        }
        for row in out
    ]
    if tournament.state == TournamentState.FINISHED and told is None:
        winner = (
            Entry.objects.filter(tournament_id=tournament_id, state=EntryState.PLAYING)
            .values_list("pk", "player__public_name")
            .first()
        )
        if winner is not None:
            rows.insert(
                0,
                {
                    "entry_id": winner[0],
                    "elimination_id": None,
                    "place": 1,
                    # at the set time equal stacks share the first place
                    "tied": rows[0]["tied"] if rows and rows[0]["place"] == 1 else 1,
                    "name": winner[1],
                    "by": [],
                    "table": None,
                    "at_ms": None,
                    "plays_again": False,
                },
            )
    return {"rows": rows}
