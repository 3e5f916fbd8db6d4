"""Steps of a tournament before it plays: made, changed, published, opened, postponed, cancelled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Max

from dispatch.commands import record
from rules import announcing, findings, validation
from rules.entries import periods_of, periods_put_off
from rules.policies import Policies, from_dict
from rules.presets import template
from rules.refusals import N_, Refused
from tables.operations import commit_draw
from tournaments.facts import (
    PUBLIC,
    STAFF,
    clock_topic,
    counts_topic,
    entries_topic,
    player_topic,
    prizes_topic,
    standings_topic,
    tournament_stream,
)
from tournaments.models import Entry, Field, Registration, Slot, Stage, Tournament, TournamentState
from tournaments.models.circuit import PLAY_MONEY
from tournaments.operations.circuit import cannot_change, rule_set_of
from tournaments.queries.entries import ENTRY_LOCK_KEY

DRAFT, ANNOUNCED = TournamentState.DRAFT, TournamentState.ANNOUNCED
REGISTERING, RUNNING = TournamentState.REGISTERING, TournamentState.RUNNING
_OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)

# What may still change once people have registered, and once cards are in the air. Everything else was bought.
_WHILE_REGISTERING = frozenset(
    {
        "name",
        "number",
        "guarantee_cents",
        "capacity",
        "first_table_number",
        "structure",
        "late_registration_level",
        "late_registration_minutes",
        "re_entries_per_player",
        "surrender",
        "alternates",
        "chip_set",
        "payout_table",
        "prize_unit_cents",
        "ranking_weight_milli",
        "main_event",
        "high_roller",
        "seats_per_table",
        "time_chip_chips",
        "time_chip_minutes_before_start",
        "redraw_at",
    }
)
_WHILE_RUNNING = frozenset(
    {
        "name",
        "number",
        "guarantee_cents",
        "late_registration_level",
        "late_registration_minutes",
        "payout_table",
        "prize_unit_cents",
        "redraw_at",
    }
)
_FACES = (clock_topic, counts_topic, prizes_topic, standings_topic)


def lock(tournament_id: int) -> Tournament:
    """The tournament, for update: registrations in flight end first, later ones wait. Refusal: ``not_found``.

    Not against foreign keys: a bust that only refers to the tournament needs not wait for it.
    """
    lock_out_new_entries(tournament_id)
    found = Tournament.objects.select_for_update(of=("self",), no_key=True).filter(pk=tournament_id).first()
    if found is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="tournament")
    return found


def lock_out_new_entries(tournament_id: int) -> None:
    """Nobody enters until the end of this command: however many want to, those inside are waited for and no others.

    Before any row is locked."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_xact_lock({ENTRY_LOCK_KEY})", {"tournament_id": tournament_id})


def announced_values(tournament: Tournament) -> dict[str, Any]:
    """The announced values by the names of rules.announcing.FIELDS."""
    return {name: getattr(tournament, name) for name in announcing.FIELDS}


def policies_of(tournament: Tournament) -> Policies:
    return from_dict(tournament.policies)


def _when(name: str, value: Any) -> datetime:
    if isinstance(value, str):  # in `changes` that came as JSON
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
        if value is not None and not 2000 <= value.year < 2100:
            value = None
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise Refused("not_an_instant", N_("%(field)s needs a date and a time."), field=name)
    return value


def _stage(venue_id: int, stage_id: Any) -> Stage | None:
    if stage_id is None:
        return None
    found = Stage.objects.filter(
        pk=validation.whole("stage_id", stage_id), season__series__venue_id=venue_id
    ).first()
    if found is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="stage")
    return found


def make(
    *,
    venue_id: int,
    currency: str,
    values: Mapping[str, Any],
    policies: Policies,
    starts_at: datetime,
    registration_opens_at: datetime | None,
    stage: Stage | None,
    at: datetime,
) -> Tournament:
    """A tournament in draft; `values` were read."""
    values = announcing.settle(values)
    _only_practice_for_play_money(currency, values)
    number = values.pop("number")
    if number == 1:
        number = _next_number(venue_id, stage)
    elif stage is not None:
        _check_number(stage, number)
    tournament = Tournament.objects.create(
        venue_id=venue_id,
        stage=stage,
        currency=currency,
        number=number,
        starts_at=starts_at,
        registration_opens_at=registration_opens_at,
        rule_set=policies.rule_set,
        policies=policies.as_dict(),
        created_at=at,
        **values,
    )
    tell(tournament, "tournament_drafted", at=at, audience=STAFF, name=tournament.name, starts_at=starts_at)
    return tournament


