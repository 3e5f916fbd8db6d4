"""A whole house on a stage: every kind of row that an address can name, and somebody in every role to call it."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from access import moment, rate_limit
from tests import cast
from tests.api.described import name_of, wrong

NOW = cast.after(minutes=5)


_client = Client()  # tokens leave no cookies


@dataclass
class Caller:
    """Somebody with a bearer token (or nobody), speaking JSON."""

    name: str
    secret: str = ""
    person: cast.Person | None = None
    client: Client = _client

    def signed_in(self) -> Caller:
        """The same person, come in with the password: what a token does not do."""
        if self.person is None:
            return self
        from people.models import User

        client = Client()
        client.force_login(User.objects.get(pk=self.person.user_id))
        return Caller(self.name, person=self.person, client=client)

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        bearer = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        return {**bearer, **more}

    def get(self, path: str, query: dict[str, Any] | None = None, **headers: str) -> Any:
        return self.client.get(f"/api/{path}", query or {}, headers=self._headers(headers))

    def post(self, path: str, body: Any = None, *, number: Any = None, **headers: str) -> Any:
        text = body if isinstance(body, str) else json.dumps(body if body is not None else {})
        answer = self.client.post(
            f"/api/{path}",
            text,
            content_type="application/json",
            headers=self._headers({"Command-Id": str(number or uuid.uuid4()), **headers}),
        )
        name = name_of(path) if answer.status_code == 200 else None
        if name is not None:
            assert wrong(name, answer.json()) == []
        return answer


def caller(name: str, person: cast.Person | None) -> Caller:
    """A caller with a token of his own."""
    from people.commands.issue_api_token import issue_api_token
    from people.models import ApiToken

    if person is None:
        return Caller(name)
    secret = f"{name}-{uuid.uuid4().hex}"
    cast.say(
        issue_api_token,
        by=person,
        user_id=person.user_id,
        token_hash=hashlib.sha256(secret.encode()).hexdigest(),
        scope="all",
    )
    # its use was noted just now: asking writes nothing
    ApiToken.objects.filter(user_id=person.user_id).update(last_used_at=NOW)
    return Caller(name, secret, person)


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    """The API's clock stands at NOW."""
    monkeypatch.setattr(moment, "at", lambda: NOW)


@pytest.fixture(autouse=True)
def _no_tries() -> None:
    rate_limit.forget()
    cache.clear()


@pytest.fixture
def house(db: None) -> cast.House:
    return cast.house()


