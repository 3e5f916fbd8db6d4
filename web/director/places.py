"""Where the staff can go from a page: the places of a tournament, of a house, and tonight's tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.permissions import Permission
from tournaments.queries.announcements import TournamentLine
from tournaments.queries.circuit import VenueView
from web.staffing import StaffTournament, StaffVenue
from web.work import tonight_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One place to go. short: its name where there is little room. counts: which number stands beside it (staff.js fills
    it); letter: the key that leads there."""

    tab: str
    name: str
    short: str
    icon: str
    address: str
    current: bool = False
    counts: str = ""
    letter: str = ""
    on_a_phone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceGroup:
    name: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """What the column at the left shows. tonight: the house's other tournaments of tonight."""

    groups: tuple[PlaceGroup, ...]
    tonight: tuple[TournamentLine, ...] = ()
    venue: VenueView | None = None
    tournament: StaffTournament | None = None
    # whether somebody can be looked for by name
    finds: bool = False

    @property
    def phone(self) -> tuple[Place, ...]:
        """The four that stand below on a phone."""
        return tuple(p for group in self.groups for p in group.places if p.on_a_phone)[:4]

    @property
    def below_more(self) -> bool:
        """Whether the page's own place is one of those that a phone has below *More*."""
        return any(p.current and p not in self.phone for group in self.groups for p in group.places)


def places_of(scope: Any, *, venue: Any, tab: str, at: datetime) -> Places:
    """Return the places of the page's tournament or house; of neither, those that everybody of a staff has."""
    if isinstance(scope, StaffTournament):
        return _of_tournament(scope, tab, at)
    if isinstance(scope, StaffVenue):
        return _of_house(scope, tab, at)
    home = Place(
        tab="home",
        name=_("My tournaments"),
        short=pgettext("place", "Tournaments"),
        icon="calendar-days",
        address=reverse("director"),
        current=tab == "home",
        on_a_phone=True,
    )
    account = Place(
        tab="account",
        name=_("My account"),
        short=pgettext("place", "Account"),
        icon="circle-user-round",
        address=reverse("account"),
        on_a_phone=True,
    )
    house = venue if isinstance(venue, VenueView) else None
    return Places(groups=(PlaceGroup(name=_("Work"), places=(home, account)),), venue=house)


def _of_tournament(scope: StaffTournament, tab: str, at: datetime) -> Places:
    started = scope.settings["started_at"] is not None
    seats = started and scope.state != "cancelled"
    draft = scope.state == "draft"
    may = scope.may
    asked = [
        (
            _("Live"),
            [
                ("now", _("Now"), _("Now"), "activity", "director-room", True, "now", "b"),
                ("map", _("Tables"), _("Tables"), "layout-grid", "director-map", seats, "tables", "m"),
                (
                    "desk",
                    _("Desk"),
                    _("Desk"),
                    "store",
                    "desk",
                    may(Permission.TAKE_PAYMENT) and not draft,
                    "desk",
                    "e",
                ),
                (
                    "rulings",
                    _("Rulings"),
                    pgettext("place", "Rulings"),
                    "scale",
                    "floor-rulings",
                    may(Permission.RULE) and started,
                    "",
                    "",
                ),
            ],
        ),
        (
            _("Money"),
            [
                (
                    "entries",
                    pgettext("place", "Entries and cash"),
                    pgettext("place", "Entries"),
                    "wallet",
                    "director-entries",
                    may(Permission.VIEW_MONEY) and not draft,
                    "entries",
                    "r",
                ),
                (
                    "prizes",
                    _("Prizes"),
                    _("Prizes"),
                    "trophy",
                    "director-prizes",
                    may(Permission.VIEW_MONEY) and not draft,
                    "",
                    "",
                ),
            ],
        ),
        (
            _("Tournament"),
            [
                ("history", _("History"), _("History"), "history", "director-history", True, "", ""),
                (
                    "screens",
                    _("Displays"),
                    pgettext("place", "Displays"),
                    "monitor",
                    "screens-control",
                    may(Permission.SEND_MESSAGE) and not draft,
                    "",
                    "",
                ),
                (
                    "paper",
                    _("Printed sheets"),
                    pgettext("place", "Print"),
                    "printer",
                    "director-paper",
                    True,
                    "",
                    "",
                ),
                (
                    "edit",
                    pgettext("place", "Settings"),
                    pgettext("place", "Settings"),
                    "sliders-horizontal",
                    "director-edit",
                    may(Permission.EDIT_TOURNAMENT),
                    "",
                    "",
                ),
            ],
        ),
    ]
    groups = []
    for name, lines in asked:
        places = tuple(
            Place(
                tab=key,
                name=called,
                short=short,
                icon=icon,
                # the letter of the bust leads to its box
                address=reverse(where, args=[scope.tournament_id])
                + ("#bust" if key == "now" and tab != "now" else ""),
                current=tab == key,
                counts=counts,
                letter=letter if not (key == "now" and tab == "now") else "",
                on_a_phone=key in ("now", "map", "desk", "entries")
                or (draft and key in ("history", "edit", "paper")),
            )
            for key, called, short, icon, where, there, counts, letter in lines
            if there
        )
        if places:
            groups.append(PlaceGroup(name=name, places=places))
    others = tonight_of(scope.venue.venue_id, at=at)
    return Places(
        groups=tuple(groups),
        tonight=tuple(line for line in others if line.tournament_id != scope.tournament_id),
        venue=scope.venue,
        tournament=scope,
        finds=not draft and tab != "desk",
    )


