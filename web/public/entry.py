"""What everybody may know before paying: what an entry costs and buys, who may come back, where and when to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.entries import (
    BuyInSplit,
    Component,
    EntryTerms,
    PaymentMethod,
    PriceLine,
    price_table,
    registration_opens,
    surrender_offered,
    time_chip_until,
)
from rules.games import game_name
from rules.levels import from_dict
from rules.policies import Policies
from rules.policies import from_dict as policies_from
from rules.prizes import pool_statement
from tournaments.queries.circuit import VenueView
from tournaments.queries.line import LineNow
from tournaments.queries.prices import Prices, prices_at
from web.board import is_before_start
from web.labels import late_level_word, part_word
from web.prices import price_holds, price_words
from web.templatetags.houses import money_short
from web.templatetags.shuffle import chips, moment

# how early a player is asked to be there: the desk checks documents until the start (SCPT.B)
EARLY = timedelta(minutes=30)
_AT_THE_DESK = (PaymentMethod.CASH, PaymentMethod.DEBIT, PaymentMethod.CREDIT, PaymentMethod.TRANSFER)
_OPEN = ("announced", "registering", "running")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """One line of the block: what it is about, what holds, what more there is to it."""

    label: str
    says: str
    more: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryBlock:
    """The block "Entry". where: the address, "" online; capacity: seats, None where there is no limit; parts: where the price goes; methods: what each way to pay costs, empty where all cost the same.

    Rule: SCPT.A, SCPT.E, SCPT.L, SCPT.O, SCPT.U, PT-T.23, PT-T.31, PT-T.34
    """

    open: bool
    online: bool
    where: str
    capacity: int | None
    price_cents: int
    parts: tuple[tuple[Component, int], ...]
    methods: tuple[PriceLine, ...]
    lines: tuple[EntryLine, ...]


def opens_at(settings: Mapping[str, Any]) -> datetime:
    """Return when registration opens by itself: an hour before the start where nothing else was announced."""
    return registration_opens(settings["registration_opens_at"], starts_at=settings["starts_at"])


def entry_block(settings: Mapping[str, Any], *, venue: VenueView, line: LineNow, at: datetime) -> EntryBlock:
    """Return the block of one tournament, from its settings; `line`: whether a seat is free now."""
    prices = prices_at(settings, at=at)
    policies = policies_from(settings["policies"])
    split = BuyInSplit.from_dict(settings["split"])
    surcharges = {PaymentMethod(method): bp for method, bp in venue.surcharges_bp.items()}
    methods = price_table(price_cents=prices.now_cents, surcharges_bp=surcharges, methods=list(_AT_THE_DESK))
    dear = any(line.surcharge_cents for line in methods) and not settings["online"]
    lines = [
        *_prices(prices, settings, venue),
        *_place(settings, venue, at=at),
        *_start(settings, venue),
        *_guarantee(settings, split, policies),
        *_chips(settings, venue),
        *_coming_back(settings, policies),
        *_end(settings),
        *_extras(settings),
        *_seats(settings, line),
        *_limits(settings, venue, policies, at=at),
    ]
    return EntryBlock(
        open=settings["state"] in _OPEN,
        online=settings["online"],
        where="" if settings["online"] else " · ".join(text for text in (venue.address, venue.city) if text),
        capacity=settings["capacity"],
        price_cents=prices.now_cents,
        parts=prices.split.amounts(),
        methods=methods if dear else (),
        lines=tuple(lines),
    )


def _prices(prices: Prices, settings: Mapping[str, Any], venue: VenueView) -> list[EntryLine]:
    """Until when it costs what, and that a price once told holds. Rule: SCPT.D, SCPT.L"""
    words = price_words(prices.steps, currency=settings["currency"], zone=venue.timezone)
    return [EntryLine(label=_("Prices"), says=words, more=price_holds())] if words else []


def _place(settings: Mapping[str, Any], venue: VenueView, *, at: datetime) -> list[EntryLine]:
    found = [EntryLine(label=_("Game"), says=game_name(settings["variant"]), more=_several_games(settings))]
    if settings["online"]:
        how = _("It is played in the browser. Who is not there keeps the seat and pays the blinds.")
        return [*found, EntryLine(label=pgettext("where", "Where"), says=_("Online"), more=how)]
    where = " · ".join(text for text in (venue.address, venue.city) if text)
    found.append(EntryLine(label=pgettext("where", "Where"), says=venue.name, more=where))
    if is_before_start(settings["state"]) and settings["format"] != "sit_and_go":
        early = settings["starts_at"] - EARLY
        found.append(
            EntryLine(
                label=_("Be there"),
                says=moment(early, venue.timezone),
                more=_("30 minutes before the start, with a photo document"),
            )
            if early > at
            # nobody is asked to come by an hour that has passed
            else EntryLine(label=_("Bring"), says=_("a photo document"), more="")
        )
    return found


def _waits_to_be_full(settings: Mapping[str, Any]) -> bool:
    """Whether it begins by itself with its last seat, and has not."""
    return settings["format"] == "sit_and_go" and is_before_start(settings["state"])


def _start(settings: Mapping[str, Any], venue: VenueView) -> list[EntryLine]:
    """With what a sit & go begins, and what becomes of one that is not full in time. Rule: PT-T.35, PT-T.39"""
    if not _waits_to_be_full(settings) or not settings["capacity"]:
        return []
    more = ""
    if settings["online"]:
        more = _("If it is not full on %(time)s, it is cancelled and everybody has the money back.") % {
            "time": moment(settings["starts_at"], venue.timezone)
        }
    says = _("when %(seats)s are in") % {"seats": chips(settings["capacity"])}
    return [EntryLine(label=pgettext("of a tournament", "Start"), says=says, more=more)]


def _several_games(settings: Mapping[str, Any]) -> str:
    games = dict.fromkeys(item["game"] for item in settings["structure"]["items"] if item.get("game"))
    return " · ".join(game_name(game) for game in games)


def _guarantee(settings: Mapping[str, Any], split: BuyInSplit, policies: Policies) -> list[EntryLine]:
    """One guaranteed figure, and what of it does not go to the places. Rule: SCPT.F, SCPT.J"""
    promised, currency = settings["guarantee_cents"], settings["currency"]
    if not promised:
        return []
    statement = pool_statement(
        collected_cents=0,
        policies=policies,
        guarantee_cents=promised,
        deductions=split.pool_deductions,
        guarantee_deductions=split.guarantee_deductions,
    )
    more = ""
    if statement.net_cents != promised:
        off: dict[Component, int] = {}
        for deduction in (*split.guarantee_deductions, *split.pool_deductions):
            off[deduction.component] = off.get(deduction.component, 0) + deduction.on(promised)
        more = _("of which %(off)s; %(net)s to the places") % {
            "off": ", ".join(
                f"{part_word(part)} {money_short(cents, currency)}" for part, cents in off.items()
            ),
            "net": money_short(statement.net_cents, currency),
        }
    return [EntryLine(label=_("Guaranteed"), says=money_short(promised, currency), more=more)]


def _chips(settings: Mapping[str, Any], venue: VenueView) -> list[EntryLine]:
    stack = settings["starting_stack_chips"]
    found = [
        EntryLine(
            label=_("Starting stack"),
            says=_("%(count)s chips") % {"count": chips(stack)},
            more=", ".join(f"{count} × {chips(value)}" for value, count in settings["chip_set"]),
        )
    ]
    if settings["time_chip_chips"]:
        until = time_chip_until(
            starts_at=settings["starts_at"], minutes_before_start=settings["time_chip_minutes_before_start"]
        )
        found.append(
            EntryLine(
                label=_("Bonus chips"),
                says=f"+{chips(settings['time_chip_chips'])}",
                more=_("until %(time)s") % {"time": moment(until, venue.timezone)},
            )
        )
    return found


def late_words(settings: Mapping[str, Any]) -> str:
    """Say how long late registration lasts. Rule: SCPT.H"""
    level, minutes = settings["late_registration_level"], settings["late_registration_minutes"]
    if minutes:
        return _("until %(minutes)s minutes after the start") % {"minutes": minutes}
    if not level:
        return _("none: entries close at the start")
    return late_level_word(level, structure=settings["structure"])


def _coming_back(settings: Mapping[str, Any], policies: Policies) -> list[EntryLine]:
    late = late_words(settings)
    times = settings["re_entries_per_player"]
    again = (
        _("without limit, while late registration is open")
        if times is None
        else _("%(count)s for each player") % {"count": times}
        if times
        else _("none")
    )
    found = [EntryLine(label=_("Late registration"), says=late), EntryLine(label=_("Re-entries"), says=again)]
    terms = EntryTerms(re_entries_max=times, surrender=settings["surrender"])
    if surrender_offered(terms, policies=policies):
        found.append(
            EntryLine(
                label="Surrender",
                says=_("allowed"),
                more=_(
                    "as late registration ends, a stack below the starting one may be given up to re-enter"
                ),
            )
        )
    return found


def _end(settings: Mapping[str, Any]) -> list[EntryLine]:
    """When a timed tournament ends, and how places are found then. Rule: PT-T.33, PT-T.52"""
    minutes = settings["length_minutes"]
    if minutes is None:
        return []
    hours, rest = divmod(minutes, 60)
    length = (
        _("%(minutes)s min") % {"minutes": rest}
        if not hours
        else _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": rest}
        if rest
        else _("%(hours)s h") % {"hours": hours}
    )
    return [
        EntryLine(
            label=_("End"),
            says=_("%(length)s after the start") % {"length": length},
            more=_(
                "Then each table plays until everybody there has had the button once more. Places are by chips; equal stacks share theirs."
            ),
        )
    ]


def _extras(settings: Mapping[str, Any]) -> list[EntryLine]:
    currency = settings["currency"]
    found = []
    rebuy, add_on = settings["rebuy"], settings["add_on"]
    if rebuy:
        who = {
            "at_or_below_start": _("with the starting stack or less"),
            "below_start": _("with less than the starting stack"),
            "zero": _("with no chips left"),
        }[rebuy["condition"]]
        until = rebuy["until_level"]
        # the desk sells until the next level begins
        said = (
            _("to the end of the break after level %(level)s")
            if from_dict(settings["structure"]).recess_follows(until)
            else _("to the end of level %(level)s")
        )
        more = [said % {"level": until}, who]
        if rebuy["per_player"]:
            more.append(_("%(count)s for each player") % {"count": rebuy["per_player"]})
        found.append(EntryLine(label=_("Rebuy"), says=_sold(rebuy, currency), more=" · ".join(more)))
    if add_on:
        more = [_("in the break after level %(level)s") % {"level": add_on["after_level"]}]
        more.append(_("%(count)s for each player") % {"count": add_on["per_player"]})
        found.append(EntryLine(label=_("Add-on"), says=_sold(add_on, currency), more=" · ".join(more)))
    bounty = BuyInSplit.from_dict(settings["split"]).cents(Component.BOUNTY)
    if bounty:
        found.append(
            EntryLine(
                label=_("Bounty"),
                says=money_short(bounty, currency),
                more=_("to whoever knocks the player out"),
            )
        )
    return found


def _sold(extra: Mapping[str, Any], currency: str) -> str:
    return _("%(price)s for %(count)s chips") % {
        "price": money_short(extra["price_cents"], currency),
        "count": chips(extra["chips"]),
    }


def _seats(settings: Mapping[str, Any], line: LineNow) -> list[EntryLine]:
    """How many seats there are, and what becomes of who comes now. Rule: SCPT.H"""
    if not settings["capacity"] and not line.full:
        return []
    more = _("then a waiting list") if settings["alternates"] else ""
    if line.closed:
        more = _("full; there is no waiting list")
    elif line.full:
        more = _("full: who pays now is number %(number)s in line") % {"number": chips(line.number)}
    says = chips(settings["capacity"]) if settings["capacity"] else "–"
    return [EntryLine(label=_("Seats"), says=says, more=more)]


def _limits(
    settings: Mapping[str, Any], venue: VenueView, policies: Policies, *, at: datetime
) -> list[EntryLine]:
    found = []
    seconds = [
        limit
        for limit in (
            policies.cancel_until_seconds_before_start,
            None
            if settings["cancel_minutes_before_start"] is None
            else settings["cancel_minutes_before_start"] * 60,
        )
        if limit is not None
    ]
    until = settings["starts_at"] - timedelta(seconds=max(seconds)) if seconds else None
    found.append(
        EntryLine(
            label=_("Cancelling"),
            # one that is not full at its hour is cancelled then
            says=_("until it starts")
            if settings["online"] and _waits_to_be_full(settings) and until == settings["starts_at"]
            else (_("until %(time)s") if at < until else _("closed on %(time)s for what is paid"))
            % {"time": moment(until, venue.timezone)}
            if until
            else _("ask the desk or the director"),
        )
    )
    if policies.minimum_age_years:
        found.append(
            EntryLine(label=_("Age"), says=_("%(years)s or older") % {"years": policies.minimum_age_years})
        )
    return found
