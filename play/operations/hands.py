"""A hand from its deal to its end: each step leaves the row with the one thing that is due next."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import F

from dispatch.commands import current_command_id, record
from dispatch.facts import ABSENT
from dispatch.rows import read_one
from play.facts import HandActed, HandDealt, HandSettled, PlayTableOpened, StreetOpened
from play.models import DealtHand, DueKind, Manner, PlayTable, Sitting, TableKind, TableStage
from play.operations.acts import was_late, write_act
from play.operations.deciding import (
    decision_begins,
    give_time_to_reconnect,
    note_time_used,
    with_hand_played,
)
from play.operations.escrow import take_rake_of_hand
from play.operations.levels import take_level
from play.operations.onlookers import take_onlookers_delay
from play.operations.rebuys import offer_rebuys
from play.operations.seats import (
    Seated,
    as_kept,
    called_away,
    change,
    dealt_in,
    keep_seats,
    seated_at,
    tell_sat_out,
    who_sits_in,
)
from play.operations.tables import due, heard_until, must_not_be_held, shut, turn_passed, wait_or_deal
from play.operations.turning_up import with_cards_up
from play.operations.words import given_words
from play.queries.ahead import decided_ahead
from play.queries.cash import terms_of
from play.queries.decks import deck_of_hand, holes_of, key_in_use, other_secret, two_decks
from rules import hands
from rules.betting import Act
from rules.cards import SECRET_BYTES, places_of_board
from rules.draw import draw_buttons
from rules.hands import CardsDue, Decision, Hand, HandOver
from rules.levels import AnteDue
from rules.online import (
    act_at_expiry,
    act_of,
    next_button,
    rake_taken,
    session_over,
    sits_out,
    table_stakes,
    take_rake,
)
from rules.online.rebuys import TO_REBUY
from rules.refusals import N_, Refused

# what everybody has to see before the next decision begins
DEAL = timedelta(milliseconds=900)
STREET = timedelta(milliseconds=800)
RUN_OUT = timedelta(milliseconds=1500)
_SHOW_NOTHING = timedelta(seconds=2)
_SHOW_HANDS = timedelta(milliseconds=3500)
_SHOW_POT = timedelta(milliseconds=1200)


class ChipsDoNotAddUp(Exception):
    """A hand's end would make or lose chips: it is not settled."""


def open_for_play(table: PlayTable, *, at: datetime) -> DealtHand:
    """Commit to the first hand of a table that was just made, and say that it is open. Refusals: ``no_card_key``."""
    first = commit_to_next(table, at=at)
    record(
        PlayTableOpened(
            table_id=table.pk,
            players=(),
            name=table.name,
            table_kind=table.kind,
            seats=table.seats_count,
            game=table.game,
            small_blind_chips=table.small_blind_chips,
            big_blind_chips=table.big_blind_chips,
            stack_chips=table.stack_chips,
            heads_up=table.heads_up,
            bets_and_raises=ABSENT if table.cap is None else table.cap,
            root=first.root,
            second_root=first.second_root,
        )
    )
    return first


def commit_to_next(table: PlayTable, *, at: datetime) -> DealtHand:
    """Make the secret of the next hand, with the roots to which its two decks are committed. Refusals: ``no_card_key``."""
    key, seed, number = key_in_use(), secrets.token_bytes(SECRET_BYTES), table.hand_number + 1
    first, second = two_decks(table_id=table.pk, number=number, seed=seed, key=key)
    return DealtHand.objects.create(
        table=table,
        number=number,
        seed=seed,
        key=key,
        root=first.root,
        second_root=second.root,
        committed_at=at,
        committed_by=current_command_id(),
    )


