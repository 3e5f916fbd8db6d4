"""Counted stacks with their age: what was counted is a fact only until the level or the table's players change."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Max, QuerySet, Sum

from play.queries.onlookers import PublicStack, public_stacks
from rules.chips import count_stands
from rules.clock_shown import milliseconds
from rules.levels import Level, Recess, Structure, from_dict
from tournaments.models import Clock, Elimination, Entry, EntryState, Field, Purchase, Tournament
from tournaments.queries.announcements import announced_tournament
from tournaments.queries.field import field_of
from tournaments.queries.public_view import PublicView, public_entries, public_view, seats_of_untold_outs

# out in these ways a player's chips went to others at the table; otherwise they left play with him
_CHIPS_WENT_ON = ("busted", "blinded_off")


@dataclass(frozen=True, slots=True, kw_only=True)
class StackView:
    """A stack and what it is worth knowing about it.

    level: the number of the level it was counted in; recess: in the recess after that level. stands: it is the stack
    now, as far as anybody knows; False: it is old, and is shown with its level or not at all. bust_since: it is old, although of the
    level that is played: a bust at the table came after it. sole: the last player owns all chips in play, counted or not.
    """

    chips: int
    level: int
    recess: bool
    stands: bool
    bust_since: bool = False
    sole: bool = False

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAges:
    """How old the counts of a tournament are.

    index: what is played now in the structure. last_out: table to the last moment at which chips went from one player
    to another there by a bust. sole_chips: all chips in play, where one player is left. told: the stacks, by player, that the public
    knows otherwise than they are (`play.queries.onlookers`).
    """

    structure: Structure | None = None
    index: int = 0
    last_out: dict[int, datetime] = field(default_factory=dict)
    sole_chips: int | None = None
    told: dict[int, PublicStack | None] = field(default_factory=dict)

    def of(self, entry: Entry, *, table: int | None) -> StackView | None:
        """Return the stack of a player in play who sits at this table; None where nobody ever counted it.

        Rule: ADTP.25A, ADTP.64, PT-H.11
        """
        if entry.player_id in self.told:
            told = self.told[entry.player_id]
            return self._view(told.chips, self.index, stands=True) if told and told.chips else None
        if self.sole_chips is not None:
            return self._view(self.sole_chips, self.index, stands=True, sole=True)
        if entry.counted_at is None or entry.counted_index is None or not entry.stack_chips:
            return None
        stands = count_stands(
            counted_at=entry.counted_at,
            index_then=entry.counted_index,
            index_now=self.index,
            last_out_at=self.last_out.get(table or 0),
        )
        return self._view(entry.stack_chips, entry.counted_index, stands=stands)

    def counted_at(self, entry: Entry) -> datetime | None:
        """Return when the stack was counted that is shown; of one that is seen late the minute as of which it is."""
        if entry.player_id in self.told:
            told = self.told[entry.player_id]
            return None if told is None else told.until
        return entry.counted_at

    def _view(self, chips: int, index: int, *, stands: bool, sole: bool = False) -> StackView:
        items = self.structure.items if self.structure else ()
        return StackView(
            chips=chips,
            level=self.structure.level_number(index) if self.structure else 1,
            recess=index < len(items) and isinstance(items[index], Recess),
            stands=stands,
            bust_since=not stands and index == self.index,
            sole=sole,
        )


def count_ages(
    tournament_id: int,
    *,
    entries: Collection[Entry],
    tables: Collection[int],
    sole: bool = False,
    told: dict[int, PublicStack | None] | None = None,
) -> CountAges:
    """Return what tells the age of these entries' counts. Where none of them was counted nothing is read.

    tables: those at which they sit. sole: there may be one player left, who then owns every chip. told: what the public knows of them.
    """
    sole_chips = None
    if sole:
        row = Field.objects.filter(pk=tournament_id, players_left=1).first()
        sole_chips = None if row is None else row.chips_issued - row.chips_removed
    if sole_chips is None and all(e.counted_at is None for e in entries):
        return CountAges()
    clock = _clock(tournament_id)
    if clock is None:
        return CountAges(sole_chips=sole_chips)
    here = [e.counted_at for e in entries if e.counted_at and e.counted_index == clock.level_index]
    last_out: dict[int, datetime] = {}
    if here:
        last_out = _last_outs(tournament_id, tables=tables, since=min(here))
    return CountAges(
        structure=from_dict(clock.tournament.structure),
        index=clock.level_index,
        last_out=last_out,
        sole_chips=sole_chips,
        told=told or {},
    )


def public_stacks_of(tournament: Tournament, *, at: datetime) -> dict[int, PublicStack | None]:
    """Return, by player, the stacks that the public knows otherwise than they are: those of tables online that are seen late. Read after the entries."""
    return public_stacks(tournament.pk, at=at) if tournament.online else {}


def _clock(tournament_id: int) -> Clock | None:
    return Clock.objects.select_related("tournament").filter(pk=tournament_id).first()


def _outs(tournament_id: int) -> QuerySet[Elimination]:
    return Elimination.objects.filter(
        tournament_id=tournament_id, undone_at__isnull=True, reason__in=_CHIPS_WENT_ON
    )


def _last_outs(tournament_id: int, *, tables: Collection[int], since: datetime) -> dict[int, datetime]:
    """Table to when chips last went on there by a bust, since then."""
    outs = _outs(tournament_id).filter(table_number__in=list(tables), at__gte=since)
    return dict(outs.values_list("table_number").annotate(last=Max("at")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many stacks were counted, and what they hold together."""

    stacks: int = 0
    chips: int = 0


