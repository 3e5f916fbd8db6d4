"""Steps on the frame of tournaments: venues, series, seasons, stages, rule sets."""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from functools import cache
from types import MappingProxyType
from typing import Any

from django.db import IntegrityError

from dispatch.commands import record
from people.operations import active_user, give_role
from rules import validation
from rules.documents import cnpj_is_right, cpf_is_right
from rules.entries import PaymentMethod
from rules.exclusions import ExcludedPrizes
from rules.permissions import Role
from rules.policies import Policies, from_dict, shipped
from rules.refusals import N_, Refused, Several
from tournaments.facts.circuit import (
    RuleSetVaried,
    SeasonBegun,
    SeriesFounded,
    StageAdded,
    VenueChanged,
    VenueOpened,
)
from tournaments.models import Registration, RuleSet, Season, Series, Stage, Venue
from tournaments.models.circuit import CURRENCIES
from tournaments.operations.expected import check_expected
from tournaments.queries import pix

LANGUAGES = ("pt-br", "pt", "en")
MAX_SURCHARGE_BP = 3000


@contextmanager
def refused_when_taken(constraint: str, *, refusal: Refused) -> Iterator[None]:
    """Turn the breach of one unique constraint into a lawful no; the database decides the race."""
    try:
        yield
    except IntegrityError as breach:
        if constraint in str(breach):
            raise refusal from None
        raise


@cache
def _timezones() -> frozenset[str]:
    """The time zones that this machine knows; read once, from six hundred files."""
    return frozenset(zoneinfo.available_timezones())


def _timezone(field: str, value: Any) -> str:
    name = validation.text(field, value, at_most=60)
    if name not in _timezones():
        raise Refused("no_such_timezone", N_("%(name)s is no time zone, like America/Sao_Paulo."), name=name)
    return name


def _surcharges(field: str, value: Any) -> dict[str, int]:
    if not isinstance(value, Mapping):
        raise Refused("bad_surcharges", N_("Give one percentage for each method of payment."), rule="SCPT.E")
    paying = [m.value for m in PaymentMethod if m is not PaymentMethod.BALANCE]
    return {
        validation.one_of(field, method, paying): validation.integer(field, bp, high=MAX_SURCHARGE_BP)
        for method, bp in value.items()
    }


def _line(field: str, value: Any) -> str:
    return validation.text(field, value, may_be_empty=True)


def _in_a_code(field: str, value: Any, longest: int) -> str:
    line = _line(field, value)
    return pix.plain(field, text=line, longest=longest) if line else ""


def _check_pix(venue: Venue) -> None:
    """A key is kept with the names that belong to it, and where reais are taken.

    Refusals: ``pix_in_reais_only``, those of `tournaments.queries.pix.account`.
    """
    if not venue.pix_key:
        return
    if venue.currency != "BRL":
        raise Refused(
            "pix_in_reais_only",
            N_("PIX pays in reais. This house's books are in %(currency)s."),
            rule="SCPT.E",
            currency=venue.currency,
        )
    pix.account(key=venue.pix_key, receiver=venue.pix_receiver, city=venue.pix_city)


def _check_terms(venue: Venue) -> None:
    """What somebody accepted under a version stays what stands under it.

    Refusals: ``terms_were_accepted``. Rule: SCPT.K"""
    accepted = Registration.objects.filter(tournament__venue=venue, terms_version=venue.terms_version)
    if accepted.exists():
        raise Refused(
            "terms_were_accepted",
            N_("Players accepted version %(version)s as it stands. Give the new text a version of its own."),
            rule="SCPT.K",
            field="terms_version",
            version=venue.terms_version,
        )


def _check_tax_id(typed: str, *, currency: Any) -> None:
    """In Brazil the number that stands on what is signed is a CNPJ, or the CPF of who runs the house alone.

    Refusals: ``bad_cnpj``. Rule: SCPT.L"""
    number = re.sub(r"[\s./-]", "", typed).upper()
    if currency == "BRL" and number and not (cnpj_is_right(number) or cpf_is_right(number)):
        raise Refused(
            "bad_cnpj",
            N_("Check the number: it is no CNPJ, or its last two digits do not fit the others."),
            rule="SCPT.L",
            field="tax_id",
        )


