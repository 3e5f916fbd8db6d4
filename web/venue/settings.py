"""The frame of tournaments: the house, its circuit, its staff and devices, its rule sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from access import letters, passwords
from dispatch.facts import Done
from people import queries as people
from people.commands.close_account import close_account
from people.commands.create_user import create_user
from people.commands.drop_second_factor import drop_second_factor
from people.commands.grant_role import grant_role
from people.commands.invite_staff import invite_staff
from people.commands.lift_exclusion import lift_exclusion
from people.commands.revoke_role import revoke_role
from people.commands.set_pin import set_pin
from people.commands.unpair_device import unpair_device
from people.operations import hash_pin
from rules import validation
from rules.permissions import Permission
from rules.policies import Policies, shipped
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.commands.create_rule_set import create_rule_set
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.commands.create_venue import create_venue
from tournaments.commands.update_venue import update_venue
from tournaments.queries import branding, listings
from web import forms, moment
from web.acting import CommandOutcome, act, actor_of, command_id_of, say_wrong, sentence
from web.people.founding import FOUNDING
from web.public.policies import CHOICES, in_words
from web.staffing import StaffVenue, signed_in, venue_page
from web.welcome import Step, steps_of
from web.words import alphabetical

PIX = ("pix_key", "pix_receiver", "pix_city")
_MAY_BE_EMPTY = ("city", "address", "tax_id")
# as tournaments.operations.circuit has it; there the law refuses, here the field says so
MOST_SURCHARGE_BP = 3000
METHODS = ("cash", "debit", "credit", "transfer")
LANGUAGES = (("pt-br", "Português (Brasil)"), ("pt", "Português (Portugal)"), ("en", "English"))
CURRENCIES = (("BRL", "R$ (BRL)"), ("EUR", "€ (EUR)"))
# the zones of the languages spoken here first; any other may be typed
ZONES = ("America/Sao_Paulo", "America/Manaus", "America/Fortaleza", "Europe/Lisbon", "Atlantic/Azores")
ROLES = ("owner", "director", "desk", "floor")
ROLE_WORDS = {
    "owner": N_("Owner"),
    "director": N_("Director"),
    "desk": N_("Registration desk"),
    "floor": N_("Floor"),
}
DEVICE_WORDS = {
    "floor": N_("Floor tablet"),
    "desk": N_("Registration desk"),
    "screen": N_("Clock screen"),
}


# what a command calls a field, and what the forms call it
_NAMES = {"points_c_milli": "points_c", "password_hash": "password"}
# refusals that are about one field without naming it
_AT = {
    "slug_taken": "slug",
    "name_taken": "name",
    "number_taken": "number",
    "no_such_timezone": "timezone",
    "ends_before_start": "ends_on",
    "outside_season": "starts_on",
    "not_a_date": "starts_on",
    "email_taken": "email",
    "bad_email": "email",
    "weak_password": "password",
    "pix_in_reais_only": "pix_key",
    "bad_pix_key": "pix_key",
}


def _wrong(refused: Refused | None) -> dict[str, Refused]:
    """What is wrong, under the names of the form."""
    if refused is None:
        return {}
    found = forms.at_fields(refused, names=_NAMES)
    return found or ({_AT[refused.code]: refused} if refused.code in _AT else {})


def _settle(
    request: HttpRequest, said: str, command: Callable[..., Done], read: Callable[[], dict[str, Any]]
) -> CommandOutcome:
    """Read the form, call the command, leave a message; a refusal comes back as a value."""
    try:
        acted = act(request, command, **read())
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    if acted.refused is not None:
        say_wrong(request, acted.refused, _wrong(acted.refused))
    else:
        messages.success(request, said)
    return acted


def _first_steps(place: StaffVenue) -> tuple[Step, ...]:
    """What is left of the first hour of this house."""
    return steps_of(
        place.venue_id, roles=people.roles_by_venue(place.actor.user_id or 0).get(place.venue_id, frozenset())
    )


def _page(
    request: HttpRequest,
    place: StaffVenue,
    tab: str,
    template: str,
    context: Mapping[str, Any],
    *,
    refused: bool,
) -> HttpResponse:
    return render(
        request,
        template,
        {
            "place": place,
            "venue": place.venue,
            "tab": tab,
            "steps": _first_steps(place),
            **context,
        },
        status=409 if refused else 200,
    )


# ------------------------------------------------------------------------------------------ the house


def _percent(bp: int) -> str:
    return f"{bp / 100:g}".replace(".", ",") if bp else ""


def _surcharges(post: QueryDict) -> dict[str, int]:
    """Percent as people write it, 2,5 or 2.5, in basis points. Refusals: ``bad_percent``, all at once."""
    found = {}
    reading = forms.Reading()
    for method in METHODS:
        name = f"surcharge_{method}"
        with reading.field(name):
            if typed := forms.text(post, name, most=12):
                found[method] = forms.basis_points(typed, name)
                if found[method] > MOST_SURCHARGE_BP:
                    raise Refused(
                        "bad_percent",
                        N_("%(text)s is too much: at most %(high)s."),
                        text=typed,
                        high=f"{MOST_SURCHARGE_BP // 100} %",
                        field=name,
                    )
    reading.done()
    return found


def _named(
    post: QueryDict, longest: Mapping[str, int], *, may_be_empty: Sequence[str] = ()
) -> dict[str, str]:
    """Lines of text. Refusals: ``text_missing``, ``bad_slug``, ``text_too_long``, all at once."""
    reading = forms.Reading()
    found = {}
    for name, most in longest.items():
        with reading.field(name):
            typed = forms.text(post, name, most=most + 1)
            if name == "slug":
                found[name] = validation.slug(name, typed, at_most=most)
            else:
                found[name] = validation.text(name, typed, at_most=most, may_be_empty=name in may_be_empty)
    reading.done()
    return found


def _both(*reads: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What several parts of one form say. Refusals: those of all parts, at once."""
    reading = forms.Reading()
    found: dict[str, Any] = {}
    for read in reads:
        with reading.field(""):
            found |= read()
    reading.done()
    return found