def _of_house(scope: StaffVenue, tab: str, at: datetime) -> Places:
    may = scope.may
    lines = [
        ("house", _("House"), _("House"), "house", "director-house", True),
        (
            "new",
            _("New tournament"),
            pgettext("place", "New"),
            "plus",
            "director-new",
            may(Permission.CREATE_TOURNAMENT),
        ),
        ("staff", _("Staff and devices"), pgettext("place", "Staff"), "users", "director-staff", True),
        (
            "circuit",
            _("Circuits and seasons"),
            pgettext("place", "Seasons"),
            "medal",
            "director-circuit",
            True,
        ),
        (
            "play-tables",
            _("Online tables"),
            pgettext("place", "Online"),
            "spade",
            "director-play-tables",
            may(Permission.RUN_PLAY_TABLES),
        ),
        (
            "integrity",
            _("Integrity"),
            _("Integrity"),
            "eye",
            "director-integrity",
            may(Permission.REVIEW_INTEGRITY),
        ),
        ("rules", _("Rule sets"), pgettext("place", "Rules"), "book-open", "director-rule-sets", True),
        (
            "takings",
            _("Takings"),
            pgettext("place", "Takings"),
            "banknote",
            "director-takings",
            may(Permission.VIEW_MONEY),
        ),
        (
            "bank",
            _("Deposits and withdrawals"),
            pgettext("place", "Bank"),
            "arrow-left-right",
            "director-bank",
            may(Permission.CONFIRM_PAYMENT),
        ),
        ("books", _("Books"), _("Books"), "landmark", "director-books", may(Permission.VIEW_MONEY)),
        (
            "players",
            _("Import players"),
            pgettext("place", "Import"),
            "upload",
            "director-import",
            may(Permission.CREATE_PLAYER),
        ),
        ("logo", _("Logo and colours"), _("Logo"), "image", "director-logo", may(Permission.CHANGE_LOGO)),
        (
            "sponsors",
            _("Sponsors"),
            pgettext("place", "Sponsors"),
            "handshake",
            "director-sponsors",
            may(Permission.CHANGE_LOGO),
        ),
        ("mails", _("E-mails"), _("E-mails"), "mail", "director-mails", may(Permission.MANAGE_VENUE)),
        (
            "privacy",
            _("Privacy"),
            _("Privacy"),
            "shield",
            "director-privacy",
            may(Permission.MANAGE_STAFF),
        ),
    ]
    places = tuple(
        Place(
            tab=key,
            name=called,
            short=short,
            icon=icon,
            address=reverse(where, args=[scope.venue_id]),
            current=tab == key,
            # who looks every day at what players ask has it below
            on_a_phone=key
            in ("house", "staff", "rules", "bank" if may(Permission.CONFIRM_PAYMENT) else "circuit"),
        )
        for key, called, short, icon, where, there in lines
        if there
    )
    return Places(
        groups=(PlaceGroup(name=_("The house"), places=places),),
        tonight=tuple(tonight_of(scope.venue_id, at=at)),
        venue=scope.venue,
    )
