"""The demo room: Clube Shuffle, its people, a season with a finished tournament, one tonight, a sit & go that waits.

Every step has a command id of its own name: loading again does nothing that was done before.
"""

from __future__ import annotations

import threading
import uuid
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from dispatch.facts import SYSTEM, Actor, CommandId
from ledger.commands.deposit import deposit
from people.commands.check_identity import check_identity
from people.commands.create_player import create_player
from people.commands.create_user import create_user
from people.commands.grant_role import grant_role
from people.commands.sign_up import sign_up
from people.operations import hash_secret
from simulation.clocks import Virtual, now
from simulation.demo_people import NAMESPACE, PEOPLE, SLUG, address, password, sign_in_lines
from simulation.house import PASSER_BY, SURCHARGES, House, announce
from simulation.names import full_name
from simulation.plan import DOUBTS, Plan
from simulation.play import Play
from simulation.room import Guest
from simulation.staff import Asker
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.commands.create_tournament import create_tournament
from tournaments.commands.create_venue import create_venue
from tournaments.commands.open_registration import open_registration
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.commands.register_player import register_player
from tournaments.commands.update_venue import update_venue
from tournaments.models import Tournament, Venue

ZONE = "America/Sao_Paulo"


PLAYERS = 60
# players pay in and withdraw on the phone, into an account that is nobody's
BANK = {
    "phone_money": True,
    "pix_key": "0f3d0c56-4b5e-4a6c-8f0a-1c8a7f7ce0de",
    "pix_receiver": "Clube Shuffle",
    "pix_city": "Florianopolis",
    "bank_account": "Banco 000, agência 0001, conta 00000-0\nClube Shuffle Ltda.",
}


FINISHED, TONIGHT, WAITING = "Turbo de abertura", "SCPT Main Event", "Sit & go 9"


