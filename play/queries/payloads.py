"""What is seen of a played table: one payload for everybody, one for each player who sits there.

Each is built from what its viewer may see and from nothing else; nothing is taken out afterwards. The public one never makes
a deck: its cards are those of the board and those that were shown.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from dispatch.reading import one_moment, read_once
from play.models import DealtHand, DueKind, HandAct, PlayTable, TableKind, TableStage
from play.queries.ahead import decided_ahead
from play.queries.deciding import bank_of, more_time, policy_of, running_bank
from play.queries.decks import deck_of_hand, other_secret
from play.queries.ends import last_hand_left
from play.queries.events import ante_payload, event_payload, notice_payload
from play.queries.lines import lines_payload
from play.queries.onlookers import seen_by_onlooker
from play.queries.present import present_at
from play.queries.sessions import StoodUp
from play.queries.waiting_list import count_waiting
from rules import hands
from rules.betting import Options, price_ahead
from rules.cards import DealtDeck, places_of_seat
from rules.clock_shown import milliseconds
from rules.hands import Hand, HeadsUp
from rules.levels import AnteDue
from rules.online import must_add_chips, seat_free_from
from rules.refusals import not_found


def table_payload(table_id: int) -> dict[str, Any]:
    """The view of a table as it is, without anybody's cards. Refusals: ``not_found``. Rule: PT-H.3, PT-H.4, PT-H.47, PT-H.61, PT-O.3, PT-O.4"""
    with one_moment():
        return _public(_table(table_id), hand=_hand(table_id))


def onlookers_payload(table_id: int, *, at: datetime, left: StoodUp | None = None) -> dict[str, Any]:
    """Return what who does not sit at a table sees of it at this instant: the table as it was late_seconds ago, with its instants as much later, so
    that time runs there as it ran; cash, free: of what one sits down for and the seats at which one may, as they are. left: how the one who asks stood up there,
    who has seen what came before; his seat is shown no more but in a hand that he played. Refusals: ``not_found``. Rule: PT-H.3, PT-H.4, PT-H.11, PT-O.3, PT-O.4, PT-O.11
    """
    with one_moment():
        return _late(table_id, at=at, left=left)


def _late(table_id: int, *, at: datetime, left: StoodUp | None) -> dict[str, Any]:
    table = _table(table_id)
    seen = seen_by_onlooker(table, at=at, left_at=left.at if left else None)
    hand = _hand(table_id) if seen.table is table else _hand_in(seen.table)
    payload, late_ms = _public(seen.table, hand=hand, seen_at=at), seen.late_seconds * 1000
    for name in ("from_ms", "due_ms", "deals_ms"):
        if payload[name] is not None:
            payload[name] += late_ms
    if payload["held"]:
        payload["held"]["at_ms"] += late_ms
    if left is not None:
        own = {kept["seat"] for kept in seen.table.seats if kept["player_id"] == left.player_id}
        payload["seats"] = [one for one in payload["seats"] if one["in_hand"] or one["seat"] not in own]
    if table.kind != TableKind.TOURNAMENT:
        taken = {kept["seat"] for kept in table.seats}
        payload["cash"] = _cash(table)
        payload["free"] = [seat for seat in range(1, table.seats_count + 1) if seat not in taken]
    return {**payload, "late_seconds": seen.late_seconds}


