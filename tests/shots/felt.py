"""Tables played online in the states of their drawings, brought about by the commands; at each of them sits the player who is signed in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from access import moment
from dispatch.facts import SYSTEM, Actor
from people.models import Player, User
from play import tasks
from play.commands.note_line import note_line
from play.commands.open_table import open_table
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.models import PlayTable
from rules.levels import Level, Recess, Structure
from simulation import demo_people
from tests import cast
from tests.play.conftest import AtTable
from tests.play.event import BALANCE, Event, enter
from tests.play.room import Room, loses_all
from tests.shots.evening import Evening
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament

MILLION = 1_000_000
NIGHT = "Grande Noite de Florianópolis · a mesa dos vinte anos"
MINE = 9
# in the order of the seats, with what each begins the hand with
NINE = (
    ("João Pedro Sá Nogueira", 310_500_000),
    ("Zé Tó", 66_000_000),
    ("Ana Luísa Quental", 416_750_000),
    ("Guilherme Östlund Fitzgerald", 38_150_000),
    ("Maria Albuquerque de Vasconcelos e Almeida Castelo-Branco", 11_200_000),
    ("Tiago Moura", 9_800_000),
    ("Nuno Ó", 165_650_000),
    ("Beatriz Castro", 96_400_000),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a demo table stands, who opens it, and the reader, who sits there."""

    venue_id: int
    director: Actor
    at: datetime
    reader: cast.Person


def of_evening(room: Evening) -> Place:
    return Place(venue_id=room.house.venue_id, director=room.house.director, at=room.at, reader=me())


def me() -> cast.Person:
    """Caio, as the tests know people."""
    player = Player.objects.get(user=User.objects.get(email=demo_people.address("player")))
    actor = Actor(user_id=player.user_id, label=player.public_name)
    return cast.Person(user_id=player.user_id or 0, player_id=player.pk, actor=actor, name=player.public_name)


class Felt(AtTable):
    """A demo table of the house, with the reader in seat MINE or the last one."""

    def __init__(self, place: Place, *, name: str, seats: int = MINE, big: int, **more: Any) -> None:
        made = cast.say(
            open_table,
            by=place.director,
            at=place.at,
            venue_id=place.venue_id,
            name=name[:60],
            seats=seats,
            small_blind_chips=big // 2,
            big_blind_chips=big,
            stack_chips=10 * big,
            decision_seconds=30,
            **more,
        )
        super().__init__(house=None, table_id=made["table_id"], now=place.at)  # type: ignore[arg-type]
        self.place, self.mine = place, seats

    def fill(self, people: tuple[tuple[str, int], ...], *, own: int, button: int) -> None:
        """Everybody sits down with the chips that they have now; the next hand has its button here."""
        for seat, (name, _chips) in enumerate(people, start=1):
            self.sit(seat, name)
        reader = self.place.reader
        cast.say(
            sit,
            by=reader,
            at=self.now,
            table_id=self.table_id,
            player_id=reader.player_id,
            seat=self.mine,
        )
        self.people[self.mine] = reader
        row, chips = self.row, dict(enumerate((has for _name, has in people), start=1)) | {self.mine: own}
        for kept in row.seats:
            kept["chips"] = chips[kept["seat"]]
        row.button_seat = (button - 2) % self.mine + 1
        row.save()

    def say(self, *told: str) -> None:
        """What was decided, one after the other: "fold", "check", "call", or a word with millions: "raise 36"."""
        for one in told:
            word, _, millions = one.partition(" ")
            self.act(word, round(float(millions or 0) * MILLION))
            self.on()

    def on(self) -> None:
        """Until somebody decides, or the hand is shown."""
        while self.row.due_kind == "street":
            self.due()

    def fresh(self) -> None:
        """Who decides began a moment ago, by the clock of the pages."""
        _fresh(self.table_id)


def all_fresh(tables: list[Felt]) -> None:
    for table in tables:
        table.fresh()


