"""Prizes from the pool to those who won them, and back when a place was a mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import connection

from dispatch import prepared
from dispatch.commands import record
from dispatch.facts import CommandId
from ledger.operations import post, reverse, wallets
from ledger.operations.transfers import NewTransfer
from payouts.facts import PrizeAwarded, PrizeCredited, PrizeFact, PrizeTakenBack, PrizeWithdrawn
from payouts.models import Award, AwardState, Deal, DealState, PrizePool
from payouts.operations.deals import PLAYER_BACK, PLAYER_LEFT, lapse
from payouts.operations.pool import account_of
from payouts.queries.ladders import Ladder
from rules.accounts import AccountKind, TransferId
from rules.deals import DealKind, shares_by_place
from rules.finishing import place_from
from rules.holidays import country_of, holidays
from rules.policies import from_dict as policies_from
from rules.prizes import due_on, shared_prize
from rules.refusals import N_, Refused
from tournaments.models import Elimination, Entry, Field, Tournament
from tournaments.queries.circuit import zone_of


def award_reference(award_id: int) -> str:
    """Return what a prize is booked under, from the pool to the player's hand."""
    return f"award:{award_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """A prize to be given: the entry, its place, how many share it, what it gets."""

    entry_id: int
    place: int
    tied: int
    amount_cents: int


# so that most who go out cost no look at the ladder
_PLACES_PAID = (
    "SELECT greatest(coalesce((prizes->-1->>1)::int, 0), coalesce(deal_among, 0)),"
    " EXISTS (SELECT FROM payouts_deal d WHERE d.tournament_id = p.tournament_id AND d.state = 'open')"
    " FROM payouts_prizepool p WHERE tournament_id = %s"
)


def _reaches(places: int, placed: Sequence[Elimination], field: Field) -> bool:
    """Whether one of those who went out may have a paid place."""
    return any(
        place_from(entries_total=field.entries_total, out_before=row.out_before or 0, tied=row.tied) <= places
        for row in placed
    )


def award(
    tournament: Tournament,
    *,
    field: Field,
    eliminations: Sequence[Elimination],
    at: datetime,
    command_id: CommandId,
) -> dict[int, int]:
    """Give the prizes of those eliminations whose place is final and paid; entry id to cents of what was given.

    Those who share a place share its prizes; odd cents go in the order of tables and seats. An entry that has its
    prize already is passed over. Costs the same in any field.
    Rule: SCPT.L, PT-T.54, PT-T.51, ADTP.P16, CASES p16-b, CASES p16-c, REGULATIONS 6.4
    """
    placed = [row for row in eliminations if row.out_before is not None and row.undone_at is None]
    if field.entries_closed_at is None or not placed:
        return {}
    paid = prepared.rows(_PLACES_PAID, [tournament.pk])
    if paid and paid[0][1]:
        lapse(tournament, at=at, because=PLAYER_LEFT)
    if not paid or not _reaches(paid[0][0], placed, field):
        return {}
    pool = PrizePool.objects.get(pk=tournament.pk)
    ladder = Ladder.of(pool.prizes)
    deal = deal_of(pool)
    won: list[Won] = []
    dealt: list[tuple[int, Elimination]] = []
    for out_before in sorted({row.out_before or 0 for row in placed}, reverse=True):
        group = [row for row in placed if row.out_before == out_before]
        tied = group[0].tied
        place = place_from(entries_total=field.entries_total, out_before=out_before, tied=tied)
        if deal is not None and place <= len(deal.amounts):
            dealt += [(place, row) for row in group]
            continue
        if place > ladder.places:
            continue
        everybody = group if len(group) == tied else _sharing(tournament.pk, out_before)
        everybody = sorted(everybody, key=lambda row: (row.table_number, row.seat_number, row.entry_id))
        shares = shared_prize(ladder.span(place, tied), place=1, tied=tied)
        asked = {row.entry_id for row in group}
        won += [
            Won(entry_id=row.entry_id, place=place, tied=tied, amount_cents=cents)
            for row, cents in zip(everybody, shares, strict=True)
            if row.entry_id in asked
        ]
    if deal is not None and dealt:
        won += _won_by_deal(tournament, deal, dealt)
    return give(tournament, won=won, at=at, command_id=command_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A deal that was made: what each entry gets, and what the champion gets on top."""

    kind: DealKind
    amounts: Mapping[int, int]
    chips: Mapping[int, int]
    reserve_cents: int

    def by_place(self, out: Sequence[int]) -> list[int]:
        """Return what those entries get who go out, the worst place first."""
        entries = list(self.amounts)
        return list(
            shares_by_place(
                kind=self.kind,
                chips=[self.chips[entry] for entry in entries],
                amounts_cents=[self.amounts[entry] for entry in entries],
                out=[entries.index(entry) for entry in out],
            )
        )


