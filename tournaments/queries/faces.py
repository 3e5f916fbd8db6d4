"""The small public faces: what the big screen and the public page are made of. Nothing private is in them.

Each is whole: whoever missed some needs only the latest. Costs are constant in the field but for the calendar.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q

from rules import clock as law
from rules.clock import ClockState
from rules.clock_shown import milliseconds, snapshot
from rules.finishing import place_from
from rules.games import game_name
from rules.levels import Level, ante_for
from rules.policies import Policies
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.models import (
    Elimination,
    Entry,
    EntryState,
    Field,
    Registration,
    RegistrationState,
    Screen,
    Tournament,
    TournamentState,
    Wall,
    WallShow,
)
from tournaments.queries.clock import clock_state, entries_end_at
from tournaments.queries.prices import PriceStep, prices_at
from tournaments.queries.stacks import count_ages

# drafts and rehearsals are nobody's business
_PUBLIC = Q(practice=False) & ~Q(state=TournamentState.DRAFT)

LAST_ELIMINATIONS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What was announced of a tournament. price_cents: what an entry costs now; prices: with what it costs later."""

    tournament_id: int
    name: str
    venue: str
    venue_id: int
    timezone: str
    state: str
    starts_at: datetime
    currency: str
    price_cents: int
    guarantee_cents: int
    # what is played, as players call it
    game: str
    # whose ranking it counts for
    season_id: int | None = None
    when: str = ""
    prices: tuple[PriceStep, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """Where a tournament is held, and whether everybody may see it."""

    venue_id: int
    public: bool


def audience_of(tournament_id: int) -> Audience | None:
    """None where there is no such tournament."""
    found = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", "practice", "state").first()
    if found is None:
        return None
    venue_id, practice, state = found
    return Audience(venue_id=venue_id, public=not practice and state != TournamentState.DRAFT)


def announcement(tournament_id: int, *, at: datetime) -> Announcement:
    """A tournament as announced; rehearsals included (who may see them is the face's question).

    Refusal: ``not_found``, also for drafts.
    """
    return _announcement(_tournament(tournament_id), at=at)


def _tournament(tournament_id: int) -> Tournament:
    found = (
        Tournament.objects.select_related("venue", "stage")
        .filter(pk=tournament_id)
        .exclude(state=TournamentState.DRAFT)
        .first()
    )
    if found is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="tournament")
    return found


def _announcement(tournament: Tournament, when: str = "", *, at: datetime) -> Announcement:
    prices = prices_at(
        {
            "tournament_id": tournament.pk,
            "split": tournament.split,
            "price_periods": tournament.price_periods,
            "starts_at": tournament.starts_at,
            "structure": tournament.structure,
        },
        at=at,
    )
    return Announcement(
        tournament_id=tournament.pk,
        name=tournament.name,
        venue=tournament.venue.name,
        venue_id=tournament.venue_id,
        timezone=tournament.venue.timezone,
        state=tournament.state,
        starts_at=tournament.starts_at,
        currency=tournament.currency,
        price_cents=prices.now_cents,
        prices=prices.steps,
        guarantee_cents=tournament.guarantee_cents,
        game=game_name(tournament.variant),
        season_id=tournament.stage.season_id if tournament.stage else None,
        when=when,
    )


def calendar(*, at: datetime, venue_id: int | None = None, limit: int = 50) -> list[Announcement]:
    """What runs, what comes (the nearest first), what was (the latest first)."""
    found = Tournament.objects.select_related("venue", "stage").filter(_PUBLIC)
    if venue_id is not None:
        found = found.filter(venue_id=venue_id)
    over = Q(state__in=[TournamentState.FINISHED, TournamentState.CANCELLED])
    running = found.filter(state=TournamentState.RUNNING).order_by("-started_at")[:limit]
    coming = (
        found.exclude(over)
        .exclude(state=TournamentState.RUNNING)
        .filter(starts_at__gte=at - timedelta(days=1))
        .order_by("starts_at", "pk")[:limit]
    )
    past = found.filter(over).order_by("-starts_at", "-pk")[:limit]
    return [
        *(_announcement(t, "now", at=at) for t in running),
        *(_announcement(t, "next", at=at) for t in coming),
        *(_announcement(t, "past", at=at) for t in past),
    ]


