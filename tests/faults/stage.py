"""Setting the scene and counting afterwards, in a process of its own with the house's database.

    python -m tests.faults.stage

Each line of standard input asks something as a JSON list, ["room", COUNT], ["last_seats", ROUNDS, COUNT],
["clocks", COUNT, OVER, LEAD], ["cash", COUNT, SECONDS], ["silent_tables", COUNT], ["on_table", TABLE, HAND],
["cards", TABLE] or ["check"], and is answered by one line of JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
import traceback
import uuid
from datetime import timedelta
from typing import Any

import django


def room(count: int, capacity: int = 0) -> dict[str, Any]:
    """A tournament open for registration, so many players known at the desk, and tokens of the staff."""
    from django.utils import timezone

    from tests import cast
    from tournaments.commands.open_registration import open_registration

    house = cast.house()
    now = timezone.now()  # noqa: TID251 - a real clock
    changes = {"capacity": capacity} if capacity else {}
    tournament = house.published(
        "turbo-8max", starts_at=now + timedelta(hours=2), guarantee_cents=0, **changes
    )
    cast.say(open_registration, by=house.ana, at=now, tournament_id=tournament)
    return {
        "venue": house.venue_id,
        "tournament": tournament,
        "players": _players(house, count),
        "desk": _token(house.desi),
        "director": _token(house.ana),
        "desk_user": house.desi.user_id,
    }


def _players(house: Any, count: int) -> list[int]:
    """So many players whose documents were looked at."""
    from tests.bench.crowd import copy, highest, rows, sequence

    like = house.player()
    base = highest("people_player")
    copy(
        "people_player",
        f"id = {like}",
        count,
        id=f"{base} + i",
        public_name="'Jogador ' || i",
        document_number=f"'F{base}-' || i",
    )
    sequence("people_player", at_least=base + count)
    rows("ANALYZE")
    return list(range(base + 1, base + count + 1))


def last_seats(rounds: int, count: int) -> dict[str, Any]:
    """So many tournaments of three seats, two of them sold; nobody may wait for a seat."""
    from django.utils import timezone

    from tests import cast
    from tournaments.commands.open_registration import open_registration

    house = cast.house()
    now = timezone.now()  # noqa: TID251 - a real clock
    seated = [house.player(), house.player()]
    tournaments = []
    for _ in range(rounds):
        tournament = house.published(
            "turbo-8max",
            starts_at=now + timedelta(hours=2),
            guarantee_cents=0,
            capacity=3,
            alternates=False,
        )
        cast.say(open_registration, by=house.ana, at=now, tournament_id=tournament)
        for player in seated:
            house.enter(tournament, player, at=now)
        tournaments.append(tournament)
    return {
        "tournaments": tournaments,
        "players": _players(house, count),
        "desk": _token(house.desi),
    }


def _token(person: Any) -> str:
    from people.commands.issue_api_token import issue_api_token
    from tests import cast

    secret = uuid.uuid4().hex
    cast.say(
        issue_api_token,
        by=person,
        user_id=person.user_id,
        token_hash=hashlib.sha256(secret.encode()).hexdigest(),
        scope="all",
    )
    return secret


def cash(count: int, decision_seconds: int) -> dict[str, Any]:
    """A cash table of so many seats, so many players with 500.00 each who are signed in, and a director."""
    from django.test import Client

    from people.models import User
    from tests.play.cash import house as cash_house
    from tests.play.cash import known, open_cash

    home = cash_house(currency="EUR")
    table = open_cash(home, seats=count, decision_seconds=decision_seconds)
    players = []
    for number in range(1, count + 1):
        person = known(home, f"Joga{number}", cents=50_000)
        client = Client()
        client.force_login(User.objects.get(pk=person.user_id))
        players.append({"player": person.player_id, "session": client.cookies["sessionid"].value})
    return {
        "table": table.table_id,
        "venue": home.venue_id,
        "players": players,
        "director": _token(home.ana),
    }


def silent_tables(count: int) -> dict[str, Any]:
    """So many tables of three who have five seconds for a decision, no more, and never say anything."""
    from django.utils import timezone

    from play.models import PlayTable
    from tests import cast
    from tests.play.conftest import open_one

    house = cast.house()
    now = timezone.now()  # noqa: TID251 - a real clock
    tables = []
    for _ in range(count):
        table = open_one(house, at=now, decision_seconds=5)
        PlayTable.objects.filter(pk=table.table_id).update(bank_seconds=0, bank_gain_seconds=0)
        table.now = now
        for seat in (1, 2, 3):
            table.sit(seat)
        tables.append(table.table_id)
    return {"tables": tables}


def on_table(table_id: int, number: int) -> dict[str, Any]:
    """What does not fit at a cash table at this moment, and a digest of the deck of a hand of it; 0 for the last one."""
    from play.models import DealtHand, PlayTable
    from play.queries.cash import escrow_differences
    from play.queries.decks import deck_of_hand
    from rules.cards import places_of_board, places_of_seat
    from rules.hands import Hand

    amiss = [str(difference) for difference in escrow_differences()]
    row = PlayTable.objects.get(pk=table_id)
    if row.stage == "playing":
        hand = Hand.from_dict(row.hand)
        began = DealtHand.objects.get(table=row, number=row.hand_number).stacks
        if sum(hand.stacks.values()) + hand.pot_chips != sum(chips for _seat, _player, chips in began):
            amiss.append(f"the chips of hand {row.hand_number}")
    dealt = DealtHand.objects.get(table=row, number=number or row.hand_number)
    places = [*(p for seat in range(1, 11) for p in places_of_seat(seat, count=2)), *places_of_board(count=5)]
    cards = " ".join(card.text for card in deck_of_hand(dealt).cards(places))
    return {
        "number": dealt.number,
        "turn": row.turn,
        "amiss": amiss,
        "deck": hashlib.sha256(cards.encode()).hexdigest(),
    }


def cards(table_id: int) -> dict[str, Any]:
    """The secret, as only a test may ask for it: of each hand that was dealt whose cards were whose, which board it had, what was turned and shown; and the keys."""
    from django.conf import settings

    from play.models import DealtHand
    from play.queries.decks import deck_of_hand
    from rules.cards import places_of_board, places_of_seat

    found = []
    for hand in DealtHand.objects.filter(table_id=table_id, dealt_at__isnull=False).order_by("number"):
        deck, result = deck_of_hand(hand), hand.result or {"board": [], "shown": []}
        own = {
            who: [card.text for card in deck.cards(places_of_seat(seat, count=hand.hole_cards))]
            for seat, who, _chips in hand.stacks
        }
        found.append(
            {
                "number": hand.number,
                "own": own,
                "board": [card.text for card in deck.cards(places_of_board(count=5))],
                "turned": result["board"],
                "shown": [card for one in result["shown"] for card in one["hole"]],
            }
        )
    return {"hands": found, "keys": [settings.PLAY_KEY, *settings.PLAY_KEY_FALLBACKS]}


def clocks(count: int, over: float, lead: float) -> dict[str, Any]:
    from tests import cast
    from tests.bench.crowd import clocks as running

    ids = running(cast.house(), count, over_seconds=over, lead_seconds=lead)
    return {"tournaments": ids}


def check() -> dict[str, Any]:
    """What does not fit: in the ledger, in the chain of facts."""
    from dispatch.chain import audit
    from dispatch.relay import relay_once
    from ledger.queries import reconcile
    from play.queries.cash import escrow_differences

    relay_once()
    seen = audit()
    return {
        "ledger": [str(difference) for difference in (*reconcile(), *escrow_differences())],
        "chain": [str(finding) for finding in seen.findings],
        "unsealed": seen.unsealed,
        "facts": seen.facts,
    }


def answer(name: str, *arguments: Any) -> dict[str, Any]:
    """PostgreSQL may have been killed since the last question: no connection outlives one."""
    from django.db import connection

    from ledger.operations import forget_accounts

    try:
        asked = {
            "room": room,
            "last_seats": last_seats,
            "clocks": clocks,
            "cash": cash,
            "silent_tables": silent_tables,
            "on_table": on_table,
            "cards": cards,
            "check": check,
        }
        return asked[name](*arguments)
    except Exception:
        return {"failed": traceback.format_exc()}
    finally:
        connection.close()
        forget_accounts()


if __name__ == "__main__":
    django.setup()
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))), flush=True)
