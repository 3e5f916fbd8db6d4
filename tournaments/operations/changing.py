"""What was announced is changed, as far as nobody has bought it yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings

from dispatch.commands import record
from rules import announcing, findings
from rules.clock import edit_structure
from rules.levels import from_dict as structure_from
from rules.policies import from_dict
from rules.refusals import N_, Refused
from tournaments.facts.announcements import TournamentChanged
from tournaments.facts.clock import LevelEdited
from tournaments.models import Entry, Field, Registration, Tournament
from tournaments.operations.announcing import (
    ANNOUNCED,
    DRAFT,
    OVER,
    REGISTERING,
    RUNNING,
    announced_values,
    instant,
    revised,
)
from tournaments.operations.circuit import rule_set_of
from tournaments.operations.clock import change_clock
from tournaments.operations.drafting import (
    check_event_number,
    next_event_number,
    played_for,
    stage_of_venue,
)
from tournaments.operations.played_online import can_be_played
from tournaments.operations.slots import make_slots

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
        "structure",
        "payout_table",
        "prize_unit_cents",
        "redraw_at",
    }
)


def change(
    tournament: Tournament, *, changes: Mapping[str, Any], acknowledge: Collection[str], at: datetime
) -> list[str]:
    """Change what may change in its state; what is public is checked like a publication. Returns the fields.

    Refusals: ``cannot_change``, ``too_late_to_change``, ``published_for_the_felt``, ``not_ready_to_publish``, those of the fields, and those of
    rules.clock.edit_structure where the clock runs.
    """
    changes = dict(changes)
    if tournament.state in OVER:
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
            extra["stage"] = stage_of_venue(tournament.venue_id, stage_id=value)
        else:
            extra[name] = None if value is None and name != "starts_at" else instant(name, value=value)
    for name in changes:
        if name in announcing.FIELDS and name not in allowed:
            raise _too_late(name)
    read = announcing.read(changes)
    _only_what_was_not_promised(tournament, read)
    _settle_number(tournament, read, extra)
    if "number" in read:
        wanted.add("number")
    values = announcing.settle({**announced_values(tournament), **read})
    if tournament.state == DRAFT:
        extra["currency"] = played_for(tournament.venue_id, practice=values["practice"])
    if tournament.state != DRAFT and values["online"] and not tournament.online:
        raise Refused(
            "published_for_the_felt",
            N_("This tournament was published for the felt and stays there. Make another one for online."),
            rule="PT-T.39",
        )
    policies = from_dict(extra.get("policies", tournament.policies))
    if tournament.state != DRAFT:
        findings.check(
            values,
            policies=policies,
            acknowledged=acknowledge,
            # what was online when it was published stays so, and what tables online can play stays playable
            online_tables=settings.ONLINE_TABLES or (tournament.online and not can_be_played(tournament)),
        )
    before = _announced(tournament, wanted)
    for name, value in {**values, **extra}.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=[*values, *extra, *(revised(tournament, at=at) if wanted else ())])
    if tournament.state == RUNNING and "structure" in read:
        _run_on(tournament, before["structure"], at=at)
    promoted = make_slots(tournament) if "capacity" in read and tournament.state == REGISTERING else []
    if wanted:
        record(
            TournamentChanged(
                tournament_id=tournament.pk,
                draft=tournament.state == DRAFT,
                promoted=promoted,
                fields=sorted(wanted),
                # the history tells each field before and after
                was=_plainly(before),
                now=_plainly(_announced(tournament, before)),
                acknowledged=sorted(set(acknowledge)),
            )
        )
    return sorted(wanted)


def _run_on(tournament: Tournament, was: Mapping[str, Any], *, at: datetime) -> None:
    """Let the clock go on with the new structure: what it has played stays. Rule: PT-T.45"""
    structure = structure_from(tournament.structure)
    # the clock's anchors are those of the structure they were set by
    tournament.structure = dict(was)
    change_clock(
        tournament,
        change=lambda state: edit_structure(state=state, structure=structure, at=at),
        fact=LevelEdited,
        at=at,
        structure=structure,
    )


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
        check_event_number(stage, number=number, but=tournament.pk)
    except Refused:
        if number != tournament.number:
            raise
        read["number"] = next_event_number(tournament.venue_id, stage=stage)


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
