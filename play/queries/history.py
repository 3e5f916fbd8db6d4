"""Hands that are over, as one of their players finds them again: the own cards, what was shown, and nobody else's.

Own cards are made again from the hand's secret whenever their player asks, and kept nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Max, Q, QuerySet

from people.models import Player
from play.models import DealtHand, HandOfPlayer, Sitting
from play.queries.acts import WrittenAct, acts_of_hands
from play.queries.decks import CardsGone, holes_of
from play.queries.parts import OwnPart, parts_of_player
from rules import hands
from rules.betting import Act
from rules.cards import Card
from rules.hands import Hand, PlayedAct
from rules.levels import AnteDue
from rules.online import table_stakes
from rules.refusals import not_found

ON_A_PAGE = 30
# how many hands one file of an export holds
IN_A_FILE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """A hand in its player's list. cards: the own ones, none where their key is gone. voided: why it counts for nothing, or "". currency: of a
    cash table, where every chip is a cent; "" elsewhere."""

    part_id: int
    table_id: int
    table: str
    game: str
    tournament_id: int | None
    number: int
    at: datetime
    timezone: str
    cards: tuple[str, ...] = field(repr=False)
    board: tuple[str, ...]
    staked_chips: int
    won_chips: int
    big_blind_chips: int
    voided: str
    currency: str

    @property
    def change_chips(self) -> int:
        """By how much the hand made its player's stack larger; below 0, smaller."""
        return self.won_chips - self.staked_chips


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsPage:
    """A page of somebody's hands, the newest first. next_before: where the next page begins; None on the last one."""

    lines: list[HandLine]
    next_before: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInHand:
    """Who played a hand. chips: at its start; after_chips: at its end. cards: the own ones of who asks, and those that were
    shown; else none."""

    seat: int
    player_id: int
    name: str
    chips: int
    after_chips: int
    staked_chips: int
    won_chips: int
    cards: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActInHand:
    """street, act, manner: as they were written down. added_chips: what went in by it; to_chips: what stood in front then."""

    seat: int
    street: str
    act: str
    to_chips: int
    added_chips: int
    all_in: bool
    manner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStep:
    """One step of a hand. after: the hand then. act: what was done, None where cards were turned or blinds posted."""

    after: Hand
    act: ActInHand | None
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """A hand that is over. game: of `rules.games`. own_seat: of who asks, None for who had no part in it. result: as the table was told it. currency: of a cash table,
    where every chip is a cent; "" elsewhere."""

    table_id: int
    table: str
    venue: str
    timezone: str
    game: str
    tournament_id: int | None
    tournament: str
    tournament_at: datetime | None
    currency: str
    stack_chips: int
    seats_count: int
    number: int
    at: datetime
    button: int
    small_blind_chips: int
    big_blind_chips: int
    ante: AnteDue
    players: list[PlayerInHand]
    steps: list[HandStep]
    board: tuple[str, ...]
    result: dict[str, Any]
    own_seat: int | None

    @property
    def voided(self) -> str:
        """Why it counts for nothing; "" where it counts."""
        return str(self.result.get("voided", ""))

    @property
    def void_reason(self) -> str:
        """Why, in the words of the staff who made it void; "" where the house's own failure says it, and for hands of before these were kept."""
        return str(self.result.get("reason", ""))

    @property
    def names(self) -> dict[int, str]:
        """Who sat in which seat."""
        return {one.seat: one.name for one in self.players}


def hands_of_player(
    player_id: int, *, table_id: int | None = None, before: int | None = None, limit: int = ON_A_PAGE
) -> HandsPage:
    """Return somebody's hands, the newest first; of one table or of all, back from `before`. For that player alone."""
    found = parts_of_player(player_id, table_id=table_id, before=before, limit=limit + 1)
    hands_of_parts = _hands_of(found[:limit])
    lines = [_line(part, hands_of_parts[part.hand_id]) for part in found[:limit]]
    return HandsPage(lines=lines, next_before=lines[-1].part_id if len(found) > limit else None)


