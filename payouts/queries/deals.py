"""Deals as everybody may see them: who would get what, how many have voted. Never how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count

from payouts.models import Award, AwardState, Deal, DealState, DealVote, PrizePool
from payouts.queries.deal_cautions import DealCaution, cautions_of, deal_cautions
from payouts.queries.ladders import Ladder, PrizeRow, joined
from rules.deals import (
    DealKind,
    champion_reserve,
    check_all_counted,
    check_deal_allowed,
    divide,
    shares_by_place,
    with_extra_places,
)
from rules.deals import DealShares as Divided
from rules.policies import Policies
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.models import Entry, EntryState, Field, Tournament, TournamentState
from tournaments.queries.circuit import home_of

# nobody deals with a whole room
MOST_PLAYERS = 100


def home_of_deal(deal_id: int) -> tuple[int, int]:
    """Return (tournament id, venue id) of a deal. Refusals: ``no_such_deal``."""
    return home_of(Deal.objects.filter(pk=deal_id), otherwise=no_such_deal())


def no_such_deal() -> Refused:
    return Refused("no_such_deal", N_("There is no such deal. Reload the page."), rule="ADTP.P3")


def pool_between_hands(field: Field) -> PrizePool:
    """Return the fixed prizes of a field that is between two hands.
    Refusals: ``entries_open``, ``hand_for_hand_open``.
    """
    pool = PrizePool.objects.filter(pk=field.pk).first()
    if field.entries_closed_at is None or pool is None:
        raise Refused(
            "entries_open", N_("Entries are still open; there are no prizes to divide yet."), rule="ADTP.8B"
        )
    if field.hand_for_hand:
        raise Refused(
            "hand_for_hand_open", N_("Complete the round and end hand for hand first."), rule="PT-T.49"
        )
    return pool


def players_of_a_deal(field: Field) -> list[Entry]:
    """Return those who are in, by entry. Refusals: ``too_many_players``."""
    players = list(
        Entry.objects.select_related("player")
        .filter(tournament_id=field.pk, state=EntryState.PLAYING)
        .order_by("id")[: MOST_PLAYERS + 1]
    )
    if len(players) > MOST_PLAYERS:
        raise Refused(
            "too_many_players",
            N_("A deal is possible among at most %(most)s players."),
            rule="ADTP.P3",
            most=MOST_PLAYERS,
        )
    return players


def divided(
    tournament: Tournament,
    *,
    field: Field,
    players: Sequence[Entry],
    kind: DealKind,
    reserve_cents: int | None,
    custom_cents: Sequence[int] = (),
) -> Divided:
    """Return how a method divides what these players are still playing for, by their counted stacks.

    Refusals: ``deals_forbidden``, ``deal_at_final_table_only``, ``entries_open``, ``hand_for_hand_open``,
    ``deal_needs_chips``, ``chips_not_accounted``, ``nothing_left``, ``reserve_too_small``, ``reserve_too_big``,
    ``deal_does_not_sum``, ``deal_amount_negative``. Rule: ADTP.P3, SCPT.M
    """
    policies, prizes = at_stake(tournament, field=field, players=players)
    chips = [entry.stack_chips or 0 for entry in players]
    if kind is DealKind.CUSTOM:
        chips = [max(stack, 1) for stack in chips]
    else:
        check_all_counted(
            [(entry.stack_chips or 0, entry.counted_at is not None) for entry in players],
            in_play_chips=field.chips_issued - field.chips_removed,
        )
    return divide(
        kind=kind,
        chips=chips,
        prizes_cents=prizes,
        policies=policies,
        reserve_cents=reserve_cents,
        custom_cents=custom_cents,
        step_cents=tournament.prize_unit_cents,
    )


def extended(
    tournament: Tournament,
    *,
    field: Field,
    players: Sequence[Entry],
    extra_cents: Sequence[int],
    taken_cents: Mapping[int, int],
) -> tuple[list[PrizeRow], list[PrizeRow]]:
    """Return the prizes as they are, and with further places paid out of named ones, where a deal is possible now.

    Refusals: those of `at_stake` and of `rules.deals.with_extra_places`. Rule: SCPT.S-A, SCPT.M
    """
    policies, _ = at_stake(tournament, field=field, players=players)
    ladder = Ladder.of(pool_between_hands(field).prizes)
    now = ladder.span(1, ladder.places)
    after = with_extra_places(
        prizes_cents=now,
        players=len(players),
        extra_cents=extra_cents,
        taken_cents=taken_cents,
        policies=policies,
    )
    return list(ladder.rows), joined(after)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeChange:
    """What the prize of one place was and becomes."""

    place: int
    before_cents: int
    after_cents: int


def changes_of(deal: Deal) -> tuple[PrizeChange, ...]:
    """Return what a deal of further places changes, place by place."""
    before, after = Ladder.of(deal.prizes_before), Ladder.of(deal.prizes_after)
    was, becomes = before.span(1, after.places), after.span(1, after.places)
    return tuple(
        PrizeChange(place=place, before_cents=old, after_cents=new)
        for place, (old, new) in enumerate(zip(was, becomes, strict=True), 1)
        if old != new
    )


def at_stake(tournament: Tournament, *, field: Field, players: Sequence[Entry]) -> tuple[Policies, list[int]]:
    """Return the prizes that these players still play for, best first, where a deal is possible now.

    Refusals: ``deals_forbidden``, ``deal_at_final_table_only``, ``entries_open``, ``hand_for_hand_open``."""
    policies = policies_from(tournament.policies)
    check_deal_allowed(policies=policies, at_final_table=field.at_final_table)
    ladder = Ladder.of(pool_between_hands(field).prizes)
    return policies, [ladder.at(place) for place in range(1, min(len(players), ladder.places) + 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine:
    """One player: what the two methods would give. Cents; None where a method cannot divide now."""

    entry_id: int
    name: str
    chips: int | None
    icm_cents: int | None
    chip_chop_cents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPreview:
    """Both methods side by side before anything is put to the vote. total_cents = reserve_cents + what is divided;
    cautions: where a method gives less than is sure, or the champion more than first prize; no: why it cannot be divided by chips now, code and sentence with its params ("" where it can)."""

    total_cents: int
    reserve_cents: int
    divided_cents: int
    lines: tuple[DealLine, ...]
    code: str
    sentence: str
    params: dict[str, Any]
    rule: str
    places: tuple[int, ...] = ()  # what each paid place gets now, the winner's first
    cautions: tuple[DealCaution, ...] = ()


def deal_preview(tournament_id: int, *, reserve_cents: int | None = None) -> DealPreview:
    """Return what each player would get by each method, as the stacks are counted now.

    Refusals: those of `at_stake`, ``not_running``, ``too_many_players``. Rule: ADTP.P3, SCPT.M, REGULATIONS 6.2
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    field = Field.objects.filter(pk=tournament_id).first()
    if field is None:
        raise Refused("not_running", N_("This tournament is not running."))
    if tournament.state != TournamentState.RUNNING:
        raise Refused("not_running", N_("This tournament is not running."))
    players = players_of_a_deal(field)
    policies, prizes = at_stake(tournament, field=field, players=players)
    total = sum(prizes)
    ladder = Ladder.of(pool_between_hands(field).prizes)
    least = champion_reserve(prizes_cents=prizes, policies=policies)
    reserve = min(total, least if reserve_cents is None else reserve_cents)
    reserve += (total - reserve) % tournament.prize_unit_cents
    found: dict[DealKind, tuple[int, ...]] = {}
    no: Refused | None = None
    for kind in (DealKind.ICM, DealKind.CHIP_CHOP):
        try:
            deal = divided(tournament, field=field, players=players, kind=kind, reserve_cents=reserve_cents)
        except Refused as refused:
            no = refused
        else:
            found[kind] = deal.amounts_cents
    icm, chop = found.get(DealKind.ICM), found.get(DealKind.CHIP_CHOP)
    return DealPreview(
        total_cents=total,
        reserve_cents=reserve,
        divided_cents=total - reserve,
        lines=tuple(
            DealLine(
                entry_id=entry.pk,
                name=entry.player.public_name,
                chips=entry.stack_chips if entry.counted_at is not None else None,
                icm_cents=icm[i] if icm else None,
                chip_chop_cents=chop[i] if chop else None,
            )
            for i, entry in enumerate(players)
        ),
        code="" if no is None else no.code,
        sentence="" if no is None else no.sentence,
        params={} if no is None else dict(no.params),
        rule="" if no is None else no.rule,
        places=tuple(ladder.span(1, ladder.places)),
        cautions=tuple(
            one
            for kind, amounts in found.items()
            for one in deal_cautions(
                kind=kind,
                players=[(entry.pk, entry.player.public_name) for entry in players],
                amounts_cents=amounts,
                reserve_cents=reserve,
                prizes_cents=prizes,
            )
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DealView:
    """A deal: shares [{entry_id, name, chips, amount_cents}]; reserve_cents is played for.

    votes_cast = phone_votes + paper_votes. paper_with_account: how many of those on paper could have voted on a phone;
    paper_by, paper_at: who entered them, and when. ended_because: no_agreement, player_left, player_back or over, where it came to
    nothing by itself. changes: of a deal that pays further places. cautions: of one that divides, while it is voted on.
    """

    deal_id: int
    kind: str
    state: str
    total_cents: int
    reserve_cents: int
    shares: tuple[dict[str, Any], ...]
    votes_cast: int
    votes_needed: int
    phone_votes: int
    paper_votes: int
    paper_with_account: int
    paper_by: str
    paper_at: datetime | None
    ended_because: str
    reason: str
    changes: tuple[PrizeChange, ...] = ()
    cautions: tuple[DealCaution, ...] = ()

    @property
    def divided_cents(self) -> int:
        """What the players share: without what is left for the champion."""
        return self.total_cents - self.reserve_cents


def deals_view(tournament_id: int) -> tuple[DealView, ...]:
    """Return the deals proposed in a tournament, the latest first. Rule: ADTP.P3, SCPT.M"""
    found = Deal.objects.filter(tournament_id=tournament_id).annotate(phones=Count("votes")).order_by("-id")
    return tuple(_view(deal, phones=deal.phones) for deal in found)


def deal_in_vote(tournament_id: int) -> DealView | None:
    """Return the deal that is being voted on, or whose votes are not counted yet; None where there is none.
    Rule: ADTP.P3
    """
    deal = (
        Deal.objects.filter(tournament_id=tournament_id, state=DealState.OPEN)
        .annotate(phones=Count("votes"))
        .first()
    )
    return None if deal is None else _view(deal, phones=deal.phones)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDeal:
    """An open deal for one of its players: what it gives, and whether this player has voted (never how)."""

    deal: DealView
    entry_id: int
    share_cents: int
    voted: bool


def deal_of_player(entry_id: int, *, tournament_id: int) -> OwnDeal | None:
    """Return the deal in vote that this entry is in. Rule: ADTP.P3"""
    deal = deal_in_vote(tournament_id)
    if deal is None:
        return None
    share = next((s for s in deal.shares if int(s["entry_id"]) == entry_id), None)
    if share is None:
        return None
    return OwnDeal(
        deal=deal,
        entry_id=entry_id,
        share_cents=int(share["amount_cents"]),
        voted=DealVote.objects.filter(deal_id=deal.deal_id, entry_id=entry_id).exists(),
    )


def share_by_deal(entry_id: int, *, tournament_id: int) -> tuple[int, int] | None:
    """Return (what a deal that holds gives this entry whatever place it finishes in, what the champion gets on top),
    in cents; None where no deal holds, or without this entry.
    Rule: ADTP.P3, SCPT.M, REGULATIONS 6.2
    """
    deal = (
        Deal.objects.exclude(kind=DealKind.EXTRA)
        .filter(tournament_id=tournament_id, state=DealState.MADE)
        .first()
    )
    if deal is None:
        return None
    entries = [int(share["entry_id"]) for share in deal.shares]
    if entry_id not in entries:
        return None
    # of equal stacks those who went out took the smaller parts
    gone = (
        Award.objects.filter(tournament_id=tournament_id, entry_id__in=entries)
        .exclude(state=AwardState.VOID)
        .exclude(entry_id=entry_id)
        .order_by("-place", "id")
        .values_list("entry_id", flat=True)
    )
    shares = shares_by_place(
        kind=DealKind(deal.kind),
        chips=[int(share["chips"]) for share in deal.shares],
        amounts_cents=[int(share["amount_cents"]) for share in deal.shares],
        out=[entries.index(entry) for entry in (*gone, entry_id)],
    )
    return shares[-1], deal.reserve_cents


def shares_named(deal: Deal) -> list[dict[str, Any]]:
    """Return the shares of a deal under the names that its players have now: one may be corrected, or withdrawn, since."""
    now = dict(
        Entry.objects.filter(pk__in=[share["entry_id"] for share in deal.shares]).values_list(
            "pk", "player__public_name"
        )
    )
    return [{**share, "name": now.get(share["entry_id"], share["name"])} for share in deal.shares]


def _view(deal: Deal, *, phones: int) -> DealView:
    return DealView(
        deal_id=deal.pk,
        kind=deal.kind,
        state=str(deal.state),
        total_cents=deal.total_cents,
        reserve_cents=deal.reserve_cents,
        shares=tuple(
            {name: share[name] for name in ("entry_id", "name", "chips", "amount_cents")}
            for share in shares_named(deal)
        ),
        votes_cast=phones + deal.paper_votes,
        votes_needed=len(deal.shares),
        phone_votes=phones,
        paper_votes=deal.paper_votes,
        paper_with_account=deal.paper_with_account,
        paper_by=deal.paper_by,
        paper_at=deal.paper_at,
        ended_because=deal.ended_because,
        reason=deal.reason,
        changes=changes_of(deal) if deal.kind == DealKind.EXTRA else (),
        cautions=cautions_of(deal),
    )
