"""One betting round as a value: who is to act, what he may do, and what the round is afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from rules.betting.amounts import (
    half_pot_maximum_chips,
    may_raise_again,
    minimum_raise_to_chips,
    pot_limit_maximum_chips,
)
from rules.refusals import N_, Refused


class Limit(StrEnum):
    """The betting structure. Rule: PT-H.24, PT-H.37"""

    NO_LIMIT = "no_limit"
    POT_LIMIT = "pot_limit"
    HALF_POT = "half_pot"
    FIXED_LIMIT = "fixed_limit"


class Act(StrEnum):
    """What a player does in turn. An all-in is a call, bet or raise of everything."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bettor:
    """A player of the round. stack_chips: behind; street_chips: in front on this street.

    `acted`: has acted on this street (a blind is no act).
    """

    seat: int
    stack_chips: int
    street_chips: int = 0
    folded: bool = False
    acted: bool = False

    @property
    def can_act(self) -> bool:
        """Neither folded nor all-in."""
        return not self.folded and self.stack_chips > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingRound:
    """A betting round between two acts.

    players: in the order of acting, from the first to act. to_act: index of the player to act, None when the
    round is over. bet_chips: the total to match. raise_chips: the last full bet or raise, with no bet the minimum
    bet (fixed limit: the bet of this street). level_chips: fixed limit, the last total that counted as a whole
    bet. pot_chips: gathered from earlier streets, antes included. missing_blind_chips: what a short blind lacks.
    wagers: bets and raises so far (the big blind is one); cap: how many the round allows, None for no cap.
    """

    limit: Limit
    players: tuple[Bettor, ...]
    to_act: int | None
    bet_chips: int
    raise_chips: int
    level_chips: int
    pot_chips: int
    missing_blind_chips: int = 0
    wagers: int = 0
    cap: int | None = None

    @property
    def over(self) -> bool:
        return self.to_act is None

    @property
    def total_chips(self) -> int:
        """All that lies in the pot and in front of the players."""
        return self.pot_chips + sum([p.street_chips for p in self.players])

    @property
    def capped(self) -> bool:
        """Whether the round has had all its bets and raises. Rule: ADTP.48, PT-H.38"""
        return self.cap is not None and self.wagers >= self.cap


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the player to act may do. Totals, not additions; a raise range of None means he may not raise.
    A raise that nobody has the chips to answer is none.

    call_to_chips is less than the bet when the call takes everything. An all-in below raise_from_chips is
    lawful where the betting is open to him; raise_from_chips is then that all-in.
    """

    seat: int
    facing_chips: int
    may_check: bool
    call_to_chips: int | None
    raise_from_chips: int | None
    raise_to_chips: int | None

    @property
    def may_raise(self) -> bool:
        return self.raise_from_chips is not None


def begin(
    *,
    limit: Limit,
    players: Sequence[Bettor],
    minimum_bet_chips: int,
    bet_chips: int = 0,
    pot_chips: int = 0,
    missing_blind_chips: int = 0,
    cap: int | None = None,
) -> BettingRound:
    """Return a betting round, `players` in order of acting.

    Before the flop bet_chips is the big blind, whole even where its player is all-in for less, and the blinds
    lie in front of their players. Fixed limit: minimum_bet_chips is the bet of the street; its `cap` holds until
    two players are left in the tournament, then pass None. The house may cap any other limit, too.

    Refusals: ``bad_betting_round`` for fewer than two players, seats twice or amounts below zero.

    Rule: ADTP.43A, ADTP.48, ADTP.54B, PT-H.38
    """
    seats = [p.seat for p in players]
    amounts = [minimum_bet_chips - 1, bet_chips, pot_chips, missing_blind_chips]
    amounts += [n for p in players for n in (p.stack_chips, p.street_chips)]
    if len(seats) < 2 or len(set(seats)) != len(seats) or min(amounts) < 0:
        raise Refused(
            "bad_betting_round",
            N_("That is no betting round: check the seats and the amounts."),
            rule="ADTP.47",
        )
    return BettingRound(
        limit=limit,
        players=tuple(players),
        to_act=_next_to_act(players, bet_chips=bet_chips, after=-1),
        bet_chips=bet_chips,
        raise_chips=minimum_bet_chips,
        level_chips=bet_chips,
        pot_chips=pot_chips,
        missing_blind_chips=missing_blind_chips,
        wagers=1 if bet_chips else 0,
        cap=cap,
    )


def options(state: BettingRound) -> Options:
    """Return what the player to act may do now.

    Refusals: ``betting_round_over``.

    Rule: ADTP.43A, ADTP.47A, ADTP.47B, ADTP.48, ADTP.54A, CASES 43-a, CASES 43-b, CASES 47-a, CASES 47-b, CASES 54-a,
        PT-H.23, PT-H.24, PT-H.34, PT-H.37, PT-H.38, PT-H.39, PT-H.52
    """
    player = _actor(state)
    everything = player.street_chips + player.stack_chips
    facing = _to_match(state, player) - player.street_chips
    least, most = _raise_range(state, player, facing=facing) or (None, None)
    return Options(
        seat=player.seat,
        facing_chips=max(0, facing),
        may_check=facing <= 0,
        call_to_chips=min(player.street_chips + facing, everything) if facing > 0 else None,
        raise_from_chips=least,
        raise_to_chips=most,
    )


def price_ahead(state: BettingRound, *, seat: int) -> int | None:
    """Return what a call would cost a player who waits for the turn; None for who folded, is all in, or is to act.

    Rule: PT-H.34, PT-H.35
    """
    player = next((p for p in state.players if p.seat == seat), None)
    if player is None or not player.can_act or state.over or _actor(state).seat == seat:
        return None
    return max(_to_match(state, player) - player.street_chips, 0)


def play(state: BettingRound, *, seat: int, act: Act, to_chips: int = 0) -> BettingRound:
    """Return the round after one act of the player to act. to_chips: the total, for a bet or raise.

    Refusals: ``betting_round_over``, ``not_to_act``, ``may_not_check``, ``nothing_to_call``, ``may_not_raise``,
    ``raise_too_small``, ``raise_too_large``.

    Rule: ADTP.43A, ADTP.47A, ADTP.47B, ADTP.50A, PT-H.34, PT-H.35, PT-H.36, PT-H.40
    """
    player = _actor(state)
    if player.seat != seat:
        raise Refused("not_to_act", N_("Seat %(seat)s is to act now."), rule="ADTP.50A", seat=player.seat)
    if act is Act.FOLD:
        return _after(state, _acted(player, to_chips=player.street_chips, folded=True))
    if act in (Act.BET, Act.RAISE):
        return _raised(state, player, to_chips=to_chips)
    facing = _to_match(state, player) - player.street_chips
    if act is Act.CHECK:
        if facing > 0:
            raise Refused(
                "may_not_check",
                N_("There is a bet of %(bet)s: call, raise or fold."),
                rule="ADTP.55",
                bet=state.bet_chips,
            )
        return _after(state, _acted(player, to_chips=player.street_chips))
    if facing <= 0:
        raise Refused("nothing_to_call", N_("There is no bet to call: this is a check."), rule="ADTP.55A")
    return _after(state, _acted(player, to_chips=player.street_chips + min(facing, player.stack_chips)))


def _raised(state: BettingRound, player: Bettor, *, to_chips: int) -> BettingRound:
    facing = _to_match(state, player) - player.street_chips
    allowed = _raise_range(state, player, facing=facing)
    if allowed is None:
        raise Refused(
            "may_not_raise", N_("The betting is not open to this player: call or fold."), rule="ADTP.47A"
        )
    least, most = allowed
    if to_chips < least:
        raise Refused(
            "raise_too_small", N_("The total must be at least %(least)s."), rule="ADTP.43A", least=least
        )
    if to_chips > most:
        raise Refused(
            "raise_too_large",
            N_("The total may be at most %(most)s."),
            rule="ADTP.54A" if state.limit is Limit.POT_LIMIT else "PT-H.24",
            most=most,
        )
    raise_chips, level_chips, wagers = state.raise_chips, state.level_chips, state.wagers + 1
    if state.limit is not Limit.FIXED_LIMIT:
        raise_chips = max(raise_chips, to_chips - state.bet_chips)
    elif 2 * (to_chips - level_chips) >= raise_chips:
        # Half a bet or more counts as a whole one; less leaves the bet to be completed.
        level_chips = to_chips
    else:
        wagers = state.wagers
    return _gone_on(
        state,
        _acted(player, to_chips=to_chips),
        bet_chips=to_chips,
        raise_chips=raise_chips,
        level_chips=level_chips,
        wagers=wagers,
    )


def _raise_range(state: BettingRound, player: Bettor, *, facing: int) -> tuple[int, int] | None:
    everything = player.street_chips + player.stack_chips
    if everything <= state.bet_chips or state.capped or not _somebody_can_answer(state, player):
        return None
    is_limit = state.limit is Limit.FIXED_LIMIT
    if not may_raise_again(
        acted=player.acted, facing_chips=facing, raise_chips=state.raise_chips, half_reopens=is_limit
    ):
        return None
    if is_limit:
        total = min(state.level_chips + state.raise_chips, everything)
        return total, total
    least = minimum_raise_to_chips(bet_chips=state.bet_chips, raise_chips=state.raise_chips)
    most = everything
    if state.limit is not Limit.NO_LIMIT:
        maximum = pot_limit_maximum_chips if state.limit is Limit.POT_LIMIT else half_pot_maximum_chips
        largest = maximum(
            pot_chips=state.total_chips,
            bet_chips=state.bet_chips,
            mine_chips=player.street_chips,
            missing_blind_chips=state.missing_blind_chips,
        )
        most = min(most, max(largest, least))
    return min(least, everything), most


def _somebody_can_answer(state: BettingRound, player: Bettor) -> bool:
    """Whether another has chips beyond the bet: who can only call all-in, or for less, does not answer a raise."""
    for p in state.players:
        if p.folded or not p.stack_chips or p is player:
            continue
        if p.street_chips + p.stack_chips > state.bet_chips:
            return True
    return False


def _to_match(state: BettingRound, player: Bettor) -> int:
    """The total to call: the bet, or what the last opponents have in front when they are all in for less."""
    most = 0
    for p in state.players:
        if p.folded or p is player:
            continue
        if p.stack_chips:
            return state.bet_chips
        most = max(most, p.street_chips)
    return min(state.bet_chips, most)


def _acted(player: Bettor, *, to_chips: int, folded: bool = False) -> Bettor:
    return Bettor(
        seat=player.seat,
        stack_chips=player.stack_chips - (to_chips - player.street_chips),
        street_chips=to_chips,
        folded=folded,
        acted=True,
    )


def _actor(state: BettingRound) -> Bettor:
    if state.to_act is None:
        raise Refused("betting_round_over", N_("The betting round is over."), rule="ADTP.47")
    return state.players[state.to_act]


def _after(state: BettingRound, player: Bettor) -> BettingRound:
    """The round in which this player has acted, and raised nothing."""
    return _gone_on(
        state,
        player,
        bet_chips=state.bet_chips,
        raise_chips=state.raise_chips,
        level_chips=state.level_chips,
        wagers=state.wagers,
    )


def _gone_on(
    state: BettingRound,
    player: Bettor,
    *,
    bet_chips: int,
    raise_chips: int,
    level_chips: int,
    wagers: int,
) -> BettingRound:
    """The round in which this player has acted, with the next one to act. Written out: it is what an act costs."""
    acted = state.to_act or 0
    players = (*state.players[:acted], player, *state.players[acted + 1 :])
    return BettingRound(
        limit=state.limit,
        players=players,
        to_act=_next_to_act(players, bet_chips=bet_chips, after=acted),
        bet_chips=bet_chips,
        raise_chips=raise_chips,
        level_chips=level_chips,
        pot_chips=state.pot_chips,
        missing_blind_chips=state.missing_blind_chips,
        wagers=wagers,
        cap=state.cap,
    )


def _next_to_act(players: Sequence[Bettor], *, bet_chips: int, after: int) -> int | None:
    for index in chain(range(after + 1, len(players)), range(after + 1)):
        player = players[index]
        if player.folded or not player.stack_chips or (player.acted and player.street_chips >= bet_chips):
            continue
        if _has_a_decision(player, players):
            return index
    return None


def _has_a_decision(player: Bettor, players: Sequence[Bettor]) -> bool:
    """Whether somebody left in the hand can still answer him, or has put in more than he has."""
    for p in players:
        if not p.folded and (p.stack_chips or p.street_chips > player.street_chips) and p is not player:
            return True
    return False
