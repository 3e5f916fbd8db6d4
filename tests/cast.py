"""The people of every test, and how they make a room: through the commands, as staff would. The people themselves are rows.

    house = cast.house()                       # a venue with its staff; BRL, São Paulo, card surcharges 5 % and 10 %
    house.olga owns · house.ana directs · house.bruno works the floor · house.desi the desk ·
    house.caio plays · house.dora may nothing. Each is a Person(user_id, player_id | None, actor).

    t = house.tournament("scpt-main", capacity=18)        # a draft; keyword arguments are `changes`
    t = house.registering("turbo-8max", late_registration_level=0, re_entries_per_player=0)   # published and open
    p = house.player("Rui", birth_date=…)                 # a player with a checked document; returns the player_id
    e = house.enter(t, p, method="cash")                  # a paid entry by the desk; returns the command's result
    es = house.fill(t, 20)                                # twenty new players with paid entries; list of results
    house.deposit(player_id, 100_00)                      # money into a wallet (ledger, as a deposit)

    cast.say(command, by=house.ana, **arguments)          # a fresh command id, at=cast.OPEN unless given; the result
    cast.asked(command, by=…, command_id=…, at=…, …)      # the same, but the whole Done (for replays)
    with cast.refused("late_reg_closed") as no: …         # refused with this code and *nothing changed*; no.value
    with cast.unchanged(): …                              # every row of every table as it was (but the command log)
    cast.facts(t, kind="player_entered")                  # bodies of the recorded facts, oldest first
    cast.books_balance()                                  # ledger reconciles, every unit sums to zero

Times: DRAFTED < OPEN = START − 1 h < START; `cast.after(minutes=5)` counts from START, `cast.before(minutes=5)` back.
Everything works inside pytest's `db` as well as `transactional_db`. Threads: `cast.together([f, g, …])`.
"""

from __future__ import annotations

import itertools
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connections, transaction
from django.test import override_settings

from dispatch import prepared
from dispatch.facts import Actor, CommandId, Done
from rules.refusals import Refused

START = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
OPEN = START - timedelta(hours=1)
DRAFTED = START - timedelta(days=7)
PASSER_BY = Actor(user_id=None, label="passer-by")

_count = itertools.count(1)


def after(**delta: float) -> datetime:
    """That long after START."""
    return START + timedelta(**delta)


def before(**delta: float) -> datetime:
    """That long before START."""
    return START - timedelta(**delta)


def new_id() -> CommandId:
    return CommandId(uuid.uuid4())


@dataclass(frozen=True)
class Person:
    user_id: int
    player_id: int | None
    actor: Actor
    name: str


def _actor(by: Person | Actor) -> Actor:
    return by.actor if isinstance(by, Person) else by


def asked(
    command: Callable[..., Done],
    *,
    by: Person | Actor,
    at: datetime | None = None,
    command_id: uuid.UUID | None = None,
    **arguments: Any,
) -> Done:
    """Call a command; the whole outcome."""
    # OPEN as it is now: a test of pages moves it to the present
    return command(
        command_id=CommandId(command_id or uuid.uuid4()), at=at or OPEN, by=_actor(by), **arguments
    )


def say(command: Callable[..., Done], **arguments: Any) -> dict[str, Any]:
    """Call a command; its result."""
    return dict(asked(command, **arguments).result)


# ------------------------------------------------------------------------------------------ nothing changed

_APPS = ("people_", "ledger_", "tournaments_", "tables_", "payouts_", "dispatch_fact", "play_")


def snapshot() -> dict[str, str]:
    """
    Rows and a digest of every table of the domain. In one statement, and planned once for each connection: every refusal
    asks it twice, and planning it for ninety tables took nine tenths of it.
    """
    named = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
    names = [n for (n,) in prepared.rows(named, ()) if n.startswith(_APPS)]
    digests = " UNION ALL ".join(
        f"SELECT '{name}', concat(count(*), ' ', sum(hashtextextended(x::text, 0))) FROM \"{name}\" x"
        for name in names
    )
    return dict(prepared.rows(digests, ()))  # type: ignore[arg-type]


@contextmanager
def unchanged() -> Iterator[None]:
    """Assert that every row is as it was before."""
    was = snapshot()
    yield
    now = snapshot()
    assert {n for n in was if was[n] != now[n]} == set()