def _public(table: PlayTable, *, hand: Hand | None, seen_at: datetime | None = None) -> dict[str, Any]:
    """What is to be seen at a table of whom no card is but what lies open. table: its row, of now or as it was; hand: as it is in that row."""
    policies = table.policies()
    last, following = _hand_and_next(table.pk, table.hand_number)
    dealt = None if hand is None else last
    deciding = table.due_kind == DueKind.DECIDE and hand is not None
    showing = table.stage == TableStage.SHOWING
    return {
        "table_id": table.pk,
        "name": table.name,
        "kind": table.kind,
        "game": table.game,
        "limit": policies.limit.value,
        **({"button_small": True} if policies.heads_up is HeadsUp.BUTTON_SMALL else {}),
        "hole_cards": policies.game.hole_cards,
        "event": event_payload(table, seen_at=seen_at),
        "cash": _cash(table),
        "stage": table.stage,
        "seats_count": table.seats_count,
        "small_blind_chips": table.small_blind_chips,
        "big_blind_chips": table.big_blind_chips,
        "ante": ante_payload(AnteDue.of_list(table.ante)),
        "stack_chips": table.stack_chips,
        "decision_seconds": table.decision_seconds,
        "time": asdict(policy_of(table)),
        "turn": table.turn,
        "hand_number": table.hand_number,
        "button": None if hand is None else hand.button,
        "small_blind": None if hand is None else hand.small_blind,
        "big_blind": None if hand is None else hand.big_blind,
        "street": None if hand is None else hand.street.value,
        "board": [] if hand is None else [card.text for card in hand.board],
        "pot_chips": 0 if hand is None else hand.pot_chips,
        "gathered_chips": 0 if hand is None else hand.betting.pot_chips,
        "pots": [] if hand is None or showing else _pots(hand),
        "to_act": hands.options(hand).seat if deciding and hand is not None else None,
        "from_ms": milliseconds(table.from_at) if table.from_at is not None else None,
        "due_ms": milliseconds(table.due_at) if deciding and table.due_at is not None else None,
        "more_time": more_time(table, hand=hand) if deciding and hand is not None else None,
        "deals_ms": milliseconds(table.due_at)
        if table.due_kind == DueKind.OPEN and table.due_at is not None
        else None,
        "seats": _seats(table, hand),
        "held": None
        if table.held_at is None
        else {
            "at_ms": milliseconds(table.held_at),
            "reason": table.held_because,
            "with_clocks": table.held_with_clocks,
            "lines": lines_payload(table),
        },
        "notice": notice_payload(table),
        "acts": [] if dealt is None else _acts(dealt, before_turn=table.turn),
        "open": []
        if hand is None or showing
        else [{"seat": seat, "hole": cards} for seat, cards in hands.open_rows(hand)],
        "result": dealt.result if dealt is not None and showing else None,
        "root": None if dealt is None else dealt.root,
        "next_root": None if following is None else following.root,
        "second_root": None if dealt is None else dealt.second_root,
        "next_second_root": None if following is None else following.second_root,
        "words": [] if dealt is None else [kept[:2] for kept in dealt.words],
        "other_deck": other_secret(dealt) if dealt is not None and showing else "",
        **last_hand_left(table, dealt=last),
    }


def own_payload(*, table_id: int, player_id: int) -> dict[str, Any]:
    """Return what one player alone sees: the own cards with their proof, and what may be done now; for who does not sit there
    nothing but seat 0: whoever has stood up is told so, and keeps nobody's cards. Refusals: ``not_found``.
    """
    with one_moment():
        return _own(table_id, player_id=player_id)