def _pix_values(venue_id: int) -> dict[str, str]:
    to = branding.pix_of(venue_id)
    return {
        "pix_key": to.key if to else "",
        "pix_receiver": to.receiver if to else "",
        "pix_city": to.city if to else "",
    }


def _house_values(view: listings.VenueView, terms: tuple[str, str]) -> dict[str, Any]:
    return {
        "name": view.name,
        "slug": view.slug,
        "city": view.city,
        "address": view.address,
        "tax_id": view.tax_id,
        "timezone": view.timezone,
        "language": view.language,
        "currency": view.currency,
        "terms_version": terms[0],
        "terms_text": terms[1],
        **_pix_values(view.venue_id),
        "excluded_prizes": branding.excluded_prizes_of(view.venue_id),
        **{f"surcharge_{m}": _percent(view.surcharges_bp.get(m, 0)) for m in METHODS},
    }


def _house_form(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "form": values,
        "surcharges": [(m, f"surcharge_{m}", values[f"surcharge_{m}"]) for m in METHODS],
        "languages": LANGUAGES,
        "currencies": CURRENCIES,
        "zones": [*ZONES, *sorted(available_timezones() - set(ZONES))],
    }


@require_http_methods(["GET", "POST"])
@signed_in
def open_house(request: HttpRequest) -> HttpResponse:
    """A new venue."""
    by = actor_of(request)
    values: dict[str, Any] = dict.fromkeys(
        (
            "name",
            "slug",
            "city",
            "address",
            "tax_id",
            "terms_version",
            "terms_text",
            *(f"surcharge_{m}" for m in METHODS),
        ),
        "",
    )
    values |= {"timezone": ZONES[0], "language": "pt-br", "currency": "BRL"}
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        post = request.POST
        values |= {name: post.get(name, "") for name in values}
        acted = _settle(
            request,
            _("The venue is open. Give your staff their roles."),
            create_venue,
            lambda: _both(
                lambda: _named(
                    post,
                    {"name": 120, "slug": 60, "city": 120, "address": 200, "tax_id": 20},
                    may_be_empty=_MAY_BE_EMPTY,
                ),
                lambda: {"surcharges_bp": _surcharges(post)},
                lambda: {n: forms.text(post, n) for n in ("currency", "timezone", "language")},
                lambda: {"founding_code": request.session.get(FOUNDING, "")},
            ),
        )
        if acted.done is not None:
            request.session.pop(FOUNDING, None)
            return redirect("director-house", venue_id=acted.result["venue_id"])
        assert acted.refused is not None
        wrong = _wrong(acted.refused) or {"": acted.refused}
    return render(
        request,
        "director/house_new.html",
        {
            **_house_form(values),
            "wrong": wrong,
            "may": people.owns_a_venue(by.user_id or 0)
            or people.opens_the_house(request.session.get(FOUNDING, "")),
        },
        status=409 if wrong else 200,
    )