_VENUE: dict[str, Callable[[str, Any], Any]] = {
    "name": validation.text,
    "slug": validation.slug,
    "city": lambda field, value: validation.text(field, value, may_be_empty=True),
    "address": lambda field, value: validation.text(field, value, at_most=200, may_be_empty=True),
    "tax_id": lambda field, value: validation.text(field, value, at_most=20, may_be_empty=True),
    "currency": lambda field, value: validation.one_of(field, value, [c for c, _ in CURRENCIES]),
    "timezone": _timezone,
    "language": lambda field, value: validation.one_of(field, value, LANGUAGES),
    "terms_version": lambda field, value: validation.text(field, value, at_most=20),
    "terms_text": lambda field, value: validation.text(field, value, at_most=200_000, may_be_empty=True),
    "surcharges_bp": _surcharges,
    "excluded_prizes": lambda field, value: validation.one_of(
        field, value, [p.value for p in ExcludedPrizes]
    ),
    "cash_tables": validation.boolean,
    "bank_account": lambda field, value: validation.text(field, value, at_most=300, may_be_empty=True),
    "phone_money": validation.boolean,
    "pix_key": lambda field, value: pix.pix_key(key) if (key := _line(field, value)) else "",
    "pix_receiver": lambda field, value: _in_a_code(field, value, pix.LONGEST_RECEIVER),
    "pix_city": lambda field, value: _in_a_code(field, value, pix.LONGEST_CITY),
}


def read_venue(values: Mapping[str, Any], *, currency: Any) -> dict[str, Any]:
    """Check the values of a venue, each for itself, and return them as they are kept. currency: the one its books have.
    Refusals: those of the fields, ``bad_cnpj``, all of them at once."""
    clean: dict[str, Any] = {}
    wrong: dict[str, Refused] = {}
    for field, value in values.items():
        try:
            clean[field] = _VENUE[field](field, value)
            if field == "tax_id":
                _check_tax_id(clean[field], currency=currency)
        except Refused as refused:
            wrong[field] = refused
    if wrong:
        raise Several(wrong)
    return clean


_SLUG_TAKEN = Refused("slug_taken", N_("This address is already taken. Choose another."))


def open_venue(*, values: Mapping[str, Any], owner_id: int, at: datetime) -> Venue:
    """Open a venue with its owner."""
    clean = read_venue(values, currency=values["currency"])
    with refused_when_taken("slug", refusal=_SLUG_TAKEN):
        venue = Venue.objects.create(created_at=at, **clean)
    give_role(
        user=active_user(owner_id),
        venue_id=venue.pk,
        tournament_id=None,
        role=Role.OWNER.value,
        at=at,
        by_user_id=owner_id,
    )
    record(
        VenueOpened(
            venue_id=venue.pk,
            name=clean["name"],
            slug=clean["slug"],
            currency=clean["currency"],
            timezone=clean["timezone"],
        )
    )
    return venue


def change_venue(
    *, venue_id: int, changes: Mapping[str, Any], expected: Mapping[str, Any] = MappingProxyType({})
) -> Venue:
    """Change what may change of a venue, where it is still as `expected`. Refusals: ``cannot_change``, ``changed_meanwhile``,
    ``terms_were_accepted``."""
    unknown = [field for field in changes if field not in _VENUE or field == "currency"]
    if unknown:
        raise cannot_change(unknown[0])
    venue = Venue.objects.select_for_update().get(pk=venue_id)
    check_expected(venue, expected=expected, known=_VENUE)
    terms = (venue.terms_version, venue.terms_text)
    before = {field: getattr(venue, field) for field in changes}
    for field, value in read_venue(changes, currency=venue.currency).items():
        setattr(venue, field, value)
    _check_pix(venue)
    if (venue.terms_version, venue.terms_text) != terms:
        _check_terms(venue)
    if changes:
        with refused_when_taken("slug", refusal=_SLUG_TAKEN):
            venue.save(update_fields=list(changes))
        changed = {field: was for field, was in before.items() if getattr(venue, field) != was}
        if changed:
            record(
                VenueChanged(
                    venue_id=venue.pk,
                    fields=sorted(changed),
                    was=_recorded(changed),
                    now=_recorded({field: getattr(venue, field) for field in changed}),
                )
            )
    return venue


# of an account and of a number that may be one person's the record keeps enough to see that it is another one (with what is no sign of each); of a long text that it is
_LAST_SIGNS = {"pix_key": r"\s", "bank_account": r"\D", "tax_id": r"\W"}
_NOT_RECORDED = ("terms_text",)