@dataclass
class Stage:
    house: cast.House
    rival: cast.House
    callers: dict[str, Caller]
    ids: dict[str, Any] = field(default_factory=dict)


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens inside has not happened."""
    from ledger.operations import forget_accounts

    block = transaction.atomic()
    block._from_testcase = True  # so that a command's durable transaction may open inside
    block.__enter__()
    try:
        yield
    finally:
        transaction.set_rollback(True)
        block.__exit__(None, None, None)
        forget_accounts()


@pytest.fixture
def stage(db: None) -> Stage:
    return set_up()


def later(minutes: float) -> datetime:
    return cast.after(minutes=minutes)


def only_table(tournament: int) -> int:
    """The number of the table of a small tournament: other tournaments play in the same room."""
    from tables.models import Table

    return Table.objects.get(tournament_id=tournament).number


def finished(house: cast.House) -> dict[str, Any]:
    """A tournament of three that is over, and the prize of its winner."""
    from payouts.commands.finish_tournament import finish_tournament
    from payouts.models import Award
    from tournaments.commands.close_entries import close_entries
    from tournaments.commands.eliminate_players import eliminate_players

    t = house.started("turbo-8max", name="Mini", entries=3)
    cast.say(close_entries, by=house.ana, at=later(1), tournament_id=t)
    from tournaments.models import Entry

    entries = list(Entry.objects.filter(tournament_id=t).order_by("pk").values_list("pk", flat=True))
    for minute, entry_id in enumerate(entries[:2], 2):
        cast.say(
            eliminate_players,
            by=house.bruno,
            at=later(minute),
            tournament_id=t,
            table_number=only_table(t),
            busts=[{"entry_id": entry_id, "stack_chips_start": None, "by_entries": []}],
        )
    cast.say(finish_tournament, by=house.ana, at=later(4), tournament_id=t)
    won = Award.objects.filter(tournament_id=t).order_by("place").first()
    assert won is not None
    return {"finished_id": t, "award_id": won.pk, "winner_entry_id": entries[2]}


def agreed(house: cast.House) -> dict[str, Any]:
    """A final table of two where a deal was proposed."""
    from payouts.commands.propose_deal import propose_deal
    from tables.commands.count_chips import count_chips
    from tables.commands.redraw_tables import redraw_tables
    from tournaments.commands.close_entries import close_entries
    from tournaments.commands.eliminate_players import eliminate_players
    from tournaments.models import Entry

    t = house.started("turbo-8max", name="Acordo", entries=3)
    cast.say(close_entries, by=house.ana, at=later(1), tournament_id=t)
    first, *left = Entry.objects.filter(tournament_id=t).order_by("pk")
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=later(2),
        tournament_id=t,
        table_number=only_table(t),
        busts=[{"entry_id": first.pk, "stack_chips_start": None, "by_entries": []}],
    )
    cast.say(redraw_tables, by=house.ana, at=later(3), tournament_id=t, final=True)
    for entry, stacks in zip(left, (1, 2), strict=True):
        chips = entry.chips_issued * stacks
        cast.say(count_chips, by=house.bruno, at=later(3), entry_id=entry.pk, stack_chips=chips)
    deal = cast.say(propose_deal, by=house.ana, at=later(4), tournament_id=t, kind="chip_chop")
    return {"deal_id": deal["deal_id"]}


def called_off(house: cast.House) -> dict[str, Any]:
    """A cancelled tournament, and what its one player gets back."""
    from payouts.models import Repayment
    from tournaments.commands.cancel_tournament import cancel_tournament

    t = house.registering("turbo-8max", name="Chuva")
    house.enter(t)
    cast.say(cancel_tournament, by=house.ana, tournament_id=t, reason="rain")
    return {"repayment_id": Repayment.objects.get(tournament_id=t).pk}


def hand_over(house: cast.House) -> int:
    """A table at which Caio's first hand is over."""
    from play.commands.sit import sit
    from tests.play.conftest import open_one
    from tests.play.test_history import fold_out

    table = open_one(house)
    cast.say(
        sit, by=house.caio, at=table.now, table_id=table.table_id, player_id=house.caio.player_id, seat=4
    )
    table.people[4] = house.caio
    table.sit(7)
    table.deal()
    fold_out(table)
    return table.table_id


def opened(house: cast.House, table_id: int) -> int:
    """The first hand of a table, with its cards opened to the owner."""
    from play.commands.open_cards import open_cards

    asked = {"table_id": table_id, "number": 1, "reason": "Pares"}
    return int(cast.say(open_cards, by=house.olga, at=NOW, **asked)["opening_id"])


def seated_with_caio(house: cast.House, table_id: int) -> list[int]:
    """Who else was dealt the first hand of that table."""
    from play.models import HandOfPlayer

    there = HandOfPlayer.objects.filter(hand__table_id=table_id, hand__number=1)
    return list(there.exclude(player_id=house.caio.player_id).values_list("player_id", flat=True))


def in_a_case(house: cast.House, players: list[int]) -> int:
    """A case about them that the owner opened."""
    from play.commands.open_case import open_case

    asked = {"venue_id": house.venue_id, "players": players, "said": "Pares"}
    return int(cast.say(open_case, by=house.olga, at=NOW, **asked)["case_id"])


def knocked_out(house: cast.House) -> dict[str, Any]:
    """A knock-out where it was said after the bust who took the chips."""
    from rules.entries import simple_split
    from tables.models import Seat
    from tournaments.commands.eliminate_players import eliminate_players
    from tournaments.commands.name_takers import name_takers

    split = simple_split(name="50 + 25", prize_cents=5_000, bounty_cents=2_500)
    t = house.started("turbo-8max", name="Knock-out", entries=3, price_cents=7_500, split=split.as_dict())
    out, taker, _third = Seat.objects.filter(table__tournament_id=t, entry__isnull=False).order_by("number")
    done = cast.say(
        eliminate_players,
        by=house.bruno,
        at=later(2),
        tournament_id=t,
        table_number=only_table(t),
        busts=[{"entry_id": out.entry_id}],
    )
    number = done["eliminations"][0]["elimination_id"]
    named = cast.say(
        name_takers, by=house.bruno, at=later(3), elimination_id=number, by_entries=[taker.entry_id]
    )
    return {"naming_id": named["naming_id"]}