def month(first: date, *, at: datetime, venue_id: int | None = None, limit: int = 500) -> list[Announcement]:
    """Everything announced that starts in a month, by its day at the venue. first: the first day of the month."""
    # a day more on both sides: it is the venue's calendar that counts, whatever its zone
    start = datetime(first.year, first.month, 1, tzinfo=UTC)
    found = Tournament.objects.select_related("venue", "stage").filter(
        _PUBLIC, starts_at__gte=start - timedelta(days=1), starts_at__lt=start + timedelta(days=33)
    )
    if venue_id is not None:
        found = found.filter(venue_id=venue_id)
    here = [
        t
        for t in found.order_by("starts_at", "pk")[:limit]
        if (day := t.starts_at.astimezone(ZoneInfo(t.venue.timezone))).month == first.month
        and day.year == first.year
    ]
    return [_announcement(t, at=at) for t in here]


def clock_face(tournament_id: int, *, at: datetime) -> dict[str, Any]:
    """The clock as an anchor and the structure: a screen counts by itself from here (static/js/clock.js).

    Rule: ADTP.23, PT-T.23, PT-T.45
    """
    tournament = _tournament(tournament_id)
    state = clock_state(tournament)
    field = Field.objects.filter(pk=tournament_id).first()
    policies = policies_from(tournament.policies)
    state, _ = law.catch_up(state=state, at=at)
    told = snapshot(state=state)
    players_left = field.players_left if field else None
    ends_at = entries_end_at(tournament)
    return {
        **told,
        "server_ms": milliseconds(at),
        "game": game_name(tournament.variant),
        # by time it ends whatever the clock does; null where a level ends it, which its item says
        "late_registration_ends_ms": milliseconds(ends_at) if ends_at is not None else None,
        "turn": tournament.clock.turn if state.started_at is not None else 0,
        "items": [
            {**item, **_played(state, index, players_left, policies)}
            for index, item in enumerate(told["items"])
        ],
    }


def _played(state: ClockState, index: int, players_left: int | None, policies: Policies) -> dict[str, Any]:
    """What is played in a level, or what is done in a recess."""
    item = state.structure.items[index]
    if not isinstance(item, Level):
        return {"colour_up": list(item.colour_up), "add_on": item.add_on}
    # before the start nobody is heads-up
    left = 10 if players_left is None else players_left
    number = state.structure.level_number(index)
    ante = ante_for(level=item, level_number=number, players_left=left, policies=policies)
    return {
        "small_blind": item.small_blind,
        "big_blind": item.big_blind,
        "ante": ante.chips,
        "ante_kind": ante.kind.value,
        # its own game, "" where the tournament's is played (SCPT.N)
        "game": game_name(item.game),
    }


def counts_face(tournament_id: int) -> dict[str, Any]:
    """How many, how much chips, how far: everything on the clock screen that is no clock and no money."""
    tournament = _tournament(tournament_id)
    field = Field.objects.filter(pk=tournament_id).first()
    if field is None:
        counted = Entry.objects.filter(
            tournament_id=tournament_id, state__in=[EntryState.REGISTERED, EntryState.WAITING]
        ).aggregate(
            entries=Count("pk"),
            players=Count("player_id", distinct=True),
            waiting=Count("pk", filter=Q(state=EntryState.WAITING)),
        )
        total, unique, waiting = counted["entries"], counted["players"], counted["waiting"]
        left, chips = total - waiting, (total - waiting) * tournament.starting_stack_chips
    else:
        total, unique, waiting = field.entries_total, field.entries_unique, field.waiting
        left, chips = field.players_left, field.chips_issued - field.chips_removed
    return {
        "state": tournament.state,
        "entries_total": total,
        "entries_unique": unique,
        "re_entries": total - unique,
        "players_left": left,
        "waiting": waiting,
        "chips_in_play": chips,
        "average_chips": round(chips / left) if left else 0,
        "currency": tournament.currency,
        "guarantee_cents": tournament.guarantee_cents,
        "hand_for_hand": bool(field and field.hand_for_hand),
        "hand_for_hand_round": field.hand_for_hand_round if field else 0,
        "final_table": bool(field and field.at_final_table),
        "late_registration_open": bool(field and field.entries_closed_at is None),
        # one player holds all chips and nobody can come: the room waits for the result
        "decided": bool(
            field
            and tournament.state == TournamentState.RUNNING
            and field.entries_closed_at is not None
            and field.players_left + field.waiting == 1
        ),
        # a place once read holds while this stays, but for one down with every late entry
        "undone": field.undone if field else 0,
    }