class DemoLoader:
    """Loads the room step by step."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def ask(self, command: Any, step: str, /, *, by: Actor, **arguments: Any) -> dict[str, Any]:
        command_id = CommandId(uuid.uuid5(NAMESPACE, step))
        return dict(command(command_id=command_id, at=self.at, by=by, **arguments).result)

    def hashed(self, role: str, step: str) -> str:
        """Return the password as it is kept."""
        return hash_secret(password(role), salt=str(uuid.uuid5(NAMESPACE, step)))

    def people(self) -> House:
        """Return the venue and who works there. The director also owns it."""
        ana = self.ask(
            sign_up,
            "director",
            by=PASSER_BY,
            email=address("director"),
            password_hash=self.hashed("director", "director"),
            full_name=PEOPLE["director"],
            birth_date=date(1984, 3, 2),
            email_confirmed=True,
        )
        director = Actor(user_id=ana["user_id"], label=PEOPLE["director"])
        venue_id = self.ask(
            create_venue,
            "venue",
            by=SYSTEM,
            owner_user_id=director.user_id,
            name="Clube Shuffle",
            slug=SLUG,
            city="Florianópolis",
            currency="BRL",
            timezone=ZONE,
            language="pt-br",
            surcharges_bp=SURCHARGES,
        )["venue_id"]
        self.ask(update_venue, "bank", by=director, venue_id=venue_id, changes=BANK)
        staff: dict[str, Any] = {"director": director}
        for role in ("desk", "floor"):
            user_id = self.ask(
                create_user,
                role,
                by=director,
                venue_id=venue_id,
                email=address(role),
                name=PEOPLE[role],
                password_hash=self.hashed(role, role),
            )["user_id"]
            staff[role] = Actor(user_id=user_id, label=PEOPLE[role])
        for role, who in staff.items():
            self.ask(
                grant_role, f"{role} at work", by=director, venue_id=venue_id, user_id=who.user_id, role=role
            )
        return House(venue_id=venue_id, currency="BRL", owner=director, **staff)

    def circuit(self, house: House, today: date) -> int:
        """Return a series, its season and the stage of these days."""
        by = house.director
        series_id = self.ask(
            create_series,
            "series",
            by=by,
            venue_id=house.venue_id,
            name="Circuito Shuffle",
            slug="circuito-shuffle",
        )["series_id"]
        season_id = self.ask(
            create_season,
            "season",
            by=by,
            series_id=series_id,
            name=str(today.year),
            starts_on=date(today.year, 1, 1),
            ends_on=date(today.year + 1, 1, 31),
        )["season_id"]
        return int(
            self.ask(
                create_stage,
                "stage",
                by=by,
                season_id=season_id,
                number=1,
                name="Etapa Florianópolis",
                place="Florianópolis",
                starts_on=max(today - timedelta(days=2), date(today.year, 1, 1)),
                ends_on=today + timedelta(days=5),
            )["stage_id"]
        )

    def player_of_the_house(self, house: House) -> None:
        """Somebody who plays, with an account and money in it."""
        made = self.ask(
            sign_up,
            "player",
            by=PASSER_BY,
            email=address("player"),
            password_hash=self.hashed("player", "player"),
            full_name=PEOPLE["player"],
            birth_date=date(1992, 8, 14),
            email_confirmed=True,
        )
        self._looked_at(house, "player", made["player_id"], number="DEMO-0")
        self.ask(
            deposit,
            "player's money",
            by=house.desk,
            venue_id=house.venue_id,
            player_id=made["player_id"],
            unit=house.currency,
            amount_cents=2_000_00,
            method="transfer",
            reference="DEMO 1",
        )

    def players(self, house: House) -> list[Guest]:
        """Sixty regulars."""
        chance = Random("demo room")
        found = []
        for n in range(1, PLAYERS + 1):
            name = full_name(chance)
            first, *_, last = name.split()
            made = self.ask(
                create_player,
                f"player {n}",
                by=house.desk,
                venue_id=house.venue_id,
                full_name=name,
                public_name=f"{first} {last}",
                birth_date=date(1955, 1, 1) + timedelta(days=chance.randrange(17_000)),
                document_kind="rg",
                document_number=f"DEMO-{n}",
            )
            self._looked_at(house, f"player {n}", made["player_id"])
            found.append(Guest(number=n, player_id=made["player_id"], name=f"{first} {last}"))
        return found

    def _looked_at(self, house: House, step: str, player_id: int, *, number: str = "") -> None:
        more = {"document_kind": "rg", "document_number": number} if number else {}
        self.ask(
            check_identity,
            f"{step} looked at",
            by=house.desk,
            player_id=player_id,
            venue_id=house.venue_id,
            **more,
        )

    def tonight(self, house: House, stage_id: int, starts_at: datetime) -> None:
        """Announced for tonight; its desk opens by itself an hour before."""
        self._announced(
            house,
            "tonight",
            template="scpt-main",
            name=TONIGHT,
            starts_at=starts_at,
            stage_id=stage_id,
            changes={"registration_opens_at": starts_at - timedelta(hours=1)},
        )

    def sit_and_go(self, house: House, guests: list[Guest]) -> None:
        """Set up a sit & go with five of nine seats taken."""
        t = self._announced(
            house,
            "sit & go",
            template="sit-and-go-9",
            name=WAITING,
            starts_at=self.at + timedelta(hours=6),
            stage_id=None,
            changes={"registration_opens_at": self.at},
        )
        self.ask(open_registration, "sit & go opens", by=house.director, tournament_id=t)
        for guest in guests[:5]:
            self.ask(
                register_player,
                f"sit & go, player {guest.number}",
                by=house.desk,
                tournament_id=t,
                player_id=guest.player_id,
                method="cash",
                terms_version="1",
                paid=True,
            )

    def _announced(self, house: House, step: str, **terms: Any) -> int:
        t = self.ask(create_tournament, step, by=house.director, venue_id=house.venue_id, **terms)[
            "tournament_id"
        ]
        self.ask(
            publish_tournament,
            f"{step} published",
            by=house.director,
            tournament_id=t,
            practice_seed=None,
            acknowledge=list(DOUBTS),
        )
        return int(t)


def load() -> list[str]:
    """Load what is not there yet; the lines that say how to sign in."""
    venue = Venue.objects.filter(slug=SLUG).first()
    at = venue.created_at if venue is not None else now()
    loader = DemoLoader(at)
    local = at.astimezone(ZoneInfo(ZONE))
    if venue is None or not Tournament.objects.filter(venue=venue, name=WAITING).exists():
        house = loader.people()
        loader.player_of_the_house(house)
        guests = loader.players(house)
        stage_id = loader.circuit(house, local.date())
        if not Tournament.objects.filter(venue_id=house.venue_id, name=FINISHED).exists():
            _play_yesterdays(house, guests, stage_id, local.date())
        evening = datetime.combine(local.date(), time(20), tzinfo=ZoneInfo(ZONE))
        if local.hour >= 19:
            evening += timedelta(days=1)
        loader.tonight(house, stage_id, evening.astimezone(UTC))
        loader.sit_and_go(house, guests)
    return sign_in_lines(fresh=venue is None)


def _play_yesterdays(house: House, guests: list[Guest], stage_id: int, today: date) -> None:
    """A small tournament of yesterday evening, from the first entry to the ranking."""
    plan = Plan.of("turbo-8max", 16, 20, re_entries=3, ranked=True)
    start = datetime.combine(today - timedelta(days=1), time(20), tzinfo=ZoneInfo(ZONE)).astimezone(UTC)
    asker = Asker(Virtual(start, threading.Event()))
    house.stage_id = stage_id
    play = Play(
        plan,
        asker,
        guests=[Guest(number=g.number, player_id=g.player_id, name=g.name) for g in guests],
        pay=4,
    )
    play.open(house, announce(asker, house=house, plan=plan, name=FINISHED))
    play.run()
    house.stage_id = None
