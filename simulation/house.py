"""The venue of a run: its people, its circuit, its tournament."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any

from dispatch.facts import SYSTEM, Actor
from ledger.commands.deposit import deposit
from people.commands.check_identity import check_identity
from people.commands.create_player import create_player
from people.commands.create_user import create_user
from people.commands.grant_role import grant_role
from people.commands.sign_up import sign_up
from simulation.names import full_name, public_name
from simulation.plan import DOUBTS, Plan
from simulation.room import Guest
from simulation.staff import Asker
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.commands.create_tournament import create_tournament
from tournaments.commands.create_venue import create_venue
from tournaments.commands.open_registration import open_registration
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.models import Tournament

PASSER_BY = Actor(user_id=None, label="passer-by")
SURCHARGES = {"debit": 500, "credit": 1000}


@dataclass(slots=True)
class House:
    """Who works here. stage_id: of the season that ranks, where there is one."""

    venue_id: int
    currency: str
    owner: Actor
    director: Actor
    desk: Actor
    floor: Actor
    stage_id: int | None = None


def open_house(asker: Asker, *, name: str, online: bool, circuit: bool) -> House:
    """Make a venue with its staff; with a series, season and stage where the tournament ranks."""
    tag = asker.run.hex[:10]
    signed = asker.ask(
        sign_up,
        by=PASSER_BY,
        email=f"owner-{tag}@simulation.invalid",
        password_hash="",
        full_name="Olga Prado",
        birth_date=date(1975, 2, 3),
    )
    owner = Actor(user_id=signed["user_id"], label="Olga")
    currency = "EUR" if online else "BRL"
    venue_id = asker.ask(
        create_venue,
        by=SYSTEM,
        owner_user_id=owner.user_id,
        name=name,
        slug=f"simulation-{tag}",
        city="Lisboa" if online else "Florianópolis",
        currency=currency,
        timezone="Europe/Lisbon" if online else "America/Sao_Paulo",
        language="pt" if online else "pt-br",
        surcharges_bp=SURCHARGES,
    )["venue_id"]
    staff: dict[str, Any] = {}
    for role, label in (("director", "Ana"), ("desk", "Desi"), ("floor", "Bruno")):
        user_id = asker.ask(
            create_user,
            by=owner,
            venue_id=venue_id,
            email=f"{role}-{tag}@simulation.invalid",
            name=label,
            password_hash="",
        )["user_id"]
        asker.ask(grant_role, by=owner, venue_id=venue_id, user_id=user_id, role=role)
        staff[role] = Actor(user_id=user_id, label=label)
    house = House(venue_id=venue_id, currency=currency, owner=owner, **staff)
    if circuit:
        house.stage_id = open_circuit(asker, house=house)
    return house


def open_circuit(
    asker: Asker, *, house: House, series: str = "Circuito", place: str = "Florianópolis"
) -> int:
    """Make a series with one season and one stage around the run; the stage's id."""
    today = asker.time.start.date()
    series_id = asker.ask(
        create_series,
        by=house.owner,
        venue_id=house.venue_id,
        name=series,
        slug=f"circuito-{asker.run.hex[:6]}",
    )["series_id"]
    season_id = asker.ask(
        create_season,
        by=house.owner,
        series_id=series_id,
        name=str(today.year),
        starts_on=date(today.year, 1, 1),
        ends_on=date(today.year + 1, 12, 31),
    )["season_id"]
    return int(
        asker.ask(
            create_stage,
            by=house.owner,
            season_id=season_id,
            number=1,
            name="Etapa 1",
            place=place,
            starts_on=today - timedelta(days=3),
            ends_on=today + timedelta(days=10),
        )["stage_id"]
    )


def announce(
    asker: Asker, *, house: House, plan: Plan, name: str, more: Mapping[str, Any] | None = None
) -> int:
    """Draft and publish the tournament; its id. A practice one brings the seed of its draw."""
    tournament_id = asker.ask(
        create_tournament,
        by=house.director,
        venue_id=house.venue_id,
        template=plan.preset,
        name=name,
        starts_at=asker.time.start,
        stage_id=house.stage_id,
        changes={**plan.changes, **(more or {})},
    )["tournament_id"]
    # practice is played for money of practice, and what a simulation is to hold is real money in a house of its own;
    # practice it is all the same, for the seed of its draw
    Tournament.objects.filter(pk=tournament_id).update(currency=house.currency)
    asker.ask(
        publish_tournament,
        by=house.director,
        tournament_id=tournament_id,
        practice_seed=None if plan.ranked else plan.practice_seed,
        acknowledge=list(DOUBTS),
    )
    return int(tournament_id)


def open_desk(asker: Asker, *, house: House, tournament_id: int) -> None:
    asker.ask(open_registration, by=house.director, tournament_id=tournament_id)


def welcome(
    asker: Asker, *, house: House, number: int, chance: Random, online: bool, own_account: bool
) -> Guest:
    """Somebody new: a file opened at the desk with the document looked at, or an account of one's own."""
    name = full_name(chance)
    shown = public_name(name, number=number)
    born = date(1950, 1, 1) + timedelta(days=chance.randrange(20_000))
    document: dict[str, Any] = {
        "document_kind": "rg",
        "document_number": f"S{uuid.uuid5(asker.run, f'document/{number}').hex[:14]}",
    }
    user_id = None
    if own_account:
        made = asker.ask(
            sign_up,
            by=PASSER_BY,
            email=f"p{number}-{asker.run.hex[:10]}@simulation.invalid",
            password_hash="",
            full_name=name,
            public_name=shown,
            birth_date=born,
            email_confirmed=True,
        )
        player_id, user_id = made["player_id"], made["user_id"]
    else:
        player_id = asker.ask(
            create_player,
            by=house.desk,
            venue_id=house.venue_id,
            full_name=name,
            public_name=shown,
            birth_date=born,
            **document,
        )["player_id"]
    if not online:
        read = document if own_account else {}
        asker.ask(check_identity, by=house.desk, player_id=player_id, venue_id=house.venue_id, **read)
    return Guest(number=number, player_id=player_id, name=shown, user_id=user_id)


def fund(asker: Asker, *, house: House, player_id: int, cents: int) -> None:
    """Money into a wallet, by bank transfer."""
    if cents:
        asker.ask(
            deposit,
            by=house.desk,
            venue_id=house.venue_id,
            player_id=player_id,
            unit=house.currency,
            amount_cents=cents,
            method="transfer",
            reference=f"SIM {player_id}",
        )
