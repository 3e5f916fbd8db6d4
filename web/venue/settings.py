"""The venue itself: its name, its methods of payment, its terms; and a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from zoneinfo import available_timezones

from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access import moment
from people.queries import opens_the_house, owns_a_venue, who_may
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.commands.create_venue import create_venue
from tournaments.commands.update_venue import update_venue
from tournaments.operations.circuit import read_venue
from tournaments.queries import branding, circuit
from web import forms
from web.acting import actor_of
from web.as_shown import SavedForm, sent
from web.labels import EXCLUDED_PRIZE_WORDS, LANGUAGES
from web.people.founding import FOUNDING
from web.staffing import StaffVenue, signed_in, venue_page
from web.templatetags.shuffle import percent, plain_number, zone_word
from web.venue.page import both_typed, lines_typed, settle_form, venue_tab, with_slug, wrong_fields

PIX = ("pix_key", "pix_receiver", "pix_city")
_MAY_BE_EMPTY = ("city", "address", "tax_id")
# as tournaments.operations.circuit has it; there the law refuses, here the field says so
MOST_SURCHARGE_BP = 3000
METHODS = ("cash", "debit", "credit", "transfer")
CURRENCIES = (("BRL", "R$ (BRL)"), ("EUR", "€ (EUR)"))
# what the database of a system has beside places: the clock of this machine, and none that was set
NO_PLACES = {"Factory", "localtime"}
# the zones of the languages spoken here first
ZONES = ("America/Sao_Paulo", "America/Manaus", "America/Fortaleza", "Europe/Lisbon", "Atlantic/Azores")


def _percent(bp: int) -> str:
    return plain_number(bp / 100) if bp else ""


def _surcharges(post: QueryDict) -> dict[str, int]:
    """Percent as people write it, 2,5 or 2.5, in basis points. Refusals: ``bad_percent``, all at once."""
    found = {}
    reading = forms.Reading()
    for method in METHODS:
        name = f"surcharge_{method}"
        with reading.field(name):
            if typed := forms.text(post, name=name, most=12):
                found[method] = forms.basis_points(typed, name=name)
                if found[method] > MOST_SURCHARGE_BP:
                    raise Refused(
                        "bad_percent",
                        N_("%(text)s is too much: at most %(high)s."),
                        text=typed,
                        high=percent(MOST_SURCHARGE_BP // 100),
                        field=name,
                    )
    reading.done()
    return found


def _checked(post: QueryDict, *, currency: str) -> dict[str, Any]:
    """Nothing: what the law says of what is typed is told together with what cannot be read. Refusals: those of the fields."""
    typed = {name: forms.text(post, name=name) for name in ("tax_id", *PIX) if name in post}
    read_venue(typed, currency=currency)
    return {}


def _pix_values(venue_id: int) -> dict[str, str]:
    to = branding.pix_of(venue_id)
    return {
        "pix_key": to.key if to else "",
        "pix_receiver": to.receiver if to else "",
        "pix_city": to.city if to else "",
    }


def _house_values(view: circuit.VenueView, terms: tuple[str, str]) -> dict[str, Any]:
    bank_account, phone_money = branding.bank_of(view.venue_id)
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
        "bank_account": bank_account,
        "phone_money": "yes" if phone_money else "no",
        **{f"surcharge_{m}": _percent(view.surcharges_bp.get(m, 0)) for m in METHODS},
    }


def _house_form(values: Mapping[str, Any], *, wrong: Mapping[str, Refused]) -> dict[str, Any]:
    typed = [(m, f"surcharge_{m}", values[f"surcharge_{m}"]) for m in METHODS]
    return {
        "form": values,
        "surcharges": typed,
        "surcharged": [(m, value) for m, name, value in typed if value and name not in wrong],
        "wrong": wrong,
        "languages": LANGUAGES,
        "currencies": CURRENCIES,
        "zones": _zones(now=str(values["timezone"])),
    }


def _zones(*, now: str) -> list[tuple[str, str]]:
    """Return the time zones, each with a name that people know: São Paulo (UTC−3). Of several with the same name one, and
    `now` always."""
    known = {zone for zone in available_timezones() if not zone.startswith("Etc/")} - NO_PLACES
    found: dict[str, str] = {}
    for zone in (*([now] if now in available_timezones() else ()), *ZONES, *sorted(known)):
        found.setdefault(zone_word(zone, at=moment.at()), zone)
    named = {zone: word for word, zone in found.items()}
    others = sorted(named.keys() - set(ZONES), key=lambda zone: named[zone])
    return [(zone, named[zone]) for zone in (*ZONES, *others) if zone in named]


@require_http_methods(["GET", "POST"])
@signed_in
def open_house(request: HttpRequest) -> HttpResponse:
    """Show a new venue."""
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
        post = with_slug(request.POST)
        values |= {name: post.get(name, "") for name in values}
        acted = settle_form(
            request,
            said=_("The house is open. Give your staff their roles."),
            command=create_venue,
            read=lambda: both_typed(
                lambda: lines_typed(
                    post,
                    longest={"name": 120, "slug": 60, "city": 120, "address": 200, "tax_id": 20},
                    may_be_empty=_MAY_BE_EMPTY,
                ),
                lambda: {"surcharges_bp": _surcharges(post)},
                lambda: {n: forms.text(post, name=n) for n in ("currency", "timezone", "language")},
                lambda: _checked(post, currency=forms.text(post, name="currency")),
                lambda: {"founding_code": request.session.get(FOUNDING, "")},
            ),
        )
        if acted.done is not None:
            request.session.pop(FOUNDING, None)
            return redirect("director-house", venue_id=acted.result["venue_id"])
        assert acted.refused is not None
        wrong = wrong_fields(acted.refused) or {"": acted.refused}
    return render(
        request,
        "director/house_new.html",
        {
            **_house_form(values, wrong=wrong),
            "may": owns_a_venue(by.user_id or 0) or opens_the_house(request.session.get(FOUNDING, "")),
        },
        status=409 if wrong else 200,
    )


# how each is kept: two ways of writing it say the same
_KEPT_OTHERWISE = ("tax_id", *PIX)


def _alike(currency: str) -> Callable[[str, str, str], bool]:
    """Whether two say the same in a field of the form: 2,5 % is 2.5, and a number of a CNPJ or a PIX key has its own signs."""

    def alike(name: str, one: str, other: str) -> bool:
        with suppress(Refused):
            if name.startswith("surcharge_") and one and other:
                return forms.basis_points(one, name=name) == forms.basis_points(other, name=name)
            if name in _KEPT_OTHERWISE:
                kept = [read_venue({name: text}, currency=currency)[name] for text in (one, other)]
                return bool(kept[0] == kept[1])
        return False

    return alike


def _saved_form(view: circuit.VenueView, values: Mapping[str, Any]) -> SavedForm:
    choices = {
        "timezone": dict(_zones(now=str(values["timezone"]))),
        "language": dict(LANGUAGES),
        "phone_money": {"yes": _("yes"), "no": _("no")},
        "excluded_prizes": {choice: _(word) for choice, word in EXCLUDED_PRIZE_WORDS.items()},
    }
    return SavedForm(
        salt=f"venue {view.venue_id} as shown",
        fields={name: sent(value) for name, value in values.items() if name != "currency"},
        alike=_alike(view.currency),
        read_out=lambda name, saved: choices.get(name, {}).get(saved, saved),
    )


@require_http_methods(["GET", "POST"])
@venue_page()
def house(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show what the venue is called, what its methods of payment cost, its terms."""
    values = _house_values(scope.venue, circuit.terms_of(scope.venue_id))
    wrong: dict[str, Refused] = {}
    saved = _saved_form(scope.venue, values)
    if request.method == "POST":
        post, clash = saved.with_saved(request.POST)

        def read() -> dict[str, Any]:
            if clash is not None:
                raise clash
            wanted = both_typed(
                lambda: lines_typed(
                    post,
                    longest={
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
                lambda: _checked(post, currency=scope.venue.currency),
            )
            wanted |= {
                name: forms.text(post, name=name, most=200_000 if name == "terms_text" else 301)
                for name in (
                    "timezone",
                    "language",
                    "terms_text",
                    *(name for name in (*PIX, "excluded_prizes", "bank_account") if name in post),
                )
            }
            if "phone_money" in post:
                wanted["phone_money"] = post["phone_money"] == "yes"
            now = {
                **values,
                "surcharges_bp": dict(scope.venue.surcharges_bp),
                "phone_money": values["phone_money"] == "yes",
            }
            # a textarea sends other line ends than were stored
            changes = {n: v for n, v in wanted.items() if v != now[n]}
            return {
                "venue_id": scope.venue_id,
                "changes": changes,
                "expected": {n: now[n] for n in changes},
            }

        acted = settle_form(request, said=_("Saved."), command=update_venue, read=read)
        if acted.refused is None:
            return redirect("director-house", venue_id=scope.venue_id)
        wrong = wrong_fields(acted.refused) or {"": acted.refused}
        values = {name: post.get(name, values[name]) for name in values}
    context = {
        **_house_form(values, wrong=wrong),
        "shown": saved.mark(),
        # nobody books the own money: where one person alone may, that person's own pay-ins wait for ever
        "one_alone": len(who_may(scope.venue_id, permission=Permission.CONFIRM_PAYMENT)) < 2,
    }
    return venue_tab(
        request,
        scope=scope,
        tab="house",
        template="director/house.html",
        context=context,
        refused=bool(wrong),
    )