def eliminations_face(tournament_id: int, *, limit: int = LAST_ELIMINATIONS) -> dict[str, Any]:
    """The last ones out, best place first; once finished, from the winner down. Without the money."""
    tournament = _tournament(tournament_id)
    field = Field.objects.filter(pk=tournament_id).first()
    if field is None:
        return {"rows": []}
    rows = [
        {
            "entry_id": row["entry_id"],
            "elimination_id": row["id"],
            "place": place_from(
                entries_total=field.entries_total, out_before=row["out_before"] or 0, tied=row["tied"]
            ),
            "tied": row["tied"],
            "name": row["entry__player__public_name"],
        }
        for row in Elimination.objects.filter(
            tournament_id=tournament_id, undone_at__isnull=True, out_before__isnull=False
        )
        .order_by("-out_before", "-pk")
        .values("id", "entry_id", "out_before", "tied", "entry__player__public_name")[:limit]
    ]
    if tournament.state == TournamentState.FINISHED:
        winner = (
            Entry.objects.filter(tournament_id=tournament_id, state=EntryState.PLAYING)
            .values_list("pk", "player__public_name")
            .first()
        )
        if winner is not None:
            rows.insert(
                0, {"entry_id": winner[0], "elimination_id": None, "place": 1, "tied": 1, "name": winner[1]}
            )
    return {"rows": rows}


def standings_face(tournament_id: int) -> dict[str, Any]:
    """The stacks at the final table; empty before it is formed.

    stack: as last counted, with the level it was counted in. stack_chips: the same while it stands, None when play has
    overtaken it. The largest first: those that stand, then the old ones.
    """
    _tournament(tournament_id)
    field = Field.objects.filter(pk=tournament_id).first()
    if field is None or not field.at_final_table:
        return {"rows": []}
    entries = list(
        Entry.objects.filter(tournament_id=tournament_id, state=EntryState.PLAYING)
        .select_related("player", "seat__table")
        .order_by("pk")[:20]
    )
    seats = {e.pk: getattr(e, "seat", None) for e in entries}
    table_of = {pk: seat.table.number if seat else None for pk, seat in seats.items()}
    ages = count_ages(
        tournament_id,
        entries=entries,
        tables={n for n in table_of.values() if n is not None},
        sole=len(entries) == 1,
    )
    told = [(e, ages.of(e, table=table_of[e.pk])) for e in entries]
    told.sort(key=lambda pair: (pair[1] is None or not pair[1].stands, -(pair[1].chips if pair[1] else 0)))
    return {
        "rows": [
            {
                "entry_id": e.pk,
                "name": e.player.public_name,
                "stack_chips": stack.chips if stack is not None and stack.stands else None,
                "stack": stack.as_dict() if stack is not None else None,
                "seat": seat.number if (seat := seats[e.pk]) else None,
            }
            for e, stack in told
        ]
    }


def wall_face(tournament_id: int) -> dict[str, Any]:
    """What the staff put on the displays: {show: "clock" or "seats", message}."""
    found = Wall.objects.filter(pk=tournament_id).values("show", "message").first()
    return dict(found) if found else {"show": WallShow.CLOCK.value, "message": ""}


def screen_of(code: str) -> tuple[int, bool] | None:
    """(tournament id, with sound) of a paired display; None when nobody paired it."""
    return Screen.objects.filter(code=code).values_list("tournament_id", "sound").first()