@require_http_methods(["GET", "POST"])
@venue_page()
def house(request: HttpRequest, *, place: StaffVenue) -> HttpResponse:
    """What the venue is called, what its methods of payment cost, its terms."""
    values = _house_values(place.venue, listings.terms_of(place.venue_id))
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        post = request.POST

        def read() -> dict[str, Any]:
            wanted = _both(
                lambda: _named(
                    post,
                    {
                        "name": 120,
                        "slug": 60,
                        "city": 120,
                        **({"address": 200} if "address" in post else {}),
                        **({"tax_id": 20} if "tax_id" in post else {}),
                        "terms_version": 20,
                    },
                    may_be_empty=_MAY_BE_EMPTY,
                ),
                lambda: {"surcharges_bp": _surcharges(post)},
            )
            wanted |= {
                name: forms.text(post, name, most=200_000 if name == "terms_text" else 300)
                for name in (
                    "timezone",
                    "language",
                    "terms_text",
                    *(name for name in (*PIX, "excluded_prizes") if name in post),
                )
            }
            now = {**values, "surcharges_bp": dict(place.venue.surcharges_bp)}
            # a textarea sends other line ends than were stored
            return {
                "venue_id": place.venue_id,
                "changes": {n: v for n, v in wanted.items() if v != now[n]},
            }

        acted = _settle(request, _("Saved."), update_venue, read)
        if acted.refused is None:
            return redirect("director-house", venue_id=place.venue_id)
        wrong = _wrong(acted.refused) or {"": acted.refused}
        values = {name: post.get(name, values[name]) for name in values}
    context = {**_house_form(values), "wrong": wrong}
    return _page(request, place, "house", "director/house.html", context, refused=bool(wrong))


# ------------------------------------------------------------------------------------------ circuit


def _circuit_read(
    place: StaffVenue, what: str, post: QueryDict
) -> tuple[Callable[..., Done], dict[str, Any], str]:
    """The command that a form of the circuit's page asks for."""
    if what == "series":
        return (
            create_series,
            {"venue_id": place.venue_id, **_named(post, {"name": 120, "slug": 60})},
            _("The circuit is there. Begin its first season."),
        )
    if what == "season":
        return (
            create_season,
            {
                "series_id": forms.number(post, "series_id"),
                **_both(
                    lambda: _named(post, {"name": 60}),
                    lambda: _days(post),
                    lambda: {"points_c_milli": forms.thousandths(post, "points_c")},
                ),
            },
            _("The season has begun. Add its stages."),
        )
    if what == "stage":
        return (
            create_stage,
            {
                "season_id": forms.number(post, "season_id"),
                **_both(
                    lambda: {"number": forms.number(post, "number", low=1, high=1000)},
                    lambda: _named(post, {"name": 120, "place": 120}, may_be_empty=("place",)),
                    lambda: _days(post),
                ),
            },
            _("The stage is there: tournaments can belong to it."),
        )
    raise Refused("not_found", N_("This %(what)s does not exist."), what="action")


