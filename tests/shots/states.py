"""What staff see in the midst of their work: prizes partly paid, a level that is refused, a room half counted, who is looked for, and a queue."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

from payouts.commands.pay_award import pay_award
from payouts.models import Award
from people.models import Player
from tables.commands.count_chips import count_chips
from tables.models import Seat
from tests.shots.evening import Evening
from tests.shots.picture import Picture, at_sizes
from tournaments.commands.register_player import register_player
from tournaments.queries.field import counts_payload


def _level_refused(page: Page) -> None:
    page.locator('input[name="big_blind.s3"]').fill("150")
    page.wait_for_selector(".row-wrong")


def _looked_for(page: Page) -> None:
    page.fill("#find-player", "an")
    page.wait_for_selector("#found li")


def states(room: Evening) -> Iterator[Picture]:
    for award in Award.objects.filter(tournament_id=room.money, state="owed").order_by("place")[1:3]:
        room.do(pay_award, award_id=award.pk, method="cash" if award.place % 2 else "transfer")
    counts = counts_payload(room.late, seen_at=None)
    average = counts["chips_in_play"] // max(1, counts["players_left"])
    seats = Seat.objects.filter(table__tournament_id=room.late, entry__isnull=False)
    tables = sorted(set(seats.values_list("table__number", flat=True)))[:2]
    for n, seat in enumerate(seats.filter(table__number__in=tables).order_by("pk")):
        room.do(count_chips, entry_id=seat.entry_id, stack_chips=average * (3 + n % 9) // 8 // 100 * 100)
    new = Player.objects.filter(simulated=False, anonymised_at__isnull=True)
    for player in new.exclude(registrations__tournament_id=room.waiting).order_by("id")[3:6]:
        room.do(
            register_player,
            tournament_id=room.waiting,
            player_id=player.pk,
            method="cash" if player.pk % 2 else "transfer",
            terms_version="1",
        )
    told = {"group": "director", "who": "director"}
    yield from at_sizes("desktop phone", name="prizes-partly", path=f"/director/{room.money}/prizes/", **told)
    yield from at_sizes(
        "desktop tablet phone", name="tables-counted", path=f"/director/{room.late}/tables/", **told
    )
    draft = f"/director/{room.draft}/settings/structure/"
    yield from at_sizes("desktop phone", name="level-refused", path=draft, act=_level_refused, **told)
    floor = f"/floor/{room.early}/"
    yield from at_sizes(
        "tablet phone", group="floor", name="player-found", path=floor, act=_looked_for, who="floor"
    )
    yield from at_sizes(
        "desktop phone", group="desk", name="queue", path=f"/desk/{room.waiting}/", who="desk"
    )
    missing = f"/director/{room.large}/tables/?table=9"
    yield from at_sizes("desktop phone", name="table-missing", path=missing, **told)
    yield from at_sizes("desktop phone", name="now-cancelled", path=f"/director/{room.cancelled}/", **told)
