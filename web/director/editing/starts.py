"""What a new tournament starts from: a template of the house or of the product, or an earlier tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http.request import QueryDict
from django.utils.translation import gettext as _

from access import moment
from dispatch.facts import Actor
from people.queries import roles_of
from rules import presets
from rules.announcing import FIELDS
from rules.money import Currency
from rules.online.events import why_not_online
from rules.policies import from_dict, shipped
from rules.refusals import Refused
from tournaments.queries import announcements, circuit
from tournaments.queries.circuit import VenueView
from web.director.editing.changes import changes_typed
from web.director.editing.form import form_values
from web.director.editing.quick import quick_typed, quick_values
from web.director.editing.typed import decimal_point
from web.staffing import May, StaffTournament

_LATELY = 4
#: What the form asks with a tick: a tick that is not there is an answer, too.
_TICKS = ("main_event", "high_roller", "online", "ranks", "surrender", "alternates", "late_through_recess")
_PRICE = ("prize_part", "bounty_part", "fee_part")
_MUST = ("name", "starts_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """One thing to start from. key: as the form names it. values: announced, with rule_set, policies and stage_id.

    whose: "house", "again" (an earlier tournament) or "" (the product's). last: when it was, starts_at: the next one.
    """

    key: str
    name: str
    whose: str
    values: Mapping[str, Any]
    last: datetime | None = None
    starts_at: datetime
    opens_seconds_before: int | None = None

    @property
    def number(self) -> int:
        """Of the template or the tournament that it is."""
        return int(self.key.rpartition("-")[2])

    @property
    def said(self) -> tuple[object, ...]:
        """What its card says, without the number of an evening ("Turbo 12") and the day on which it was."""
        name = re.sub(r"[\s#nº°.]*\d+$", "", self.name) if self.whose == "again" else self.name
        values = self.values
        kind = (values["rule_set"], values["price_cents"], values["seats_per_table"])
        return (name.strip().lower() or self.name, *kind, self.levels, self.minutes)

    @property
    def levels(self) -> int:
        return sum(item["kind"] == "level" for item in self.values["structure"]["items"])

    @property
    def minutes(self) -> str:
        return f"{self.values['structure']['items'][0]['seconds'] / 60:g}".replace(".", decimal_point())

    @property
    def only_a_draft(self) -> bool:
        """Whether it is played online and cannot be so far."""
        if not self.values["online"] or settings.ONLINE_TABLES:
            return False
        return bool(why_not_online(self.values, policies=from_dict(self.values["policies"])))


def starts_of(venue: VenueView) -> list[Start]:
    """Return all that a tournament of this house can start from: its own templates, what was played lately, the
    product's.
    """
    product = presets.TEMPLATES["turbo-8max"].values()
    own = [
        Start(
            key=f"own-{t.template_id}",
            name=t.name,
            whose="house",
            values={
                **product,
                **t.values,
                "rule_set": from_dict(t.policies).rule_set,
                "policies": t.policies,
            },
            last=t.starts_at,
            starts_at=again_after(t.starts_at, zone=venue.timezone),
            opens_seconds_before=t.opens_seconds_before,
        )
        for t in circuit.templates_of(venue.venue_id)
    ]
    # one that was cancelled is no evening to repeat
    lately = [
        t
        for t in announcements.tournaments_of(venue.venue_id, limit=12)
        if not t.practice and t.state != "cancelled"
    ][:_LATELY]
    again = [_again(t.tournament_id, zone=venue.timezone) for t in lately]
    return [*own, *again, *starts_shipped(venue.timezone)]


def starts_shipped(zone: str) -> list[Start]:
    """Return what comes with the product."""
    evening = _evening(zone)
    return [
        Start(
            key=t.key,
            name=_(t.name),
            whose="",
            values={**t.values(), "rule_set": t.rule_set, "policies": shipped()[t.rule_set].as_dict()},
            starts_at=evening,
        )
        for t in presets.TEMPLATES.values()
    ]


def cards_of(starts: Sequence[Start], *, start: Start) -> list[Start]:
    """Return those that the page shows: of several with the same words, the one that is chosen, else the first."""
    found, said = list[Start](), {start.said}
    for one in starts:
        if one.key == start.key or one.whose == "house" or one.said not in said:
            found.append(one)
            said.add(one.said)
    return found


def _again(tournament_id: int, *, zone: str) -> Start:
    found = announcements.settings_of(tournament_id)
    opens, starts = found["registration_opens_at"], found["starts_at"]
    kept = (*FIELDS, "rule_set", "policies", "stage_id")
    return Start(
        key=f"like-{tournament_id}",
        name=found["name"],
        whose="again",
        values={name: found[name] for name in kept} | {"number": 1},
        last=starts,
        starts_at=again_after(starts, zone=zone),
        opens_seconds_before=None if opens is None else int((starts - opens).total_seconds()),
    )


def start_of(starts: list[Start], *, key: str) -> Start:
    """Return the one of this name; the house's first template, what it played last, else the evening
    tournament of the product."""
    found = next((one for one in starts if one.key == key), None)
    if found is not None:
        return found
    for whose in ("house", "again"):
        own = next((one for one in starts if one.whose == whose), None)
        if own is not None:
            return own
    return next(one for one in starts if one.key == "turbo-8max")


def as_draft(venue: VenueView, *, start: Start, by: Actor, practice: bool = False) -> StaffTournament:
    """Return the tournament that there would be if nothing were changed, for the form of the settings.

    practice: its prices are in money of practice.
    """
    if practice:
        venue = replace(venue, currency=Currency.PLAY.value)
    opens = start.opens_seconds_before
    return StaffTournament(
        tournament_id=0,
        venue=venue,
        settings={
            "stage_id": None,
            **start.values,
            # what comes with the product is a kind of tournament, no name of one
            "name": start.values["name"] if start.whose else "",
            "practice": practice,
            "state": "draft",
            "venue_id": venue.venue_id,
            "currency": venue.currency,
            "starts_at": start.starts_at,
            "registration_opens_at": None if opens is None else start.starts_at - timedelta(seconds=opens),
        },
        actor=by,
        may=May(roles_of(by.user_id, venue_id=venue.venue_id), by_pin=by.device_id is not None),
    )


def typed_over(scope: StaffTournament, *, shown: StaffTournament | None, post: QueryDict) -> QueryDict:
    """Return what was typed, whole: a field that was left as `shown` had it has the value of what is chosen now.

    shown: what the fields were drawn from, None for a form without them: all of it is as chosen where nothing stands.
    """
    mine = _filled(scope)
    before: QueryDict | None = _filled(shown) if shown is not None else None
    found = mine.copy()
    for name in post:
        if before is None and not post[name] and name not in _MUST:
            continue
        if before is None or post[name] != before.get(name, ""):
            found.setlist(name, post.getlist(name))
    for name in _TICKS if before is not None else ():
        if bool(post.get(name)) != bool(before and before.get(name)):
            found[name] = "1" if post.get(name) else ""
    plain = all(found.get(name, "") == mine.get(name, "") for name in _PRICE)
    found["split"] = "keep" if plain else "simple"
    return found


def _filled(scope: StaffTournament) -> QueryDict:
    """The form as it would be posted without a change."""
    found = QueryDict(mutable=True)
    # the periods of the price and the hour when registration opens go with the start, wherever it is put
    kept = form_values(scope, post=None).items()
    for name, value in (*kept, *quick_values(scope.settings).items()):
        if not isinstance(value, list) and name != "registration_opens_at":
            found[name] = "" if value is None or value is False else "1" if value is True else str(value)
    return found


def readable(scope: StaffTournament, *, post: QueryDict) -> tuple[StaffTournament, frozenset[str]]:
    """Return the draft with what of the form can be read, and the fields that cannot."""
    wrong: frozenset[str] = frozenset()
    mine = _filled(scope)
    typed = post.copy()
    for _again_without in range(2):
        try:
            found = changes_typed(scope, post=typed)
            found |= quick_typed(scope.settings, post=typed, structure=found.get("structure"))
        except Refused as refused:
            wrong |= frozenset(refused.fields or {str(refused.params.get("field", "")): refused})
            # a rebuy without its level is none: with one of its fields the others are as they were
            of = [f"{name}_" for name in ("rebuy", "add_on") if any(one.startswith(name) for one in wrong)]
            for name in {*wrong, *(one for one in typed if one.startswith(tuple(of)))}:
                typed[name] = mine.get(name, "")
            if wrong & {*_PRICE, "price"}:
                typed["split"] = "keep"
        else:
            return replace(scope, settings={**scope.settings, **found}), wrong
    return scope, wrong


def again_after(start: datetime, *, zone: str) -> datetime:
    """Return the same weekday and hour at the house, after now."""
    local, now = start.astimezone(ZoneInfo(zone)), moment.at()
    weeks = max(0, (now - local).days // 7)
    local += timedelta(days=7 * weeks)
    while local <= now:
        local += timedelta(days=7)
    return local


def _evening(zone: str) -> datetime:
    """Today at eight, or tomorrow when that is past."""
    now = moment.at().astimezone(ZoneInfo(zone))
    evening = now.replace(hour=20, minute=0, second=0, microsecond=0)
    return evening if now < evening else evening + timedelta(days=1)