def _days(post: QueryDict) -> dict[str, Any]:
    """The first and the last day. Refusals: ``bad_date``, both at once."""
    reading = forms.Reading()
    found = {}
    for name in ("starts_on", "ends_on"):
        with reading.field(name):
            found[name] = forms.day_or_none(post, name)
            if found[name] is None:
                raise Refused("bad_date", N_("Give the day."), field=name)
    reading.done()
    return found


@require_http_methods(["GET", "POST"])
@venue_page()
def circuit(request: HttpRequest, *, place: StaffVenue) -> HttpResponse:
    """The venue's circuits with their seasons and stages, and forms for the next."""
    typed: Mapping[str, Any] = {}
    wrong: dict[str, dict[str, Refused]] = {}
    what = request.POST.get("what", "")
    if request.method == "POST":
        try:
            command, arguments, said = _circuit_read(place, what, request.POST)
            acted = _settle(request, said, command, lambda: arguments)
        except Refused as refused:
            say_wrong(request, refused, _wrong(refused))
            acted = CommandOutcome(refused=refused)
        if acted.refused is None:
            return redirect("director-circuit", venue_id=place.venue_id)
        typed = request.POST
        # one form of several: what is wrong stands in the one that was sent
        of = request.POST.get({"season": "series_id", "stage": "season_id"}.get(what, ""), "")
        wrong = {f"{what}-{of}": _wrong(acted.refused)}
    seasons = listings.seasons_of(place.venue_id)
    return _page(
        request,
        place,
        "circuit",
        "director/circuit.html",
        {
            "series": listings.series_of(place.venue_id),
            "seasons": seasons,
            "typed": typed,
            "wrong": wrong,
            "what": what,
            "next_numbers": {s.season_id: 1 + max((t.number for t in s.stages), default=0) for s in seasons},
        },
        refused=bool(typed),
    )


# ------------------------------------------------------------------------------------------ staff, devices


@require_GET
@venue_page()
def staff(request: HttpRequest, *, place: StaffVenue) -> HttpResponse:
    """Who works here as what, which devices are paired, who is kept away."""
    return _staff_page(request, place, typed={})


def _staff_page(
    request: HttpRequest,
    place: StaffVenue,
    *,
    typed: Mapping[str, Any],
    what: str = "",
    refused: Refused | None = None,
    link: str = "",
    invited: int = 0,
) -> HttpResponse:
    """refused: what the form `what` was refused for; it keeps what was `typed`. link: to hand over to `invited`."""
    members: dict[int, dict[str, Any]] = {}
    addressed = place.may(Permission.MANAGE_STAFF)  # e-mail addresses are for who gives the roles
    names = {t.tournament_id: t.name for t in listings.tournaments_of(place.venue_id, limit=200)}
    rows = people.staff_of(place.venue_id)
    pins = people.pins_of(row.user_id for row in rows) if addressed else set()
    apps = people.second_factors(row.user_id for row in rows) if addressed else set()
    for row in rows:
        member = members.setdefault(
            row.user_id,
            {
                "name": row.name or (row.email if addressed else f"#{row.user_id}"),
                "email": row.email if addressed else "",
                "user_id": row.user_id,
                "roles": [],
                "app": row.user_id in apps,
                "pin": row.user_id in pins,
            },
        )
        member["roles"].append(
            {
                "role_id": row.role_id,
                "word": _(ROLE_WORDS.get(row.role, row.role)),
                "tournament": names.get(row.tournament_id, f"#{row.tournament_id}")
                if row.tournament_id
                else "",
            }
        )
    at = moment.at()
    return _page(
        request,
        place,
        "staff",
        "director/house_staff.html",
        {
            "members": sorted(members.values(), key=lambda m: alphabetical(m["name"])),
            "roles": [(role, _(ROLE_WORDS[role])) for role in ROLES],
            "devices": [
                {"view": d, "word": _(DEVICE_WORDS.get(d.kind, d.kind))}
                for d in people.devices_of(place.venue_id)
            ],
            "exclusions": people.exclusions_at(place.venue_id, at=at)
            if place.may(Permission.MANAGE_EXCLUSION)
            else (),
            "running": [
                t
                for t in listings.tournaments_of(place.venue_id, limit=40)
                if t.state not in ("finished", "cancelled")
            ],
            "typed": typed,
            "what": what,
            "refusal": sentence(refused) if refused else "",
            "wrong": _wrong(refused) if refused and what == "account" else {},
            "link": link,
            "invited": next((m["name"] for m in members.values() if m["user_id"] == invited), ""),
            "mailed": letters.delivered(),
            "me": place.actor.user_id,
        },
        refused=refused is not None,
    )