def _fresh(table_id: int) -> None:
    row = PlayTable.objects.get(pk=table_id)
    if row.due_at is None or row.from_at is None:
        return
    begins = moment.at() - timedelta(seconds=4)
    row.due_at, row.from_at = row.due_at + (begins - row.from_at), begins
    row.save(update_fields=["due_at", "from_at"])


def long_hand(place: Place) -> Felt:
    """Nine players with millions, up to where one may check the flop: one all in, one away, one whose line is lost."""
    table = Felt(place, name=NIGHT, big=4 * MILLION)
    table.fill(NINE, own=123_600_000, button=1)
    away = table.people[6]
    cast.say(sit_out, by=away, at=table.now, table_id=table.table_id, player_id=away.player_id)
    table.deal()
    table.say("fold", "raise 11.2", "call", "call", "call", "call", "fold", "fold", "check", "check")
    return table


def to_the_turn(table: Felt) -> None:
    """The reader bets the flop; on the turn Nuno bets, and Beatriz has to decide before the reader."""
    table.say("bet 12", "call", "call", "call", "bet 14")


def raised(table: Felt) -> None:
    """João has raised, all others but the reader are gone; Nuno's line is lost."""
    table.say("fold", "call", "raise 36", "fold")
    lost = table.people[7]
    cast.say(
        note_line,
        by=table.place.director,
        at=table.now,
        table_id=table.table_id,
        player_id=lost.player_id,
        there=False,
    )


def all_in(table: Felt) -> None:
    """The reader puts in everything, João calls: three pots are shown."""
    table.act("raise", 100_400_000)
    table.say("call")


def omaha(place: Place) -> Felt:
    """Six at pot-limit Omaha; the reader is to act on the flop."""
    table = Felt(place, name="PLO Turbo de quinta", seats=6, big=400, game="plo")
    others = (("Rui Vilhena", 42_700), ("Iñaki Etxeberria", 28_700), ("Lurdes do Ó", 12_450))
    table.fill((*others, ("Zé Tó", 9_600), ("Cátia Vilas-Boas", 18_250)), own=24_250, button=6)
    table.deal()
    for word, to in (("call", 0), ("fold", 0), ("fold", 0), ("call", 0), ("call", 0), ("check", 0)):
        table.act(word, to)
    table.on()
    table.act("bet", 1_400)
    table.act("call")
    return table


def heads_up(place: Place) -> Felt:
    """Two who are left, with nine figures each."""
    table = Felt(place, name=NIGHT, seats=2, big=30 * MILLION)
    table.fill((("Francisco Nascimento de Albuquerque", 902_300_000),), own=421_700_000, button=1)
    table.deal()
    while table.to_act != table.mine:
        table.act("raise", 75 * MILLION)
    return table


def ten(place: Place) -> Felt:
    """Ten at one table, before the flop; somebody raised, the reader has the button."""
    table = Felt(place, name="Mesa de dez · Clube da Ribeira", seats=10, big=200)
    others = (
        ("Cátia Vilas-Boas", 18_350), ("Rui Nogueira", 42_100), ("Zé Tó", 9_600), ("Iñaki Etxeberria", 27_300),
        ("Wellington Santos", 22_550), ("Ana Quental", 30_400), ("Nuno Ó", 12_845), ("Guilherme Östlund", 38_150),
        ("Beatriz Castro", 7_320),
    )  # fmt: skip
    table.fill(others, own=24_600, button=10)
    table.deal()
    for word, to in (("fold", 0), ("fold", 0), ("raise", 500)):
        table.act(word, to)
    return table


def away(place: Place) -> Felt:
    """Three in a hand; the reader said that the next one goes on without."""
    table = Felt(place, name="Mesa de quinta · Clube da Ribeira", seats=3, big=200)
    table.fill((("Zé Tó", 9_600), ("Rui Nogueira", 42_100)), own=18_250, button=1)
    table.deal()
    reader = place.reader
    cast.say(sit_out, by=reader, at=table.now, table_id=table.table_id, player_id=reader.player_id)
    return table


# --- tournaments ------------------------------------------------------------------------------------------