def untold(tournament_id: int) -> dict[str, Any]:
    """A recorded fact, and that nobody could be told of it."""
    from dispatch import readers
    from dispatch.models import DeadLetter, Fact

    fact = Fact.objects.filter(stream=f"tournament:{tournament_id}", kind="entry_paid").earliest("id")
    readers.begin(
        readers.FactReader(name="notices", prefix="tournament:", kinds=frozenset(), handle=lambda *_: None)
    )
    readers.bury("notices", stream=fact.stream, fact_id=fact.pk, error="TimeoutError", tries=6)
    return {"fact_id": fact.pk, "letter_id": DeadLetter.objects.get().pk}


def by_bank(house: cast.House) -> dict[str, int]:
    """Caio has asked to pay in, and to be paid: what is in the balance is as before."""
    from payouts.commands.ask_pay_in import ask_pay_in
    from payouts.commands.ask_withdrawal import ask_withdrawal
    from payouts.commands.note_unclaimed import note_unclaimed
    from tournaments.commands.update_venue import update_venue

    on = {"phone_money": True, "bank_account": "PT50 0002 0123 1234 5678 9015 4"}
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes=on)
    house.deposit(house.caio.player_id, 5_000)
    asked = {"by": house.caio, "at": NOW, "player_id": house.caio.player_id, "venue_id": house.venue_id}
    pay_in = cast.say(ask_pay_in, **asked, amount_cents=5_000, method="bank")
    withdrawal = cast.say(ask_withdrawal, **asked, amount_cents=5_000, destination="caio@example.com")
    unclaimed = cast.say(
        note_unclaimed,
        by=house.desi,
        at=NOW,
        venue_id=house.venue_id,
        amount_cents=5_000,
        bank_note="TED 4711",
    )
    return {
        "pay_in_id": pay_in["pay_in_id"],
        "withdrawal_id": withdrawal["withdrawal_id"],
        "unclaimed_id": unclaimed["unclaimed_id"],
    }