def _new_account(request: HttpRequest, place: StaffVenue) -> dict[str, Any]:
    return {
        "venue_id": place.venue_id,
        "email": forms.text(request.POST, "email"),
        "name": forms.text(request.POST, "name", most=120),
        "language": forms.text(request.POST, "language", default=place.venue.language),
        "role": forms.text(request.POST, "role", default="floor"),
    }


def _of_member(request: HttpRequest, place: StaffVenue) -> dict[str, Any]:
    return {"venue_id": place.venue_id, "user_id": forms.number(request.POST, "user_id")}


def _pin_of_member(request: HttpRequest, place: StaffVenue) -> dict[str, Any]:
    pin = hash_pin(request.POST.get("pin", ""), salt=str(command_id_of(request)))
    return {**_of_member(request, place), "pin_hash": pin}


def _role(request: HttpRequest, place: StaffVenue) -> dict[str, Any]:
    tournament_id = forms.number_or_none(request.POST, "tournament_id")
    if tournament_id is not None and listings.settings_of(tournament_id)["venue_id"] != place.venue_id:
        raise Refused("no_such_tournament", N_("There is no such tournament."))
    return {
        "venue_id": place.venue_id,
        "user_id": forms.number(request.POST, "user_id"),
        "role": forms.text(request.POST, "role"),
        "tournament_id": tournament_id,
    }


_STAFF: dict[str, tuple[Callable[..., Done], str, Callable[[HttpRequest, StaffVenue], dict[str, Any]]]] = {
    "account": (create_user, N_("The role is given."), _new_account),
    "invite": (
        invite_staff,
        N_("The invitation is sent."),
        lambda request, place: {**_of_member(request, place), "handed": not letters.delivered()},
    ),
    "pin": (set_pin, N_("The PIN is set, and the person is told."), _pin_of_member),
    "close": (close_account, N_("The account is closed."), _of_member),
    "role": (grant_role, N_("The role is given."), _role),
    "revoke": (
        revoke_role,
        N_("The role is taken away."),
        lambda request, place: {
            "venue_id": place.venue_id,
            "role_id": forms.number(request.POST, "role_id"),
        },
    ),
    "app": (
        drop_second_factor,
        N_("The password alone signs in again, until a new app is set up."),
        _of_member,
    ),
    "unpair": (
        unpair_device,
        N_("The device is unpaired: its sessions end at once."),
        lambda request, place: {
            "venue_id": place.venue_id,
            "device_id": forms.number(request.POST, "device_id"),
        },
    ),
    "lift": (
        lift_exclusion,
        N_("The exclusion is lifted."),
        lambda request, place: {
            "venue_id": place.venue_id,
            "exclusion_id": forms.number(request.POST, "exclusion_id"),
        },
    ),
}