def _counted_now(tournament_id: int) -> QuerySet[Entry]:
    """The stacks in play that were counted in what is played now; summed by the moment of the count, since a table is
    counted in one."""
    return Entry.objects.filter(
        tournament_id=tournament_id,
        state=EntryState.PLAYING,
        counted_index=F("tournament__clock__level_index"),
        counted_at__isnull=False,
        stack_chips__gt=0,
    ).order_by()


def counts_standing(tournament_id: int) -> Counted:
    """Return the stacks of the players in play that were counted in this level and since the last bust in the room:
    only such counts can add up to the chips in play.
    Rule: ADTP.64
    """
    counted = list(
        _counted_now(tournament_id)
        .values_list("counted_at")
        .annotate(stacks=Count("pk"), chips=Sum("stack_chips"))
    )
    if not counted:
        return Counted()
    last_out = _outs(tournament_id).aggregate(last=Max("at"))["last"]
    standing = [
        (stacks, chips)
        for at, stacks, chips in counted
        if count_stands(counted_at=at, index_then=0, index_now=0, last_out_at=last_out)
    ]
    return Counted(stacks=sum(n for n, _ in standing), chips=sum(chips for _, chips in standing))


def counts_standing_at_tables(tournament_id: int) -> dict[int, Counted]:
    """Return the stacks counted at each table that stand, by table id: in what is played now and since the last bust
    at the table.
    Rule: ADTP.25A, ADTP.64
    """
    counted = list(
        _counted_now(tournament_id)
        .filter(seat__isnull=False)
        .values_list("seat__table__number", "counted_at")
        .annotate(stacks=Count("pk"), chips=Sum("stack_chips"))
    )
    if not counted:
        return {}
    last_out = _last_outs(
        tournament_id, tables={row[0] for row in counted}, since=min(row[1] for row in counted)
    )
    found: dict[int, Counted] = {}
    for table, at, stacks, chips in counted:
        if count_stands(counted_at=at, index_then=0, index_now=0, last_out_at=last_out.get(table)):
            so_far = found.get(table, Counted())
            found[table] = Counted(stacks=so_far.stacks + stacks, chips=so_far.chips + chips)
    return found


def stack_before_bust(entry: Entry, *, said_chips: int | None) -> int | None:
    """Return the stack an entry that comes back is written with: as it was counted, with what was bought since.

    said_chips: what the floor said it was when the hand began; it is no count, and is used where nobody counted.
    Rule: ADTP.64
    """
    if entry.counted_at is None:
        return said_chips if said_chips is not None else entry.chips_issued
    last = entry.chip_counts.order_by("-id").values_list("stack_chips", flat=True).first()
    if last is None:
        return said_chips
    bought = Purchase.objects.filter(entry=entry, undone_at__isnull=True, at__gt=entry.counted_at)
    return int(last) + sum(bought.values_list("chips", flat=True))


