"""Which tournament or venue a page of the staff is about, and what the person before it may do there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from dispatch.facts import Actor
from dispatch.reading import one_moment
from dispatch.sessions import DEVICE
from people.queries import require, roles_by_venue, roles_of
from play.queries.events import open_tables_of
from rules.permissions import WHO_MAY, WITH_PASSWORD, Permission, Role, allowed, staff_who_may
from rules.refusals import N_, Refused
from tournaments.queries import announcements, circuit
from tournaments.queries.circuit import VenueView
from web.acting import actor_of
from web.problems import refused_page

_READS = ("GET", "HEAD")
# what a table that is played online does by itself
_AT_THE_FELT = frozenset(
    {
        Permission.BUST,
        Permission.MOVE_PLAYER,
        Permission.BALANCE,
        Permission.BREAK_TABLE,
        Permission.REDRAW,
        Permission.VERIFY_SEAT,
        Permission.HAND_FOR_HAND,
        Permission.HAND_DONE,
        Permission.COUNT_CHIPS,
        Permission.RACE_CHIPS,
        Permission.PENALISE,
        Permission.FINISH_TOURNAMENT,
    }
)


class May:
    """In templates: ``{% if scope.may.bust %}``. One query answered all of it. by_pin: on a shared tablet; without: what
    nobody does by hand here.
    """

    def __init__(
        self, roles: frozenset[Role], *, by_pin: bool = False, without: frozenset[Permission] = frozenset()
    ) -> None:
        self._roles = roles
        self._by_pin = by_pin
        self._without = without

    def __getitem__(self, name: str) -> bool:
        return self(Permission(name))

    def __call__(self, permission: Permission) -> bool:
        if permission in self._without:
            return False
        return allowed(self._roles, permission=permission) and not (
            self._by_pin and permission in WITH_PASSWORD
        )

    # a template would call it without arguments otherwise
    do_not_call_in_templates = True


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffTournament:
    """One tournament as its staff has it before them. settings: by the names that edit_tournament takes. play_table: where it
    is played online now, None at the felt.
    """

    tournament_id: int
    venue: VenueView
    settings: dict[str, Any]
    actor: Actor
    may: May
    tabs: tuple[str, ...] = field(default=())
    play_table: int | None = None
    several_play_tables: bool = False

    @property
    def name(self) -> str:
        return str(self.settings["name"])

    @property
    def state(self) -> str:
        return str(self.settings["state"])

    @property
    def currency(self) -> str:
        return str(self.settings["currency"])

    @property
    def timezone(self) -> str:
        return self.venue.timezone

    def today(self, at: datetime) -> Any:
        """Return the day at the venue."""
        return at.astimezone(ZoneInfo(self.timezone)).date()


def _forbidden() -> Refused:
    return Refused(
        "forbidden", WHO_MAY[staff_who_may(Permission.VIEW_STAFF)], action=Permission.VIEW_STAFF.value
    )


def scope_of(request: HttpRequest, *, tournament_id: int, permission: Permission) -> StaffTournament:
    """Return the tournament for one who may do `permission` there.

    Refusals: ``forbidden``, the same for a tournament that is another's and one that does not exist, unless the
    person is staff somewhere: then ``not_found``.
    """
    by = actor_of(request)
    try:
        settings = announcements.settings_of(tournament_id)
    except Refused:
        if roles_by_venue(by.user_id or 0):
            raise
        raise _forbidden() from None
    require(by, permission=permission, venue_id=settings["venue_id"], tournament_id=tournament_id)
    roles = roles_of(by.user_id, venue_id=settings["venue_id"], tournament_id=tournament_id)
    running_online = settings["online"] and settings["state"] == "running"
    tables = open_tables_of(tournament_id) if running_online else []
    return StaffTournament(
        tournament_id=tournament_id,
        venue=circuit.venue_view(settings["venue_id"]),
        settings=settings,
        actor=by,
        may=May(roles, by_pin=by.device_id is not None, without=_AT_THE_FELT if tables else frozenset()),
        play_table=tables[0] if tables else None,
        several_play_tables=len(tables) > 1,
    )


def sign_in_again(request: HttpRequest) -> HttpResponse:
    """Say that nobody is signed in. htmx: 401, which opens the dialog of toast.js and leaves what was typed as it is."""
    if getattr(request, "htmx", False):
        return HttpResponse(status=401)
    if request.COOKIES.get("device") and request.path.startswith("/floor/"):
        return redirect(f"{reverse('floor-unlock')}?next={request.path}")
    where = request.get_full_path()
    if request.method != "GET":
        # back to the page that acted, never to an address that only takes a POST
        came_from = urlsplit(request.headers.get("Referer", ""))
        where = (
            came_from.path
            if came_from.netloc in ("", request.get_host()) and came_from.path
            else reverse("home")
        )
    return redirect_to_login(where)


def staff_page(
    permission: Permission = Permission.VIEW_STAFF,
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Return a view of one tournament: it gets ``scope`` in place of ``tournament_id``, or the refusal becomes a
    page.
    """

    def wrap(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @signed_in
        @wraps(view)
        def page(request: HttpRequest, *, tournament_id: int, **more: Any) -> HttpResponse:
            return view(
                request, scope=scope_of(request, tournament_id=tournament_id, permission=permission), **more
            )

        return page

    return wrap


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffVenue:
    """One venue as its staff has it before them."""

    venue: VenueView
    actor: Actor
    may: May

    @property
    def venue_id(self) -> int:
        return self.venue.venue_id

    @property
    def timezone(self) -> str:
        return self.venue.timezone


def venue_scope(by: Actor, *, venue_id: int, permission: Permission) -> StaffVenue:
    """Return a venue as who reads it has it. Refusals: the same for another's venue and for one that does not exist."""
    require(by, permission=permission, venue_id=venue_id)
    return StaffVenue(
        venue=circuit.venue_view(venue_id),
        actor=by,
        may=May(
            roles_of(by.user_id, venue_id=venue_id, tournament_id=None),
            by_pin=by.device_id is not None,
        ),
    )


def venue_page(
    permission: Permission = Permission.VIEW_STAFF,
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Return a view of one venue: it gets ``scope`` in place of ``venue_id``, or the refusal becomes a page."""

    def wrap(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @signed_in
        @wraps(view)
        def page(request: HttpRequest, *, venue_id: int, **more: Any) -> HttpResponse:
            return view(
                request,
                scope=venue_scope(actor_of(request), venue_id=venue_id, permission=permission),
                **more,
            )

        return page

    return wrap


def signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a view for anybody with an account; what of it they may see is its own question."""

    @wraps(view)
    def page(request: HttpRequest, **more: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return sign_in_again(request)
        try:
            with one_moment() if request.method in _READS else nullcontext():
                response = view(request, **more)
        except Refused as refused:
            response = refused_page(request, refused=refused)
        response["Cache-Control"] = "private, no-store"
        return response

    return page


def personal(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Do as `signed_in`, where one signed in oneself: a PIN opens the house's tablet, not the operator's own affairs."""

    @signed_in
    @wraps(view)
    def page(request: HttpRequest, **more: Any) -> HttpResponse:
        if request.session.get(DEVICE) is not None:
            raise Refused("forbidden", N_("Not on a shared device. Sign in yourself."))
        return view(request, **more)

    return page