@require_POST
@venue_page()
def staff_do(request: HttpRequest, *, place: StaffVenue, what: str) -> HttpResponse:
    """One deed of the staff's page. Who may is the command's question."""
    if what not in _STAFF:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="action")
    command, said, read = _STAFF[what]
    try:
        acted = act(request, command, **read(request, place))
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    if acted.refused is not None:
        if what == "account" and not _wrong(acted.refused):
            messages.error(request, sentence(acted.refused))
        if what in ("account", "pin"):
            return _staff_page(request, place, typed=request.POST, what=what, refused=acted.refused)
        messages.error(request, sentence(acted.refused))
    elif what in ("account", "invite") and acted.result.get("new", True):
        return _invited(request, place, acted)
    else:
        messages.success(request, _(said))
        if what == "pin" and acted.done is not None:
            passwords.tell_of_pin(acted.done, place.actor)
    return redirect("director-staff", venue_id=place.venue_id)


def _invited(request: HttpRequest, place: StaffVenue, acted: CommandOutcome) -> HttpResponse:
    """The letter goes; where no mail leaves this machine, the owner reads the link, once."""
    assert acted.done is not None
    try:
        link = passwords.invitation(request, acted.done, venue_id=place.venue_id, by=place.actor)
    except Refused as refused:
        messages.error(request, sentence(refused))
        return redirect("director-staff", venue_id=place.venue_id)
    if link:
        return _staff_page(request, place, typed={}, link=link, invited=int(acted.result["user_id"]))
    messages.success(request, _("The invitation is sent."))
    return redirect("director-staff", venue_id=place.venue_id)


# ------------------------------------------------------------------------------------------ rule sets

FLAGS: tuple[tuple[str, str, str], ...] = (
    ("redraw_at_final_table", N_("Seats are drawn again at the final table"), "ADTP.P9"),
    ("big_blind_ante_ante_first", N_("Big blind ante: the ante is paid before the blind"), "SCPT.U2"),
    ("big_blind_ante_heads_up", N_("Big blind ante also heads-up"), "SCPT.U2"),
    (
        "all_in_cards_down_in_hand_for_hand",
        N_("Hand for hand: all-in hands stay face down (a house's own rule)"),
        "",
    ),
    ("surrender", N_("A short stack may be given up to re-enter, in every tournament"), "SCPT.U"),
    ("deal_director_veto", N_("The director may veto a deal"), "SCPT.M"),
    (
        "late_entry_while_alternates_wait",
        N_("Late entries while alternates wait in line"),
        "ADTP.8B",
    ),
    ("time_chip_by_registration", N_("Time chip by the time of registering, whenever it is paid"), "ADTP.8B"),
    ("action_clock_in_main_event_only", N_("Action clock in the main event only"), "SCPT.T"),
)
# (policy, label, rule id, how many of the stored unit make one on the page, may be empty, what empty means)
NUMBERS: tuple[tuple[str, str, str, int, str], ...] = (
    (
        "cancel_until_seconds_before_start",
        N_("Cancelling until so many minutes before the start (empty: the house decides)"),
        "SCPT.I · PT-T.24",
        60,
        "none",
    ),
    ("called_clock_seconds", N_("Called clock, seconds"), "ADTP.29", 1, ""),
    ("called_clock_countdown_seconds", N_("Called clock, countdown in seconds"), "ADTP.29", 1, ""),
    ("action_clock_seconds", N_("Action clock, seconds a decision"), "SCPT.T", 1, ""),
    ("time_bank_cards", N_("Time bank cards"), "SCPT.T", 1, ""),
    ("time_bank_card_seconds", N_("Seconds of a time bank card"), "SCPT.T", 1, ""),
    ("big_blind_ante_from_level", N_("Big blind ante from level (empty: none)"), "SCPT.U2", 1, "none"),
    ("short_handed_players", N_("Shorter levels with so many players left"), "SCPT.V", 1, ""),
    ("short_handed_main_seconds", N_("Shorter levels of the Main Event, minutes"), "SCPT.V", 60, ""),
    ("short_handed_other_seconds", N_("Shorter levels of other tournaments, minutes"), "SCPT.V", 60, ""),
    ("final_table_of_full_ring", N_("Players at the final table"), "ADTP.P9", 1, ""),
    ("final_table_of_short_handed", N_("Players at the final table, short-handed"), "ADTP.P9", 1, ""),
    (
        "limit_bets_and_raises",
        N_("Limit games: bets and raises in a round while more than two play (empty: no limit)"),
        "ADTP.48",
        1,
        "none",
    ),
    ("halt_when_short_by", N_("A table halts when it has so many players fewer"), "ADTP.11D", 1, ""),
    ("places_paid_bp", N_("Places paid, percent of the entries"), "SCPT.L", 100, ""),
    ("deal_champion_reserve_bp", N_("Deal: percent that stays for the champion"), "SCPT.M", 100, ""),
    (
        "hand_for_hand_cost_seconds",
        N_("Hand for hand: seconds that a hand costs (empty: the clock runs on)"),
        "ADTP.P16",
        1,
        "none",
    ),
    (
        "hand_for_hand_most_seconds",
        N_("Hand for hand by the time it takes: the most that a hand costs, seconds"),
        "ADTP.P16",
        1,
        "",
    ),
    ("minimum_age_years", N_("Minimum age"), "SCPT.F", 1, ""),
    ("prize_due_business_days", N_("Prizes are due within so many business days"), "SCPT.L", 1, ""),
)
ROUNDINGS = (("ceiling", N_("Up")), ("nearest", N_("To the nearest")), ("floor", N_("Down")))


