"""A room in the middle of an evening: a tournament in every state that a screen can show.

Everything is done by the public commands, most of it by the simulator. The clock of the room stands at `EVENING`, so that
the pictures of today and of next month differ by what was changed, not by the hour.
"""

from __future__ import annotations

import base64
import io
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from PIL import Image, ImageDraw, ImageFont

from access import moment
from dispatch.facts import Actor, CommandId
from people.models import Player, User
from simulation import demo, demo_people, demo_room
from simulation.clocks import Virtual
from simulation.house import House, announce
from simulation.plan import Plan
from simulation.play import Play
from simulation.room import Guest
from simulation.staff import Asker
from tables.commands.penalise import penalise
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.models import Seat
from tournaments.commands.add_clock_time import add_clock_time
from tournaments.commands.add_sponsor import add_sponsor
from tournaments.commands.assign_screen import assign_screen
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.change_colours import change_colours
from tournaments.commands.change_logo import change_logo
from tournaments.commands.create_tournament import create_tournament
from tournaments.commands.create_venue import create_venue
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.pair_screen import pair_screen
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.resume_clock import resume_clock
from tournaments.commands.set_up_screen import set_up_screen
from tournaments.commands.show_on_screens import show_on_screens
from tournaments.models import Clock, Tournament
from tournaments.operations.screen_codes import note_code_shown
from tournaments.queries.clock import structure_of

ZONE = ZoneInfo(demo.ZONE)


def evening() -> datetime:
    """Thirteen minutes to ten, today, where the room is."""
    today = datetime.now(ZONE).date()  # noqa: TID251 - the one look at the machine's clock
    return datetime.combine(today, time(21, 47), tzinfo=ZONE).astimezone(UTC)


class Enough(Exception):
    """The run came to where the picture is taken."""


class Halting(Play):
    """A run that stops where it is told: after a step that `until` recognises, or when hand-for-hand begins."""

    until: Callable[[Halting, str], bool] = staticmethod(lambda _play, _what: False)
    before_the_money = False

    def _say(self, what: str) -> None:
        super()._say(what)
        if self.until(self, what):
            raise Enough

    def _bubble(self) -> None:
        if self.before_the_money:
            self.asker.ask(start_hand_for_hand, by=self.house.director, tournament_id=self.tournament_id)
            self._report_some()
            raise Enough
        super()._bubble()

    def _report_some(self) -> None:
        """All tables but the last two have played the hand."""
        from tables.commands.hand_done import hand_done

        for table in sorted(self.room.tables)[:-2]:
            self.asker.ask(
                hand_done,
                by=self.house.floor,
                tournament_id=self.tournament_id,
                table_number=table,
                round=1,
                busts=[],
            )