def _next_number(venue_id: int, stage: Stage | None) -> int:
    """Return the event number after the last of a stage; outside a stage, after those of the house that are not over."""
    if stage is not None:
        Stage.objects.select_for_update().get(pk=stage.pk)  # two drafts at once get two numbers
        taken = Tournament.objects.filter(stage=stage)
    else:
        taken = Tournament.objects.filter(venue_id=venue_id, stage=None).exclude(state__in=_OVER)
    last = taken.filter(practice=False).aggregate(n=Max("number"))["n"]
    return int(last or 0) + 1


def _check_number(stage: Stage, number: int, *, but: int | None = None) -> None:
    """Refuse an event number that another tournament of the stage has. Refusals: ``event_number_taken``."""
    Stage.objects.select_for_update().get(pk=stage.pk)
    found = Tournament.objects.filter(stage=stage, number=number, practice=False).exclude(
        state=TournamentState.CANCELLED
    )
    other = found.first() if but is None else found.exclude(pk=but).first()
    if other is not None:
        raise Refused(
            "event_number_taken",
            N_("Event %(number)s of this stage is %(name)s. The next free number is %(free)s."),
            field="number",
            number=number,
            name=other.name,
            free=_next_number(stage.season.series.venue_id, stage),
        )


def _only_practice_for_play_money(currency: str, values: Mapping[str, Any]) -> None:
    if currency == PLAY_MONEY and not values["practice"]:
        raise Refused(
            "play_money_is_practice",
            N_("This tournament is played for practice money and stays practice. Make a real one instead."),
            field="practice",
        )


def tell(
    tournament: Tournament,
    kind: str,
    *,
    at: datetime,
    audience: str = PUBLIC,
    players: Collection[int] = (),
    **body: Any,
) -> None:
    """Record what happened to a tournament as a whole; its faces change, and those of `players`."""
    record(
        kind,
        stream=tournament_stream(tournament.pk),
        at=at,
        audience=audience,
        body={"tournament_id": tournament.pk, **body},
        touches=[
            *(topic(tournament.pk) for topic in _FACES),
            *(player_topic(player_id, tournament.pk) for player_id in players),
        ],
    )


def from_template(
    *,
    venue_id: int,
    currency: str,
    key: str | None,
    name: str,
    starts_at: datetime,
    stage_id: int | None,
    changes: Mapping[str, Any],
    at: datetime,
) -> Tournament:
    """A draft from a template (without one: the turbo's values), with changes."""
    base = template(key or "turbo-8max")
    changes = dict(changes)
    rule_set = changes.pop("rule_set", base.rule_set)
    opens_at = changes.pop("registration_opens_at", None)
    values = {**base.values(), **announcing.read({**changes, "name": name})}
    return make(
        venue_id=venue_id,
        currency=currency,
        values=values,
        policies=rule_set_of(venue_id=venue_id, name=rule_set),
        starts_at=_when("starts_at", starts_at),
        registration_opens_at=None if opens_at is None else _when("registration_opens_at", opens_at),
        stage=_stage(venue_id, stage_id),
        at=at,
    )


def copy(source: Tournament, *, name: str, starts_at: datetime, at: datetime) -> Tournament:
    """A draft like another tournament: the same announcement, none of its history."""
    ahead = None
    if source.registration_opens_at is not None:
        ahead = _when("starts_at", starts_at) - (source.starts_at - source.registration_opens_at)
    return make(
        venue_id=source.venue_id,
        currency=source.currency,
        # a copy is another event of its stage: it gets the next number there
        values={**announced_values(source), "number": 1, "name": validation.text("name", name)},
        policies=policies_of(source),
        starts_at=_when("starts_at", starts_at),
        registration_opens_at=ahead,
        stage=source.stage,
        at=at,
    )


