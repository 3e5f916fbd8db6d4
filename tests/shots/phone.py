"""The phone in the states of its drawings: limits, a code to pay, a place in line, the own seat, live, a new seat, out while a re-entry is open, the result; and paying refused, the account of who is staff alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from playwright.sync_api import Page

from payouts.commands.finish_tournament import finish_tournament
from people.commands.check_identity import check_identity
from people.commands.choose_profile import choose_profile
from people.commands.set_play_limit import set_play_limit
from people.models.limits import Period
from tables.commands.count_chips import count_chips
from tables.commands.move_player import move_player
from tables.models import Seat
from tests import cast
from tests.shots.evening import Evening
from tests.shots.felt import me, this_evening
from tests.shots.picture import Picture, at_sizes
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.update_venue import update_venue
from tournaments.models import Entry


def phone(room: Evening) -> Iterator[Picture]:
    told = {"group": "player", "who": "player"}
    yield from at_sizes("phone desktop", name="limits", path="/me/limits/", **told)
    yield from at_sizes("phone", name="sums", path="/me/sums/", **told)
    with this_evening(room):
        home = cast.house(name="Clube da Ribeira")
        pays, waits, plays, result = (
            _pays(room, home),
            _waits(room, home),
            _plays(room, home),
            _result(room, home),
        )
    yield from at_sizes("phone narrow", name="pix", path=f"/play/{pays}/", **told)
    yield from at_sizes("phone", name="line", path=f"/play/{waits}/", **told)
    path = f"/play/{plays}/"
    yield from at_sizes("phone narrow", name="seated", path=path, **told)
    with this_evening(room):
        _counted(room, home, plays)
    yield from at_sizes("phone narrow", name="live", path=path, **told)
    with this_evening(room):
        _moved(room, home, plays)
    yield from at_sizes("phone narrow", name="moved", path=path, whole=False, **told)
    with this_evening(room):
        _bust(room, home, plays, _seat_of_mine(plays))
    yield from at_sizes("phone", name="out", path=path, **told)
    yield from at_sizes("phone narrow", name="result", path=f"/play/{result}/", **told)
    room.do(choose_profile, by=me().actor, player_id=me().player_id, shown=True)
    yield from at_sizes("phone desktop", group="public", name="player", path=f"/players/{me().player_id}/")
    cast.say(
        set_play_limit,
        by=me(),
        at=room.at,
        player_id=me().player_id,
        period=Period.DAY.value,
        unit="BRL",
        amount_cents=1_000,
    )
    yield from at_sizes("phone", name="refused", path=f"/play/{room.waiting}/", act=_pay, **told)
    yield from at_sizes("phone", group="player", name="staff", path="/me/", who="floor")


def _pay(page: Page) -> None:
    """More than the own limit: nothing is sold."""
    page.locator('#mine form .button[data-kind="main"]').click()
    page.wait_for_selector('.notice[role="alert"]')


def _pays(room: Evening, home: cast.House) -> int:
    """Registered, and a code to pay by."""
    changes = {"pix_key": "caixa@ribeira.example", "pix_receiver": "Clube da Ribeira", "pix_city": "Ilha"}
    cast.say(update_venue, by=home.olga, venue_id=home.venue_id, changes=changes)
    pays = home.registering("scpt-main", name="Deepstack da Ribeira")
    mine = {"tournament_id": pays, "player_id": me().player_id}
    cast.say(register_player, by=me(), at=room.at, method="transfer", terms_version="1", **mine)
    return pays


def _waits(room: Evening, home: cast.House) -> int:
    """All seats are taken, and one waits already."""
    full = home.registering("turbo-8max", name="Turbo da Ribeira", capacity=4)
    home.fill(full, 4)
    cast.say(start_tournament, by=home.ana, at=cast.START, tournament_id=full)
    home.enter(full, at=room.at)
    home.enter(full, me().player_id, at=room.at)
    return full


def _plays(room: Evening, home: cast.House) -> int:
    """It has just begun, and the reader has a seat."""
    document = {"document_kind": "rg", "document_number": "CAIO-1"}
    mine = {"player_id": me().player_id, "venue_id": home.venue_id}
    cast.say(check_identity, by=home.desi, at=cast.OPEN, **mine, **document)
    plays = home.registering("scpt-main", name="Main Event da Ribeira", starts_at=cast.START)
    home.enter(plays, me().player_id)
    home.fill(plays, 31)
    cast.say(start_tournament, by=home.ana, at=cast.START, tournament_id=plays)
    return plays


def _seat_of_mine(tournament_id: int) -> Seat:
    found = Seat.objects.select_related("table", "entry")
    return found.get(table__tournament_id=tournament_id, entry__player_id=me().player_id)


def _bust(room: Evening, home: cast.House, tournament_id: int, seat: Seat, *takers: int) -> None:
    cast.say(
        eliminate_players,
        by=home.bruno,
        at=room.at,
        tournament_id=tournament_id,
        table_number=seat.table.number,
        busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": list(takers)}],
    )


def _counted(room: Evening, home: cast.House, tournament_id: int) -> None:
    """Some are out, and the stacks were counted: the reader is among the first."""
    mine = _seat_of_mine(tournament_id)
    others = list(
        Seat.objects.filter(table__tournament_id=tournament_id, entry__isnull=False)
        .exclude(pk=mine.pk)
        .select_related("table")
        .order_by("table__number", "number")
    )
    for seat in others[:4]:
        _bust(room, home, tournament_id, seat)
    chips = [(mine, 47_500), *((seat, 22_000 + 3_500 * n) for n, seat in enumerate(others[4:14]))]
    for seat, count in chips:
        cast.say(
            count_chips,
            by=home.bruno,
            at=room.at - timedelta(minutes=1),
            entry_id=seat.entry_id,
            stack_chips=count,
        )


def _moved(room: Evening, home: cast.House, tournament_id: int) -> None:
    """A new seat at another table, that was not answered yet."""
    mine = _seat_of_mine(tournament_id)
    free = (
        Seat.objects.filter(table__tournament_id=tournament_id, table__state="open", entry=None)
        .exclude(table=mine.table)
        .select_related("table")
        .order_by("table__number", "number")[0]
    )
    where = {"table_number": free.table.number, "seat_number": free.number}
    cast.say(move_player, by=home.bruno, at=room.at, entry_id=mine.entry_id, reason="balance", **where)


def _result(room: Evening, home: cast.House) -> int:
    """A sit & go in which the reader came second."""
    t = home.registering("sit-and-go-9", name="Sit & go da Ribeira", seats_per_table=3, capacity=3)
    home.enter(t, me().player_id)
    home.fill(t, 2)
    mine = _seat_of_mine(t)
    third, winner = (
        Seat.objects.filter(table__tournament_id=t, entry__isnull=False)
        .exclude(pk=mine.pk)
        .select_related("table", "entry")
        .order_by("number")
    )
    assert winner.entry_id is not None
    _bust(room, home, t, third, winner.entry_id)
    _bust(room, home, t, mine, winner.entry_id)
    stack = 3 * Entry.objects.get(pk=winner.entry_id).tournament.starting_stack_chips
    cast.say(count_chips, by=home.bruno, at=room.at, entry_id=winner.entry_id, stack_chips=stack)
    cast.say(finish_tournament, by=home.ana, at=room.at, tournament_id=t)
    return t
