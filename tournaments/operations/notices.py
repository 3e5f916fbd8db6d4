"""Notices: written from a fact in the command that reads it, for whom it concerns. Writing needs an open command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Q

from dispatch.facts import STAFF, FactView
from payouts.queries import given_back
from people.models import Player
from play.models import PlayTable
from rules.entries import PaymentMethod
from rules.notices import BY_MAIL, FACTS, FACTS_OF_HOUSE, NEAR_IN_LINE, NoticeKind, worth_sending_until
from tables.queries.draws import drawn_seats
from tournaments.models import (
    Entry,
    EntryState,
    Notice,
    NoticeState,
    Purchase,
    Registration,
    RegistrationState,
    Tournament,
    VenueMailOff,
)

#: the names under which the facts of tournaments and of houses are read for notices, and the first under which what cannot be told is kept
READER = "notices"
READER_OF_HOUSES = "notices-of-houses"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    """What one person is told."""

    player_id: int
    kind: NoticeKind
    content: Mapping[str, Any]


def write(tournament: Tournament, *, fact: FactView) -> int:
    """Make the notices of a fact, each once; how many are new. Practice tells nobody anything, and simulated players are
    nobody."""
    if tournament.practice:
        return 0
    found = _FROM[fact.kind](tournament, fact)
    return _keep(found, fact=fact, venue_id=tournament.venue_id, tournament=tournament)


def write_of_house(venue_id: int, *, fact: FactView) -> int:
    """Make the notices of a fact of a house's record, each once; how many are new."""
    found = _FROM_OF_HOUSE[fact.kind](fact)
    return _keep(found, fact=fact, venue_id=venue_id, tournament=None)


def _keep(found: Sequence[_Message], *, fact: FactView, venue_id: int, tournament: Tournament | None) -> int:
    reachable = _reachable([one.player_id for one in found], venue_id=venue_id)
    rows = [
        Notice(
            player_id=one.player_id,
            tournament=tournament,
            venue_id=venue_id if tournament is None else None,
            kind=one.kind.value,
            fact_id=fact.fact_id,
            at=fact.at,
            told=dict(one.content),
            state=NoticeState.WAITING if one.kind.value in kinds else NoticeState.LISTED,
            next_at=fact.at,
            useful_until=worth_sending_until(one.kind, at=fact.at),
        )
        for one in found
        if (kinds := reachable.get(one.player_id)) is not None
    ]
    before = Notice.objects.filter(fact_id=fact.fact_id).count()
    Notice.objects.bulk_create(rows, ignore_conflicts=True, batch_size=1000)
    return Notice.objects.filter(fact_id=fact.fact_id).count() - before


_REACHABLE = """
SELECT p.id, coalesce(array_agg(k.kind) FILTER (WHERE u.id IS NOT NULL AND off.kind IS NULL AND house.kind IS NULL), '{}')
FROM people_player p
CROSS JOIN unnest(%(kinds)s::text[]) AS k (kind)
LEFT JOIN people_user u ON u.id = p.user_id AND u.is_active AND u.email_confirmed_at IS NOT NULL
  AND right(u.email, 8) <> '.invalid'
LEFT JOIN people_mailoff off ON off.user_id = u.id AND off.kind = k.kind
LEFT JOIN tournaments_venuemailoff house ON house.venue_id = %(venue)s AND house.kind = k.kind
WHERE p.id = ANY(%(players)s) AND NOT p.simulated AND p.anonymised_at IS NULL
GROUP BY p.id
"""


def _reachable(player_ids: Sequence[int], *, venue_id: int) -> dict[int, frozenset[str]]:
    """Who can be told at all, and of which kinds by mail: a confirmed address, and neither side has switched it off."""
    with connection.cursor() as cursor:
        cursor.execute(
            _REACHABLE,
            {"kinds": [k.value for k in BY_MAIL], "venue": venue_id, "players": sorted(set(player_ids))},
        )
        return {number: frozenset(kinds) for number, kinds in cursor.fetchall()}


def _receipt(tournament: Tournament, fact: FactView) -> list[_Message]:
    body = fact.body
    if not body["receipt"] or body["method"] == "owed":
        return []  # nothing is paid yet
    content = {
        "receipt": body["receipt"],
        "method": body["method"],
        "price_cents": body["price_cents"],
        "surcharge_cents": body["surcharge_cents"],
        "currency": tournament.currency,
    }
    return [_Message(player_id=body["player_id"], kind=NoticeKind.RECEIPT, content=content)]


def _struck(tournament: Tournament, fact: FactView) -> list[_Message]:
    body = fact.body
    content = {
        "struck": True,
        "receipt": body["receipt"],
        "method": body["method"],
        "amount_cents": body["struck_cents"],
        "currency": tournament.currency,
    }
    return [_Message(player_id=body["player_id"], kind=NoticeKind.RECEIPT, content=content)]


_CANCELLED_BY_HOUSE = frozenset({"tournaments.cancel_registration", "tournaments.undo_re_entry"})