def change(
    tournament: Tournament, *, changes: Mapping[str, Any], acknowledge: Collection[str], at: datetime
) -> list[str]:
    """Change what may change in its state; what is public is checked like a publication. Returns the fields.

    Refusals: ``cannot_change``, ``too_late_to_change``, ``not_ready_to_publish``, those of the fields.
    """
    changes = dict(changes)
    if tournament.state in _OVER:
        raise Refused(
            "tournament_over", N_("This tournament is over; nobody can enter it any more."), rule="ADTP.8B"
        )
    wanted = set(changes)
    allowed = _may_change(tournament)
    extra: dict[str, Any] = {}
    for name in ("rule_set", "stage_id", "registration_opens_at", "starts_at"):
        if name not in changes:
            continue
        value = changes.pop(name)
        if name not in allowed:
            raise _too_late(name)
        if name == "rule_set":
            policies = rule_set_of(venue_id=tournament.venue_id, name=value)
            extra |= {"rule_set": policies.rule_set, "policies": policies.as_dict()}
        elif name == "stage_id":
            extra["stage"] = _stage(tournament.venue_id, value)
        else:
            extra[name] = None if value is None and name != "starts_at" else _when(name, value)
    for name in changes:
        if name in announcing.FIELDS and name not in allowed:
            raise _too_late(name)
    read = announcing.read(changes)
    _only_what_was_not_promised(tournament, read)
    _settle_number(tournament, read, extra)
    if "number" in read:
        wanted.add("number")
    values = announcing.settle({**announced_values(tournament), **read})
    _only_practice_for_play_money(tournament.currency, values)
    policies = from_dict(extra.get("policies", tournament.policies))
    if tournament.state != DRAFT:
        findings.check(
            values,
            policies=policies,
            acknowledged=acknowledge,
            # what was online when it was published stays so; nothing becomes it
            online_tables=settings.ONLINE_TABLES or tournament.online,
        )
    before = _announced(tournament, wanted)
    for name, value in {**values, **extra}.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=[*values, *extra])
    promoted = make_slots(tournament) if "capacity" in read and tournament.state == REGISTERING else []
    if wanted:
        tell(
            tournament,
            "tournament_changed",
            at=at,
            audience=STAFF if tournament.state == DRAFT else PUBLIC,
            players=promoted,
            fields=sorted(wanted),
            # the history tells each field before and after
            was=_plainly(before),
            now=_plainly(_announced(tournament, before)),
            acknowledged=sorted(set(acknowledge)),
        )
    return sorted(wanted)


def _settle_number(tournament: Tournament, read: dict[str, Any], extra: Mapping[str, Any]) -> None:
    """An event that comes into a stage with a number that is taken there gets the next; one that is asked for must be free.

    Refusals: ``event_number_taken``.
    """
    stage = extra.get("stage", tournament.stage)
    number = read.get("number", tournament.number)
    moved = stage is not None and stage.pk != tournament.stage_id
    if stage is None or tournament.practice or not (moved or number != tournament.number):
        return
    try:
        _check_number(stage, number, but=tournament.pk)
    except Refused:
        if number != tournament.number:
            raise
        read["number"] = _next_number(tournament.venue_id, stage)


def _announced(tournament: Tournament, names: Iterable[str]) -> dict[str, Any]:
    """What a tournament announces under these names; of a stage also what it is called."""
    found = {name: getattr(tournament, name) for name in names if hasattr(tournament, name)}
    if "stage_id" in found:
        found["stage"] = tournament.stage.name if tournament.stage is not None else ""
    return found


def _plainly(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as JSON has them."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()
    }


def _too_late(name: str) -> Refused:
    return Refused(
        "too_late_to_change",
        N_("%(field)s cannot be changed any more: people have registered for what was announced."),
        rule="SCPT.D",
        field=name,
    )


def _may_change(tournament: Tournament) -> frozenset[str]:
    everything = frozenset(announcing.FIELDS)
    frame = frozenset({"rule_set", "stage_id", "registration_opens_at", "starts_at"})
    if tournament.state == DRAFT:
        return everything | frame
    if tournament.state == ANNOUNCED:
        return (everything | {"registration_opens_at", "rule_set", "stage_id"}) - {"practice", "format"}
    if tournament.state == REGISTERING:
        if Registration.objects.filter(tournament=tournament).exists():
            return _WHILE_REGISTERING
        return everything - {"practice", "format"}
    return _WHILE_RUNNING


