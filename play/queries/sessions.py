"""What a player's session at a table came to: time, hands, chips put in and won, the largest pots. Rule: PT-H.67"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from ledger.queries.rows import rows_of
from play.models import DealtHand, PlayTable, Sitting, TableStage
from play.queries.deciding import decides
from play.queries.parts import OwnPart, parts_of_sitting, parts_of_sittings
from rules.hands import Hand
from rules.refusals import not_found

_LAST = 10
_BIGGEST = 3
_ON_ONE_SCREEN = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLine:
    """A session in its player's list. left_at: None while it lasts. currency: of a cash table, where every chip is a cent; "" elsewhere.
    table_number: which of its tournament's tables, None elsewhere. The blinds: of the table now."""

    sitting_id: int
    table_id: int
    table: str
    since: datetime
    left_at: datetime | None
    timezone: str
    hands: int
    currency: str
    table_number: int | None
    small_blind_chips: int
    big_blind_chips: int

    def lasted(self, at: datetime) -> timedelta:
        """How long it was, or is by now."""
        return (self.left_at or at) - self.since


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeAtTable:
    """A session in figures, all of the same hands: those that are over. biggest: number and chips won of the largest pots won. brought, taken, fee: at a
    cash table what came from the account, what went back to it and what the house took of it before."""

    line: SessionLine
    tournament_id: int | None
    hands: int
    staked_chips: int
    won_chips: int
    biggest: list[tuple[int, int]]
    brought_cents: int
    taken_cents: int | None
    fee_cents: int

    @property
    def change_chips(self) -> int:
        """What was won over what was put in; below 0, lost. Who has left a cash table has it in the account, also of a hand that others still look at."""
        if self.line.currency and self.taken_cents is not None:
            return self.taken_cents - (self.brought_cents - self.fee_cents)
        return self._of_hands

    @property
    def last_hand_open(self) -> bool:
        """Whether the result has a hand already that hands, bets and gains have once everybody has seen it."""
        return self.change_chips != self._of_hands

    @property
    def _of_hands(self) -> int:
        return self.won_chips - self.staked_chips


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodUp:
    """Who stood up from which seat, and when."""

    player_id: int
    seat: int
    at: datetime


def session_at_table(*, table_id: int, player_id: int) -> TimeAtTable:
    """Return somebody's last session at a table, or the one that lasts; for that player alone.

    Refusals: ``not_found`` for who never sat there. Rule: PT-H.67
    """
    return _session(_of(player_id).filter(table_id=table_id).order_by("-id").first())


def session_of_player(*, sitting_id: int, player_id: int) -> TimeAtTable:
    """Return one session; for its player alone. Refusals: ``not_found``, for everybody else too. Rule: PT-H.67"""
    return _session(_of(player_id).filter(pk=sitting_id).first())


# of each pot that somebody won the house's share, as the hand's result has it
_RAKES = """
SELECT p.sitting_id, h.number, sum((r.share->>1)::bigint)
FROM unnest(%s::bigint[], %s::bigint[], %s::int[]) AS p (sitting_id, hand_id, seat)
JOIN play_dealthand h ON h.id = p.hand_id
CROSS JOIN LATERAL jsonb_array_elements(h.result->'pots') AS pot (one)
CROSS JOIN LATERAL jsonb_array_elements(pot.one->'rake') AS r (share)
WHERE (r.share->>0)::int = p.seat
GROUP BY p.sitting_id, h.number ORDER BY h.number DESC
"""


