"""What is photographed: every main page of every audience, at the sizes it is used at.

A generator: what stands between two pictures changes the room, as staff would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from payouts.models import Award
from people.models import Player
from simulation import demo_people
from tables.models import Seat
from tables.queries import first_table
from tests.shots.evening import Evening
from tests.shots.moments import moments
from tests.shots.phone import phone
from tests.shots.picture import Picture
from tests.shots.picture import at_sizes as _at
from tests.shots.played import played
from tests.shots.states import states
from tournaments.models import Entry


def everything(room: Evening) -> Iterator[Picture]:
    """All of them, in an order in which the room changes as little as can be."""
    yield from _director(room)
    yield from _desk(room)
    yield from _floor(room)
    yield from _player(room)
    # before tables are opened, each with a house of its own
    yield from _public(room)
    yield from played(room)
    yield from _paper(room)
    yield from _portugal(room)
    yield from _clock(room)
    yield from _roles(room)
    yield from _moments(room)
    yield from phone(room)
    yield from states(room)
    # who pairs a browser is signed out of it
    yield Picture(group="floor", name="pad", path="/floor/pair/", size="tablet", act=_pair, apart=True)


# --- the clock in the room --------------------------------------------------------------------------------


def _wall(tournament_id: int, name: str, sizes: str = "1080p", query: str = "") -> Iterator[Picture]:
    yield from _at(
        sizes, group="clock", name=name, path=f"/screens/{tournament_id}/clock/{query}", whole=False
    )


def _clock(room: Evening) -> Iterator[Picture]:
    level = room.clock_index(room.early)
    room.level(room.early, level, elapsed=731)
    yield from _wall(room.early, "running", "1080p 720p 4k 4to3 21to9 portrait")
    yield from _wall(room.early, "running-light", "1080p", "?theme=light")
    yield from _wall(room.early, "poster", "1080p 720p 4k 4to3 21to9 portrait", "?layout=poster")
    yield from _wall(room.early, "lower", "1080p", "?layout=lower")
    room.pause(room.early)
    yield from _wall(room.early, "paused")
    room.resume(room.early)
    room.to_recess(room.early, colour_up=False)
    yield from _wall(room.early, "recess", "1080p portrait")
    yield from _wall(room.early, "poster-recess", "1080p", "?layout=poster")
    room.to_recess(room.early, colour_up=True)
    yield from _wall(room.early, "colour-up")
    room.to_late_closing(room.late)
    yield from _wall(room.late, "late-registration-closing")
    room.level(room.early, level, elapsed=731)
    room.show(room.early, seats=True)
    yield from _wall(room.early, "seating-list", "1080p 4to3 portrait")
    room.show(room.early, message="O jantar está servido no salão ao lado até às 22h15.")
    yield from _wall(room.early, "message", "1080p portrait")
    yield from _wall(room.early, "poster-message", "1080p", "?layout=poster")
    yield from _wall(room.early, "lower-message", "1080p", "?layout=lower")
    room.show(room.early)
    yield from _wall(room.bubble, "hand-for-hand", "1080p portrait")
    yield from _wall(room.money, "in-the-money", "1080p 4to3")
    yield from _wall(room.money, "poster-in-the-money", "1080p", "?layout=poster")
    yield from _wall(room.money, "lower-in-the-money", "1080p", "?layout=lower")
    yield from _wall(room.final, "final-table", "1080p portrait 720p")
    yield from _wall(room.finished, "finished", "1080p portrait")
    yield from _wall(room.waiting, "registering", "1080p 4to3 portrait")
    yield from _wall(room.waiting, "poster-registering", "1080p", "?layout=poster")
    yield Picture(group="clock", name="pairing", path="/screens/", size="1080p", whole=False)


def _roles(room: Evening) -> Iterator[Picture]:
    every = "1080p 720p 4to3 21to9 portrait"
    venue = room.house.venue_id
    for name, path in (
        ("seating", f"{room.early}/seating/"),
        ("payouts", f"{room.money}/payouts/"),
        ("final-table", f"{room.final}/final-table/"),
        ("table", f"{room.final}/table/{first_table(room.final)}/"),
        ("lobby", f"venue/{venue}/today/"),
        ("schedule", f"venue/{venue}/schedule/"),
    ):
        yield from _at(every, group="roles", name=name, path=f"/screens/{path}", whole=False)
    for name, path in (
        ("seating-bubble", f"{room.bubble}/seating/"),
        ("payouts-before", f"{room.early}/payouts/"),
        ("payouts-finished", f"{room.finished}/payouts/"),
        ("final-table-before", f"{room.early}/final-table/"),
        ("final-table-finished", f"{room.finished}/final-table/"),
        ("table-early", f"{room.early}/table/{first_table(room.early)}/"),
        ("seating-waiting", f"{room.waiting}/seating/"),
        ("payouts-waiting", f"{room.waiting}/payouts/"),
    ):
        yield from _at("1080p", group="roles", name=name, path=f"/screens/{path}", whole=False)
    path = f"/screens/{room.early}/sponsors/"
    yield from _at("1080p portrait", group="roles", name="sponsors-none", path=path, whole=False)
    room.give_sponsors()
    yield from _at(every, group="roles", name="sponsors", path=path, whole=False)
    page = f"/director/venues/{venue}/sponsors/"
    yield from _at("desktop narrow", group="roles", name="sponsors-page", path=page, who="director")


def _moments(room: Evening) -> Iterator[Picture]:
    """Last of all: their pages hear no line any more."""
    for name, of, act in moments():
        layout = "?layout=poster" if name.startswith("poster-") else ""
        path = f"/screens/{getattr(room, of)}/clock/{layout}"
        yield from _at("1080p portrait", group="clock", name=name, path=path, act=act, whole=False)
    room.paint("#7a1420")
    yield from _wall(room.finished, "finished-carmine")


# --- anybody ----------------------------------------------------------------------------------------------


def _public(room: Evening) -> Iterator[Picture]:
    t = f"/t/{room.early}/"
    for name, path in (
        ("calendar", "/"),
        ("month", "/calendar/"),
        ("privacy", "/privacy/"),
        ("live", t),
        ("before", f"/t/{room.tonight}/"),
        ("over", f"/t/{room.finished}/"),
        ("results", f"/t/{room.finished}/results/"),
        ("structure", f"{t}structure/"),
        ("rules", f"{t}rules/"),
        ("draw", f"{t}draw/"),
        ("house", f"/venues/{room.house.venue_id}/"),
        ("draw-revealed", f"/t/{room.finished}/draw/"),
        ("season", f"/seasons/{room.season}/"),
        ("receipts", "/receipts/"),
        ("words", "/words/"),
        ("sign-in", "/sign-in/"),
        ("nothing-here", "/t/999999/"),
    ):
        yield from _at("desktop phone", group="public", name=name, path=path)
    yield from _at("desktop phone", group="public", name="styleguide", path="/styleguide/")
    yield Picture(group="public", name="live", path=t, size="narrow")
    yield Picture(group="public", name="calendar", path="/", size="narrow")
    yield Picture(group="public", name="structure", path=f"{t}structure/", size="narrow")


# --- director ---------------------------------------------------------------------------------------------


def _press(key: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.keyboard.press(key)

    return act


def _first_steps(page: Page) -> None:
    page.locator(".welcome").evaluate("(steps) => steps.scrollIntoView()")


def _bust(page: Page) -> None:
    page.fill("#bust", "9-99")
    page.press("#bust", "Enter")
    page.wait_for_selector(".toast")


def _tick_three(page: Page) -> None:
    for box in page.locator("tbody .award-tick input").all()[:3]:
        box.check()


def _own_payouts(page: Page) -> None:
    page.locator("#f-payouts").select_option("custom")
    page.wait_for_selector('input[name="percent"]:not([type="hidden"])')


def _director(room: Evening) -> Iterator[Picture]:
    t = f"/director/{room.early}/"
    seat = Seat.objects.filter(table__tournament_id=room.early, entry__isnull=False).select_related("table")[
        3
    ]
    award = Award.objects.filter(tournament_id=room.finished).order_by("place").first()
    told = {"group": "director", "who": "director"}
    for name, path in (
        ("home", "/director/"),
        ("now", t),
        ("tables", f"{t}tables/"),
        ("seat", f"{t}tables/{seat.table.number}/seats/{seat.number}/"),
        ("entries", f"{t}entries/"),
        ("history", f"{t}history/"),
        ("settings", f"{t}settings/"),
        ("hand-for-hand", f"/director/{room.bubble}/hand-for-hand/"),
        ("structure", f"/director/{room.draft}/settings/structure/"),
        ("structure-text", f"/director/{room.draft}/settings/structure/?mode=text"),
        ("payouts", f"/director/{room.draft}/settings/payouts/"),
        ("new", f"/director/venues/{room.house.venue_id}/new/"),
        ("tables-60", f"/director/{room.large}/tables/"),
        ("tables-final", f"/director/{room.final}/tables/"),
        ("cancelled", f"/director/{room.cancelled}/entries/"),
    ):
        yield from _at("desktop tablet phone", name=name, path=path, **told)
    # after what the history tells of the tables: to hang them is told there, too
    room.hang_displays()
    yield from _at("desktop tablet phone", name="screens", path=f"{t}screens/", **told)
    prizes = f"/director/{room.money}/prizes/"
    yield from _at("desktop tablet phone", name="prizes", path=prizes, act=_tick_three, **told)
    own = f"/director/{room.draft}/settings/payouts/"
    yield from _at("desktop tablet phone", name="payouts-own", path=own, act=_own_payouts, **told)
    rulings = f"/floor/{room.early}/rulings/"
    yield from _at("desktop tablet phone", name="rulings", path=rulings, **told)
    for name, path in (
        ("break", f"{t}tables/{seat.table.number}/break/"),
        ("count", f"{t}tables/{seat.table.number}/count/"),
        ("search", f"{t}search/?q=a"),
        ("copy", f"{t}copy/"),
        ("ending", f"/director/{room.waiting}/settings/ending/"),
        ("prizes-final", f"/director/{room.finished}/prizes/"),
        ("now-bubble", f"/director/{room.bubble}/"),
        ("now-final", f"/director/{room.final}/"),
        ("now-before", f"/director/{room.tonight}/"),
        ("now-draft", f"/director/{room.draft}/"),
        ("now-over", f"/director/{room.finished}/"),
        ("structure-running", f"{t}settings/structure/"),
        ("payouts-running", f"{t}settings/payouts/"),
        ("books", f"/director/venues/{room.house.venue_id}/books/"),
        ("logo", f"/director/venues/{room.house.venue_id}/logo/"),
        ("house", f"/director/venues/{room.house.venue_id}/"),
        ("circuit", f"/director/venues/{room.house.venue_id}/circuit/"),
        ("staff", f"/director/venues/{room.house.venue_id}/staff/"),
        ("rule-sets", f"/director/venues/{room.house.venue_id}/rule-sets/"),
        ("import", f"/director/venues/{room.house.venue_id}/players/import/"),
        ("deals", f"/director/{room.money}/deals/"),
        ("seating-list", f"{t}tables/list/"),
        ("seat-cards", f"{t}tables/cards/"),
        ("move-slips", f"{t}tables/slips/"),
        ("season", f"/director/seasons/{room.season}/"),
        ("settings-draft", f"/director/{room.draft}/settings/"),
    ):
        yield from _at("desktop", name=name, path=path, **told)
    changes = f"/director/venues/{room.house.venue_id}/history/"
    yield from _at("desktop tablet phone", name="house-history", path=changes, **told)
    takings = f"/director/venues/{room.house.venue_id}/takings/"
    yield from _at("desktop tablet", name="takings", path=takings, **told)
    if award is not None:
        yield from _at("desktop", name="slip", path=f"/director/{room.finished}/prizes/{award.pk}/", **told)
    yield from _at("desktop", name="keys", path=t, act=_press("?"), whole=False, **told)
    yield from _at("desktop phone", name="refused", path=t, act=_bust, whole=False, **told)
    yield from _at("narrow", name="now", path=t, **told)
    room.new_house()
    yield from _at(
        "desktop tablet phone", name="first-run", path="/director/", act=_first_steps, whole=False, **told
    )


# --- desk -------------------------------------------------------------------------------------------------


def _desk(room: Evening) -> Iterator[Picture]:
    d = f"/desk/{room.early}/"
    entry = Entry.objects.filter(tournament_id=room.early).select_related("player").order_by("id")[4]
    numbers = Entry.objects.filter(tournament_id=room.early).order_by("id")
    told = {"group": "desk", "who": "desk"}
    yield from _at("desktop tablet phone", name="desk", path=d, **told)
    yield from _at("desktop phone", name="found", path=f"{d}?q={entry.player.public_name.split()[0]}", **told)
    yield from _at("desktop phone", name="person", path=f"{d}?player={entry.player_id}", **told)
    yield from _at("desktop phone", name="new-player", path=f"{d}new-player/", **told)
    # who is not in yet, at the desk of a tournament that sells
    new = Player.objects.filter(simulated=False, anonymised_at__isnull=True)
    new = new.exclude(registrations__tournament_id=room.waiting).order_by("id")
    sale = f"/desk/{room.waiting}/?player={new[0].pk}"
    yield from _at("desktop tablet phone", name="sale", path=sale, **told)
    receipt = numbers[0].receipt
    if receipt:
        yield from _at("desktop tablet", name="done", path=f"{d}?done={receipt}", **told)
        yield from _at("desktop", name="receipt", path=f"{d}receipts/{receipt}/", **told)
        yield from _at("desktop", name="receipt-a4", path=f"{d}receipts/{receipt}/?size=a4", **told)


# --- floor ------------------------------------------------------------------------------------------------


def _open_table(page: Page) -> None:
    page.locator(".tile-open").first.click()
    page.wait_for_selector(".ring")


def _open_seat(page: Page) -> None:
    _open_table(page)
    page.locator("button.chair-body").first.click()
    page.wait_for_selector("dialog[open]")


def _in_seat(act: str) -> Callable[[Page], None]:
    def tap(page: Page) -> None:
        _open_seat(page)
        page.locator(f'#sheet [data-act="{act}"]').click()
        page.wait_for_selector("#sheet .two-parts, #sheet .pad")

    return tap


def _count_table(page: Page) -> None:
    _open_table(page)
    page.locator('[data-key="count-table"]').click()
    page.wait_for_selector("dialog[open]")


def _sent(page: Page) -> None:
    """The line goes; one is away, a stack is counted, somebody is out: all of it is kept, and nothing sent."""
    _open_table(page)
    page.context.set_offline(True)
    page.wait_for_selector('.floorbar .line[data-line="away"]')
    for seat, act in ((2, "away"), (3, "chips"), (4, "bust")):
        page.locator(f'[data-key="seat-{seat}"]').click()
        page.locator(f'#sheet [data-act="{act}"]').click()
        if act == "chips":
            for key in ("2", "4", "5", "00"):
                page.locator(".pad").get_by_role("button", name=key, exact=True).click()
            page.locator("#sheet .button[data-kind='main']").click()
        page.wait_for_selector("#sheet:not([open])", state="attached")
    page.locator('[data-key="outbox"]').click()
    page.wait_for_selector("#outbox[open]")


def _pair(page: Page) -> None:
    """A director signs in and makes this browser a tablet of the house: it asks who opens it, and for a PIN."""
    page.fill("#id_username", demo_people.address("director"))
    page.fill("#id_password", demo_people.password("director"))
    page.press("#id_password", "Enter")
    page.wait_for_selector("#kind")
    page.fill("#name", "Floor 1")
    page.locator('main .button[data-kind="main"]').click()
    page.wait_for_selector("#pin")


def _floor(room: Evening) -> Iterator[Picture]:
    f = f"/floor/{room.early}/"
    told = {"group": "floor", "who": "floor"}
    yield from _at("tablet", name="home", path="/floor/", **told)
    yield from _at("tablet upright phone", name="tables", path=f, **told)
    yield from _at("tablet upright phone narrow", name="table", path=f, act=_open_table, **told)
    yield from _at("tablet phone", name="seat", path=f, act=_open_seat, whole=False, **told)
    yield from _at("tablet", name="penalty", path=f, act=_in_seat("penalty"), whole=False, **told)
    yield from _at("tablet", name="chips", path=f, act=_in_seat("chips"), whole=False, **told)
    yield from _at("tablet", name="count", path=f, act=_count_table, whole=False, **told)
    yield from _at("tablet phone", name="sent", path=f, act=_sent, whole=False, apart=True, **told)
    yield from _at("tablet", name="hand-for-hand", path=f"/floor/{room.bubble}/", **told)
    yield from _at(
        "tablet", name="hand-for-hand-table", path=f"/floor/{room.bubble}/", act=_open_table, **told
    )
    yield from _at("tablet phone", name="rulings", path=f"{f}rulings/", **told)
    yield from _at("tablet phone", name="ruling", path=f"{f}rulings/misdeal/", **told)
    yield from _at("tablet", name="chip-race", path=f"{f}rulings/chip_race/", **told)
    yield from _at("tablet", name="pin", path="/floor/pin/", **told)
    yield Picture(group="floor", name="pair", path="/floor/pair/", size="tablet", who="director")
    yield Picture(group="floor", name="unlock", path="/floor/unlock/", size="tablet")


# --- on paper ---------------------------------------------------------------------------------------------


def _paper(room: Evening) -> Iterator[Picture]:
    receipt = Entry.objects.filter(tournament_id=room.early).order_by("id")[0].receipt
    award = Award.objects.filter(tournament_id=room.finished).order_by("place").first()
    told = {"group": "paper", "paper": True, "who": "director"}
    yield from _at("roll", name="receipt", path=f"/desk/{room.early}/receipts/{receipt}/", **told)
    yield from _at("a4", name="receipt", path=f"/desk/{room.early}/receipts/{receipt}/?size=a4", **told)
    if award is not None:
        yield from _at("a4", name="payout-slip", path=f"/director/{room.finished}/prizes/{award.pk}/", **told)
    for name, path in (
        ("seat-cards", f"/director/{room.early}/tables/cards/"),
        ("move-slips", f"/director/{room.early}/tables/slips/"),
        ("seating-list", f"/director/{room.early}/tables/list/"),
        # before the seats are drawn
        ("seat-cards-before", f"/director/{room.waiting}/tables/cards/"),
        ("move-slips-before", f"/director/{room.waiting}/tables/slips/"),
        ("seating-list-before", f"/director/{room.waiting}/tables/list/"),
        ("payout-slips-before", f"/director/{room.early}/prizes/slips/"),
        ("structure", f"/t/{room.early}/structure/"),
        ("structure-sheet", f"/director/{room.early}/structure/"),
        ("alternates", f"/director/{room.early}/alternates/"),
        ("payout-slips", f"/director/{room.money}/prizes/slips/"),
    ):
        yield from _at("a4", name=name, path=path, **told)
    yield from _at("a4-wide", name="entries", path=f"/director/{room.early}/entries/", **told)


# --- in Portugal ------------------------------------------------------------------------------------------


def _portugal(room: Evening) -> Iterator[Picture]:
    told = {"group": "portugal", "language": "pt-PT"}
    for name, path in (
        ("calendar", "/"),
        ("live", f"/t/{room.early}/"),
        ("rules", f"/t/{room.early}/rules/"),
        ("play", f"/play/{room.early}/"),
        ("join", "/join/"),
        ("words", "/words/"),
    ):
        yield from _at("phone", name=name, path=path, **told)
    yield from _at("desktop", name="live", path=f"/t/{room.early}/", **told)


# --- player -----------------------------------------------------------------------------------------------


def _player(room: Evening) -> Iterator[Picture]:
    told = {"group": "player", "who": "player"}
    yield from _at("phone", group="player", name="join", path="/join/")
    yield from _at("phone", group="player", name="stranger", path=f"/play/{room.early}/")
    yield from _at("phone desktop narrow", name="seat", path=f"/play/{room.early}/", **told)
    yield from _at("phone", name="before", path=f"/play/{room.waiting}/", **told)
    yield from _at("phone", name="not-open", path=f"/play/{room.tonight}/", **told)
    yield from _at("phone", name="over", path=f"/play/{room.finished}/", **told)
    yield from _at("phone", name="terms", path=f"/play/{room.waiting}/terms/", **told)
    yield from _at("phone desktop", name="me", path="/me/", **told)