def deal_of(pool: PrizePool) -> Dealt | None:
    """Return the deal that stands for the best places, if one was made."""
    if pool.deal_among is None:
        return None
    made = Deal.objects.exclude(kind=DealKind.EXTRA).get(tournament_id=pool.pk, state=DealState.MADE)
    return Dealt(
        kind=DealKind(made.kind),
        amounts={int(share["entry_id"]): int(share["amount_cents"]) for share in made.shares},
        chips={int(share["entry_id"]): int(share["chips"]) for share in made.shares},
        reserve_cents=made.reserve_cents,
    )


def _given_before(tournament_id: int, deal: Dealt) -> list[int]:
    """Who of the deal has a prize already, the worst place first."""
    return list(
        Award.objects.filter(tournament_id=tournament_id, entry_id__in=list(deal.amounts))
        .exclude(state=AwardState.VOID)
        .order_by("-place", "id")
        .values_list("entry_id", flat=True)
    )


def _won_by_deal(tournament: Tournament, deal: Dealt, dealt: Sequence[tuple[int, Elimination]]) -> list[Won]:
    """The parts of those who go out now. Who shares a place is counted from the last seat of the last table on."""
    before = _given_before(tournament.pk, deal)
    now = sorted(
        ((place, row) for place, row in dealt if row.entry_id not in before),
        key=lambda one: (one[0], one[1].table_number, one[1].seat_number),
        reverse=True,
    )
    amounts = deal.by_place([*before, *(row.entry_id for _, row in now)])[len(before) :]
    return [
        Won(
            entry_id=row.entry_id,
            place=place,
            tied=row.tied,
            amount_cents=cents + (deal.reserve_cents if place == 1 else 0),
        )
        for (place, row), cents in zip(now, amounts, strict=True)
    ]


def award_winner(
    tournament: Tournament,
    *,
    pool: PrizePool,
    entry_ids: Sequence[int],
    at: datetime,
    command_id: CommandId,
) -> dict[int, int]:
    """Return the prize of who is first: first place, or the own part of a deal and what was kept for the champion. entry_ids: several
    where they share the first place at the set time, in the order in which odd cents go.

    Rule: PT-T.33, PT-T.52, SCPT.M"""
    deal, tied = deal_of(pool), len(entry_ids)
    if deal is None:
        amounts = shared_prize(Ladder.of(pool.prizes).span(1, tied), place=1, tied=tied)
    else:
        before = [entry for entry in _given_before(tournament.pk, deal) if entry not in entry_ids]
        kept = shared_prize([deal.reserve_cents], place=1, tied=tied)
        own = reversed(deal.by_place([*before, *reversed(entry_ids)])[-tied:])
        amounts = tuple(cents + more for cents, more in zip(own, kept, strict=True))
    won = [
        Won(entry_id=entry_id, place=1, tied=tied, amount_cents=cents)
        for entry_id, cents in zip(entry_ids, amounts, strict=True)
    ]
    return give(tournament, won=won, at=at, command_id=command_id)


def _sharing(tournament_id: int, out_before: int) -> list[Elimination]:
    return list(
        Elimination.objects.filter(tournament_id=tournament_id, out_before=out_before, undone_at__isnull=True)
    )