def deal(table: PlayTable, *, at: datetime) -> None:
    """Deal the hand that was committed to, to everybody who plays; where the time of a session is over the table closes. Rule: PT-H.7, PT-H.25, PT-H.46, PT-H.48, PT-O.25"""
    if session_over(ends_at=table.session_ends_at, at=at):
        shut(table, at=at)
        return
    players = dealt_in(table)
    if len(players) < 2:
        wait_or_deal(table, at=at, gather=False)
        return
    take_level(table, at=at)
    take_onlookers_delay(table)
    dealt = DealtHand.objects.get(table=table, number=table.hand_number + 1)
    button, drawn_from = _button(table, players)
    hand = hands.begin(
        seats={one.seat: one.chips for one in players},
        button=button,
        stakes=table_stakes(
            table.game,
            small_blind_chips=table.small_blind_chips,
            big_blind_chips=table.big_blind_chips,
            ante=AnteDue.of_list(table.ante),
        ),
        policies=table.policies(),
        turn=table.turn,
    )
    dealt.dealt_at, dealt.dealt_by, dealt.button_seat = at, current_command_id(), button
    dealt.small_blind_chips, dealt.big_blind_chips = table.small_blind_chips, table.big_blind_chips
    dealt.ante = table.ante
    dealt.stacks = [[one.seat, one.player_id, one.chips] for one in players]
    dealt.hole_cards = hand.policies.game.hole_cards
    dealt.save()
    Sitting.objects.filter(
        table=table, player_id__in=[one.player_id for one in players], left_at__isnull=True
    ).update(hands=F("hands") + 1)
    dealt_to = {one.seat for one in players}
    keep_seats(
        table,
        seats=[with_hand_played(table, one=one) if one.seat in dealt_to else one for one in seated_at(table)],
    )
    table.hand_number, table.button_seat, table.stage = dealt.number, button, TableStage.PLAYING
    if table.notice is not None and table.notice["kind"] != "bounties":
        table.notice = None
    following = commit_to_next(table, at=at)
    record(
        HandDealt(
            table_id=table.pk,
            players=[one.player_id for one in players],
            called=called_away(table),
            number=dealt.number,
            button=button,
            button_seed=drawn_from.hex(),
            small_blind=hand.small_blind,
            big_blind=hand.big_blind,
            small_blind_chips=table.small_blind_chips,
            big_blind_chips=table.big_blind_chips,
            ante=table.ante if hand.stakes.ante.chips else ABSENT,
            stacks=[[one.seat, one.chips] for one in players],
            root=dealt.root,
            second_root=dealt.second_root,
            words=given_words(dealt),
            next_root=following.root,
            next_second_root=following.second_root,
        )
    )
    go_on(table, dealt=dealt, hand=hand, at=at, seen_at=at + DEAL)


def hand_of(table: PlayTable) -> Hand:
    """Return the hand that is played. Refusals: ``turn_passed`` between two hands."""
    if table.hand is None:
        raise turn_passed(table)
    return Hand.from_dict(table.hand)


def _button(table: PlayTable, players: Sequence[Seated]) -> tuple[int, bytes]:
    """Where the button stands, and what it was drawn from; nothing where it moved. Rule: PT-H.46, PT-H.47, PT-H.64"""
    seats = [one.seat for one in players]
    if table.button_seat is None:
        seed = secrets.token_bytes(SECRET_BYTES)
        return draw_buttons(seed=seed, tables={1: seats})[1], seed
    return next_button(button=table.button_seat, occupied=seats), b""


def act_at(
    table: PlayTable, *, hand: Hand, act: Act, to_chips: int, manner: Manner, at: datetime, word_for: int = 0
) -> None:
    """One act of the player to act, written down, and what follows from it. word_for: the hand for which a word came with it.

    Refusals: those of `rules.betting.play`. Rule: PT-H.34, PT-H.43
    """
    seat = _to_act(table, hand)
    turn, before = hand.turn, hand
    hand = hands.act(hand, turn=turn, seat=seat.seat, act=act, to_chips=to_chips)
    table.turn, table.notice = hand.turn, None
    front = next(p for p in hand.betting.players if p.seat == seat.seat)
    write_act(table, before=before, act=act, after=front, took=at - (table.from_at or at), manner=manner)
    seat = note_time_used(table, hand=before, one=replace(seat, ahead=[]), at=at)
    change(table, changed=seat)
    _note_time(table, seat, manner=manner, at=at)
    players = [seat.player_id]
    if not hand.betting.over:
        players.append(_to_act(table, hand).player_id)
    else:
        players += [one.player_id for one in seated_at(table) if one.seat in hand.live]
    record(
        HandActed(
            table_id=table.pk,
            players=players,
            called=called_away(table, among=players),
            number=table.hand_number,
            turn=turn,
            seat=seat.seat,
            act=act.value,
            to_chips=front.street_chips,
            manner=manner.value,
            word_for=word_for or ABSENT,
        )
    )
    go_on(table, dealt=None, hand=hand, at=at, seen_at=at)