def _refunded(tournament: Tournament, fact: FactView) -> list[_Message]:
    """Who did not cancel it themselves; what else ends entries tells so in its own way."""
    body = fact.body
    player_id = body["player_id"]
    own = fact.user_id is not None and Player.objects.filter(pk=player_id, user_id=fact.user_id).exists()
    if own or fact.command_name not in _CANCELLED_BY_HOUSE:
        return []
    content = {
        "refunded": True,
        **({"re_entry": True} if fact.command_name == "tournaments.undo_re_entry" else {}),
        "receipt": body["receipt"],
        "method": body["method"],
        "amount_cents": body["refund_cents"],
        "handed_back": body["handed_back"],
        "currency": tournament.currency,
    }
    return [_Message(player_id=player_id, kind=NoticeKind.RECEIPT, content=content)]


def _chips_refunded(tournament: Tournament, fact: FactView) -> list[_Message]:
    """Who bought chips that the house takes back; not where no money had come in for them."""
    body = fact.body
    # facts from before the house told it do not say where the money went
    if not body.get("refund_cents"):
        return []
    content = {
        "refunded": True,
        "bought": Purchase.objects.values_list("kind", flat=True).get(pk=body["purchase_id"]),
        "receipt": body["receipt"],
        "method": body["method"],
        "amount_cents": body["refund_cents"],
        "handed_back": body["handed_back"],
        "currency": tournament.currency,
    }
    return [_Message(player_id=body["player_id"], kind=NoticeKind.RECEIPT, content=content)]


def _player_of(entry_id: int) -> int:
    return Entry.objects.values_list("player_id", flat=True).get(pk=entry_id)


def _first_seats(tournament: Tournament, fact: FactView) -> list[_Message]:
    """The seats of the start stand in the record of its draw."""
    seats = drawn_seats(tournament.pk, number=fact.body["draw_number"])
    players = dict(Entry.objects.filter(pk__in=seats).values_list("pk", "player_id"))
    return [
        _Message(
            player_id=players[entry_id],
            kind=NoticeKind.SEAT,
            content={
                "from_table": None,
                "from_seat": None,
                "table": table,
                "seat": seat,
                "waits_for_button": False,
            },
        )
        for entry_id, (table, seat) in seats.items()
    ]


def _seat(_tournament: Tournament, fact: FactView) -> list[_Message]:
    body = fact.body
    came = body["from_table"] is not None
    content = {name: body[name] for name in ("from_table", "from_seat", "table", "seat")}
    return [
        _Message(
            player_id=_player_of(body["entry_id"]),
            kind=NoticeKind.MOVE if came else NoticeKind.SEAT,
            content={**content, "waits_for_button": body.get("waits_for_button", False)},
        )
    ]


def _postponed(tournament: Tournament, fact: FactView) -> list[_Message]:
    content = {name: fact.body[name] for name in ("from", "starts_at", "reason")}
    standing = Registration.objects.filter(tournament=tournament, created_at__lte=fact.at).filter(
        ~Q(state=RegistrationState.CANCELLED) | Q(cancelled_at__gt=fact.at)
    )
    return [
        _Message(player_id=player_id, kind=NoticeKind.POSTPONED, content=content)
        for player_id in standing.order_by("player_id").values_list("player_id", flat=True).distinct()
    ]


def _cancelled(tournament: Tournament, fact: FactView) -> list[_Message]:
    """Who was registered when it was cancelled, each with what is back in the balance and what of it waits at the desk."""
    back = given_back(tournament.pk)
    stood = Registration.objects.filter(tournament=tournament, cancelled_at=fact.at)
    players = stood.order_by("player_id").values_list("player_id", flat=True).distinct()
    return [
        _Message(
            player_id=player_id,
            kind=NoticeKind.CANCELLED,
            content={
                "reason": fact.body["reason"],
                "back_cents": back[player_id].cents if player_id in back else 0,
                "open_cents": back[player_id].open_cents if player_id in back else 0,
                "currency": tournament.currency,
            },
        )
        for player_id in players
    ]


def _prize(tournament: Tournament, fact: FactView) -> list[_Message]:
    body = fact.body
    content = {
        "award_id": body["award_id"],
        "amount_cents": body["amount_cents"],
        "currency": tournament.currency,
        "place": body.get("place"),
        "due_on": body.get("due_on"),
        "taken_back": fact.kind == "prize_taken_back",
    }
    return [_Message(player_id=_player_of(body["entry_id"]), kind=NoticeKind.PRIZE, content=content)]


def _payout(tournament: Tournament, fact: FactView) -> list[_Message]:
    """That a prize was paid out, or that the payment was taken back. The house and the player are told by facts of their
    own: one of them is enough. What stays in the balance was told when it came there: nothing is told a second time."""
    body = fact.body
    if fact.audience != STAFF or (fact.kind == "prize_paid" and body["method"] == PaymentMethod.BALANCE):
        return []
    content = {
        "award_id": body["award_id"],
        "amount_cents": body["amount_cents"],
        "currency": tournament.currency,
        "place": body.get("place"),
        "method": body["method"],
        "paid": fact.kind == "prize_paid",
        "payment_undone": fact.kind == "prize_payment_undone",
    }
    return [_Message(player_id=body["player_id"], kind=NoticeKind.PRIZE, content=content)]