@dataclass(slots=True)
class Evening:
    """The tournaments by what they show, and who works here."""

    at: datetime
    house: House
    early: int
    late: int
    bubble: int
    money: int
    final: int
    finished: int
    tonight: int
    waiting: int
    draft: int
    large: int
    cancelled: int
    season: int

    def do(
        self,
        command: Callable[..., Any],
        *,
        at: datetime | None = None,
        by: Actor | None = None,
        **arguments: Any,
    ) -> dict[str, Any]:
        """A command of the director. at: else now, by the pages' clock: a recess must not be over once its picture is taken."""
        told = {"command_id": CommandId(uuid.uuid4()), "by": by or self.house.director}
        return dict(command(at=at or moment.at(), **told, **arguments).result)

    def new_house(self) -> int:
        """A house of the same owner in which nothing was done yet; its number."""
        made = self.do(
            create_venue,
            name="Clube da Ilha",
            slug="clube-da-ilha",
            city="Florianópolis",
            currency="BRL",
            timezone=demo.ZONE,
            language="pt-br",
            surcharges_bp={},
        )
        return int(made["venue_id"])

    def give_logo(self, picture: bytes) -> None:
        """The house has a logo."""
        self.do(change_logo, venue_id=self.house.venue_id, picture=base64.b64encode(picture).decode())

    def paint(self, colour: str) -> None:
        """The displays have this colour, the ground too."""
        self.do(change_colours, venue_id=self.house.venue_id, first=colour, second="#e0b255", ground="colour")

    def give_sponsors(self) -> None:
        """Two made-up firms support the house: one dark on nothing, one white on nothing."""
        for name, ink, width in (("Café Serrano", "#5b3218", 900), ("Água Viva Hotel", "#ffffff", 1100)):
            drawn = Image.new("RGBA", (width, 300))
            pen, bold = ImageDraw.Draw(drawn), ImageFont.load_default(size=110)
            pen.ellipse((20, 50, 220, 250), fill=ink)
            pen.text((260, 150), name.split()[1].upper(), fill=ink, font=bold, anchor="lm")
            out = io.BytesIO()
            drawn.crop(drawn.getbbox()).save(out, "PNG")
            letters = base64.b64encode(out.getvalue()).decode()
            self.do(add_sponsor, venue_id=self.house.venue_id, name=name, picture=letters)

    # --- what the clock screen shows ------------------------------------------------------------------------

    def pause(self, tournament_id: int) -> None:
        self.do(pause_clock, tournament_id=tournament_id)

    def resume(self, tournament_id: int) -> None:
        self.do(resume_clock, tournament_id=tournament_id)

    def level(self, tournament_id: int, index: int, *, elapsed: int) -> None:
        self.do(move_to_level, tournament_id=tournament_id, level_index=index, elapsed_seconds=elapsed)

    def to_recess(self, tournament_id: int, *, colour_up: bool) -> None:
        """Four minutes into a recess, with chips that leave play or without."""
        items = structure_of(Tournament.objects.get(pk=tournament_id)).items
        recesses = [i for i, item in enumerate(items) if hasattr(item, "colour_up")]
        told = [i for i in recesses if bool(items[i].colour_up) is colour_up]
        self.level(tournament_id, (told or recesses)[0], elapsed=240)

    def to_late_closing(self, tournament_id: int) -> None:
        """Some minutes before late registration ends, in a level (a recess says something else)."""
        items = structure_of(Tournament.objects.get(pk=tournament_id))
        last = items.late_registration_last_index()
        assert last is not None
        recess = 0
        while hasattr(items.items[last], "colour_up"):
            recess += items.items[last].seconds
            last -= 1
        left = max(100, 11 * 60 - recess)
        self.level(tournament_id, last, elapsed=items.items[last].seconds - left)

    def show(self, tournament_id: int, *, seats: bool = False, message: str = "") -> None:
        self.do(
            show_on_screens, tournament_id=tournament_id, show="seats" if seats else "clock", message=message
        )

    def hang_displays(self) -> None:
        """Three displays of the house, each there for something else."""
        for code, name, role, sound in (
            ("K7M2QD", "Parede norte", "clock", True),
            ("4TW9XB", "Entrada", "lobby", False),
            ("P3V8HN", "", "payouts", False),
        ):
            here = {"tournament_id": self.early, "code": code}
            note_code_shown(code)
            self.do(pair_screen, **here, sound=sound)
            self.do(assign_screen, **here, role=role)
            self.do(set_up_screen, **here, name=name, sound=sound, volume=60)

    def clock_index(self, tournament_id: int) -> int:
        return int(Clock.objects.values_list("level_index", flat=True).get(pk=tournament_id))