def whole_hands_of_player(
    player_id: int, *, table_id: int | None = None, before: int | None = None, limit: int = IN_A_FILE
) -> list[PlayedHand]:
    """Return somebody's hands with all that happened in them, the newest first. For that player alone."""
    parts = parts_of_player(player_id, table_id=table_id, before=before, limit=limit)
    found = _hands_of(parts)
    return _whole([found[part.hand_id] for part in parts], player_id=player_id)


def own_hand(*, table_id: int, number: int, player_id: int) -> PlayedHand:
    """Return a hand that is over, for who played it. Refusals: ``not_found``, for everybody else too. Rule: PT-H.65"""
    hand = _over(table_id).filter(number=number).first()
    if hand is None or player_id not in {who for _seat, who, _chips in hand.stacks}:
        raise not_found("hand")
    return _whole([hand], player_id=player_id)[0]


def last_hand(
    *, table_id: int, player_id: int | None, known_until: datetime | None = None
) -> PlayedHand | None:
    """Return the last hand of a table that is over, with the own cards of who asks where they had a part in it. known_until: of who looks on, to whom
    hands of others that ended later are not told.

    Rule: PT-H.65, PT-H.11
    """
    found = _over(table_id)
    if known_until is not None:
        # a hand that ended after that is told lately, so its parts lie in rows
        own = HandOfPlayer.objects.filter(table_id=table_id, player_id=player_id or 0)
        found = found.filter(Q(closed_at__lte=known_until) | Q(pk__in=own.values("hand_id")))
    return _at_table(found, player_id=player_id)


def public_hand(*, table_id: int, number: int) -> PlayedHand:
    """Return a hand that is over as everybody at its table saw it: nobody's folded cards. Refusals: ``not_found``."""
    hand = _at_table(_over(table_id).filter(number=number), player_id=None)
    if hand is None:
        raise not_found("hand")
    return hand


def opened_hand(*, table_id: int, number: int) -> PlayedHand:
    """Return a hand that is over with everybody's cards, folded ones too: for the officer alone to whom it was opened.

    Refusals: ``not_found``.
    """
    hand = _over(table_id).filter(number=number).first()
    if hand is None:
        raise not_found("hand")
    found = _whole([hand], player_id=None)[0]
    return replace(found, players=[replace(one, cards=_own_cards(hand, one.seat)) for one in found.players])


def _over(table_id: int) -> QuerySet[DealtHand]:
    """The hands of a table that are over, the last one first."""
    found = DealtHand.objects.filter(table_id=table_id, closed_at__isnull=False)
    return found.select_related("table__venue", "table__tournament").order_by("-number")


def _at_table(found: QuerySet[DealtHand], *, player_id: int | None) -> PlayedHand | None:
    hand = found.first()
    return None if hand is None else _whole([hand], player_id=player_id)[0]


def tables_of_player(player_id: int, *, limit: int = 50) -> list[tuple[int, str]]:
    """Return the tables at which somebody sat, the last one first: number and name."""
    found = (
        Sitting.objects.filter(player_id=player_id)
        .values("table_id", "table__name")
        .annotate(last=Max("id"))
        .order_by("-last")[:limit]
    )
    return [(row["table_id"], row["table__name"]) for row in found]


def _hands_of(parts: Sequence[OwnPart]) -> dict[int, DealtHand]:
    found = DealtHand.objects.select_related("table__venue", "table__tournament")
    return found.in_bulk([part.hand_id for part in parts])


def _line(part: OwnPart, hand: DealtHand) -> HandLine:
    assert hand.dealt_at is not None and hand.result is not None and hand.big_blind_chips is not None
    return HandLine(
        part_id=part.part_id,
        table_id=part.table_id,
        table=hand.table.name,
        game=hand.table.game,
        tournament_id=hand.table.tournament_id,
        number=hand.number,
        at=hand.dealt_at,
        timezone=hand.table.venue.timezone,
        cards=_own_cards(hand, part.seat),
        board=tuple(hand.result["board"]),
        staked_chips=part.staked_chips,
        won_chips=part.won_chips,
        big_blind_chips=hand.big_blind_chips,
        voided=hand.result.get("voided", ""),
        currency=hand.table.currency,
    )