@contextmanager
def this_evening(room: Evening, *, now: datetime | None = None) -> Iterator[None]:
    """The people of the tests live this evening. now: by the pages' clock, for what must not be over until it is photographed."""
    kept = cast.START, cast.OPEN, cast.DRAFTED
    cast.START = (now or room.at) - timedelta(minutes=4)
    cast.OPEN, cast.DRAFTED = cast.START - timedelta(hours=1), cast.START - timedelta(days=7)
    try:
        yield
    finally:
        cast.START, cast.OPEN, cast.DRAFTED = kept


def _with_me(home: cast.House, tournament_id: int, players: int) -> list[cast.Person]:
    reader = me()
    home.deposit(reader.player_id or 0, BALANCE)
    people = [enter(home, tournament_id, name) for name, _chips in (NINE * 2)[: players - 1]]
    cast.say(
        register_player,
        by=reader,
        tournament_id=tournament_id,
        player_id=reader.player_id,
        method="balance",
        terms_version="1",
    )
    return [*people, reader]


def _mtt(room: Evening, *, players: int, seats: int, **changes: Any) -> Room:
    home = cast.house(name="Clube da Ribeira")
    told: dict[str, Any] = {"name": NIGHT[:60], "guarantee_cents": 0, "starting_stack_chips": 2_000}
    t = home.registering("online-mtt", seats_per_table=seats, **(told | changes))
    people = _with_me(home, t, players)
    cast.say(start_tournament, by=home.ana, at=cast.START, tournament_id=t)
    return Room(home, t, people)


def _mine(room: Room) -> PlayTable:
    number = me().player_id
    return next(row for row in room.open() if any(kept["player_id"] == number for kept in row.seats))


def recess(room: Evening) -> int:
    """A recess after the first level; the reader's table."""
    structure = Structure(
        starting_stack=2_000,
        items=(
            Level(small_blind=10, big_blind=20, seconds=60),
            Recess(seconds=600),
            Level(small_blind=20, big_blind=40, seconds=600),
        ),
        denominations=(5, 25, 100),
    ).as_dict()
    with this_evening(room, now=moment.at()):
        played = _mtt(room, players=9, seats=9, structure=structure)
        while played.first() is not None:
            played.step(lambda _row, options: ("check" if options.may_check else "call", 0))
    return _mine(played).pk


def hand_for_hand(room: Evening) -> int:
    """Three tables near the money; the reader's has done its hand, and the others have not."""
    paid = {
        "kind": "custom",
        "name": "7",
        "source": "Teste",
        "tiers": [{"from": 1, "to": 1, "percent_each": "40"}, {"from": 2, "to": 7, "percent_each": "10"}],
    }
    with this_evening(room, now=moment.at()):
        played = _mtt(room, players=9, seats=3, payout_table=paid)
        mine = _mine(played)
        (other,) = played.until_close(
            next(row.table_number or 0 for row in played.open() if row.pk != mine.pk)
        )
        loses_all(other)
        _due(other)
        for _ in range(50):
            mine.refresh_from_db()
            if mine.stage == "waiting" and mine.hand_number:
                break
            played.fold_at(mine)
    return mine.pk


def _due(row: PlayTable) -> None:
    cast.say(tasks._COMMANDS[row.due_kind], by=SYSTEM, at=row.due_at, table_id=row.pk, turn=row.turn)


def out(room: Evening) -> int:
    """A sit & go of three in which the reader lost everything in the first hand; the two others go on."""
    with this_evening(room, now=moment.at()):
        home = cast.house(name="Clube da Ribeira")
        terms = {"capacity": 3, "seats_per_table": 3, "starting_stack_chips": 1_000}
        t = home.registering("online-sit-and-go", name="Sit & go da noite", **terms)
        event = Event(home, t, _with_me(home, t, 3))
        event.until("open")
        event.due()
        while event.row.stage == "playing":
            event.act("fold")
        reader, row = me().player_id, event.row
        mine = next(kept for kept in row.seats if kept["player_id"] == reader)
        other = next(kept for kept in row.seats if kept["player_id"] != reader)
        other["chips"], mine["chips"] = other["chips"] + mine["chips"], 0
        row.save(update_fields=["seats"])
        event.until("close")
        event.due()
    return event.table_id
