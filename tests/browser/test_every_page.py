"""Every page of every audience: nothing serious for axe, no sideways scrolling at 320 pixels, and by keys alone, but displays;
test_letters.py asks more of narrow phones and large letters.

The pages are those of the addresses: a new address is either listed here as a page or named as none, or this fails.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from playwright.sync_api import Error as BrowserError

from ledger.models import Transfer
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.commands.note_unclaimed import note_unclaimed
from payouts.models import Award
from people.commands.check_identity import check_identity
from people.commands.choose_profile import choose_profile
from people.models import User
from play.commands.complain import complain
from play.commands.open_cards import open_cards
from play.commands.open_case import open_case
from play.commands.open_table import open_table
from play.commands.sit import sit
from play.models import Sitting
from tables.commands.count_chips import count_chips
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.models import Seat, Table
from tests import cast
from tests.browser.conftest import pale_in_the_dark
from tests.browser.keys import amiss_by_keys
from tests.payouts.bank import PIX, know, pay_in, withdrawal
from tests.play.cash import identify, open_cash
from tests.play.conftest import AtTable
from tests.play.made_hands import deed, made_table
from tests.play.test_history import fold_out
from tests.sizes import FULL, survives
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.update_venue import update_venue
from tournaments.models import Entry, EntryState

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# page -> who looks at it ("" anybody), what its address is made of
PAGES: dict[str, tuple[str, dict[str, str]]] = {
    "home": ("", {}),
    "calendar": ("", {}),
    "tournament": ("", {"tournament_id": "running"}),
    "results": ("", {"tournament_id": "finished"}),
    "structure": ("", {"tournament_id": "running"}),
    "rules": ("", {"tournament_id": "running"}),
    "draw": ("", {"tournament_id": "finished"}),
    "season": ("", {"season_id": "season"}),
    "seasons": ("", {}),
    "house": ("", {"venue_id": "venue"}),
    "player": ("", {"player_id": "player"}),
    "receipt-check": ("", {}),
    "glossary": ("", {}),
    "online-rules": ("", {}),
    "privacy": ("", {}),
    "styleguide": ("", {}),
    "sign-in": ("", {}),
    "password-forgotten": ("", {}),
    "account": ("bruno", {}),
    "account-email": ("bruno", {}),
    "director-privacy": ("olga", {"venue_id": "venue"}),
    "join": ("", {}),
    "display": ("", {}),
    "clock-screen": ("", {"tournament_id": "running"}),
    "seating-screen": ("", {"tournament_id": "running"}),
    "payouts-screen": ("", {"tournament_id": "finished"}),
    "final-table-screen": ("", {"tournament_id": "running"}),
    "table-screen": ("", {"tournament_id": "running", "table_number": "one"}),
    "sponsors-screen": ("", {"tournament_id": "running"}),
    "lobby-screen": ("", {"venue_id": "venue"}),
    "schedule-screen": ("", {"venue_id": "venue"}),
    "play": ("caio", {"tournament_id": "running"}),
    "play-tables": ("", {}),
    "play-my-tables": ("caio", {}),
    "play-table": ("caio", {"table_id": "played"}),
    "play-table-last-hand": ("caio", {"table_id": "played"}),
    "play-table-session": ("caio", {"table_id": "played"}),
    "play-table-rules": ("", {"table_id": "played"}),
    "play-table-preferences": ("", {"table_id": "played"}),
    "play-table-top-up": ("caio", {"table_id": "cash"}),
    "me-hands": ("caio", {}),
    "me-session": ("caio", {"sitting_id": "sitting"}),
    "me-movement": ("caio", {"transfer_id": "movement"}),
    "me-hand": ("caio", {"table_id": "played", "number": "one"}),
    "play-terms": ("caio", {"tournament_id": "running"}),
    "me": ("caio", {}),
    "me-tokens": ("bruno", {}),
    "me-limits": ("caio", {}),
    "me-sums": ("caio", {}),
    "me-money": ("caio", {}),
    "me-pay-in": ("caio", {"pay_in_id": "pay_in"}),
    "me-second-factor": ("bruno", {}),
    "desk-home": ("desi", {}),
    "desk": ("desi", {"tournament_id": "running"}),
    "desk-new-player": ("desi", {"tournament_id": "running"}),
    "desk-receipt": ("desi", {"tournament_id": "running", "number": "receipt"}),
    "desk-movement": ("desi", {"tournament_id": "running", "player_id": "player", "transfer_id": "movement"}),
    "floor": ("bruno", {}),
    "floor-tablet": ("bruno", {"tournament_id": "running"}),
    "floor-rulings": ("bruno", {"tournament_id": "running"}),
    "floor-ruling": ("bruno", {"tournament_id": "running", "kind": "ruling"}),
    "floor-pin": ("bruno", {}),
    "floor-pair": ("ana", {}),
    "director": ("ana", {}),
    "director-house": ("ana", {"venue_id": "venue"}),
    "director-house-history": ("olga", {"venue_id": "venue"}),
    "director-circuit": ("ana", {"venue_id": "venue"}),
    "director-play-tables": ("ana", {"venue_id": "venue"}),
    "director-complaint": ("ana", {"venue_id": "venue", "complaint_id": "complaint"}),
    "director-bank": ("desi", {"venue_id": "venue"}),
    "director-pay-in": ("desi", {"venue_id": "venue", "pay_in_id": "pay_in"}),
    "director-unclaimed": ("desi", {"venue_id": "venue", "unclaimed_id": "unclaimed"}),
    "director-withdrawal": ("desi", {"venue_id": "venue", "withdrawal_id": "withdrawal"}),
    "director-integrity": ("olga", {"venue_id": "venue"}),
    "director-integrity-players": ("olga", {"venue_id": "venue"}),
    "director-integrity-pair": ("olga", {"venue_id": "venue", "first_id": "player", "second_id": "other"}),
    "director-integrity-hand": ("olga", {"venue_id": "venue", "table_id": "played", "number": "one"}),
    "director-integrity-opening": ("olga", {"venue_id": "venue", "opening_id": "opening"}),
    "director-integrity-standing-out": ("olga", {"venue_id": "venue"}),
    "director-integrity-player": ("olga", {"venue_id": "venue", "player_id": "player"}),
    "director-integrity-origins": ("olga", {"venue_id": "venue"}),
    "director-integrity-case": ("olga", {"venue_id": "venue", "case_id": "case"}),
    "director-integrity-case-new": ("olga", {"venue_id": "venue"}),
    "director-staff": ("ana", {"venue_id": "venue"}),
    "director-mails": ("olga", {"venue_id": "venue"}),
    "director-rule-sets": ("ana", {"venue_id": "venue"}),
    "director-import": ("ana", {"venue_id": "venue"}),
    "director-books": ("ana", {"venue_id": "venue"}),
    "director-takings": ("desi", {"venue_id": "venue"}),
    "director-logo": ("ana", {"venue_id": "venue"}),
    "director-sponsors": ("ana", {"venue_id": "venue"}),
    "director-new": ("ana", {"venue_id": "venue"}),
    "director-season": ("ana", {"season_id": "season"}),
    "undo": ("ana", {"command_id": "bust"}),
    "director-room": ("ana", {"tournament_id": "running"}),
    "director-history": ("ana", {"tournament_id": "running"}),
    "director-paper": ("ana", {"tournament_id": "running"}),
    "director-search": ("ana", {"tournament_id": "running"}),
    "director-map": ("ana", {"tournament_id": "running"}),
    "director-seating-list": ("ana", {"tournament_id": "running"}),
    "director-seat-cards": ("ana", {"tournament_id": "running"}),
    "director-alternates": ("ana", {"tournament_id": "running"}),
    "director-structure-sheet": ("ana", {"tournament_id": "running"}),
    "director-slips": ("ana", {"tournament_id": "finished"}),
    "director-move-slips": ("ana", {"tournament_id": "running"}),
    "director-seat": ("ana", {"tournament_id": "running", "table_number": "one", "seat_number": "one"}),
    "director-break-several": ("ana", {"tournament_id": "running"}),
    "director-takers": ("ana", {"tournament_id": "running"}),
    "director-break": ("ana", {"tournament_id": "running", "table_number": "one"}),
    "director-count": ("ana", {"tournament_id": "running", "table_number": "one"}),
    "director-hand-for-hand": ("ana", {"tournament_id": "bubble"}),
    "director-entries": ("ana", {"tournament_id": "running"}),
    "director-prizes": ("ana", {"tournament_id": "finished"}),
    "director-pay-several": ("ana", {"tournament_id": "finished"}),
    "director-deals": ("ana", {"tournament_id": "bubble"}),
    "director-slip": ("ana", {"tournament_id": "finished", "award_id": "award"}),
    "director-edit": ("ana", {"tournament_id": "draft"}),
    "director-edit-structure": ("ana", {"tournament_id": "running"}),
    "director-edit-payouts": ("ana", {"tournament_id": "draft"}),
    "director-ending": ("ana", {"tournament_id": "running"}),
    "director-copy": ("ana", {"tournament_id": "running"}),
    "screens-control": ("ana", {"tournament_id": "running"}),
}
STAFF = tuple(
    name
    for name, (who, _made_of) in PAGES.items()
    if who in ("olga", "ana", "bruno", "desi")
    and name.startswith(("director", "desk", "floor", "screens", "undo"))
)
# what is asked of a page, so that there is more on it
ASKING = {
    "desk": "?player={player}",
    "director-search": "?q=souza",
    "results": "?offset=0",
    "director-integrity": "?kind=demo",
    "director-integrity-pair": "?kind=demo",
    "director-integrity-players": "?kind=demo",
    "director-integrity-player": "?kind=demo",
    "director-integrity-standing-out": "?kind=demo",
    "director-integrity-case-new": "?player={player}",
    "director-break-several": "?tables=1",
    "director-pay-several": "?all=1",
}
NO_PAGE = {
    # forms and taps
    "sign-out", "account-password", "account-sessions", "account-mails", "director-letter", "account-close", "desk-do", "director-do", "director-simulated", "director-staff-do", "director-integrity-case-add", "director-save-template", "director-drop-template", "floor-apply", "floor-log", "floor-give",
    "floor-lock", "play-register", "play-cancel", "play-buy", "play-withdraw", "play-vote", "play-moving", "play-table-sit", "play-table-buy-in", "play-table-waiting", "play-table-leave", "play-table-keep-stack", "play-table-change-seat", "play-table-sit-out", "play-table-come-back", "play-table-rebuy", "play-table-add-on", "play-table-no-rebuy", "me-hand-complain", "language", "theme", "me-about", "me-profile", "me-erase",
    "me-limit", "me-time-limit", "me-away", "me-token-revoke", "me-pay-in-ask", "me-withdraw", "me-pay-in-take-back", "me-withdrawal-take-back",
    # after a link or a code that this test does not have: test_first_run.py walks them
    "invitation", "password-choose", "first-owner", "first-owner-link",
    # parts of a page, swapped into it or in a frame of it
    "styleguide-table", "styleguide-display", "styleguide-page",
    "director-now", "director-clock", "director-check", "director-check-structure", "director-check-payouts", "director-new-card", "director-rule-check", "floor-proposals", "floor-find", "floor-penalties", "play-mine",
    "signed-in-still", "director-bust-meant", "director-waiting",
    # data and pictures
    "director-entries-sheet", "results-sheet", "season-sheet", "floor-book", "me-data", "me-statement-sheet", "me-hands-ohh", "me-hands-phh", "me-hand-ohh", "me-hand-phh", "display-where", "display-worker", "display-theme", "seating-list", "paid-list", "logo", "logo-small", "sponsor-picture", "card", "house-card", "season-card",
    "calendar-file", "event-file", "results-feed", "robots", "sitemap", "manifest", "favicon", "play-result-card",
    # only on the way: in the middle of signing up, on a paired tablet, at a tournament online, before the first house; their journeys look (test_player.py, test_first_run.py)
    "join-code", "join-you", "play-table-event", "sign-in-code", "floor-unlock", "director-open-house",
}  # fmt: skip


def names(patterns: list[Any]) -> Iterator[str]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from names(one.url_patterns)
        elif isinstance(one, URLPattern):
            yield str(one.name)


def test_every_address_is_a_page_listed_here_or_named_as_none():
    import web.urls

    known = set(names(web.urls.urlpatterns))
    assert get_resolver().reverse_dict  # the addresses are all loaded
    assert known - set(PAGES) - NO_PAGE == set(), "list the page in PAGES, or name it in NO_PAGE"
    assert (set(PAGES) | NO_PAGE) - known == set(), "these are no addresses any more"


@dataclass
class Seen:
    house: cast.House
    ids: dict[str, Any]


@pytest.fixture
def seen(server, monkeypatch) -> Seen:
    """A room with something on every page."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=20))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return room_of_every_page(now)