def _only_what_was_not_promised(tournament: Tournament, read: Mapping[str, Any]) -> None:
    """Promises are kept: a guarantee is never lowered once announced, seats are not taken from those who paid."""
    if tournament.state == DRAFT:
        return
    if read.get("guarantee_cents", tournament.guarantee_cents) < tournament.guarantee_cents:
        raise Refused(
            "guarantee_is_promised",
            N_("A guarantee that was announced can be raised, not lowered."),
            rule="SCPT.F",
        )
    if read.get("capacity") is not None:
        taken = Entry.objects.filter(tournament=tournament, state="registered").count()
        if read["capacity"] < taken:
            raise Refused(
                "seats_are_sold",
                N_("%(taken)s players have a seat already; the capacity cannot be lower."),
                rule="SCPT.H",
                taken=taken,
            )
    if tournament.state == RUNNING:
        field = Field.objects.select_for_update().get(pk=tournament.pk)
        if field.entries_closed_at is not None:
            for name in (
                "late_registration_level",
                "late_registration_minutes",
                "payout_table",
                "prize_unit_cents",
                "guarantee_cents",
            ):
                if name in read:
                    raise Refused(
                        "entries_are_closed",
                        N_("Entries are closed and the prizes are fixed; %(field)s stays as it is."),
                        rule="ADTP.8B",
                        field=name,
                    )


def publish(
    tournament: Tournament, *, acknowledge: Collection[str], practice_seed: str | None, at: datetime
) -> str:
    """Announce a draft: checked, its draw committed to. Returns the commitment.

    Refusals: ``not_a_draft``, ``not_ready_to_publish``, ``starts_in_the_past``, ``seed_only_for_practice``.
    Rule: SCPT.B, PT-T.39
    """
    if tournament.state != DRAFT:
        raise Refused("not_a_draft", N_("This tournament was already published."), rule="SCPT.B")
    if tournament.starts_at <= at:
        raise Refused(
            "starts_in_the_past", N_("The start lies in the past. Set a later start."), rule="SCPT.B"
        )
    seed = None
    if practice_seed is not None:
        if not tournament.practice:
            raise Refused(
                "seed_only_for_practice",
                N_("Only a practice tournament may bring its own seed."),
                rule="PT-T.39",
            )
        try:
            seed = bytes.fromhex(practice_seed)
        except (ValueError, TypeError):
            raise Refused(
                "bad_seed", N_("A practice seed is 64 hexadecimal digits (32 bytes)."), rule="PT-T.39"
            ) from None
    findings.check(
        announced_values(tournament),
        policies=policies_of(tournament),
        acknowledged=acknowledge,
        online_tables=settings.ONLINE_TABLES,
    )
    commitment = commit_draw(tournament.pk, at, seed)
    tournament.state = ANNOUNCED
    tournament.save(update_fields=["state"])
    tell(
        tournament,
        "tournament_published",
        at=at,
        name=tournament.name,
        starts_at=tournament.starts_at,
        price_cents=tournament.price_cents,
        currency=tournament.currency,
        guarantee_cents=tournament.guarantee_cents,
        rule_set=tournament.rule_set,
        commitment=commitment,
        acknowledged=sorted(set(acknowledge)),
    )
    return commitment


def make_slots(tournament: Tournament) -> list[int]:
    """As many limited seats as the capacity says: missing ones are made, free ones too many go. The players who
    waited and have a seat now. Rule: SCPT.H"""
    with connection.cursor() as cursor:
        if tournament.capacity is None:
            cursor.execute("DELETE FROM tournaments_slot WHERE tournament_id = %s", [tournament.pk])
            cursor.execute(
                "UPDATE tournaments_entry SET state = 'registered' WHERE tournament_id = %s AND state = 'waiting'"
                " RETURNING player_id",
                [tournament.pk],
            )
            return [player_id for (player_id,) in cursor.fetchall()]
        cursor.execute("SELECT count(*) FROM tournaments_slot WHERE tournament_id = %s", [tournament.pk])
        missing = tournament.capacity - cursor.fetchone()[0]
        if missing > 0:
            cursor.execute(
                "INSERT INTO tournaments_slot (tournament_id) SELECT %s FROM generate_series(1, %s)",
                [tournament.pk, missing],
            )
            # entries paid while there were fewer seats, or none counted, take theirs in the order they were paid
            cursor.execute(
                "WITH line AS (SELECT id, row_number() OVER (ORDER BY state <> 'registered', id) AS n"
                "  FROM tournaments_entry e WHERE tournament_id = %(t)s AND state IN ('registered', 'waiting')"
                "  AND NOT EXISTS (SELECT FROM tournaments_slot WHERE entry_id = e.id)),"
                " free AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM tournaments_slot"
                "  WHERE tournament_id = %(t)s AND entry_id IS NULL),"
                " taken AS (UPDATE tournaments_slot s SET entry_id = line.id FROM free JOIN line USING (n)"
                "  WHERE s.id = free.id RETURNING s.entry_id)"
                " UPDATE tournaments_entry SET state = 'registered' FROM taken"
                " WHERE id = taken.entry_id AND state = 'waiting' RETURNING player_id",
                {"t": tournament.pk},
            )
            return [player_id for (player_id,) in cursor.fetchall()]
        if missing < 0:
            cursor.execute(
                "DELETE FROM tournaments_slot WHERE id IN (SELECT id FROM tournaments_slot"
                " WHERE tournament_id = %s AND entry_id IS NULL ORDER BY id DESC LIMIT %s)",
                [tournament.pk, -missing],
            )
    return []