def _own(table_id: int, *, player_id: int) -> dict[str, Any]:
    table, hand = _table(table_id), _hand(table_id)
    seat = next((kept for kept in table.seats if kept["player_id"] == player_id), None)
    if seat is None:
        return {"table_id": table.pk, "seat": 0}
    number = seat["seat"]
    bank_ms = bank_of(seat, table=table)
    dealt_in = hand is not None and number in {p.seat for p in hand.seats}
    found: dict[str, Any] = {
        "table_id": table.pk,
        "turn": table.turn,
        "hand_number": table.hand_number,
        "seat": number,
        "away": bool(seat["away_since"]),
        "kept_until_ms": _kept_until(seat, table=table),
        "leaves": seat["leaves"],
        "rests_next": seat.get("rests_next", False),
        "barred": seat.get("barred", False),
        "moves_to": seat.get("moves_to", 0),
        "kept_cents": seat.get("kept_cents", 0),
        "kept_ended": seat.get("kept_ended", ""),
        "adds_cents": seat.get("adds_cents", 0),
        "adds_ended": seat.get("adds_ended", ""),
        "bank_ms": bank_ms,
        "may_use_bank": False,
        "rebuy_ms": milliseconds(table.due_at)
        if seat.get("may_rebuy") and table.due_at is not None
        else None,
        "ahead": None,
        "cards": [],
        "makes": None,
        "options": None,
        "must_add": table.kind == TableKind.CASH
        and must_add_chips(chips=seat["chips"], minimum_bet_chips=table.big_blind_chips)
        and not dealt_in,
        "words": _own_words(table, player_id=player_id),
    }
    if hand is not None and dealt_in:
        deck = _deck(table_id)
        places = places_of_seat(number, count=hand.policies.game.hole_cards)
        found["cards"] = deck.told(places)
        if hand.board:
            made = hands.read_so_far(
                seat=number, game=hand.policies.game, hole=deck.cards(places), board=hand.board
            )
            found["makes"] = {
                "sentence": made.sentence,
                "params": made.params,
                "own": [card.text for card in made.own],
            }
        if table.due_kind == DueKind.DECIDE:
            found["ahead"] = _ahead(seat, hand, number=table.hand_number)
        if table.due_kind == DueKind.DECIDE and table.held_at is None:
            options = hands.options(hand)
            if options.seat == number:
                found["options"] = _options(options, hand)
                found["may_use_bank"] = bank_ms > 0 and not running_bank(seat, table=table, hand=hand)
    return found


def _kept_until(seat: dict[str, Any], *, table: PlayTable) -> int | None:
    """Until when the seat of who is away is kept; None where nobody loses one so. Rule: PT-H.68"""
    if not seat["away_since"] or table.kind == TableKind.TOURNAMENT:
        return None
    return milliseconds(seat_free_from(datetime.fromisoformat(seat["away_since"])))


def _cash(table: PlayTable) -> dict[str, Any] | None:
    """For what a cash table is played, where every chip is a cent, and how many wait for a seat; None elsewhere. Rule: PT-H.13, PT-H.66"""
    if table.kind != TableKind.CASH:
        return None
    return {
        "currency": table.currency,
        "least_cents": table.least_buy_in_cents,
        "most_cents": table.most_buy_in_cents,
        "rake_manner": table.rake_manner,
        "rake_bp": table.rake_bp,
        "waiting": count_waiting(table.pk),
        "session": None
        if table.session_starts_at is None
        else {
            "starts_ms": milliseconds(table.session_starts_at),
            "minutes": table.session_minutes,
            "ends_ms": None if table.session_ends_at is None else milliseconds(table.session_ends_at),
            "timezone": table.venue.timezone,
        },
    }


def _ahead(kept: dict[str, Any], hand: Hand, *, number: int) -> dict[str, Any] | None:
    """What the player decided before the turn, while it stands: {ahead, hand_number, street, facing_chips}."""
    meant = decided_ahead(kept, hand=hand, number=number)
    if meant is None:
        return None
    return {
        "ahead": meant.ahead.value,
        "hand_number": meant.hand,
        "street": meant.street,
        "facing_chips": meant.facing_chips,
    }


def _own_words(table: PlayTable, *, player_id: int) -> dict[str, Any]:
    """How far the player's chain of words is: its end, from which hand its words count, and for which the last one was given. Not the words: whoever looks over a shoulder learns none before its hand."""
    chain = present_at(table.pk).chains[player_id]
    return {
        "end": chain.get("end", ""),
        "from_number": chain.get("from", 0),
        "given_for": chain.get("given_for", 0),
    }


# One act changes the pages of everybody at the table: what these show is read once for all of them (`dispatch.reading`).


def _table(table_id: int) -> PlayTable:
    return present_at(table_id).table


def _hand_in(table: PlayTable) -> Hand | None:
    return None if table.hand is None else Hand.from_dict(table.hand)