def room_of_every_page(now: datetime) -> Seen:
    house = cast.house()
    by = house.olga
    series = cast.say(create_series, by=by, venue_id=house.venue_id, name="Circuito", slug="circuito")[
        "series_id"
    ]
    season = cast.say(
        create_season,
        by=by,
        series_id=series,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2027, 1, 1),
    )["season_id"]

    running = house.registering("scpt-main", starts_at=cast.START)
    cast.say(
        check_identity,
        by=house.desi,
        player_id=house.caio.player_id,
        venue_id=house.venue_id,
        document_kind="rg",
        document_number="CAIO-1",
    )
    cast.say(choose_profile, by=house.caio, player_id=house.caio.player_id, shown=True)
    house.enter(running, house.caio.player_id)
    receipt = house.enter(running)["receipt"]
    house.fill(running, 9)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=running)
    out = Seat.objects.filter(table__tournament_id=running).exclude(entry=None)
    out = out.exclude(entry__player_id=house.caio.player_id).order_by("-table__number", "number").first()
    bust = uuid.uuid4()
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=cast.after(minutes=5),
        command_id=bust,
        tournament_id=running,
        table_number=out.table.number,
        busts=[{"entry_id": out.entry_id, "stack_chips_start": None, "by_entries": []}],
    )

    bubble = house.started(
        "turbo-8max",
        entries=10,
        name="Bolha",
        starts_at=cast.START,
        late_registration_level=0,
        re_entries_per_player=0,
    )
    cast.say(start_hand_for_hand, by=house.ana, at=cast.after(minutes=6), tournament_id=bubble)

    finished = house.registering("sit-and-go-9", name="Rápido", seats_per_table=2, capacity=2)
    house.fill(finished, 2)
    loser, winner = Entry.objects.filter(tournament_id=finished).order_by("id")
    at = cast.after(minutes=8)
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=at,
        tournament_id=finished,
        table_number=Table.objects.get(tournament_id=finished).number,
        busts=[{"entry_id": loser.pk, "stack_chips_start": 5000, "by_entries": [winner.pk]}],
    )
    assert Entry.objects.get(pk=winner.pk).state == EntryState.PLAYING
    stack = Entry.objects.filter(tournament_id=finished).count() * winner.tournament.starting_stack_chips
    cast.say(count_chips, by=house.bruno, at=at, entry_id=winner.pk, stack_chips=stack)
    cast.say(finish_tournament, by=house.ana, at=at, tournament_id=finished)

    stand_out(house, now)
    return Seen(
        house,
        {
            "running": running,
            "bubble": bubble,
            "finished": finished,
            "draft": house.tournament("turbo-8max", name="Rascunho"),
            "venue": house.venue_id,
            "season": season,
            "receipt": receipt,
            "bust": bust,
            "award": Award.objects.filter(tournament_id=finished).latest("id").pk,
            "ruling": "misdeal",
            "played": (table_id := played(house)),
            "other": Sitting.objects.get(table_id=table_id, seat=2).player_id,
            "opening": cast.say(
                open_cards,
                by=house.olga,
                at=now,
                table_id=table_id,
                number=1,
                reason="Largou fichas duas vezes",
            )["opening_id"],
            "case": cast.say(
                open_case,
                by=house.olga,
                at=now,
                venue_id=house.venue_id,
                players=[house.caio.player_id],
                said="Larga fichas ao mesmo adversário",
            )["case_id"],
            "cash": at_a_cash_table(house),
            "movement": Transfer.objects.filter(kind="deposit", method="cash").latest("id").pk,
            **by_bank(house),
            "complaint": cast.say(
                complain,
                by=house.caio,
                table_id=table_id,
                player_id=house.caio.player_id,
                number=1,
                said="O tempo acabou antes da hora",
            )["complaint_id"],
            "sitting": Sitting.objects.get(player_id=house.caio.player_id, table_id=table_id).pk,
            "player": house.caio.player_id,
            "one": 1,
        },
    )