def set_up() -> Stage:
    from people.commands.check_identity import check_identity
    from people.commands.exclude_player import exclude_player
    from people.commands.pair_device import pair_device
    from people.models import ApiToken, StaffRole
    from tables.commands.move_player import move_player
    from tables.commands.penalise import penalise
    from tables.models import Seat
    from tournaments.commands.announce_rebuy import announce_rebuy
    from tournaments.commands.create_season import create_season
    from tournaments.commands.create_series import create_series
    from tournaments.commands.eliminate_players import eliminate_players
    from tournaments.commands.rebuy import rebuy
    from tournaments.commands.register_player import register_player
    from tournaments.commands.start_tournament import start_tournament

    house, rival = cast.house(), cast.house(name="Rival")
    people = {
        "owner": house.olga,
        "director": house.ana,
        "desk": house.desi,
        "floor": house.bruno,
        "player": house.caio,
        "other_player": house.dora,
        "rival_owner": rival.olga,
        "rival_director": rival.ana,
        "public": None,
    }
    stage = Stage(house=house, rival=rival, callers={name: caller(name, who) for name, who in people.items()})
    # eva@example.com was proved a moment ago
    from access.email_codes import proof_of
    from people.models import EmailCode

    code = EmailCode.objects.create(
        email="eva@example.com", code_hash="0" * 64, made_at=NOW, expires_at=NOW, used_at=NOW
    )
    for number, who in enumerate((house.caio, house.dora)):
        cast.say(
            check_identity,
            by=house.desi,
            at=cast.DRAFTED,
            player_id=who.player_id,
            venue_id=house.venue_id,
            document_kind="rg",
            document_number=f"7{number}{uuid.uuid4().hex[:8]}",
        )
    t = house.registering(
        "turbo-8max",
        rebuy={
            "price_cents": 10_000,
            "chips": 10_000,
            "split": {
                "name": "rebuy",
                "price_cents": 10_000,
                "parts": [{"component": "prize_pool", "amount_cents": 10_000}],
            },
            "until_level": 6,
            "per_player": None,
        },
    )
    mine = house.enter(t, house.caio.player_id)
    others = house.fill(t, 9)
    waiting = house.registering("turbo-8max", name="Quarta", starts_at=cast.after(days=1))
    asked = cast.say(
        register_player,
        by=house.caio,
        tournament_id=waiting,
        player_id=house.caio.player_id,
        method="cash",
        terms_version="1",
    )
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    seats = {s.entry_id: s for s in Seat.objects.filter(table__tournament_id=t).select_related("table")}
    gone = seats[others[0]["entry_id"]]
    bust_id = uuid.uuid4()
    out = cast.say(
        eliminate_players,
        by=house.bruno,
        at=later(1),
        command_id=bust_id,
        tournament_id=t,
        table_number=gone.table.number,
        busts=[{"entry_id": gone.entry_id, "stack_chips_start": None, "by_entries": []}],
    )
    my_seat = seats[mine["entry_id"]]
    free = Seat.objects.filter(table=my_seat.table, entry__isnull=True).order_by("number").first()
    if free is None:
        free = Seat.objects.filter(table__tournament_id=t, entry__isnull=True).select_related("table").first()
    assert free is not None
    moved = cast.say(
        move_player,
        by=house.bruno,
        at=later(2),
        entry_id=mine["entry_id"],
        table_number=free.table.number,
        seat_number=free.number,
        reason="correction",
    )
    bought = cast.say(
        rebuy, by=house.desi, at=later(2), entry_id=mine["entry_id"], method="cash", stack_chips=1000
    )
    owed = cast.say(announce_rebuy, by=house.bruno, at=later(2), entry_id=others[2]["entry_id"])
    penalty = cast.say(
        penalise, by=house.bruno, at=later(3), entry_id=mine["entry_id"], kind="missed_hand", reason="late"
    )
    series = cast.say(create_series, by=house.ana, venue_id=house.venue_id, name="Copa", slug="copa")
    season = cast.say(
        create_season,
        by=house.ana,
        series_id=series["series_id"],
        name="2026",
        starts_on=cast.START.date(),
        ends_on=cast.START.date(),
    )
    exclusion = cast.say(
        exclude_player, by=house.ana, player_id=others[1]["player_id"], venue_id=house.venue_id, reason="rude"
    )
    device = cast.say(
        pair_device, by=house.ana, venue_id=house.venue_id, name="T1", kind="floor", token_hash="d" * 64
    )
    from tournaments.commands.ask_to_buy import ask_to_buy

    wanted = cast.say(
        ask_to_buy,
        by=house.caio,
        at=later(4),
        tournament_id=t,
        player_id=house.caio.player_id,
        kind="rebuy",
        method="cash",
        stack_chips=100,
    )
    from play.commands.open_table import open_table

    played = cast.say(open_table, by=house.ana, venue_id=house.venue_id, name="Demo")
    stage.ids = {"proof": proof_of(code.pk)} | (
        finished(house)
        | agreed(house)
        | called_off(house)
        | knocked_out(house)
        | untold(t)
        | by_bank(house)
        | {
            "venue_id": house.venue_id,
            "tournament_id": t,
            "waiting_tournament_id": waiting,
            "draft_id": house.tournament("turbo-8max", name="Segredo"),
            "player_id": house.caio.player_id,
            "to_player_id": house.dora.player_id,
            "user_id": house.caio.user_id,
            "registration_id": asked["registration_id"],
            "entry_id": mine["entry_id"],
            "purchase_id": bought["purchase_id"],
            "debt_id": owed["purchase_id"],
            "elimination_id": out["eliminations"][0]["elimination_id"],
            "move_id": moved["move_id"],
            "penalty_id": penalty["penalty_id"],
            "series_id": series["series_id"],
            "season_id": season["season_id"],
            "exclusion_id": exclusion["exclusion_id"],
            "device_id": device["device_id"],
            "token_id": ApiToken.objects.get(user_id=house.caio.user_id).pk,
            "role_id": StaffRole.objects.get(user_id=house.bruno.user_id).pk,
            "table_number": free.table.number,
            "seat_number": free.number,
            "table_id": played["table_id"],
            "hand_table_id": (hand_table := hand_over(house)),
            "opening_id": opened(house, hand_table),
            "case_players": (case_players := seated_with_caio(house, hand_table)),
            "case_id": in_a_case(house, case_players),
            "number": 1,
            "from_table": 1,
            "to_table": 2,
            "bust_id": bust_id,
            "order_id": wanted["order_id"],
            "receipt": mine["receipt"],
        }
    )
    return stage
