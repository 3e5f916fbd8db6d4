"""The staff's pages with names of sixty letters, stacks of nine digits, a pool of twelve million and a logo ten times as wide as
high: nothing scrolls sideways, no text is cut off.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from people.models import Player, User
from rules.entries import simple_split
from tables.commands.count_chips import count_chips
from tables.models import Seat
from tests import cast
from tests.browser.test_every_page import CUT, FITS
from tournaments.commands.change_logo import change_logo
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAME = "Maria Aparecida Conceição Albuquerque de Vasconcelos Figueiró"
CENTS = 1_000_000_00
STACK = 100_000_000
SPLIT = simple_split(name="1M", prize_cents=800_000_00, fee_cents=200_000_00).as_dict()
# words beside the signs of a narrow rail are for screen readers; a seat of the tablet shows two lines of a name, its sheet all of it
SEEN = CUT.replace(".visually-hidden, .skip", ".visually-hidden, .skip, .rail, .chair-body b")
SIZES = ((1440, 900), (1180, 820), (390, 844), (320, 640))


@pytest.fixture
def house(server, monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


def evening(house: cast.House, *, left: int, first: Sequence[int] = (), **more: Any) -> int:
    """Twelve who paid a million each, so many of them left, every stack counted. first: players who are among those."""
    t = house.registering(
        "turbo-8max", price_cents=CENTS, split=SPLIT, starting_stack_chips=STACK, chip_set=[], guarantee_cents=0,
        late_registration_level=0, re_entries_per_player=0, surrender=False, capacity=None, starts_at=cast.START, **more,
    )  # fmt: skip
    for player_id in first:
        house.enter(t, player_id)
    house.fill(t, 12 - len(first))
    mine = Player.objects.filter(registrations__tournament_id=t)
    for number, player in enumerate(mine.order_by("pk"), 1):
        Player.objects.filter(pk=player.pk).update(
            full_name=f"{NAME}{number:02}", public_name=f"{NAME}{number:02}"[:60]
        )
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    while (playing := Entry.objects.filter(tournament_id=t, state="playing")).count() > left:
        seat = (
            Seat.objects.filter(entry__in=playing.exclude(player_id__in=first))
            .select_related("table")
            .order_by("table__number", "number")
            .first()
        )
        assert seat is not None
        cast.say(
            eliminate_players, by=house.ana, at=cast.START, tournament_id=t, table_number=seat.table.number,
            busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
        )  # fmt: skip
    for entry in playing:
        cast.say(count_chips, by=house.ana, at=cast.START, entry_id=entry.pk, stack_chips=12 * STACK // left)
    return t


def wide_logo() -> str:
    drawn = io.BytesIO()
    Image.new("RGB", (1200, 120), "#8a1f2b").save(drawn, "PNG")
    return base64.b64encode(drawn.getvalue()).decode()


def test_long_names_large_stacks_a_large_pool_and_a_wide_logo_fit(chromium, server, house):
    cast.say(change_logo, by=house.ana, venue_id=house.venue_id, picture=wide_logo())
    early, late = evening(house, left=12), evening(house, left=6)
    seat = (
        Seat.objects.filter(table__tournament_id=early, entry__isnull=False)
        .select_related("table", "entry")
        .first()
    )
    assert seat is not None
    asked = {
        house.ana: [
            *(
                f"/director/{t}/{page}"
                for t in (early, late)
                for page in ("", "tables/", "entries/", "prizes/")
            ),
            f"/director/{late}/deals/",
            f"/director/{early}/history/",
            f"/director/{early}/hand-for-hand/",
            f"/director/{early}/tables/{seat.table.number}/seats/{seat.number}/",
            f"/director/{early}/tables/{seat.table.number}/count/",
            f"/director/{early}/settings/",
            f"/director/{early}/settings/payouts/",
            f"/director/{early}/search/?q=Maria",
            f"/director/{early}/copy/",
            f"/director/{early}/tables/list/",
            f"/director/{early}/tables/cards/",
            f"/director/{late}/prizes/slips/",
            "/director/",
        ],
        house.desi: [
            f"/desk/{early}/",
            f"/desk/{early}/?player={seat.entry.player_id}",
            f"/desk/{early}/?q=Maria",
            f"/desk/{early}/receipts/{seat.entry.receipt}/",
            f"/desk/{early}/receipts/{seat.entry.receipt}/?size=a4",
        ],
        house.bruno: [
            f"/floor/{early}/",
            f"/floor/{early}/#{seat.table.number}",
            f"/floor/{early}/rulings/",
        ],
    }
    wrong = []
    for who, paths in asked.items():
        client = Client()
        client.force_login(User.objects.get(pk=who.user_id))
        context = chromium.new_context(locale="pt-BR", reduced_motion="reduce")
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}]
        )
        page = context.new_page()
        for path in paths:
            answer = page.goto(server.url + path)
            assert answer is None or answer.status == 200, path
            if "/floor/" in path and "rulings" not in path:
                page.wait_for_selector("button.chair-body" if "#" in path else "a.tile-open")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                if not page.evaluate(FITS):
                    wrong.append(f"{path} scrolls sideways at {width}")
                wrong += [f"{path} at {width}: {cut}" for cut in page.evaluate(SEEN)]
        context.close()
    assert wrong == [], "\n".join(wrong)