def give(
    tournament: Tournament, *, won: Sequence[Won], at: datetime, command_id: CommandId
) -> dict[int, int]:
    """Move prizes from the pool into the players' wallets and record them; passes over who has one already."""
    won = [w for w in won if w.amount_cents > 0]
    if not won:
        return {}
    has = set(
        Award.objects.filter(entry_id__in=[w.entry_id for w in won])
        .exclude(state=AwardState.VOID)
        .values_list("entry_id", flat=True)
    )
    won = [w for w in won if w.entry_id not in has]
    if not won:
        return {}
    entries = {
        e.pk: e
        for e in Entry.objects.filter(pk__in=[w.entry_id for w in won])
        .select_related("player")
        .only("id", "player_id", "player__public_name")
    }
    zone = zone_of(tournament.venue_id)
    decided = at.astimezone(ZoneInfo(zone)).date()
    country = country_of(currency=tournament.currency, timezone=zone)
    due = due_on(
        decided_on=decided,
        business_days=policies_from(tournament.policies).prize_due_business_days,
        holidays=holidays(country, year=decided.year) | holidays(country, year=decided.year + 1),
    )
    rows = Award.objects.bulk_create(
        [
            Award(
                tournament_id=tournament.pk,
                entry_id=w.entry_id,
                player_id=entries[w.entry_id].player_id,
                place=w.place,
                tied=w.tied,
                amount_cents=w.amount_cents,
                due_on=due,
                awarded_at=at,
                command_id=command_id,
            )
            for w in won
        ]
    )
    source = account_of(AccountKind.PRIZE_POOL, tournament=tournament)
    purses = wallets([row.player_id for row in rows], unit=tournament.currency)
    moved = post(
        [
            NewTransfer(
                debit=source,
                credit=purses[row.player_id],
                amount_cents=row.amount_cents,
                unit=tournament.currency,
                kind="prize",
                at=at,
                command_id=command_id,
                reference=award_reference(row.pk),
                tournament_id=tournament.pk,
            )
            for row in rows
        ]
    )
    for row, transfer in zip(rows, moved, strict=True):
        row.transfer_id = transfer
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE payouts_award a SET transfer_id = v.transfer_id"
            " FROM unnest(%s::bigint[], %s::bigint[]) AS v (id, transfer_id) WHERE a.id = v.id",
            [[row.pk for row in rows], list(moved)],
        )
    for row in rows:
        _tell(PrizeAwarded, row, entries[row.entry_id].player.public_name, tournament=tournament)
        record(
            PrizeCredited(
                tournament_id=tournament.pk,
                player_id=row.player_id,
                award_id=row.pk,
                entry_id=row.entry_id,
                place=row.place,
                tied=row.tied,
                amount_cents=row.amount_cents,
                currency=tournament.currency,
                due_on=row.due_on.isoformat(),
            )
        )
    return {row.entry_id: row.amount_cents for row in rows}


def _tell(fact: type[PrizeFact], row: Award, name: str, *, tournament: Tournament) -> None:
    record(
        fact(
            tournament_id=tournament.pk,
            award_id=row.pk,
            entry_id=row.entry_id,
            name=name,
            place=row.place,
            tied=row.tied,
            amount_cents=row.amount_cents,
            currency=tournament.currency,
        )
    )


def void_awards(
    tournament: Tournament, *, entry_ids: Sequence[int], at: datetime, command_id: CommandId
) -> list[int]:
    """Take prizes back into the pool because the places were a mistake; the entries concerned.

    Nothing is deleted: the awards stay as void, the money goes back by correcting transfers.
    Refusals: ``prize_paid`` when one was paid out, ``prize_spent`` when the wallet no longer holds it, ``deal_made``
    when somebody who was out before a deal would be in again.
    """
    rows = list(
        Award.objects.select_for_update(of=("self",))
        .select_related("player")
        .filter(tournament_id=tournament.pk, entry_id__in=list(entry_ids))
        .exclude(state=AwardState.VOID)
        .order_by("id")
    )
    _not_before_a_deal(tournament, entry_ids, at=at)
    for row in rows:
        if row.state == AwardState.PAID:
            raise Refused(
                "prize_paid",
                N_(
                    "The prize of %(player)s (place %(place)s) is already paid out. Take the payment back first."
                ),
                rule="SCPT.L",
                player=row.player.public_name,
                place=row.place,
            )
    if not rows:
        return []
    _take_back([TransferId(row.transfer_id) for row in rows if row.transfer_id], at=at, command_id=command_id)
    Award.objects.filter(pk__in=[row.pk for row in rows]).update(state=AwardState.VOID)
    for row in rows:
        _tell(PrizeTakenBack, row, row.player.public_name, tournament=tournament)
        record(
            PrizeWithdrawn(
                tournament_id=tournament.pk,
                player_id=row.player_id,
                award_id=row.pk,
                entry_id=row.entry_id,
                amount_cents=row.amount_cents,
            )
        )
    return [row.entry_id for row in rows]


def _not_before_a_deal(tournament: Tournament, entry_ids: Sequence[int], *, at: datetime) -> None:
    for deal in Deal.objects.filter(tournament=tournament, state=DealState.MADE):
        _not_before(deal, entry_ids)
    lapse(tournament, at=at, because=PLAYER_BACK)


def _not_before(deal: Deal, entry_ids: Sequence[int]) -> None:
    among = {int(share["entry_id"]) for share in deal.shares}
    if any(entry_id not in among for entry_id in entry_ids):
        raise Refused(
            "deal_made",
            N_("A deal was made since among those who were left; who was out before it stays out."),
            rule="SCPT.M",
        )


def _take_back(transfers: Sequence[TransferId], *, at: datetime, command_id: CommandId) -> None:
    try:
        reverse(transfers, at=at, command_id=command_id)
    except Refused as no:
        if no.code != "insufficient_funds":
            raise
        raise Refused(
            "prize_spent",
            N_("A prize was already used from the player's balance. Ask for the money back first."),
            rule="SCPT.L",
        ) from no