def _recorded(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a venue as its record tells them, before or after a change."""
    return {
        field: _last_signs(field, value=value) if field in _LAST_SIGNS else value
        for field, value in values.items()
        if field not in _NOT_RECORDED
    }


def _last_signs(field: str, *, value: str) -> str:
    """The last four signs, of an account in words the last four digits; none of what is so short that they would be half of it."""
    signs = re.sub(_LAST_SIGNS[field], "", value)
    return f"…{signs[-4:] if len(signs) >= 8 else ''}" if value else ""


def cannot_change(field: str) -> Refused:
    """Return the no to changing something that is not there to be changed."""
    return Refused("cannot_change", N_("%(field)s cannot be changed here."), field=str(field)[:60])


def found_series(*, venue_id: int, name: str, slug: str) -> Series:
    with refused_when_taken("series_slug_in_venue", refusal=_SLUG_TAKEN):
        series = Series.objects.create(
            venue_id=venue_id, name=validation.text("name", name), slug=validation.slug("slug", slug)
        )
    record(SeriesFounded(venue_id=venue_id, series_id=series.pk, name=series.name, slug=series.slug))
    return series


def _span(starts_on: Any, ends_on: Any) -> None:
    if not isinstance(starts_on, date) or not isinstance(ends_on, date):
        raise Refused("not_a_date", N_("Give the first and the last day."))
    if ends_on < starts_on:
        raise Refused("ends_before_start", N_("The last day cannot come before the first."))


def begin_season(*, series_id: int, name: str, starts_on: date, ends_on: date, points_c_milli: int) -> Season:
    _span(starts_on, ends_on)
    with refused_when_taken(
        "season_name_in_series", refusal=Refused("name_taken", N_("There is already a season of this name."))
    ):
        season = Season.objects.create(
            series_id=series_id,
            name=validation.text("name", name, at_most=60),
            starts_on=starts_on,
            ends_on=ends_on,
            points_c_milli=validation.integer("points_c_milli", points_c_milli, high=100_000),
        )
    record(SeasonBegun(season_id=season.pk, name=season.name, points_c_milli=season.points_c_milli))
    return season


def add_stage(*, season_id: int, number: int, name: str, place: str, starts_on: date, ends_on: date) -> Stage:
    _span(starts_on, ends_on)
    season = Season.objects.get(pk=season_id)
    if starts_on < season.starts_on or ends_on > season.ends_on:
        raise Refused("outside_season", N_("The days of a stage lie within its season."), rule="SCPT.A")
    with refused_when_taken(
        "stage_number_in_season",
        refusal=Refused(
            "number_taken", N_("The season already has a stage with this number."), rule="SCPT.A"
        ),
    ):
        stage = Stage.objects.create(
            season_id=season_id,
            number=validation.integer("number", number, low=1, high=1000),
            name=validation.text("name", name),
            place=validation.text("place", place, may_be_empty=True),
            starts_on=starts_on,
            ends_on=ends_on,
        )
    record(StageAdded(season_id=season_id, stage_id=stage.pk, number=stage.number, name=stage.name))
    return stage


def rule_set_of(*, venue_id: int, name: str) -> Policies:
    """Return the policies of a shipped rule set or of one of the venue's. Refusal: ``no_such_rule_set``."""
    known = shipped().get(str(name))
    if known is not None:
        return known
    own = RuleSet.objects.filter(venue_id=venue_id, name=str(name)).first()
    if own is None:
        raise Refused(
            "no_such_rule_set", N_("There is no rule set named %(name)s."), rule="ADTP.1", name=str(name)[:60]
        )
    return from_dict(own.policies)


def vary_rule_set(
    *, venue_id: int, name: str, base: str, changes: Mapping[str, Any], at: datetime
) -> RuleSet:
    """Keep a copy of a rule set under a name of its own, with the director's choices. Rule: ADTP.1"""
    own_name = validation.text("name", name, at_most=60)
    taken = Refused("name_taken", N_("There is already a rule set of this name."))
    if own_name in shipped():
        raise taken
    policies = rule_set_of(venue_id=venue_id, name=base).vary(
        **{**{str(k): v for k, v in changes.items()}, "rule_set": own_name}
    )
    with refused_when_taken("rule_set_name_in_venue", refusal=taken):
        rule_set = RuleSet.objects.create(
            venue_id=venue_id, name=own_name, base=base, policies=policies.as_dict(), created_at=at
        )
    record(
        RuleSetVaried(
            venue_id=venue_id, rule_set_id=rule_set.pk, name=own_name, base=base, changes=dict(changes)
        )
    )
    return rule_set
