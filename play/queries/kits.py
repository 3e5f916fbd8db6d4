"""The proof of a hand that is over, for static/verify_hand.py."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from dispatch.facts import CommandId
from dispatch.queries import fact_of_command
from play.models import DealtHand
from play.queries.decks import CardsGone, deck_of_hand, hand_name, mix_of_hand, other_secret
from play.streams import play_stream
from rules.cards import PROTOCOL, PROTOCOL_OF_ONE_DECK, places_of_board, places_of_seat
from rules.refusals import not_found


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
    stream = play_stream(table_id)
    assert hand.dealt_at is not None  # it was played
    since, until = hand.committed_at, hand.dealt_at
    kit = {
        "protocol": PROTOCOL_OF_ONE_DECK,
        "hand": hand_name(table_id=table_id, number=number),
        "root": hand.root,
        "committed": _record_of(hand.committed_by, stream=stream, since=since, until=since),
        "dealt": _record_of(hand.dealt_by, stream=stream, since=until, until=until),
        "openings": _openings(hand, player_id=player_id),
    }
    mixed = mix_of_hand(hand)
    if mixed is None:
        return kit
    return {
        **kit,
        "protocol": PROTOCOL,
        "second_root": hand.second_root,
        "deck": mixed.deck,
        "other_deck": other_secret(hand),
        "words": [_word(kept, hand=hand) for kept in hand.words],
        "given": [
            {"seat": seat, **_record_of(UUID(given_by), stream=stream, since=since, until=until)}
            for seat, _word, _end, _steps, _begun_by, given_by in hand.words
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


def _word(kept: list[Any], *, hand: DealtHand) -> dict[str, Any]:
    seat, word, end, steps, begun_by, _given_by = kept
    from_number = hand.number - steps + 1
    # its chain was begun while the hand before the one before was played: its end fits no roots that were told then
    told = DealtHand.objects.filter(table_id=hand.table_id, number__in=(from_number - 1, from_number))
    between = list(told.order_by("number").values_list("committed_at", flat=True))
    begun = _record_of(UUID(begun_by), stream=play_stream(hand.table_id), since=between[0], until=between[-1])
    return {
        "seat": seat,
        "word": word,
        "end": end,
        "steps": steps,
        "from_number": from_number,
        "begun": begun,
    }


def _record_of(command_id: UUID | None, *, stream: str, since: datetime, until: datetime) -> dict[str, Any]:
    """The first fact of a command in a table's record, which it wrote between two instants: what an outsider looks up there."""
    fact = (
        None
        if command_id is None
        else fact_of_command(CommandId(command_id), stream=stream, since=since, until=until)
    )
    if fact is None:
        raise not_found("hand")  # the relay has not numbered it yet
    return {"stream": stream, "seq": fact.seq, "kind": fact.kind, "at": fact.at.isoformat()}