def open_registration(tournament: Tournament, *, at: datetime) -> None:
    """Registration opens: now, or at the announced time when the clock calls. Rule: SCPT.B, SCPT.H

    Refusals: ``not_announced``.
    """
    if tournament.state != ANNOUNCED:
        raise Refused(
            "not_announced",
            N_("Registration can be opened once, after the tournament was published."),
            rule="SCPT.B",
        )
    due = tournament.registration_opens_at or tournament.starts_at - timedelta(hours=1)
    if at < due:
        tournament.registration_opens_at = at
    tournament.state = REGISTERING
    tournament.save(update_fields=["state", "registration_opens_at"])
    if tournament.capacity is not None:
        Slot.objects.filter(tournament=tournament).delete()
        make_slots(tournament)
    tell(tournament, "registration_opened", at=at)


def postpone(tournament: Tournament, *, starts_at: datetime, reason: str, at: datetime) -> None:
    """Another start; players are told. Registrations stay. A start that was announced is kept otherwise: people come
    half an hour before it. Prices by period go with the start, but one that has ended does not come back. Rule: SCPT.B, SCPT.C, SCPT.D

    Refusals: ``already_started``, ``starts_in_the_past``, ``reason_missing``.
    """
    if tournament.state not in (DRAFT, ANNOUNCED, REGISTERING):
        raise Refused("already_started", N_("This tournament has already started."), rule="PT-T.39")
    if _when("starts_at", starts_at) <= at:
        raise Refused(
            "starts_in_the_past", N_("The start lies in the past. Set a later start."), rule="SCPT.B"
        )
    before = tournament.starts_at
    if tournament.registration_opens_at is not None and tournament.state != REGISTERING:
        tournament.registration_opens_at += starts_at - before
    tournament.starts_at = starts_at
    if tournament.state != DRAFT:
        tournament.price_periods = [
            p.as_dict()
            for p in periods_put_off(
                periods_of(tournament.price_periods), starts_at=before, later=starts_at - before, at=at
            )
        ]
    tournament.save(update_fields=["starts_at", "registration_opens_at", "price_periods"])
    record(
        "tournament_postponed",
        stream=tournament_stream(tournament.pk),
        at=at,
        audience=STAFF if tournament.state == DRAFT else PUBLIC,
        body={
            "tournament_id": tournament.pk,
            "from": before,
            "starts_at": starts_at,
            "reason": reason_of(reason),
        },
        touches=[*(topic(tournament.pk) for topic in _FACES), entries_topic(tournament.pk)],
    )


def reason_of(value: Any) -> str:
    """A reason that is kept with the decision. Refusal: ``reason_missing``. Rule: SCPT.I, ADTP.1"""
    if not isinstance(value, str) or not value.strip():
        raise Refused("reason_missing", N_("State the reason; it is kept with the decision."), rule="SCPT.I")
    return validation.text("reason", value, at_most=300)


__all__ = [
    "announced_values",
    "cannot_change",
    "change",
    "copy",
    "from_template",
    "lock",
    "make",
    "make_slots",
    "open_registration",
    "policies_of",
    "postpone",
    "publish",
    "reason_of",
    "tell",
]