def stand_out(house: cast.House, now: datetime) -> None:
    """Three all-ins from one to another, and a third player who takes two seconds for each of 200 decisions."""
    made = made_table(house)
    pushed = [deed(3, "fold"), deed(1, "raise", all_in=True), deed(2, "call")]
    for number in range(3):
        made.hand(now - timedelta(minutes=60 - number), {1: -5_000, 2: 5_000, 3: 0}, pushed)
    made.hand(now - timedelta(minutes=40), {3: 0, 2: 0}, [deed(3, "check") for _ in range(200)])


def by_bank(house: cast.House) -> dict[str, int]:
    """A pay-in that waits, one whose money goes back, and a withdrawal."""
    on = {"phone_money": True, **PIX}
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes=on)
    know(house, house.caio)
    house.deposit(house.caio.player_id, 50_000)
    again = pay_in(house)
    cast.say(
        hold_pay_in, by=house.desi, pay_in_id=again.pk, amount_cents=10_000, reason="Limite de depósitos"
    )
    named_nothing = cast.say(
        note_unclaimed,
        by=house.desi,
        venue_id=house.venue_id,
        amount_cents=7_500,
        bank_note="TED 4711 CAIO DA SILVA",
    )
    return {
        "pay_in": pay_in(house).pk,
        "unclaimed": named_nothing["unclaimed_id"],
        "withdrawal": withdrawal(house).pk,
    }


