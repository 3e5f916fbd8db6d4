from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import pytest

from dispatch.facts import SYSTEM, Actor
from people.models import Player, User
from people.queries import actor_of_user

AT = datetime(2026, 3, 14, 19, 0, tzinfo=UTC)
VENUE = 7


def cid() -> uuid.UUID:
    return uuid.uuid4()


@dataclass(frozen=True)
class Cast:
    """Olga owns, Ana directs, Dina keeps the desk, Bruno works the floor, Ines looks after integrity, Caio plays, Dora may nothing."""

    olga: Actor
    ana: Actor
    dina: Actor
    bruno: Actor
    ines: Actor
    caio: Actor
    caio_player: int
    dora: Actor
    passer_by: Actor
    system: Actor = SYSTEM

    def by_role(self, role: str) -> Actor:
        return {
            "owner": self.olga,
            "director": self.ana,
            "desk": self.dina,
            "floor": self.bruno,
            "integrity": self.ines,
            "player": self.caio,
            "public": self.passer_by,
        }[role]


def make_user(name: str, **more: Any) -> User:
    return User.objects.create(email=f"{name.lower()}@example.test", name=name, created_at=AT, **more)


def make_cast() -> Cast:
    from people.models import StaffRole

    users = {name: make_user(name) for name in ("Olga", "Ana", "Dina", "Bruno", "Ines", "Caio", "Dora")}
    roles = {"Olga": "owner", "Ana": "director", "Dina": "desk", "Bruno": "floor", "Ines": "integrity"}
    for name, role in roles.items():
        StaffRole.objects.create(user=users[name], venue_id=VENUE, role=role, granted_at=AT)
    caio = Player.objects.create(
        full_name="Caio Conceição da Silva",
        public_name="Caio Silva",
        birth_date=date(1990, 5, 1),
        user=users["Caio"],
        created_at=AT,
    )
    actors = {name.lower(): actor_of_user(user) for name, user in users.items()}
    return Cast(**actors, caio_player=caio.pk, passer_by=Actor(user_id=None, label=""))


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def open_cast(transactional_db: None) -> Cast:
    """The same in committed rows, for threads."""
    return make_cast()