def _own_cards(hand: DealtHand, seat: int) -> tuple[str, ...]:
    """The cards of a seat, for its player alone; none where their key is gone."""
    try:
        cards = holes_of(hand, seats=[seat])[seat]
    except CardsGone:
        return ()
    return tuple(card.text for card in cards)


def _whole(found: Sequence[DealtHand], *, player_id: int | None) -> list[PlayedHand]:
    """Read hands with their acts and names, in as many statements as one needs."""
    acts = acts_of_hands(found)
    names = _names({who for hand in found for _seat, who, _chips in hand.stacks})
    return [_played(hand, acts[hand.pk], names, player_id=player_id) for hand in found]


def _names(players: Iterable[int]) -> dict[int, str]:
    return dict(Player.objects.filter(pk__in=set(players)).values_list("pk", "public_name"))


def _played(
    hand: DealtHand, acts: Sequence[WrittenAct], names: dict[int, str], *, player_id: int | None
) -> PlayedHand:
    table, result = hand.table, hand.result
    assert hand.dealt_at is not None and result is not None
    own = next((seat for seat, who, _chips in hand.stacks if who == player_id), None)
    shown = {one["seat"]: tuple(one["hole"]) for one in result["shown"]}
    figures = hands.chips_of_hand(stacks={seat: chips for seat, _who, chips in hand.stacks}, result=result)
    after = dict(result["stacks"])
    began = _began(hand)
    return PlayedHand(
        table_id=table.pk,
        table=table.name,
        venue=table.venue.name,
        timezone=table.venue.timezone,
        game=table.game,
        tournament_id=table.tournament_id,
        tournament=table.tournament.name if table.tournament is not None else "",
        tournament_at=table.tournament.starts_at if table.tournament is not None else None,
        currency=table.currency,
        stack_chips=table.stack_chips,
        seats_count=table.seats_count,
        number=hand.number,
        at=hand.dealt_at,
        button=began.button,
        small_blind_chips=began.stakes.small_blind_chips,
        big_blind_chips=began.stakes.big_blind_chips,
        ante=began.stakes.ante,
        players=[
            PlayerInHand(
                seat=seat,
                player_id=who,
                name=names[who],
                chips=chips,
                after_chips=after[seat],
                staked_chips=figures[seat].staked_chips,
                won_chips=figures[seat].won_chips,
                cards=_own_cards(hand, seat) if seat == own else shown.get(seat, ()),
            )
            for seat, who, chips in hand.stacks
        ],
        steps=_steps(began, acts, board=result["board"]),
        board=tuple(result["board"]),
        result=result,
        own_seat=own,
    )


def _began(hand: DealtHand) -> Hand:
    """The hand at its blinds, as it was dealt."""
    assert hand.button_seat is not None
    assert hand.small_blind_chips is not None and hand.big_blind_chips is not None
    game = hand.table.game
    return hands.begin(
        seats={seat: chips for seat, _who, chips in hand.stacks},
        button=hand.button_seat,
        stakes=table_stakes(
            game,
            small_blind_chips=hand.small_blind_chips,
            big_blind_chips=hand.big_blind_chips,
            ante=AnteDue.of_list(hand.ante),
        ),
        policies=hand.table.policies(),
    )


def _steps(began: Hand, acts: Sequence[WrittenAct], *, board: Sequence[str]) -> list[HandStep]:
    rows = iter(acts)
    played = [PlayedAct(seat=row.seat, act=Act(row.act), to_chips=row.to_chips) for row in acts]
    steps: list[HandStep] = []
    before = began
    for step in hands.replay(began, acts=played, board=[Card.of(text) for text in board]):
        told = None
        if step.act is not None:
            row = next(rows)
            told = ActInHand(
                seat=row.seat,
                street=row.street,
                act=row.act,
                to_chips=row.to_chips,
                added_chips=before.stacks[row.seat] - step.hand.stacks[row.seat],
                all_in=row.all_in,
                manner=row.manner,
            )
        steps.append(HandStep(after=step.hand, act=told, cards=tuple(card.text for card in step.cards)))
        before = step.hand
    return steps