def _to_act(table: PlayTable, hand: Hand) -> Seated:
    if hand.betting.to_act is None:
        raise turn_passed(table)
    number = hand.betting.players[hand.betting.to_act].seat
    return who_sits_in(table, seat=number)


def _note_time(table: PlayTable, seat: Seated, *, manner: Manner, at: datetime) -> None:
    """Whoever decides is there; whoever lets the time run out in two hands in a row is dealt no more. Rule: PT-H.45, PT-T.43"""
    if manner is Manner.AWAY:
        return
    late = 0
    if manner is Manner.TIMEOUT:
        # one hand counts once: four checks by the clock in the same hand are one short absence
        late = seat.late if seat.late and was_late(table, seat=seat.seat) else seat.late + 1
    if not sits_out(late_in_a_row=late, tournament=table.kind == TableKind.TOURNAMENT) or seat.away:
        if late != seat.late:
            change(table, changed=replace(seat, late=late))
        return
    change(table, changed=replace(seat, late=0, away_since=at.isoformat()))
    tell_sat_out(table, one=seat, timed_out=True)


def act_by_clock(table: PlayTable, *, at: datetime) -> None:
    """Do what the player to act decided ahead; else check where that is free, or fold, for who did not decide or is not there. Rule: PT-H.43, PT-H.45"""
    hand = hand_of(table)
    seat = _to_act(table, hand)
    free = hands.options(hand).may_check
    ahead = decided_ahead(as_kept(seat), hand=hand, number=table.hand_number)
    if ahead is not None:
        act = act_of(ahead, may_check=free)
        act_at(table, hand=hand, act=act, to_chips=0, manner=Manner.PLAYER, at=at)
        return
    manner = Manner.AWAY if seat.away or seat.leaves else Manner.TIMEOUT
    act_at(table, hand=hand, act=act_at_expiry(may_check=free), to_chips=0, manner=manner, at=at)


def go_on(table: PlayTable, *, dealt: DealtHand | None, hand: Hand, at: datetime, seen_at: datetime) -> None:
    """Bring the hand to the next thing that waits: a decision, a street of a run-out, or its end.

    dealt: its row, None where it was not read yet. seen_at: when everybody has seen what happened so far.
    """
    needed = hands.needs(hand)
    while isinstance(needed, CardsDue) and hands.can_bet(hand):
        dealt = dealt or _dealt(table)
        hand = _turned(table, dealt, hand, needed)
        seen_at += STREET
        needed = hands.needs(hand)
    if isinstance(needed, CardsDue):
        hand = with_cards_up(table, dealt=dealt or _dealt(table), hand=hand)
    table.hand = hand.as_dict()
    if isinstance(needed, Decision):
        one = _to_act(table, hand)
        one = give_time_to_reconnect(table, hand=hand, one=one, at=seen_at)
        decision_begins(table, hand=hand, one=one, seen_at=seen_at)
    elif isinstance(needed, CardsDue):
        table.from_at = None
        due(table, kind=DueKind.STREET, at=seen_at + RUN_OUT)
    else:
        _settle(table, dealt or _dealt(table), hand, needed, at=at, seen_at=seen_at)


def run_out(table: PlayTable, *, at: datetime) -> None:
    """Turn the next street of a hand in which nobody is left to bet. Rule: PT-H.53, PT-H.55, PT-H.57"""
    hand = hand_of(table)
    needed = hands.needs(hand)
    if not isinstance(needed, CardsDue):
        raise turn_passed(table)
    table.turn += 1
    dealt = _dealt(table)
    hand = replace(_turned(table, dealt, hand, needed), turn=table.turn)
    go_on(table, dealt=dealt, hand=hand, at=at, seen_at=at + STREET)