def _base(place: StaffVenue, name: str) -> Policies:
    """A shipped rule set or one of the venue's. Refusals: ``no_such_rule_set``."""
    if name in shipped():
        return shipped()[name]
    for own in listings.rule_sets_of(place.venue_id):
        if own["name"] == name:
            return policies_from(own["policies"])
    raise Refused("no_such_rule_set", N_("There is no rule set named %(name)s."), name=name[:60])


def _shown_number(value: int | None, unit: int) -> str:
    return "" if value is None else f"{value / unit:g}".replace(".", ",")


def _varied(post: QueryDict, base: Policies) -> dict[str, Any]:
    """What of the form differs from the base. Refusals: ``bad_number``, ``number_missing``."""
    now = base.as_dict()
    wanted: dict[str, Any] = {
        name: post[name] for name, *_rest in CHOICES if name in post and post[name] in _rest[-1]
    }
    if post.get("places_paid_rounding"):
        wanted["places_paid_rounding"] = post["places_paid_rounding"]
    wanted |= {name: bool(post.get(name)) for name, _label, _rule in FLAGS}
    reading = forms.Reading()
    for name, _label, _rule, unit, empty in NUMBERS:
        typed = forms.text(post, name, most=12)
        if typed == _shown_number(now[name], unit):
            continue  # what was not touched stays as it is, to the second
        with reading.field(name):
            if unit == 100:
                wanted[name] = forms.basis_points(typed, name)
                continue
            number = (
                forms.number_or_none(post, name, high=1_000_000)
                if empty
                else forms.number(post, name, high=1_000_000)
            )
            wanted[name] = None if number is None else number * unit
    reading.done()
    return {name: value for name, value in wanted.items() if value != now[name]}


def _in_words(policies: Policies, base: Policies) -> list[dict[str, Any]]:
    """The rules as sentences; `changed` where the base says otherwise."""
    before = {(line.about, line.says) for line in in_words(base)}
    return [{"line": line, "changed": (line.about, line.says) not in before} for line in in_words(policies)]