def rakes_of_session(sitting_id: int) -> list[tuple[int, int]]:
    """Return what the house took of the pots that a player won in a session: number of the hand and cents, the latest first. Rule: PT-H.17, PT-H.67"""
    return [
        (number, cents) for _of, number, cents in _rakes(parts_of_sitting(Sitting.objects.get(pk=sitting_id)))
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOfPots:
    """What the house took of the pots that a player won in a session. all_lost: it is over, and no chips came home."""

    cents: int
    all_lost: bool


def rake_beside(kind: str, *, taken: TakenOfPots | None) -> TakenOfPots | None:
    """Return what the house took of a session's pots, beside the movement of this kind that brings its chips home; where all were lost, beside the one
    that brought them there.
    """
    if taken is None or kind != ("table_buy_in" if taken.all_lost else "table_cash_out"):
        return None
    return taken


def rakes_behind(references: Iterable[str], *, player_id: int) -> dict[str, TakenOfPots]:
    """Return what the house took of the pots that a player won in each session that movements of money are about, by their
    references. No movement of the player's: it was taken before the pots were paid. Rule: PT-H.17, PT-H.19, PT-T.22
    """
    sittings = list(_of(player_id).filter(pk__in=_sittings_of(references)))
    taken: dict[int, int] = {}
    for sitting_id, _number, cents in _rakes(parts_of_sittings(player_id, sittings=sittings)):
        taken[sitting_id] = taken.get(sitting_id, 0) + cents
    return {
        f"sitting:{one.pk}": TakenOfPots(
            cents=taken[one.pk], all_lost=one.left_at is not None and not one.taken_chips
        )
        for one in sittings
        if one.pk in taken
    }


def _rakes(parts: Sequence[OwnPart]) -> list[tuple[int, int, int]]:
    """Session, number of the hand and cents, the latest hand first."""
    asked = [[getattr(part, name) for part in parts] for name in ("sitting_id", "hand_id", "seat")]
    return [(of, number, int(cents)) for of, number, cents in rows_of(_RAKES, values=asked)]


def sat_down_at(*, table_id: int, player_id: int) -> datetime | None:
    """Return since when somebody sits at a table; None for who does not sit there."""
    return _of(player_id).filter(table_id=table_id, left_at=None).values_list("since", flat=True).first()


def last_stood_up(table_id: int, *, player_id: int) -> StoodUp | None:
    """Return how somebody stood up from a table for the last time; None for who never sat there, and for who does."""
    last = _of(player_id).filter(table_id=table_id).order_by("-id").first()
    if last is None or last.left_at is None:
        return None
    return StoodUp(player_id=player_id, seat=last.seat, at=last.left_at)


def sat_at(table_id: int, *, player_id: int) -> bool:
    """Return whether somebody has ever sat at a table."""
    return _of(player_id).filter(table_id=table_id).exists()


def is_session(table_id: int) -> bool:
    """Return whether a table is played for a session, with players who have registered. Rule: PT-H.6"""
    return PlayTable.objects.filter(pk=table_id, session_starts_at__isnull=False).exists()


def seated_where(player_id: int) -> str:
    """Return the name of a table at which somebody sits; "" where nowhere."""
    name = _of(player_id).filter(left_at=None).order_by("-id").values_list("table__name", flat=True).first()
    return name or ""


def leaves_after_hand(table_id: int, *, sitting_id: int) -> bool:
    """Return whether somebody stands up from a table when the hand is over that is played."""
    sits = Sitting.objects.filter(pk=sitting_id, left_at=None).values_list("player_id", flat=True).first()
    rows = PlayTable.objects.filter(pk=table_id).values_list("seats", flat=True)
    return any(one["leaves"] for seats in rows for one in seats if one["player_id"] == sits)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHeld:
    """A seat in which somebody sits now. tournament_id: None at a cash or demo table. currency: of a cash table; "" elsewhere. in_hand: whether the player may
    still win the hand that is played. leaves: whether the player stands up when it is over. chips: behind, in that hand too. decides: whether the table waits for
    the player's decision. session: the one that lasts there."""

    session: SessionLine
    table_id: int
    table: str
    tournament_id: int | None
    currency: str
    in_hand: bool
    leaves: bool
    chips: int
    decides: bool


def seats_held(player_id: int) -> list[SeatHeld]:
    """Return where somebody sits now, in the order in which that began; for that player alone. Rule: PT-H.9, PT-H.69"""
    return [
        _held(one, player_id=player_id) for one in _of(player_id).filter(left_at__isnull=True).order_by("id")
    ]


def _held(one: Sitting, *, player_id: int) -> SeatHeld:
    table = one.table
    kept = next((seat for seat in table.seats if seat["player_id"] == player_id), None)
    hand = None if table.hand is None or table.stage != TableStage.PLAYING else Hand.from_dict(table.hand)
    seat = 0 if kept is None else kept["seat"]
    return SeatHeld(
        session=_line(one),
        table_id=table.pk,
        table=table.name,
        tournament_id=table.tournament_id,
        currency=table.currency,
        in_hand=hand is not None and seat in hand.live,
        leaves=kept is not None and kept["leaves"],
        chips=0 if kept is None else kept["chips"] if hand is None else hand.stacks.get(seat, kept["chips"]),
        decides=kept is not None and decides(table, kept=kept, hand=hand),
    )


def tables_behind(references: Iterable[str]) -> dict[str, str]:
    """Return the names of the tables that movements of money are about, by their references."""
    names = Sitting.objects.filter(pk__in=_sittings_of(references)).values_list("pk", "table__name")
    return {f"sitting:{pk}": name for pk, name in names}


def _sittings_of(references: Iterable[str]) -> set[int]:
    parted = (one.partition(":") for one in references)
    return {int(number) for about, _colon, number in parted if about == "sitting"}


def last_sessions(player_id: int) -> list[SessionLine]:
    """Return somebody's last sessions, the newest first; for that player alone."""
    return [_line(one) for one in _of(player_id).order_by("-id")[:_LAST]]


def _of(player_id: int) -> QuerySet[Sitting]:
    return Sitting.objects.select_related("table__venue").filter(player_id=player_id)


def tables_sat_at(player_id: int) -> list[SessionLine]:
    """Return the sessions that last, of each table at which somebody sits now, in the order in which they began. Rule: PT-H.9"""
    return [_line(one) for one in _of(player_id).filter(left_at__isnull=True).order_by("id")[:_ON_ONE_SCREEN]]


def _line(one: Sitting) -> SessionLine:
    return SessionLine(
        sitting_id=one.pk,
        table_id=one.table_id,
        table=one.table.name,
        since=one.since,
        left_at=one.left_at,
        timezone=one.table.venue.timezone,
        hands=one.hands,
        currency=one.table.currency,
        table_number=one.table.table_number,
        small_blind_chips=one.table.small_blind_chips,
        big_blind_chips=one.table.big_blind_chips,
    )


def _session(one: Sitting | None) -> TimeAtTable:
    if one is None:
        raise not_found("session")
    parts = parts_of_sitting(one)
    won = sorted((part for part in parts if part.won_chips), key=lambda part: (-part.won_chips, part.part_id))
    numbers = dict(
        DealtHand.objects.filter(pk__in=[part.hand_id for part in won[:_BIGGEST]]).values_list("pk", "number")
    )
    return TimeAtTable(
        line=_line(one),
        tournament_id=one.table.tournament_id,
        hands=len(parts),
        staked_chips=sum(part.staked_chips for part in parts),
        won_chips=sum(part.won_chips for part in parts),
        biggest=[(numbers[part.hand_id], part.won_chips) for part in won[:_BIGGEST]],
        brought_cents=one.brought_chips + one.fee_cents,
        taken_cents=one.taken_chips,
        fee_cents=one.fee_cents,
    )