def at_a_cash_table(house: cast.House) -> int:
    """A cash table at which Caio sits."""
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"cash_tables": True})
    table = open_cash(house)
    identify(house, house.caio)
    house.deposit(house.caio.player_id or 0, 20_000)
    table.buy_in(house.caio, seat=1, cents=5_000)
    return table.table_id


def played(house: cast.House) -> int:
    """A demo table with a hand in which Caio is, and one that is over."""
    made = cast.say(open_table, by=house.ana, venue_id=house.venue_id, name="Mesa de demonstração")
    table = AtTable(house, made["table_id"])
    cast.say(sit, by=house.caio, table_id=table.table_id, player_id=house.caio.player_id, seat=4)
    table.sit(2)
    table.sit(7)
    table.people[4] = house.caio
    row = table.row
    row.button_seat = 7  # it moves to the next, and with the second hand to Caio, whose turn it is then
    row.save(update_fields=["button_seat"])
    table.deal()
    fold_out(table)
    table.deal()
    row = table.row
    row.seats[0]["name"] = "Maria Albuquerque de Vasconcelos"
    row.seats[1]["chips"] = 123_456_789
    row.save(update_fields=["seats"])
    return table.table_id


# the pages of the public and of players stand on a phone and are opened as one: nothing on them moves once it was painted
ON_PHONES = tuple(
    name
    for name, (who, _made_of) in PAGES.items()
    if who in ("", "caio") and not name.endswith("-screen") and name not in ("display", "styleguide")
)
# of these, those whose columns, rows and bars a wide window lays out anew: axe looks at them there too
WIDE_TOO = ("calendar", "tournament", "results", "season", "play-table", "me", "me-hand", "me-money")
MOVED = 0.02
SHIFTS = """globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    const what = shift.sources.map(({ node }) => node?.parentElement?.className || node?.nodeName).join(" ");
    if (!shift.hadRecentInput) moved.push([shift.value, what]);
  }
}).observe({ type: "layout-shift", buffered: true });"""
SHIFTED = """async () => {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return moved;
}"""
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
# text that a box hides, though nothing scrolls it into sight; what is for screen readers alone is no text to see
CUT = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const at = node.parentElement;
    if (!node.textContent.trim() || !at.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (at.closest("script, style, noscript, svg, option, .visually-hidden, .skip")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (!text.width) continue;
    for (let box = at; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, display, clipPath } = getComputedStyle(box);
      if (clipPath !== "none") break;
      if (/auto|scroll/.test(overflowX + overflowY)) break;
      if (display === "inline" || (overflowX === "visible" && overflowY === "visible")) continue;
      const room = box.getBoundingClientRect();
      if (text.left < room.left - 2 || text.right > room.right + 2 || text.top < room.top - 2 || text.bottom > room.bottom + 2) {
        found.push(`${box.tagName.toLowerCase()}.${box.className}: ${node.textContent.trim().slice(0, 30)}`);
        break;
      }
    }
  }
  for (const control of document.querySelectorAll("button, .button, select")) {
    if (control.checkVisibility() && !control.matches(".visually-hidden") && control.scrollWidth > control.clientWidth + 2) found.push(`${control.className}: ${control.textContent.trim().slice(0, 30)}`);
  }
  return [...new Set(found)].slice(0, 5);
}"""


# buttons that touch the edge of what is drawn around them, also in what is folded away
TOUCHING = """() => {
  const found = new Set();
  const folded = [...document.querySelectorAll("main details:not([open])")];
  for (const one of folded) one.open = true;
  for (const box of document.querySelectorAll(".card, .notice, dialog[open]")) {
    const drawn = getComputedStyle(box);
    if (!box.checkVisibility() || !parseFloat(drawn.borderBottomWidth) && drawn.backgroundColor === "rgba(0, 0, 0, 0)") continue;
    const edge = box.getBoundingClientRect();
    for (const button of box.querySelectorAll(".button")) {
      const at = button.getBoundingClientRect();
      if (!at.width || getComputedStyle(button).position === "absolute") continue;
      // what is moved sideways ends where its box ends
      const moved = button.closest(".table-scroll");
      if (moved && moved.scrollWidth > moved.clientWidth) continue;
      const room = Math.min(edge.bottom - at.bottom, edge.right - at.right, at.left - edge.left, at.top - edge.top);
      if (room > -2 && room < 4) found.add(`${box.className}: ${button.textContent.trim().slice(0, 30)}`);
    }
  }
  for (const one of folded) one.open = false;
  return [...found];
}"""


# of what modules draw after the page has loaded, and say so
READY = ("styleguide", "play-table")


def drawn(page: Any, name: str) -> None:
    """Wait until all of this page stands there."""
    page.wait_for_load_state()
    if name in READY:
        page.locator("body[data-ready]").wait_for()


FRAMES = re.compile(r"/styleguide/(table|display|page)/")


def goes(page: Any, name: str, address: str) -> Any:
    """Open a page. What the guide shows in frames stays empty: each of them has an address, and tests, of its own."""
    if page.url.endswith(reverse("styleguide")):
        page.unroute(FRAMES)
    if name == "styleguide":
        page.route(FRAMES, lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"))
    return page.goto(address)


@survives
@pytest.mark.parametrize("language", ("pt-BR", "pt-PT", "en") if FULL else ("pt-BR",))
def test_every_page_pleases_axe_and_fits(chromium, server, seen, axe, language):
    wrong: list[str] = []
    said: list[str] = []
    pages: dict[str, Any] = {}
    for name, (who, made_of) in PAGES.items():
        if who not in pages:
            context = chromium.new_context(locale=language, viewport={"width": 1280, "height": 900})
            if who:
                client = Client()
                client.force_login(User.objects.get(pk=getattr(seen.house, who).user_id))
                cookie = client.cookies["sessionid"].value
                context.add_cookies([{"name": "sessionid", "value": cookie, "url": server.url}])
            context.add_init_script(SHIFTS)
            pages[who] = context.new_page()
            pages[who].on("console", lambda m: said.append(m.text) if m.type == "error" else None)
            pages[who].on("pageerror", lambda error: said.append(str(error)))
        page = pages[who]
        said.clear()
        phone = name in ON_PHONES
        page.set_viewport_size({"width": 390, "height": 844} if phone else {"width": 1280, "height": 900})
        try:
            path = reverse(name, kwargs={k: seen.ids[v] for k, v in made_of.items()})
            answer = goes(page, name, server.url + path + ASKING.get(name, "").format(**seen.ids))
        except BrowserError as error:  # an answer without a page
            wrong.append(f"{name}: {error.message.splitlines()[0]}")
            continue
        if answer is None or answer.status != 200:
            wrong.append(f"{name}: answered {answer and answer.status}")
            continue
        drawn(page, name)
        if phone:
            moved = page.evaluate(SHIFTED)
            if sum(value for value, _what in moved) >= MOVED:
                wrong.append(f"{name}: moves after it was painted: {moved}")
        # as it was opened: the bar at the foot, lists and stacked tables stand on a phone alone
        wrong += [f"{name}: {found}" for found in axe(page)]
        wrong += [f"{name}: cannot be read in the dark: {found}" for found in pale_in_the_dark(page)]
        wrong += [f"{name}: {text}" for text in said]
        if phone:
            page.set_viewport_size({"width": 1280, "height": 900})
        if name in WIDE_TOO:
            wrong += [f"{name}: in a wide window {found}" for found in axe(page)]
        wrong += [f"{name}: touches the edge of its card: {found}" for found in page.evaluate(TOUCHING)]
        if name.endswith("-screen"):
            continue  # sized by the screen, not by text
        page.set_viewport_size({"width": 320, "height": 640})
        if not page.evaluate(FITS):
            wrong.append(f"{name}: scrolls sideways at 320 pixels")
        if name in STAFF or phone:
            page.set_viewport_size({"width": 1280, "height": 900})
            wrong += [f"{name}: {what}" for what in amiss_by_keys(page)]
    for page in pages.values():
        page.context.close()
    assert wrong == [], "\n".join(wrong)