@require_http_methods(["GET", "POST"])
@venue_page()
def rule_sets(request: HttpRequest, *, place: StaffVenue) -> HttpResponse:
    """The rule sets in use here, and a variation of one of them: a director's copy under a name of its own."""
    base_name = (request.POST if request.method == "POST" else request.GET).get("base", "")
    base = _base(place, base_name) if base_name else None
    typed: QueryDict | None = None
    wrong: dict[str, Refused] = {}
    if request.method == "POST" and base is not None:
        post = request.POST
        acted = _settle(
            request,
            _("The rule set is kept. Choose it in a tournament's settings."),
            create_rule_set,
            lambda: {
                "venue_id": place.venue_id,
                "base": base_name,
                **_both(lambda: _named(post, {"name": 60}), lambda: {"changes": _varied(post, base)}),
            },
        )
        if acted.refused is None:
            return redirect("director-rule-sets", venue_id=place.venue_id)
        typed, wrong = post, _wrong(acted.refused)
    own = listings.rule_sets_of(place.venue_id)
    return _page(
        request,
        place,
        "rules",
        "director/rule_sets.html",
        {
            "shipped": [{"name": name, "lines": in_words(policies)} for name, policies in shipped().items()],
            "own": [
                {
                    "name": row["name"],
                    "base": row["base"],
                    "lines": _in_words(policies_from(row["policies"]), _base_or_none(place, row["base"])),
                }
                for row in own
            ],
            "base": base_name,
            "wrong": wrong,
            "form": _rule_form(base, typed) if base is not None else None,
            "findings": _rule_check(typed, base) if typed is not None and base is not None else None,
            "typed_name": typed.get("name", "") if typed is not None else "",
        },
        refused=typed is not None,
    )


def _base_or_none(place: StaffVenue, name: str) -> Policies:
    try:
        return _base(place, name)
    except Refused:
        return shipped()["adtp"]


def _rule_form(base: Policies, typed: QueryDict | None) -> dict[str, Any]:
    now = base.as_dict()

    def value(name: str, stored: str) -> str:
        return stored if typed is None else typed.get(name, "")

    return {
        "choices": [
            {
                "name": name,
                "label": _(about),
                "rule": rule,
                "options": [(key, _(text)) for key, text in says.items()],
                "value": value(name, now[name]),
            }
            for name, about, rule, says in CHOICES
        ],
        "flags": [
            {
                "name": name,
                "label": _(label),
                "rule": rule,
                "on": now[name] if typed is None else bool(typed.get(name)),
            }
            for name, label, rule in FLAGS
        ],
        "numbers": [
            {
                "name": name,
                "label": _(label),
                "rule": rule,
                "value": value(name, _shown_number(now[name], unit)),
            }
            for name, label, rule, unit, _empty in NUMBERS
        ],
        "roundings": [(key, _(word)) for key, word in ROUNDINGS],
        "rounding": value("places_paid_rounding", now["places_paid_rounding"]),
    }


def _rule_check(post: QueryDict, base: Policies) -> dict[str, Any]:
    """What the choices would mean: the sentences that differ from the base, or what cannot be."""
    try:
        changes = _varied(post, base)
        policies = base.vary(rule_set=forms.text(post, "name", most=60) or "?", **changes)
    except Refused as refused:
        return {"refusal": sentence(refused), "lines": [], "same": False}
    lines = [row["line"] for row in _in_words(policies, base) if row["changed"]]
    return {"refusal": "", "lines": lines, "count": len(changes), "same": not changes}


@require_POST
@venue_page(Permission.CREATE_TOURNAMENT)
def rule_check(request: HttpRequest, *, place: StaffVenue) -> HttpResponse:
    """The check while one chooses; saves nothing."""
    base = _base(place, request.POST.get("base", ""))
    return render(
        request,
        "director/_rule_check.html",
        {"findings": _rule_check(request.POST, base), "base": base.rule_set},
    )


def until_of(post: QueryDict, name: str, zone: str) -> datetime | None:
    """The end of a day at the venue; None when the field is empty. Refusals: ``bad_date``."""
    day = forms.day_or_none(post, name)
    return None if day is None else datetime.combine(day, time(23, 59, 59), tzinfo=ZoneInfo(zone))