def screens_of(venue_id: int) -> list[dict[str, Any]]:
    """The displays of a house and what each shows: {code, sound, tournament_id, tournament}."""
    rows = Screen.objects.filter(venue_id=venue_id).order_by("code")
    return [
        {"code": code, "sound": sound, "tournament_id": tournament_id, "tournament": name}
        for code, sound, tournament_id, name in rows.values_list(
            "code", "sound", "tournament_id", "tournament__name"
        )
    ]


def entries_face(tournament_id: int, *, limit: int = 50) -> dict[str, Any]:
    """For staff: who owes the desk a payment, who paid and owes the document, who waits for a seat, who came last."""
    _tournament(tournament_id)
    pending = (
        Registration.objects.filter(tournament_id=tournament_id, state=RegistrationState.PENDING)
        .order_by("created_at", "pk")
        .values_list("pk", "player_id", "player__public_name", "method", "code")
    )
    waiting = (
        Entry.objects.filter(tournament_id=tournament_id, state=EntryState.WAITING)
        .order_by("pk")
        .values_list("pk", "player_id", "player__public_name")[:limit]
    )
    latest = (
        Entry.objects.filter(tournament_id=tournament_id)
        .exclude(state=EntryState.CANCELLED)
        .order_by("-pk")
        .values_list("pk", "player_id", "player__public_name", "ordinal", "receipt")[:20]
    )
    return {
        **{
            owing: [
                {"registration_id": pk, "player_id": player, "name": name, "method": method, "code": code}
                for pk, player, name, method, code in rows[:limit]
            ]
            for owing, rows in (
                ("unpaid", pending.filter(paid_at__isnull=True)),
                ("ahead", pending.filter(paid_at__isnull=False)),
            )
        },
        "waiting": [
            {"entry_id": pk, "player_id": player, "name": name, "line": line}
            for line, (pk, player, name) in enumerate(waiting, 1)
        ],
        "latest": [
            {"entry_id": pk, "player_id": player, "name": name, "ordinal": ordinal, "receipt": receipt}
            for pk, player, name, ordinal, receipt in latest
        ],
    }


def player_face(player_id: int, tournament_id: int) -> dict[str, Any]:
    """One player in one tournament: registration, seat, line, place. Money follows from payouts."""
    tournament = _tournament(tournament_id)
    registration = (
        Registration.objects.filter(tournament_id=tournament_id, player_id=player_id).order_by("-pk").first()
    )
    entry = (
        Entry.objects.filter(tournament_id=tournament_id, player_id=player_id)
        .select_related("seat__table")
        .order_by("-pk")
        .first()
    )
    seat = getattr(entry, "seat", None) if entry else None
    stack = None
    if entry is not None and entry.state == EntryState.PLAYING:
        table = seat.table.number if seat else None
        ages = count_ages(tournament_id, entries=[entry], tables=[table] if table else [], sole=True)
        stack = ages.of(entry, table=table)
    place = None
    if entry is not None and entry.state == EntryState.OUT:
        field = Field.objects.get(pk=tournament_id)
        out = Elimination.objects.filter(entry=entry, undone_at__isnull=True).first()
        if out is not None and out.out_before is not None:
            place = place_from(entries_total=field.entries_total, out_before=out.out_before, tied=out.tied)
    elif (
        entry is not None
        and entry.state == EntryState.PLAYING
        and tournament.state == TournamentState.FINISHED
    ):
        place = 1  # the last one in is never out
    return {
        "registration": None
        if registration is None
        else {
            "registration_id": registration.pk,
            "state": registration.state,
            "code": registration.code,
            "method": registration.method,
            "price_cents": registration.price_cents,
            "paid": registration.paid_at is not None,
        },
        "entry": None
        if entry is None
        else {
            "entry_id": entry.pk,
            "state": entry.state,
            "receipt": entry.receipt,
            "stack_chips": stack.chips if stack is not None and stack.stands else None,
            "stack": stack.as_dict() if stack is not None else None,
            "line": Entry.objects.filter(
                tournament_id=tournament_id, state=EntryState.WAITING, pk__lte=entry.pk
            ).count()
            if entry.state == EntryState.WAITING
            else None,
        },
        "seat": None if seat is None else {"table": seat.table.number, "seat": seat.number},
        "place": place,
    }