@contextmanager
def refused(code: str, *, rule: str | None = None) -> Iterator[Any]:
    """Assert a refusal with this code (and rule) that changed nothing."""
    with unchanged(), pytest.raises(Refused) as no:
        yield no
    assert no.value.code == code, str(no.value)
    if rule is not None:
        assert no.value.rule == rule
    str(no.value.sentence % no.value.params)  # the sentence finds all its values


def facts(tournament_id: int, *, kind: str | None = None) -> list[dict[str, Any]]:
    """The bodies of a tournament's facts, oldest first."""
    from dispatch.models import Fact

    found = Fact.objects.filter(stream=f"tournament:{tournament_id}").order_by("id")
    return [f.body for f in (found.filter(kind=kind) if kind else found)]


def books_balance() -> None:
    """Assert that the ledger adds up."""
    from ledger.queries import reconcile

    assert reconcile() == ()


def together(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run calls in threads at once, each on its own connection; results or exceptions in the order of the calls."""
    results: list[Any] = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            gate.wait()
            results[place] = call()
        except Exception as error:  # noqa: BLE001 - handed to the test
            results[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(i, c)) for i, c in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


# ------------------------------------------------------------------------------------------ the house


def people_of(
    *names: str, at: datetime | None = None, birth_date: date = date(1990, 5, 17)
) -> tuple[Person, ...]:
    """Some who have an account and a player's file each, written as rows: what sign_up would make, without its record."""
    from django.contrib.auth.hashers import make_password

    from people.models import Player, User

    at = at or DRAFTED
    addresses = [f"{name.lower()}{next(_count)}-{uuid.uuid4().hex[:6]}@example.com" for name in names]
    users = User.objects.bulk_create(
        User(email=address, password=make_password(None), created_at=at) for address in addresses
    )
    players = Player.objects.bulk_create(
        Player(
            user=user,
            email=user.email,
            full_name=f"{name} da Silva",
            public_name=name,
            birth_date=birth_date,
            created_at=at,
        )
        for user, name in zip(users, names, strict=True)
    )
    return tuple(
        Person(user_id=user.pk, player_id=player.pk, actor=Actor(user_id=user.pk, label=name), name=name)
        for user, player, name in zip(users, players, names, strict=True)
    )


def person(name: str, *, at: datetime | None = None, birth_date: date = date(1990, 5, 17)) -> Person:
    """Somebody with an account and a player's file."""
    return people_of(name, at=at, birth_date=birth_date)[0]


@dataclass(frozen=True)
class House:
    venue_id: int
    currency: str
    olga: Person
    ana: Person
    bruno: Person
    desi: Person
    caio: Person
    dora: Person

    def player(
        self,
        name: str | None = None,
        *,
        birth_date: date | None = date(1990, 5, 17),
        checked: bool = True,
        at: datetime | None = None,
    ) -> int:
        """A player's file as the desk opens it, the document checked: a row, what the commands would make without their record."""
        return self.players(1, name=name, birth_date=birth_date, checked=checked, at=at)[0]

    def players(
        self,
        count: int,
        *,
        name: str | None = None,
        birth_date: date | None = date(1990, 5, 17),
        checked: bool = True,
        at: datetime | None = None,
    ) -> list[int]:
        """So many of them, at once."""
        from people.models import Player

        at = at or DRAFTED
        numbers = [next(_count) for _ in range(count)]
        rows = Player.objects.bulk_create(
            Player(
                full_name=f"{name or 'Jogador'} {n} Souza",
                public_name=name or f"Jogador {n}",
                birth_date=birth_date,
                document_kind="rg",
                document_number=f"{n}{uuid.uuid4().hex[:8]}".upper(),
                id_checked_at=at if checked else None,
                id_checked_by_id=self.desi.user_id if checked else None,
                created_at=at,
            )
            for n in numbers
        )
        return [row.pk for row in rows]

    def tournament(
        self,
        template: str = "scpt-main",
        *,
        name: str = "Terça",
        starts_at: datetime | None = None,
        at: datetime | None = None,
        stage_id: int | None = None,
        **changes: Any,
    ) -> int:
        """A draft."""
        from tournaments.commands.create_tournament import create_tournament

        return int(
            say(
                create_tournament,
                by=self.ana,
                at=at or DRAFTED,
                venue_id=self.venue_id,
                template=template,
                name=name,
                starts_at=starts_at or START,
                stage_id=stage_id,
                changes=changes,
            )["tournament_id"]
        )

    def published(
        self,
        template: str = "scpt-main",
        *,
        practice_seed: str | None = None,
        acknowledge: Sequence[str] = (),
        **more: Any,
    ) -> int:
        """Announced, its draw committed to."""
        from tournaments.commands.publish_tournament import publish_tournament

        tournament_id = self.tournament(template, **more)
        # online tournaments that were published are played on: how one was is no matter here
        with override_settings(ONLINE_TABLES=True):
            say(
                publish_tournament,
                by=self.ana,
                at=DRAFTED,
                tournament_id=tournament_id,
                practice_seed=practice_seed,
                acknowledge=list(acknowledge),
            )
        return tournament_id

    def registering(self, template: str = "scpt-main", **more: Any) -> int:
        """Announced and open for registration (at OPEN)."""
        from tournaments.commands.open_registration import open_registration

        tournament_id = self.published(template, **more)
        say(open_registration, by=self.ana, at=OPEN, tournament_id=tournament_id)
        return tournament_id

    def enter(
        self,
        tournament_id: int,
        player_id: int | None = None,
        *,
        method: str = "cash",
        at: datetime | None = None,
    ) -> dict[str, Any]:
        """A paid entry taken by Desi; without a player, a new one. The command's result with player_id."""
        from tournaments.commands.register_player import register_player

        player_id = player_id or self.player()
        return {
            "player_id": player_id,
            **say(
                register_player,
                by=self.desi,
                at=at,
                tournament_id=tournament_id,
                player_id=player_id,
                method=method,
                terms_version="1",
                paid=True,
            ),
        }

    def fill(self, tournament_id: int, entries: int, *, at: datetime | None = None) -> list[dict[str, Any]]:
        """So many new players, entered and paid."""
        return [self.enter(tournament_id, player_id, at=at) for player_id in self.players(entries)]

    def started(self, template: str = "turbo-8max", *, entries: int = 9, **more: Any) -> int:
        """A running tournament with so many players, started by Ana at START."""
        from tournaments.commands.start_tournament import start_tournament

        tournament_id = self.registering(template, **more)
        self.fill(tournament_id, entries)
        say(start_tournament, by=self.ana, at=START, tournament_id=tournament_id)
        return tournament_id

    def deposit(self, player_id: int, cents: int, *, at: datetime | None = None) -> None:
        """Cash into a player's wallet."""
        from ledger.operations import account, post
        from ledger.operations.transfers import NewTransfer
        from rules.accounts import AccountKind

        with transaction.atomic():
            post(
                [
                    NewTransfer(
                        debit=account(AccountKind.CASH_DRAWER, unit=self.currency, venue_id=self.venue_id),
                        credit=account(AccountKind.PLAYER, unit=self.currency, player_id=player_id),
                        amount_cents=cents,
                        unit=self.currency,
                        kind="deposit",
                        at=at or OPEN,
                        command_id=uuid.uuid4(),
                        method="cash",
                    )
                ]
            )


def house(*, currency: str = "BRL", timezone: str = "America/Sao_Paulo", name: str = "Clube") -> House:
    """A venue with its people, written as rows: what create_venue and grant_role would make, without their record."""
    from django.db.models import OuterRef, Subquery

    from people.models import Player, StaffRole, User
    from tournaments.models import Venue

    olga, ana, bruno, desi, caio, dora = people_of("Olga", "Ana", "Bruno", "Desi", "Caio", "Dora")
    staff = ((olga, "owner"), (ana, "director"), (bruno, "floor"), (desi, "desk"))
    venue = Venue.objects.create(
        name=name,
        slug=f"clube-{uuid.uuid4().hex[:10]}",
        city="Florianópolis",
        currency=currency,
        timezone=timezone,
        language="pt-br" if currency == "BRL" else "pt",
        surcharges_bp={"debit": 500, "credit": 1000},
        created_at=DRAFTED,
    )
    User.objects.filter(pk__in=[who.user_id for who, _role in staff]).update(
        name=Subquery(Player.objects.filter(user=OuterRef("pk")).values("public_name"))
    )
    StaffRole.objects.bulk_create(
        StaffRole(
            user_id=who.user_id,
            venue_id=venue.pk,
            role=role,
            granted_at=DRAFTED,
            granted_by_id=olga.user_id,
        )
        for who, role in staff
    )
    return House(
        venue_id=venue.pk,
        currency=currency,
        olga=olga,
        ana=ana,
        bruno=bruno,
        desi=desi,
        caio=caio,
        dora=dora,
    )