def standings_payload(tournament_id: int, *, seen_at: datetime | None) -> dict[str, Any]:
    """Return the stacks at the final table; empty before it is formed. seen_at: of one played online as the public knows them at this instant;
    None: as they are.

    stack: as last counted, with the level it was counted in. stack_chips: the same while it stands, None when play has
    overtaken it. The largest first: those that stand, then the old ones. button: the dealer button is there.
    counted_ms: when it was counted. Rule: ADTP.64, PT-H.11
    """
    tournament = announced_tournament(tournament_id)
    known = public_view(tournament, seen_at=seen_at)
    field = field_of(tournament_id) if known is None else known.field
    if field is None or not field.at_final_table:
        return {"rows": []}
    entries = list(
        public_entries(tournament_id, told=known).select_related("player", "seat__table").order_by("pk")[:20]
    )
    places = _places(tournament_id, entries=entries, told=known)
    ages = count_ages(
        tournament_id,
        entries=entries,
        tables={table for table, _ in places.values()},
        sole=len(entries) == 1,
        told=public_stacks_of(tournament, at=seen_at) if seen_at is not None else {},
    )
    shown = [(e, ages.of(e, table=places.get(e.pk, _NOWHERE)[0])) for e in entries]
    shown.sort(key=lambda pair: (pair[1] is None or not pair[1].stands, -(pair[1].chips if pair[1] else 0)))
    return {
        "rows": [
            {
                "entry_id": e.pk,
                "name": e.player.public_name,
                "stack_chips": stack.chips if stack is not None and stack.stands else None,
                "stack": stack.as_dict() if stack is not None else None,
                "seat": places.get(e.pk, _NOWHERE)[1],
                # online it goes round without the floor, and is seen at the table
                "button": not tournament.online and _has_button(e),
                "counted_ms": milliseconds(counted) if (counted := ages.counted_at(e)) else None,
            }
            for e, stack in shown
        ]
    }


_NOWHERE = (None, None)


def _places(
    tournament_id: int, *, entries: Collection[Entry], told: PublicView | None
) -> dict[int, tuple[int, int]]:
    """Where entries sit, by entry: (table, seat); as far as the public knows, where `told` says that it knows less."""
    places = {
        e.pk: (seat.table.number, seat.number)
        for e in entries
        if (seat := getattr(e, "seat", None)) is not None
    }
    return places | seats_of_untold_outs(tournament_id, told=told)


def _has_button(entry: Entry) -> bool:
    seat = getattr(entry, "seat", None)
    return seat is not None and seat.number == seat.table.button_seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedPlayer:
    """A player in play whose stack was counted, where he sits, and when that was."""

    name: str
    table: int | None
    seat: int | None
    stack: StackView
    counted_at: datetime


def biggest_stacks(tournament_id: int, *, at: datetime, limit: int = 8) -> list[CountedPlayer]:
    """Return the largest stacks of those counted, the largest first, of a tournament played online as the public knows them at this instant; what nobody
    counted is nowhere. Rule: ADTP.64, PT-H.11
    """
    tournament = announced_tournament(tournament_id)
    rows = (
        counted_entries(tournament_id)
        .select_related("player", "seat__table")
        .order_by("-stack_chips", "-counted_at", "pk")
    )
    # which are the largest is the public's own reckoning where it knows others
    entries = list(rows if tournament.online else rows[:limit])
    told = public_stacks_of(tournament, at=at)
    known = public_view(tournament, seen_at=at)
    if known is not None:
        # who went out of it since is in yet
        entries = list(public_entries(tournament_id, told=known).select_related("player", "seat__table"))
    places = _places(tournament_id, entries=entries, told=known)
    ages = count_ages(
        tournament_id,
        entries=entries,
        tables={table for table, _ in places.values()},
        told=told,
    )
    found = [(e, ages.of(e, table=places.get(e.pk, _NOWHERE)[0]), ages.counted_at(e)) for e in entries]
    if told:
        found.sort(key=lambda one: -(one[1].chips if one[1] is not None else 0))
    return [
        CountedPlayer(
            name=e.player.public_name,
            table=places.get(e.pk, _NOWHERE)[0],
            seat=places.get(e.pk, _NOWHERE)[1],
            stack=stack,
            counted_at=counted,
        )
        for e, stack, counted in found[:limit]
        if stack is not None and counted is not None
    ]


def counted_entries(tournament_id: int) -> QuerySet[Entry]:
    """Return the entries in play whose stack was ever counted."""
    return Entry.objects.filter(
        tournament_id=tournament_id,
        state=EntryState.PLAYING,
        counted_at__isnull=False,
        counted_index__isnull=False,
        stack_chips__gt=0,
    )


def big_blind_now(tournament_id: int) -> int:
    """Return the big blind that stacks are measured by: of the level that is played, in a recess of the one after it.
    0 where none is known.
    """
    clock = _clock(tournament_id)
    if clock is None:
        return 0
    items = from_dict(clock.tournament.structure).items
    following = (item for item in items[clock.level_index :] if isinstance(item, Level))
    before = (item for item in reversed(items) if isinstance(item, Level))
    level = next(following, None) or next(before, None)
    return level.big_blind if level is not None else 0


def counted_moments(entry_ids: Collection[int]) -> dict[int, datetime]:
    """Return the moment at which each entry's stack was last counted, by entry id; without those that nobody counted."""
    found = Entry.objects.filter(pk__in=entry_ids, counted_at__isnull=False)
    return {pk: at for pk, at in found.values_list("pk", "counted_at") if at is not None}
