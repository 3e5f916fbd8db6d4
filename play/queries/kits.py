"""The proof of a hand that is over, for static/verify_hand.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from dispatch.facts import CommandId, FactView
from dispatch.queries import fact_of_command, facts_between
from play.facts import HandActed, WordGiven, WordsBegun
from play.models import DealtHand
from play.queries.decks import CardsGone, deck_of_hand, hand_name, mix_of_hand, other_secret
from play.streams import play_stream
from rules.cards import PROTOCOL, PROTOCOL_OF_ONE_DECK, link_of, places_of_board, places_of_seat
from rules.refusals import Refused, not_found


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsOfHand:
    """Where a table's record says of a hand what its proof names. roots: of its one or two decks; committed, dealt: the numbers of the records;
    words: the seats whose words were in the deal, None where it was of one deck.
    """

    roots: tuple[str, ...]
    committed: int
    dealt: int
    words: tuple[int, ...] | None


def records_of_hand(*, table_id: int, number: int) -> RecordsOfHand | None:
    """Return where a hand that is over was committed to and dealt; None while the relay has not numbered it yet."""
    hand = DealtHand.objects.filter(table_id=table_id, number=number, closed_at__isnull=False).first()
    if hand is None:
        return None
    try:
        committed, dealt = _committed_and_dealt(hand)
    except Refused:
        return None
    assert committed.seq is not None and dealt.seq is not None  # they are sealed
    roots = tuple(filter(None, (hand.root, hand.second_root)))
    words = tuple(sorted(seat for seat, _word, _steps in hand.words)) if hand.second_root else None
    return RecordsOfHand(roots=roots, committed=committed.seq, dealt=dealt.seq, words=words)


def hand_kit(
    *, table_id: int, number: int, player_id: int | None, known_until: datetime | None = None
) -> dict[str, Any]:
    """Return the proof of a hand that is over: the board, what was shown, and the asking player's own cards; with the words
    from which the deal followed, and what opens the deck that was not dealt. known_until: of who looks on, for whom a hand that others played and that ended
    later is still played.

    Refusals: ``not_found``, also for a hand that is still played, and where the key of its cards is gone.
    """
    try:
        return _kit(table_id=table_id, number=number, player_id=player_id, known_until=known_until)
    except CardsGone:
        raise not_found("hand") from None


def _kit(
    *, table_id: int, number: int, player_id: int | None, known_until: datetime | None
) -> dict[str, Any]:
    hand = DealtHand.objects.filter(table_id=table_id, number=number, closed_at__isnull=False).first()
    if hand is None or hand.result is None or hand.closed_at is None:
        raise not_found("hand")
    untold = known_until is not None and hand.closed_at > known_until
    if untold and player_id not in {who for _seat, who, _chips in hand.stacks}:
        raise not_found("hand")
    committed, dealt = _committed_and_dealt(hand)
    kit = {
        "protocol": PROTOCOL_OF_ONE_DECK,
        "hand": hand_name(table_id=table_id, number=number),
        "root": hand.root,
        "committed": _where(committed),
        "dealt": _where(dealt),
        "openings": _openings(hand, player_id=player_id),
    }
    mixed = mix_of_hand(hand)
    if mixed is None:
        return kit
    given = _between(committed, dealt)
    return {
        **kit,
        "protocol": PROTOCOL,
        "second_root": hand.second_root,
        "deck": mixed.deck,
        "other_deck": other_secret(hand),
        "words": _words(hand),
        "given": [
            {"seat": seat, **_where(_first(given, partial(_gave, seat=seat, number=number)))}
            for seat, _word, _steps in hand.words
        ],
    }


def _openings(hand: DealtHand, *, player_id: int | None) -> list[dict[str, Any]]:
    deck, result = deck_of_hand(hand), hand.result or {}
    seats = {shown["seat"] for shown in result["shown"]}
    seats |= {seat for seat, who, _chips in hand.stacks if who == player_id}
    found = [{**opening, "seat": 0} for opening in deck.told(places_of_board(count=len(result["board"])))]
    for seat in sorted(seats):
        places = places_of_seat(seat, count=hand.hole_cards)
        found += [{**opening, "seat": seat} for opening in deck.told(places)]
    return found


def _words(hand: DealtHand) -> list[dict[str, Any]]:
    """Each word with the end of its chain, and where that was told: while the hand before the first one that it counts for was committed to and not
    dealt, so that it fits no roots that were told then."""
    first = {seat: hand.number - steps + 1 for seat, _word, steps in hand.words}
    before = DealtHand.objects.filter(
        table_id=hand.table_id, number__in={number - 1 for number in first.values()}
    )
    begun = {one.number + 1: _between(*_committed_and_dealt(one)) for one in before}
    found = []
    for seat, word, steps in hand.words:
        end = bytes.fromhex(word)
        for _ in range(steps):
            end = link_of(end)
        number = first[seat]
        told = _first(begun.get(number, ()), partial(_began, seat=seat, number=number, end=end.hex()))
        found.append(
            {
                "seat": seat,
                "word": word,
                "end": end.hex(),
                "steps": steps,
                "from_number": number,
                "begun": _where(told),
            }
        )
    return found


def _gave(fact: FactView, *, seat: int, number: int) -> bool:
    """Whether a fact says that a word for a hand came, by itself or with an act."""
    body = fact.body
    if fact.kind == WordGiven.kind:
        return bool(body["seat"] == seat and body["number"] == number)
    return bool(fact.kind == HandActed.kind and body["seat"] == seat and body.get("word_for") == number)


def _began(fact: FactView, *, seat: int, number: int, end: str) -> bool:
    body = fact.body
    asked = (seat, number, end)
    return fact.kind == WordsBegun.kind and (body["seat"], body["from_number"], body["end"]) == asked


def _committed_and_dealt(hand: DealtHand) -> tuple[FactView, FactView]:
    """The facts of a table's record that say to what a hand is committed, and that it is dealt. Refusals: ``not_found``."""
    stream = play_stream(hand.table_id)
    if hand.dealt_at is None or hand.dealt_by is None:
        raise not_found("hand")
    committed, dealt = (
        _sealed(fact_of_command(CommandId(by), stream=stream, since=at, until=at))
        for by, at in ((hand.committed_by, hand.committed_at), (hand.dealt_by, hand.dealt_at))
    )
    return committed, dealt


def _between(first: FactView, last: FactView) -> tuple[FactView, ...]:
    assert first.seq is not None and last.seq is not None  # they are sealed
    return facts_between(stream=first.stream, seq=first.seq, before_seq=last.seq)


def _first(found: Sequence[FactView], fits: Callable[[FactView], bool]) -> FactView:
    return _sealed(next(filter(fits, found), None))


def _sealed(fact: FactView | None) -> FactView:
    if fact is None:
        raise not_found("hand")  # the relay has not numbered it yet
    return fact


def _where(fact: FactView) -> dict[str, Any]:
    """What an outsider looks up in a table's record."""
    return {"stream": fact.stream, "seq": fact.seq, "kind": fact.kind, "at": fact.at.isoformat()}