@read_once
def _hand(table_id: int) -> Hand | None:
    """The hand that is played now."""
    return _hand_in(_table(table_id))


@read_once
def _hand_and_next(table_id: int, number: int) -> tuple[DealtHand | None, DealtHand | None]:
    """The hand of this number and the one that is committed to while it is played."""
    found = present_at(table_id).dealt
    if number not in found:
        rows = DealtHand.objects.filter(table_id=table_id, number__in=(number, number + 1))
        found = {dealt.number: dealt for dealt in rows}
    return found.get(number), found.get(number + 1)


@read_once
def _deck(table_id: int) -> DealtDeck:
    """The deck from which the hand is dealt that is played now."""
    dealt, _following = _hand_and_next(table_id, _table(table_id).hand_number)
    if dealt is None:
        raise not_found("hand")
    return deck_of_hand(dealt)


def _seats(table: PlayTable, hand: Hand | None) -> list[dict[str, Any]]:
    seats = [_seat(kept) for kept in table.seats]
    if hand is None:
        return seats
    showing, live, behind = table.stage == TableStage.SHOWING, hand.live, hand.stacks
    street = {p.seat: p.street_chips for p in hand.betting.players}
    for seen in seats:
        if (number := seen["seat"]) in behind:
            seen |= {
                "chips": seen["chips"] if showing else behind[number],
                "bet_chips": 0 if showing else street.get(number, 0),
                # what a call costs who waits for the turn: for that one may decide ahead
                "facing_chips": price_ahead(hand.betting, seat=number),
                "in_hand": True,
                "folded": number not in live,
                "all_in": number in live and behind[number] == 0,
            }
    return seats


def _seat(kept: dict[str, Any]) -> dict[str, Any]:
    return {
        "seat": kept["seat"],
        "name": kept["name"],
        "rehearsal": kept["rehearsal"],
        "away": bool(kept["away_since"]),
        "line_lost": bool(kept.get("lost_at")),
        "chips": kept["chips"],
        "bet_chips": 0,
        "facing_chips": None,
        "in_hand": False,
        "folded": False,
        "all_in": False,
    }


def _pots(hand: Hand) -> list[dict[str, Any]]:
    """Main pot and side pots as they stand where somebody is all in; none while there is one pot. Rule: PT-H.41, PT-H.42"""
    live, behind = hand.live, hand.stacks
    if all(behind[seat] for seat in live):
        return []
    pots, _returned = hands.share_pots(
        put_in={p.seat: p.earlier_chips for p in hand.seats},
        strengths=dict.fromkeys(live, 0),
        button=hand.button,
        dead_chips=hand.dead_chips,
    )
    return [{"chips": pot.chips, "seats": list(pot.seats)} for pot in pots] if len(pots) > 1 else []


def _acts(dealt: DealtHand, *, before_turn: int) -> list[dict[str, Any]]:
    now = present_at(dealt.table_id)
    if dealt.pk == now.acts_of:  # and not those of the next one, dealt while this was read
        return [act for act in now.acts if act["turn"] < before_turn]
    rows = HandAct.objects.filter(hand=dealt, turn__lt=before_turn).order_by("turn")
    return [dict(row) for row in rows.values("turn", "seat", "street", "act", "to_chips", "all_in", "manner")]


def _options(options: Options, hand: Hand) -> dict[str, Any]:
    mine = next(p for p in hand.betting.players if p.seat == options.seat)
    return {
        "facing_chips": options.facing_chips,
        "may_check": options.may_check,
        "call_to_chips": options.call_to_chips,
        "raise_from_chips": options.raise_from_chips,
        "raise_to_chips": options.raise_to_chips,
        "bet_chips": hand.betting.bet_chips,
        "street_chips": mine.street_chips,
        "stack_chips": mine.stack_chips,
        "pot_chips": hand.pot_chips,
        "capped": hand.betting.capped,
    }
