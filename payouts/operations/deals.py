"""Deals: proposed, voted on in secret, made or not. The field is locked.

A deal replaces the prizes of the best places: whoever takes part gets the own amount whatever the place, and the
champion what was kept on top. It is given when the place is decided, like every prize.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from dispatch.commands import record
from dispatch.facts import Actor, CommandId
from payouts.facts import Ladder
from payouts.models import Deal, DealState, DealVote, PrizePool
from payouts.queries.deals import no_such_deal
from rules import given
from rules.deals import DealKind, check_deal_allowed, divide
from rules.policies import Policies
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.facts import (
    PUBLIC,
    counts_topic,
    player_topic,
    prizes_topic,
    standings_topic,
    tournament_stream,
)
from tournaments.models import Entry, EntryState, Field, Tournament

# nobody deals with a whole room
MOST_PLAYERS = 100


def propose(
    tournament: Tournament,
    field: Field,
    *,
    kind: str,
    amounts: Sequence[Mapping[str, Any]],
    reserve_cents: int | None,
    at: datetime,
    by: Actor,
    command_id: CommandId,
) -> Deal:
    """Divide what the players in are still playing for, by their counted stacks; nothing is decided yet.

    Refusals: ``deals_forbidden``, ``deal_at_final_table_only``, ``entries_open``, ``deal_open``, ``deal_made``,
    ``hand_for_hand_open``, ``too_many_players``, ``deal_needs_chips``, ``chips_not_accounted``, ``nothing_left``,
    ``reserve_too_small``, ``reserve_too_big``, ``deal_does_not_sum``, ``deal_amount_negative``.
    Rule: ADTP.P3, SCPT.M, PT-T.53, REGULATIONS 6.2, CASES deal-1
    """
    policies = policies_from(tournament.policies)
    check_deal_allowed(policies=policies, at_final_table=field.at_final_table)
    pool = _pool_between_hands(field)
    standing = Deal.objects.filter(tournament=tournament, state__in=(DealState.OPEN, DealState.MADE)).first()
    if standing is not None and standing.state == DealState.MADE:
        raise Refused("deal_made", N_("A deal was already made in this tournament."), rule="SCPT.M")
    if standing is not None:
        raise Refused("deal_open", N_("Another deal is being voted on. Withdraw it first."), rule="ADTP.P3")
    kind_ = DealKind(given.one_of("kind", kind, [k.value for k in DealKind]))
    players = _players(field)
    if len(players) > MOST_PLAYERS:
        raise Refused(
            "too_many_players",
            N_("A deal is possible among at most %(most)s players."),
            rule="ADTP.P3",
            most=MOST_PLAYERS,
        )
    chips = [entry.stack_chips or 0 for entry in players]
    if kind_ is not DealKind.CUSTOM:
        _all_chips(field, chips)
    ladder = Ladder.of(pool.prizes)
    deal = divide(
        kind=kind_,
        chips=chips if kind_ is not DealKind.CUSTOM else [max(stack, 1) for stack in chips],
        prizes_cents=[ladder.at(place) for place in range(1, min(len(players), ladder.places) + 1)],
        policies=policies,
        reserve_cents=None
        if reserve_cents is None
        else given.whole("reserve_cents", reserve_cents, high=10**13),
        custom_cents=_custom(players, amounts) if kind_ is DealKind.CUSTOM else (),
    )
    row = Deal.objects.create(
        tournament=tournament,
        kind=kind_.value,
        total_cents=deal.total_cents,
        reserve_cents=deal.reserve_cents,
        shares=[
            {
                "entry_id": entry.pk,
                "player_id": entry.player_id,
                "name": entry.player.public_name,
                "chips": stack,
                "amount_cents": cents,
            }
            for entry, stack, cents in zip(players, chips, deal.amounts_cents, strict=True)
        ],
        proposed_at=at,
        by_id=by.user_id,
        command_id=command_id,
    )
    _tell(row, "deal_proposed", at=at)
    return row


def _pool_between_hands(field: Field) -> PrizePool:
    pool = PrizePool.objects.filter(pk=field.pk).first()
    if field.entries_closed_at is None or pool is None:
        raise Refused(
            "entries_open", N_("Entries are still open; there are no prizes to divide yet."), rule="ADTP.8B"
        )
    if field.hand_for_hand:
        raise Refused(
            "hand_for_hand_open", N_("Complete the round and end hand-for-hand first."), rule="PT-T.49"
        )
    return pool


def _players(field: Field) -> list[Entry]:
    return list(
        Entry.objects.select_related("player")
        .filter(tournament_id=field.pk, state=EntryState.PLAYING)
        .order_by("id")[: MOST_PLAYERS + 1]
    )


def _all_chips(field: Field, chips: Sequence[int]) -> None:
    in_play = field.chips_issued - field.chips_removed
    if sum(chips) != in_play:
        raise Refused(
            "chips_not_accounted",
            N_(
                "The stacks add up to %(counted)s chips, but %(in_play)s are in play. Count the stacks of all players"
                " first."
            ),
            rule="ADTP.P3",
            counted=sum(chips),
            in_play=in_play,
        )


def _custom(players: Sequence[Entry], amounts: Sequence[Mapping[str, Any]]) -> list[int]:
    found: dict[int, int] = {}
    for line in amounts:
        entry = given.whole("entry_id", line.get("entry_id"), low=1, high=2**63 - 1)
        found[entry] = given.whole("amount_cents", line.get("amount_cents"), high=10**13)
    if found.keys() != {entry.pk for entry in players}:
        raise Refused(
            "deal_names_others",
            N_("Name every player who is in, and nobody else, with the amount agreed."),
            rule="ADTP.P3",
        )
    return [found[entry.pk] for entry in players]


def lock_deal(deal_id: int) -> Deal:
    """An open deal, locked: votes, the count and the end of its tournament come one after another. Refusals: ``no_such_deal``, ``deal_decided``."""
    row = Deal.objects.select_for_update().filter(pk=deal_id).first()
    if row is None:
        raise no_such_deal()
    if row.state != DealState.OPEN:
        raise Refused(
            "deal_decided",
            N_("This deal was already decided (%(state)s)."),
            rule="ADTP.P3",
            state=str(row.state),
        )
    return row


def vote(deal: Deal, *, entry_id: int, agrees: bool, at: datetime) -> int:
    """A secret vote; how many have voted. Refusals: ``not_in_deal``, ``already_voted``. Rule: ADTP.P3"""
    if entry_id not in {int(share["entry_id"]) for share in deal.shares}:
        raise Refused("not_in_deal", N_("Only the players of this deal vote on it."), rule="ADTP.P3")
    if DealVote.objects.filter(deal=deal, entry_id=entry_id).exists():
        raise Refused("already_voted", N_("This player has already voted."), rule="ADTP.P3")
    DealVote.objects.create(deal=deal, entry_id=entry_id, agrees=given.flag("agrees", agrees), at=at)
    cast = DealVote.objects.filter(deal=deal).count()
    _tell(deal, "deal_vote_cast", at=at, votes_cast=cast)
    return cast


def make(deal: Deal, tournament: Tournament, field: Field, *, at: datetime, by: Actor) -> None:
    """A deal on which all have agreed holds from now on.

    Refusals: ``votes_missing``, ``deal_not_unanimous``, ``deal_stale``, ``deal_at_final_table_only``,
    ``hand_for_hand_open``. Rule: ADTP.P3, SCPT.M, CASES points-3
    """
    policies: Policies = policies_from(tournament.policies)
    pool = _pool_between_hands(field)
    among = [int(share["entry_id"]) for share in deal.shares]
    if sorted(among) != [entry.pk for entry in _players(field)]:
        raise Refused(
            "deal_stale",
            N_("The players in are no longer those of this deal. Withdraw it and propose a new one."),
            rule="ADTP.P3",
        )
    votes = dict(DealVote.objects.filter(deal=deal).values_list("entry_id", "agrees"))
    check_deal_allowed(
        policies=policies, at_final_table=field.at_final_table, votes=[votes.get(entry) for entry in among]
    )
    _decide(deal, DealState.MADE, reason="", at=at, by=by)
    PrizePool.objects.filter(pk=pool.pk).update(deal_among=len(among))
    _tell(deal, "deal_made", at=at)


def end(deal: Deal, tournament: Tournament, *, veto: bool, reason: str, at: datetime, by: Actor) -> None:
    """An open deal comes to nothing: vetoed by the director where the rule set gives a veto, or withdrawn.

    Refusals: ``no_veto``. Rule: SCPT.M"""
    if veto and not policies_from(tournament.policies).deal_director_veto:
        raise Refused("no_veto", N_("This rule set gives no veto. Withdraw the deal instead."), rule="SCPT.M")
    _decide(deal, DealState.VETOED if veto else DealState.WITHDRAWN, reason=reason, at=at, by=by)
    _tell(deal, "deal_vetoed" if veto else "deal_withdrawn", at=at)


def lapse(tournament: Tournament, *, at: datetime) -> None:
    """A deal still open when its tournament ends or is cancelled comes to nothing: there is nothing left to divide.

    Whoever votes at that moment is counted before, or is told that it was decided. Rule: ADTP.P3, SCPT.M
    """
    deal = Deal.objects.select_for_update().filter(tournament=tournament, state=DealState.OPEN).first()
    if deal is None:
        return
    deal.state, deal.decided_at = DealState.WITHDRAWN, at
    deal.save(update_fields=["state", "decided_at"])
    _tell(deal, "deal_withdrawn", at=at)


def _decide(deal: Deal, state: DealState, *, reason: str, at: datetime, by: Actor) -> None:
    deal.state, deal.decided_at, deal.reason, deal.by_id = state, at, reason, by.user_id
    deal.save(update_fields=["state", "decided_at", "reason", "by"])


def _tell(deal: Deal, kind: str, *, at: datetime, **more: Any) -> None:
    t = deal.tournament_id
    record(
        kind,
        stream=tournament_stream(t),
        at=at,
        audience=PUBLIC,
        body={
            "deal_id": deal.pk,
            "kind": deal.kind,
            "total_cents": deal.total_cents,
            "reserve_cents": deal.reserve_cents,
            "shares": [
                {name: share[name] for name in ("entry_id", "name", "chips", "amount_cents")}
                for share in deal.shares
            ],
            **more,
        },
        touches=[
            prizes_topic(t),
            standings_topic(t),
            counts_topic(t),
            *(player_topic(int(share["player_id"]), t) for share in deal.shares),
        ],
    )