def _dealt(table: PlayTable) -> DealtHand:
    dealt = read_one(
        DealtHand, where="WHERE table_id = %s AND number = %s", values=[table.pk, table.hand_number]
    )
    if dealt is None:
        raise DealtHand.DoesNotExist
    return dealt


def _turned(table: PlayTable, dealt: DealtHand, hand: Hand, needed: CardsDue) -> Hand:
    deck = deck_of_hand(dealt)
    places = places_of_board(count=len(hand.board) + needed.count)[len(hand.board) :]
    cards = deck.cards(places)
    hand = hands.open_street(hand, cards=cards)
    record(
        StreetOpened(
            table_id=table.pk,
            players=[one.player_id for one in seated_at(table) if one.seat in hand.live],
            called=called_away(table),
            number=table.hand_number,
            street=needed.street.value,
            cards=[card.text for card in cards],
        )
    )
    return hand


def _settle(
    table: PlayTable, dealt: DealtHand, hand: Hand, needed: HandOver, *, at: datetime, seen_at: datetime
) -> None:
    """Divide the pots; whoever is left shows. Chips neither come nor go, but for the house's share at a cash table.

    Rule: PT-H.17, PT-H.36, PT-H.59, PT-H.62
    """
    holes = holes_of(dealt, seats=hand.live) if needed.showdown else {}
    ended = hands.settle(hand, holes=holes)
    if sum(ended.stacks.values()) != sum(chips for _seat, _player, chips in dealt.stacks):
        raise ChipsDoNotAddUp(f"the chips of hand {dealt.number} at table {table.pk} do not add up")
    if table.kind == TableKind.CASH:
        ended = take_rake(ended, hand=hand, rake=terms_of(table).rake)
        take_rake_of_hand(table, number=dealt.number, cents=rake_taken(ended), at=at)
    dealt.result = {**ended.as_dict(), "board": [card.text for card in hand.board]}
    dealt.save(update_fields=["result"])
    keep_seats(
        table,
        seats=[replace(one, chips=ended.stacks.get(one.seat, one.chips)) for one in seated_at(table)],
    )
    asked = offer_rebuys(table)
    table.stage, table.from_at = TableStage.SHOWING, None
    looked_at = _SHOW_HANDS + _SHOW_POT * (len(ended.pots) - 1) if needed.showdown else _SHOW_NOTHING
    due(table, kind=DueKind.CLOSE, at=seen_at + looked_at + (TO_REBUY if asked else timedelta()))
    record(
        HandSettled(
            table_id=table.pk,
            players=[player_id for _seat, player_id, _chips in dealt.stacks],
            number=dealt.number,
            result=dealt.result,
            other_deck=other_secret(dealt),
        )
    )


def must_be_in_time(table: PlayTable, *, turn: int, facing_chips: int | None, at: datetime) -> Hand:
    """Return the hand that an act was meant for. facing_chips: what the player saw that a call costs, None where unknown.

    Refusals: ``turn_passed`` for a doubled or late tap, or a price that has changed; ``table_held``. Rule: PT-H.34, PT-H.43
    """
    must_not_be_held(table)
    until = heard_until(table)
    if table.due_kind != DueKind.DECIDE or table.turn != turn or until is None or at > until:
        raise turn_passed(table)
    hand = hand_of(table)
    if facing_chips is not None and hands.options(hand).facing_chips != facing_chips:
        raise turn_passed(table)
    return hand


def check_turn_of(hand: Hand, *, seat: int) -> None:
    """Refuse who is not to act. Refusals: ``not_to_act``. Rule: PT-H.34"""
    to_act = hands.options(hand).seat
    if to_act != seat:
        raise Refused("not_to_act", N_("Seat %(seat)s is to act now."), rule="ADTP.50A", seat=to_act)


def in_hand(table: PlayTable, *, seat: int) -> bool:
    """Return whether somebody in this seat may still win the hand that is played."""
    return table.stage == TableStage.PLAYING and seat in hand_of(table).live
