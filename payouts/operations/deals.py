"""Deals: proposed, voted on in secret, made or not. The field is locked.

A deal replaces the prizes of the best places: whoever takes part gets the own amount whatever the place, and the
champion what was kept on top. It is given when the place is decided, like every prize.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from dispatch.commands import record
from dispatch.facts import ABSENT, Actor, CommandId
from payouts.facts import DealMade, DealPaperVotes, DealProposed, DealVetoed, DealVoteCast, DealWithdrawn
from payouts.models import Award, AwardState, Deal, DealState, DealVote, PrizePool
from payouts.queries.deals import (
    changes_of,
    divided,
    extended,
    no_such_deal,
    players_of_a_deal,
    pool_between_hands,
)
from people.models import Player
from rules import validation
from rules.deals import DealKind, agreed, check_deal_allowed
from rules.policies import Policies
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.models import Entry, Field, Tournament

# why a deal came to nothing by itself
PLAYER_LEFT, PLAYER_BACK, OVER = "player_left", "player_back", "over"
NO_AGREEMENT = "no_agreement"  # counted: somebody said no
TAKEN_BACK = "taken_back"  # by the director, with a reason


def propose(
    tournament: Tournament,
    *,
    field: Field,
    kind: str,
    amounts: Sequence[Mapping[str, Any]],
    reserve_cents: int | None,
    extra_cents: Sequence[int] = (),
    taken: Sequence[Mapping[str, Any]] = (),
    at: datetime,
    by: Actor,
    command_id: CommandId,
) -> Deal:
    """Divide what the players in are still playing for, by their counted stacks, or pay further places out of named
    prizes and play on; nothing is decided yet.

    Refusals: ``deals_forbidden``, ``deal_at_final_table_only``, ``entries_open``, ``deal_open``, ``deal_made``,
    ``hand_for_hand_open``, ``too_many_players``, ``deal_needs_chips``, ``chips_not_accounted``, ``nothing_left``,
    ``reserve_too_small``, ``reserve_too_big``, ``deal_does_not_sum``, ``deal_amount_negative`` and those of
    `rules.deals.with_extra_places`.
    Rule: ADTP.P3, SCPT.M, SCPT.S-A, PT-T.53, REGULATIONS 6.2, CASES deal-1
    """
    kind_ = DealKind(validation.one_of("kind", kind, [k.value for k in DealKind]))
    standing = list(
        Deal.objects.filter(tournament=tournament, state__in=(DealState.OPEN, DealState.MADE)).order_by("id")
    )
    # after further places were agreed on, what is left may still be divided; not the other way round
    if any(one.state == DealState.MADE and kind_ in (one.kind, DealKind.EXTRA) for one in standing) or any(
        one.state == DealState.MADE and one.kind != DealKind.EXTRA for one in standing
    ):
        raise Refused("deal_made", N_("A deal was already made in this tournament."), rule="SCPT.M")
    if any(one.state == DealState.OPEN for one in standing):
        raise Refused("deal_open", N_("Another deal is being voted on. Withdraw it first."), rule="ADTP.P3")
    players = players_of_a_deal(field)
    if kind_ is DealKind.EXTRA:
        return _propose_extra(
            tournament,
            field,
            players,
            extra_cents=extra_cents,
            taken=taken,
            at=at,
            by=by,
            command_id=command_id,
        )
    deal = divided(
        tournament,
        field=field,
        players=players,
        kind=kind_,
        reserve_cents=None
        if reserve_cents is None
        else validation.integer("reserve_cents", reserve_cents, high=10**13),
        custom_cents=_custom(players, amounts) if kind_ is DealKind.CUSTOM else (),
    )
    chips = [entry.stack_chips or 0 for entry in players]
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
    record(DealProposed(**_body(row)))
    return row


def _propose_extra(
    tournament: Tournament,
    field: Field,
    players: Sequence[Entry],
    *,
    extra_cents: Sequence[int],
    taken: Sequence[Mapping[str, Any]],
    at: datetime,
    by: Actor,
    command_id: CommandId,
) -> Deal:
    extra = [validation.integer("extra_cents", cents, high=10**13) for cents in extra_cents]
    gives: dict[int, int] = {}
    for line in taken:
        place = validation.integer("place", line.get("place"), low=1, high=10**6)
        gives[place] = gives.get(place, 0) + validation.integer(
            "amount_cents", line.get("amount_cents"), high=10**13
        )
    before, after = extended(tournament, field=field, players=players, extra_cents=extra, taken_cents=gives)
    row = Deal.objects.create(
        tournament=tournament,
        kind=DealKind.EXTRA.value,
        total_cents=sum(extra),
        reserve_cents=0,
        shares=[
            {
                "entry_id": entry.pk,
                "player_id": entry.player_id,
                "name": entry.player.public_name,
                "chips": entry.stack_chips or 0,
                "amount_cents": 0,
            }
            for entry in players
        ],
        prizes_before=before,
        prizes_after=after,
        proposed_at=at,
        by_id=by.user_id,
        command_id=command_id,
    )
    record(DealProposed(**_body(row)))
    return row


def _custom(players: Sequence[Entry], amounts: Sequence[Mapping[str, Any]]) -> list[int]:
    found: dict[int, int] = {}
    for line in amounts:
        entry = validation.integer("entry_id", line.get("entry_id"), low=1, high=2**63 - 1)
        found[entry] = validation.integer("amount_cents", line.get("amount_cents"), high=10**13)
    if found.keys() != {entry.pk for entry in players}:
        raise Refused(
            "deal_names_others",
            N_("Name every player who is in, and nobody else, with the amount agreed."),
            rule="ADTP.P3",
        )
    return [found[entry.pk] for entry in players]


def lock_deal(deal_id: int, *, extra_made: bool = False) -> Deal:
    """Lock an open deal, or one of further places that was made: votes, the count and the end of its tournament come
    one after another.
    Refusals: ``no_such_deal``, ``deal_decided``.
    """
    row = Deal.objects.select_for_update().filter(pk=deal_id).first()
    if row is None:
        raise no_such_deal()
    if row.state != DealState.OPEN and not (
        extra_made and row.state == DealState.MADE and row.kind == DealKind.EXTRA
    ):
        raise Refused(
            "deal_decided",
            N_("This deal was already decided (%(state)s)."),
            rule="ADTP.P3",
            state=str(row.state),
        )
    return row


def vote(deal: Deal, *, entry_id: int, agrees: bool, at: datetime) -> int:
    """Keep a secret vote that was given on a phone; return how many have voted. It is final: who is pressed to change
    his mind cannot.

    Refusals: ``not_in_deal``, ``already_voted``, ``votes_complete``. Rule: ADTP.P3"""
    if entry_id not in {int(share["entry_id"]) for share in deal.shares}:
        raise Refused("not_in_deal", N_("Only the players of this deal vote on it."), rule="ADTP.P3")
    if DealVote.objects.filter(deal=deal, entry_id=entry_id).exists():
        raise Refused("already_voted", N_("This player has already voted."), rule="ADTP.P3")
    _not_complete(deal)
    agreed = validation.boolean("agrees", agrees)
    DealVote.objects.create(deal=deal, entry_id=entry_id, at=at)
    deal.yes_votes += int(agreed)
    deal.save(update_fields=["yes_votes"])
    cast = _on_phones(deal)
    record(DealVoteCast(**_body(deal), votes_cast=cast))
    return cast


def record_paper(deal: Deal, *, yes: int, no: int, at: datetime, by: Actor) -> int:
    """Keep the votes on paper of all who did not vote on a phone, counted without names; return how many have voted
    now.

    Refusals: ``votes_complete``, ``paper_votes_do_not_sum``. Rule: ADTP.P3"""
    _not_complete(deal)
    waiting = len(deal.shares) - _on_phones(deal)
    most = len(deal.shares)
    # a count too high is told as what it is: votes that do not add up
    yes = validation.integer("yes", yes, high=10**6)
    no = validation.integer("no", no, high=10**6)
    if yes + no != waiting:
        raise Refused(
            "paper_votes_do_not_sum",
            N_(
                "%(waiting)s players have not voted on a phone: yes and no on paper must be %(waiting)s together, not"
                " %(given)s."
            ),
            rule="ADTP.P3",
            waiting=waiting,
            given=yes + no,
        )
    voted = set(DealVote.objects.filter(deal=deal).values_list("entry_id", flat=True))
    others = [int(share["player_id"]) for share in deal.shares if int(share["entry_id"]) not in voted]
    deal.yes_votes += yes
    deal.paper_votes = waiting
    deal.paper_with_account = Player.objects.filter(pk__in=others, user__isnull=False).count()
    deal.paper_by, deal.paper_at = by.label[:120], at
    deal.save(update_fields=["yes_votes", "paper_votes", "paper_with_account", "paper_by", "paper_at"])
    record(DealPaperVotes(**_body(deal), votes_cast=most))
    return most


def _on_phones(deal: Deal) -> int:
    return DealVote.objects.filter(deal=deal).count()


def _not_complete(deal: Deal) -> None:
    if deal.paper_votes or _on_phones(deal) == len(deal.shares):
        raise Refused(
            "votes_complete",
            N_("All votes on this deal are in. Count them, or withdraw the deal and propose it again."),
            rule="ADTP.P3",
        )


def make(deal: Deal, *, tournament: Tournament, field: Field, at: datetime, by: Actor) -> None:
    """Count the votes: a deal on which all have agreed is made, one that somebody refused ends. Votes are final, so
    counting again would change nothing.

    Refusals: ``votes_missing``, ``deal_stale``, ``deal_at_final_table_only``,
    ``hand_for_hand_open``. Rule: ADTP.P3, SCPT.M, CASES points-3
    """
    policies: Policies = policies_from(tournament.policies)
    pool = pool_between_hands(field)
    among = [int(share["entry_id"]) for share in deal.shares]
    if sorted(among) != [entry.pk for entry in players_of_a_deal(field)]:
        raise Refused(
            "deal_stale",
            N_("The players in are no longer those of this deal. Withdraw it and propose a new one."),
            rule="ADTP.P3",
        )
    cast = _on_phones(deal) + deal.paper_votes
    votes = [True] * deal.yes_votes + [False] * (cast - deal.yes_votes) + [None] * (len(among) - cast)
    if not agreed(votes):
        deal.ended_because = NO_AGREEMENT
        _decide(deal, DealState.WITHDRAWN, reason="", at=at, by=by)
        record(DealWithdrawn(**_body(deal), because=NO_AGREEMENT))
        return
    check_deal_allowed(policies=policies, at_final_table=field.at_final_table)
    if deal.kind == DealKind.EXTRA and pool.prizes != deal.prizes_before:
        raise Refused(
            "deal_stale",
            N_("The prizes are no longer those that this deal changes. Withdraw it and propose a new one."),
            rule="ADTP.P3",
        )
    _decide(deal, DealState.MADE, reason="", at=at, by=by)
    # further places are paid out of the pool's own ladder; what is divided replaces it
    changed = {"prizes": deal.prizes_after} if deal.kind == DealKind.EXTRA else {"deal_among": len(among)}
    PrizePool.objects.filter(pk=pool.pk).update(**changed)
    record(DealMade(**_body(deal)))


def end(deal: Deal, *, tournament: Tournament, veto: bool, reason: str, at: datetime, by: Actor) -> None:
    """End an open deal: vetoed by the director where the rule set gives a veto, or withdrawn.

    Refusals: ``no_veto``. Rule: SCPT.M"""
    if veto and not policies_from(tournament.policies).deal_director_veto:
        raise Refused("no_veto", N_("This rule set gives no veto. Withdraw the deal instead."), rule="SCPT.M")
    _decide(deal, DealState.VETOED if veto else DealState.WITHDRAWN, reason=reason, at=at, by=by)
    record(DealVetoed(**_body(deal)) if veto else DealWithdrawn(**_body(deal)))


def take_back_extra(deal: Deal, *, tournament: Tournament, reason: str, at: datetime, by: Actor) -> None:
    """Bring the prizes back to what they were before further places were agreed on: as long as nobody was given one,
    and no other deal was proposed since.
    Refusals: ``prizes_given``, ``deal_open``, ``deal_made``. Rule: SCPT.S-A, ADTP.1
    """
    later = Deal.objects.filter(
        tournament=tournament, state__in=(DealState.OPEN, DealState.MADE), pk__gt=deal.pk
    ).first()
    if later is not None and later.state == DealState.OPEN:
        raise Refused("deal_open", N_("Another deal is being voted on. Withdraw it first."), rule="ADTP.P3")
    if later is not None:
        raise Refused("deal_made", N_("A deal was already made in this tournament."), rule="SCPT.M")
    if Award.objects.filter(tournament=tournament).exclude(state=AwardState.VOID).exists():
        raise Refused(
            "prizes_given",
            N_("A prize was given since by this deal. Undo that elimination first."),
            rule="SCPT.S-A",
        )
    _decide(deal, DealState.WITHDRAWN, reason=reason, at=at, by=by)
    PrizePool.objects.filter(pk=tournament.pk).update(prizes=deal.prizes_before)
    record(DealWithdrawn(**_body(deal), because=TAKEN_BACK))


DEAL_IN_VOTE = "(SELECT id FROM payouts_deal WHERE tournament_id = %s::bigint AND state = 'open')"
"""For a statement that asks anyway: which deal of this tournament is voted on."""

ANY_DEAL = 0
"""Where the law leaves no choice: whatever deal is voted on falls."""


def lapse(tournament: Tournament, *, at: datetime, because: str = OVER) -> None:
    """End a deal in vote without effect: its tournament ends or is cancelled, one of its players leaves, or somebody
    who was out is in again. What its players were asked is no longer what there is to divide.

    Whoever votes at that moment is counted before, or is told that it was decided. Rule: ADTP.P3, SCPT.M
    """
    deal = Deal.objects.select_for_update().filter(tournament=tournament, state=DealState.OPEN).first()
    if deal is None:
        return
    deal.state, deal.decided_at, deal.ended_because = DealState.WITHDRAWN, at, because
    deal.save(update_fields=["state", "decided_at", "ended_because"])
    record(DealWithdrawn(**_body(deal), because=because))


def _decide(deal: Deal, state: DealState, *, reason: str, at: datetime, by: Actor) -> None:
    deal.state, deal.decided_at, deal.reason, deal.by_id = state, at, reason, by.user_id
    deal.save(update_fields=["state", "decided_at", "reason", "by", "ended_because"])


def _body(deal: Deal) -> dict[str, Any]:
    """What every fact of a deal says."""
    return {
        "tournament_id": deal.tournament_id,
        "players": [int(share["player_id"]) for share in deal.shares],
        "deal_id": deal.pk,
        "deal_kind": deal.kind,
        "total_cents": deal.total_cents,
        "reserve_cents": deal.reserve_cents,
        "paper_votes": deal.paper_votes,
        "paper_with_account": deal.paper_with_account,
        "paper_by": deal.paper_by,
        "shares": [
            {name: share[name] for name in ("entry_id", "name", "chips", "amount_cents")}
            for share in deal.shares
        ],
        "changes": changes_of(deal) if deal.kind == DealKind.EXTRA else ABSENT,
    }