def make() -> Evening:
    """The demo room and its evening. Takes most of a minute."""
    at = evening()
    demo.now = lambda: at - timedelta(hours=3)
    demo.load()
    room = demo_room.room()
    caio = Player.objects.get(user=User.objects.get(email=demo_people.address("player")))
    me = Guest(number=1, player_id=caio.pk, name=caio.public_name)

    early = _play(
        room.house, "SCPT Main Event · Dia 1A", "scpt-main", 130, at, hours=5.0,
        guests=[me, *room.guests], until=lambda p, what: what == "level 5",
    )  # fmt: skip
    late = _play(
        room.house,
        "Turbo da Lagoa",
        "turbo-8max",
        30,
        at,
        hours=3.0,
        until=lambda p, what: what == "level 4",
    )
    bubble = _play(room.house, "Deepstack da Ilha", "turbo-8max", 72, at, hours=6.0, before_the_money=True)
    money = _play(
        room.house, "Turbo do Ás", "turbo-8max", 80, at, hours=7.0,
        until=lambda p, _what: p.bubble_done and p.room.left < p.paid - 5,
    )  # fmt: skip
    final = _play(
        room.house,
        "High Roller",
        "scpt-main",
        60,
        at,
        hours=12.0,
        until=lambda p, what: what == "final table",
    )
    large = _play(
        room.house,
        "Mega de sábado",
        "turbo-8max",
        480,
        at,
        hours=2.0,
        until=lambda p, what: what == "level 3",
    )
    cancelled = _play(
        room.house, "Turbo da tarde", "turbo-8max", 24, at, hours=6.0, until=lambda p, what: what == "level 2"
    )
    _colour(room.house, early, at)
    named = {t.name: t.pk for t in Tournament.objects.all()}
    made = Evening(
        at=at,
        house=room.house,
        early=early,
        late=late,
        bubble=bubble,
        money=money,
        final=final,
        finished=named[demo.FINISHED],
        tonight=named[demo.TONIGHT],
        waiting=named[demo.WAITING],
        draft=0,
        large=large,
        cancelled=cancelled,
        season=Tournament.objects.get(pk=named[demo.FINISHED]).stage.season_id,
    )
    made.draft = made.do(
        create_tournament,
        at=at,
        venue_id=room.house.venue_id,
        template="turbo-8max",
        name="Turbo de domingo",
        starts_at=at + timedelta(days=2),
        stage_id=None,
        changes={},
    )["tournament_id"]
    made.do(
        cancel_tournament,
        at=at,
        tournament_id=cancelled,
        reason="Falta de energia",
        counts_reason="Conferidas à mão",
    )
    return made


def _play(
    house: House,
    name: str,
    preset: str,
    entries: int,
    at: datetime,
    *,
    hours: float,
    guests: list[Guest] | None = None,
    until: Callable[[Halting, str], bool] | None = None,
    before_the_money: bool = False,
) -> int:
    """A tournament that began so many hours ago, as far as it is to come; its clock runs on from there."""
    plan = replace(Plan.of(preset, entries, 7, ranked=True), cancelled=0)
    start = (at - timedelta(hours=hours)).replace(minute=0, second=0, microsecond=0)
    asker = Asker(Virtual(start, threading.Event()))
    play = Halting(
        plan, asker, guests=[Guest(number=g.number, player_id=g.player_id, name=g.name) for g in guests or ()]
    )
    play.until = until or (lambda _play, _what: False)
    play.before_the_money = before_the_money
    more = (
        {"guarantee_cents": entries * 330_00, "ranks": False} if preset == "scpt-main" else {"ranks": False}
    )
    play.open(house, announce(asker, house=house, plan=plan, name=name, more=more))
    try:
        play.run()
    except Enough:
        pass
    else:
        raise AssertionError(f"{name} was played to its end")
    if not before_the_money:
        _stand(house, play.tournament_id, asker.time.at, at)
    return play.tournament_id


def _stand(house: House, tournament_id: int, then: datetime, at: datetime) -> None:
    """What was left of the level then is left of it now."""
    say = {"by": house.director, "tournament_id": tournament_id}
    pause_clock(command_id=CommandId(uuid.uuid4()), at=then, **say)
    resume_clock(command_id=CommandId(uuid.uuid4()), at=at, **say)
    add_clock_time(command_id=CommandId(uuid.uuid4()), at=at, seconds=37, **say)


def _colour(house: House, tournament_id: int, at: datetime) -> None:
    """Somebody sits a penalty out, so that the map has something to tell."""
    seat = (
        Seat.objects.filter(table__tournament_id=tournament_id, table__number=1, entry__isnull=False)
        .order_by("number")
        .first()
    )
    assert seat is not None
    penalise(
        command_id=CommandId(uuid.uuid4()),
        at=at,
        by=house.floor,
        entry_id=seat.entry_id,
        kind="missed_rounds",
        rounds=1,
        reason="Ação fora da vez",
    )
