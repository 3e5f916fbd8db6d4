"""Who is said to be out, and whether it can be. Needs an open command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from dispatch.facts import CommandId
from dispatch.queries import command_by_id
from rules.policies import Policies, SimultaneousBust
from rules.refusals import N_, Refused
from rules.validation import MAX_CHIPS, integer
from tables.models import Seat, Table
from tables.queries import Sitter, sitters
from tournaments.models import Elimination, Entry, EntryState, Field, Tournament
from tournaments.queries.eliminations import no_such_entry, own_bounty
from tournaments.queries.takers import at_table_with, taker_not_there

# with these the stack leaves play (ADTP.67D, ADTP.8C)
TAKES_CHIPS_OUT = ("surrendered", "disqualified", "under_age")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bust:
    """One entry that is out. stack_chips_start: its stack when the hand began; by_entries: who took the chips;
    nobody: it was said that nobody did. Neither: to be answered later, where a bounty hangs on it."""

    entry_id: int
    stack_chips_start: int | None = None
    by_entries: tuple[int, ...] = ()
    nobody: bool = False


def busts_given(values: Sequence[Mapping[str, Any]]) -> list[Bust]:
    """Busts from what a form or a program sent. Refusals: ``nobody_named``, ``named_twice``, ``not_a_number`` …"""
    if not isinstance(values, list | tuple) or not values or len(values) > 10:
        raise Refused("nobody_named", N_("Name who is out: one to ten players of one table."), rule="PT-T.31")
    busts = []
    for value in values:
        if not isinstance(value, Mapping):
            raise Refused(
                "nobody_named", N_("Name who is out: one to ten players of one table."), rule="PT-T.31"
            )
        stack = value.get("stack_chips_start")
        by, nobody = takers_given(value)
        busts.append(
            Bust(
                entry_id=integer("entry_id", value.get("entry_id"), low=1, high=2**63 - 1),
                stack_chips_start=None
                if stack is None
                else integer("stack_chips_start", stack, low=1, high=MAX_CHIPS),
                by_entries=by,
                nobody=nobody,
            )
        )
    if len({b.entry_id for b in busts}) != len(busts):
        raise Refused("named_twice", N_("The same player is named twice."), rule="PT-T.31")
    return busts


def takers_given(value: Mapping[str, Any]) -> tuple[tuple[int, ...], bool]:
    """Return who took the chips, from what a form or a program sent: (entries, whether nobody was chosen).

    Refusals: ``nobody_named``, ``takers_contradict``, ``named_twice``, ``not_a_number`` … Rule: SCPT.P"""
    by = value.get("by_entries") or []
    if not isinstance(by, list | tuple) or len(by) > 10:
        raise Refused("nobody_named", N_("Name who took the chips: at most ten players."), rule="PT-T.31")
    named = tuple(integer("by_entries", entry, low=1, high=2**63 - 1) for entry in by)
    if len(set(named)) != len(named):
        raise Refused("named_twice", N_("The same player is named twice."), rule="PT-T.31")
    nobody = value.get("nobody") is True
    if nobody and named:
        raise Refused(
            "takers_contradict",
            N_("Either somebody took the chips or nobody did. Choose one of the two."),
            rule="SCPT.P",
        )
    return named, nobody


def check_eliminators(
    tournament: Tournament, *, table_number: int, busts: Sequence[Bust], at: datetime
) -> None:
    """Check that who took the chips sat at the table and is still in, and nobody eliminates himself; also where there is no bounty.

    Refusals: ``no_such_entry``, ``own_bounty``, ``taker_not_there``. Rule: SCPT.P"""
    takers = {taker for bust in busts for taker in bust.by_entries}
    if not takers:
        return
    known = dict(
        Entry.objects.filter(tournament_id=tournament.pk, pk__in=takers).values_list(
            "pk", "player__public_name"
        )
    )
    if len(known) != len(takers):
        raise no_such_entry()
    if any(bust.entry_id in bust.by_entries for bust in busts):
        raise own_bounty()
    gone = {bust.entry_id for bust in busts}
    there = set(
        Seat.objects.filter(
            table__tournament_id=tournament.pk,
            table__number=table_number,
            entry__in=takers,
            entry__state=EntryState.PLAYING,
            since__lte=at,
        ).values_list("entry_id", flat=True)
    )
    if not takers <= there:  # moved away since, or never there: the moves of the table know
        there |= {
            mate.entry_id
            for mate in at_table_with(
                tournament.pk, entry_id=busts[0].entry_id, table_number=table_number, until=at
            )
        }
    for taker in sorted(takers):
        if taker in gone or taker not in there:
            raise taker_not_there(known[taker], table_number=table_number)


def seated_there(tournament: Tournament, *, table: Table, entry_ids: Sequence[int]) -> list[Sitter]:
    """Lock the table and return the seats of these entries there; or why one is not there."""
    found = {s.entry_id: s for s in sitters(entry_ids=entry_ids) if s.table_id == table.pk}
    for entry_id in entry_ids:
        if entry_id not in found:
            raise not_seated_refusal(tournament, entry_id=entry_id, table_number=table.number)
    return [found[entry_id] for entry_id in entry_ids]


def not_seated_refusal(tournament: Tournament, *, entry_id: int, table_number: int) -> Refused:
    """Return the lawful no for an entry that does not sit at this table."""
    entry = Entry.objects.select_related("player").filter(pk=entry_id, tournament_id=tournament.pk).first()
    if entry is None:
        return no_such_entry()
    name = entry.player.public_name
    if entry.state == EntryState.OUT:
        return already_out(tournament, entry_id=entry_id, name=name)
    seat = Seat.objects.select_related("table").filter(entry_id=entry_id).first()
    if seat is None:
        return Refused("not_seated", N_("%(player)s has no seat."), rule="ADTP.7", player=name)
    return Refused(
        "other_table",
        N_("%(player)s sits at table %(table)s, seat %(seat)s, not at table %(asked)s."),
        rule="ADTP.7",
        player=name,
        table=seat.table.number,
        seat=seat.number,
        asked=table_number,
    )


def already_out(tournament: Tournament, *, entry_id: int, name: str) -> Refused:
    """Say that two members of staff saw the same bust: who was first, and when."""
    row = Elimination.objects.filter(entry_id=entry_id, undone_at__isnull=True).first()
    if row is None:
        return Refused("not_seated", N_("%(player)s has no seat."), rule="ADTP.7", player=name)
    asked = command_by_id(CommandId(row.command_id))
    zone = ZoneInfo(tournament.venue.timezone)
    about = {
        "player": name,
        "operator": asked.label if asked else "?",
        "time": row.at.astimezone(zone).strftime("%H:%M"),
        "elimination_id": row.pk,
    }
    if not row.by_entries:
        return Refused(
            "already_out",
            N_("%(player)s is already out: busted by %(operator)s at %(time)s."),
            rule="PT-T.31",
            **about,
        )
    # whoever saw somebody else take the chips learns where the bounty went
    names = dict(Entry.objects.filter(pk__in=row.by_entries).values_list("pk", "player__public_name"))
    return Refused(
        "already_out",
        N_(
            "%(player)s is already out: busted by %(operator)s at %(time)s; %(takers)s took the chips. If that is"
            " wrong, tell the director."
        ),
        rule="PT-T.31",
        takers=", ".join(names[entry] for entry in row.by_entries if entry in names),
        **about,
    )


def require_stacks(
    field: Field, *, table: Table, busts: Sequence[Bust], round_: int, reason: str, policies: Policies
) -> None:
    """Require the stack where it decides a place or leaves play.

    Refusals: ``stack_needed``. Rule: ADTP.P16, PT-T.50"""
    together = len(busts)
    missing = [b for b in busts if b.stack_chips_start is None]
    if round_:
        earlier = list(
            Elimination.objects.filter(
                tournament_id=field.pk,
                hand_for_hand_round=round_,
                table_number=table.number,
                out_before__isnull=True,
                undone_at__isnull=True,
            ).values_list("stack_chips_start", flat=True)
        )
        together += len(earlier)
        if together > 1 and None in earlier:
            raise Refused(
                "stack_needed",
                N_(
                    "Several go out at table %(table)s in this hand: undo the earlier elimination and enter"
                    " them together, each with the stack at the start of the hand."
                ),
                rule="ADTP.P16",
                table=table.number,
            )
    by_stack = round_ and policies.simultaneous_bust is SimultaneousBust.ANY_TABLE_BY_STACK
    if missing and (together > 1 or by_stack or reason in TAKES_CHIPS_OUT):
        raise Refused(
            "stack_needed",
            N_("Enter the stack that each player had at the start of the hand: it decides the place."),
            rule="PT-T.50" if by_stack else "ADTP.P16",
        )