def _line(tournament: Tournament, fact: FactView) -> list[_Message]:
    """Who stands among the first in line now, with another number than they were told last."""
    del fact
    first = Entry.objects.filter(tournament=tournament, state=EntryState.WAITING).order_by("pk")
    numbers = {
        player_id: number
        for number, player_id in enumerate(first.values_list("player_id", flat=True)[:NEAR_IN_LINE], start=1)
    }
    last = {
        row.player_id: row.told["number"]
        for row in Notice.objects.filter(
            tournament=tournament, kind=NoticeKind.LINE.value, player_id__in=numbers
        ).order_by("pk")
    }
    return [
        _Message(player_id=player_id, kind=NoticeKind.LINE, content={"number": number})
        for player_id, number in numbers.items()
        if last.get(player_id) != number
    ]


def _deal(tournament: Tournament, fact: FactView) -> list[_Message]:
    """Each player of the deal, with the own share; of a deal on further places that there is one."""
    shares = {share["entry_id"]: share["amount_cents"] for share in fact.body["shares"]}
    players = Entry.objects.filter(pk__in=shares).values_list("pk", "player_id")
    return [
        _Message(
            player_id=player_id,
            kind=NoticeKind.DEAL,
            content={
                "deal_id": fact.body["deal_id"],
                "share_cents": None if fact.body.get("changes") else shares[entry_id],
                "currency": tournament.currency,
            },
        )
        for entry_id, player_id in players
    ]


def _answered(_tournament: Tournament, fact: FactView) -> list[_Message]:
    content = {"table": fact.body["table_number"], "number": fact.body["number"]}
    return [_Message(player_id=fact.body["player_id"], kind=NoticeKind.COMPLAINT, content=content)]


def _answered_at_cash(fact: FactView) -> list[_Message]:
    table = PlayTable.objects.get(pk=fact.body["play_table_id"])
    content = {"table_name": table.name, "number": fact.body["number"]}
    return [_Message(player_id=fact.body["player_id"], kind=NoticeKind.COMPLAINT, content=content)]


def _place(fact: FactView) -> list[_Message]:
    """What became of the place at a cash table, with its name of then."""
    table = PlayTable.objects.get(pk=fact.body["play_table_id"])
    content = {name: value for name, value in fact.body.items() if name not in ("player_id", "play_table_id")}
    content |= {"table_id": table.pk, "table": table.name, "currency": table.currency}
    if fact.kind == "waiting_called_off" and table.session_starts_at is not None:
        content["starts_at"] = table.session_starts_at.isoformat()
    return [_Message(player_id=fact.body["player_id"], kind=NoticeKind.SESSION, content=content)]


def _money(fact: FactView) -> list[_Message]:
    """What became of a pay-in or a withdrawal. Why stands on the player's page alone: it is in the house's words."""
    content = {
        "what": fact.kind,
        "reference": fact.body["reference"],
        "amount_cents": fact.body["amount_cents"],
        "currency": fact.body["unit"],
        "was_paid": fact.body.get("was_paid", False),
        "was_cents": fact.body.get("was_cents", 0),
    }
    return [_Message(player_id=fact.body["player_id"], kind=NoticeKind.MONEY, content=content)]


_FROM: Mapping[str, Callable[[Tournament, FactView], list[_Message]]] = {
    "entry_paid": _receipt,
    "purchase_paid": _receipt,
    "payment_struck": _struck,
    "entry_refunded": _refunded,
    "purchase_refunded": _chips_refunded,
    "tournament_started": _first_seats,
    "player_seated": _seat,
    "alternates_seated": _line,
    "entry_cancelled": _line,
    "move_undone": _seat,
    "tournament_postponed": _postponed,
    "tournament_cancelled": _cancelled,
    "prize_credited": _prize,
    "prize_taken_back": _prize,
    "prize_paid": _payout,
    "prize_payment_undone": _payout,
    "deal_proposed": _deal,
    "player_answered": _answered,
}


_FROM_OF_HOUSE: Mapping[str, Callable[[FactView], list[_Message]]] = {
    "player_answered_at_cash": _answered_at_cash,
    "session_seat_drawn": _place,
    "session_seat_missed": _place,
    "waiting_called_off": _place,
    "pay_in_confirmed": _money,
    "pay_in_refused": _money,
    "pay_in_held": _money,
    "pay_in_sent_back": _money,
    "pay_in_corrected": _money,
    "withdrawal_paid": _money,
    "withdrawal_refused": _money,
}


assert frozenset(_FROM) == FACTS
assert frozenset(_FROM_OF_HOUSE) == FACTS_OF_HOUSE


def switch_house_mails(venue_id: int, *, off: Sequence[NoticeKind]) -> None:
    """Switch off the mails of these kinds for this house; all others are sent."""
    VenueMailOff.objects.filter(venue_id=venue_id).exclude(kind__in=off).delete()
    VenueMailOff.objects.bulk_create(
        [VenueMailOff(venue_id=venue_id, kind=kind.value) for kind in off], ignore_conflicts=True
    )
