"""Pay-ins: what houses offer, those of one player, those that a house waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q, QuerySet

from payouts.models import PayIn
from payouts.queries.found import ON_A_PAGE, found_by
from people.models import Player
from people.queries import excluded_among
from people.queries.accounts import names_of_users
from people.queries.days import day_here
from rules.entries import OF_AGE_YEARS, PaymentMethod, age_on
from rules.paying import PayInMethod, PayInState, meant_by
from rules.refusals import N_, Refused, not_found
from tournaments.models import Venue
from tournaments.queries.pix import PixAccount


@dataclass(frozen=True, slots=True, kw_only=True)
class PayInOffer:
    """How a house takes pay-ins: pix, where it is paid so; bank_account, as players copy it, "" for none. methods: what of it players may choose."""

    venue_id: int
    venue: str
    currency: str
    pix: PixAccount | None
    bank_account: str

    @property
    def methods(self) -> list[str]:
        """The methods, the quickest first."""
        pix = [PayInMethod.PIX.value] if self.pix is not None else []
        return pix + ([PayInMethod.BANK.value] if self.bank_account else [])


@dataclass(frozen=True, slots=True, kw_only=True)
class PayInView:
    """A pay-in as its player and the house read it. run_out: the house waits no longer, and takes the money all the same. arrived_cents: what came. second_of:
    the reference under which this money came once more. settled_by: who of the house did what state says, "" for nobody there. excluded: the player may not
    play at this house now, so that nothing is taken: what comes is set aside and goes back.
    """

    pay_in_id: int
    reference: str
    venue_id: int
    venue: str
    timezone: str
    player_id: int
    player: str
    unit: str
    method: str
    amount_cents: int
    state: str
    run_out: bool
    asked_at: datetime
    open_until: datetime
    arrived_cents: int | None
    note: str
    reason: str = field(repr=False)
    settled_at: datetime | None
    settled_by: str
    deposit_id: int | None
    second_of: str
    excluded: bool

    @property
    def waits(self) -> bool:
        """Whether its player may pay it now."""
        return self.state == PayInState.ASKED and not self.run_out and not self.excluded


def offers_to_pay_in() -> list[PayInOffer]:
    """Return the houses at which players ask on the phone, by name, with how each takes pay-ins; where a transfer costs more, none."""
    return [_offer(one) for one in Venue.objects.filter(phone_money=True).order_by("name", "pk")[:20]]


def takes_pay_ins(venue_id: int) -> bool:
    """Return whether players of a house pay in on the phone."""
    house = Venue.objects.filter(pk=venue_id, phone_money=True).first()
    return house is not None and bool(_offer(house).methods)


def check_phone_money(venue_id: int) -> None:
    """Refuse where players do not ask on the phone. Refusals: ``no_phone_money``. Rule: PT-T.21"""
    if not Venue.objects.filter(pk=venue_id, phone_money=True).exists():
        raise Refused(
            "no_phone_money",
            N_("This house takes deposits and pays out at its desk only."),
            rule="PT-T.21",
        )


def check_offered(venue_id: int, *, method: str) -> None:
    """Refuse a method that the house does not offer. Refusals: ``no_phone_money``, ``no_pay_in_method``. Rule: PT-T.21"""
    check_phone_money(venue_id)
    if method not in _offer(Venue.objects.get(pk=venue_id)).methods:
        raise Refused(
            "no_pay_in_method",
            N_("This house takes no deposits this way. Choose another, or go to its desk."),
            rule="PT-T.21",
            field="method",
        )


def check_known(player: Player, *, at: datetime) -> None:
    """Refuse money of who is not known to be of age by a document. Refusals: ``identity_not_checked``, ``under_age``. Rule: PT-T.21, SCPT.F"""
    if player.id_checked_at is None or player.birth_date is None:
        raise Refused(
            "identity_not_checked",
            N_(
                "The identity document was not shown at the desk yet: money is paid in for players whom the house knows."
            ),
            rule="PT-T.21",
        )
    if age_on(player.birth_date, day=day_here(at)) < OF_AGE_YEARS:
        raise Refused(
            "under_age",
            N_("Money is paid in from the age of %(years)s."),
            rule="SCPT.F",
            years=OF_AGE_YEARS,
        )


def why_no_pay_in(player_id: int, *, at: datetime) -> Refused | None:
    """Return why a player may not pay in yet, whatever the amount; None where nothing is against it."""
    try:
        check_known(Player.objects.get(pk=player_id), at=at)
    except Refused as refused:
        return refused
    return None


def offer_of(venue_id: int) -> PayInOffer:
    """Return how a house takes pay-ins, whether it is open to players now or not."""
    return _offer(Venue.objects.get(pk=venue_id))


def waiting_pay_ins(player_id: int, *, at: datetime) -> int:
    """Return how many pay-ins of a player the house waits for."""
    return PayIn.objects.filter(player_id=player_id, state=PayInState.ASKED, open_until__gt=at).count()


def pay_in_of_player(pay_in_id: int, *, player_id: int, at: datetime) -> PayInView:
    """Return one pay-in, for its player alone. Refusals: ``not_found``."""
    return _one(PayIn.objects.filter(pk=pay_in_id, player_id=player_id), at=at)


def pay_in_of_house(pay_in_id: int, *, venue_id: int, at: datetime) -> PayInView:
    """Return one pay-in of a house, for its staff. Refusals: ``not_found``."""
    return _one(PayIn.objects.filter(pk=pay_in_id, venue_id=venue_id), at=at)


def pay_ins_of_player(player_id: int, *, at: datetime, limit: int = ON_A_PAGE) -> list[PayInView]:
    """Return a player's pay-ins, the latest first. Rule: PT-T.21"""
    return _views(PayIn.objects.filter(player_id=player_id).order_by("-id")[:limit], at=at)


def pay_ins_waiting(venue_id: int, *, at: datetime) -> list[PayInView]:
    """Return the pay-ins whose money a house waits for, the oldest first."""
    asked = PayIn.objects.filter(venue_id=venue_id, state=PayInState.ASKED, open_until__gt=at)
    return _views(asked.order_by("id")[:200], at=at)


def pay_ins_held(venue_id: int, *, at: datetime) -> list[PayInView]:
    """Return the pay-ins whose money came and is to be sent back, the oldest first."""
    return _views(PayIn.objects.filter(venue_id=venue_id, state=PayInState.HELD).order_by("id")[:200], at=at)


def pay_ins_over(venue_id: int, *, at: datetime) -> list[PayInView]:
    """Return the last pay-ins of a house for which nothing is to be done, the latest first."""
    over = Q(state__in=(PayInState.ASKED, PayInState.HELD))
    run_out = Q(state=PayInState.ASKED, open_until__lte=at)
    found = PayIn.objects.filter(~over | run_out, venue_id=venue_id)
    return _views(found.order_by("-id")[:ON_A_PAGE], at=at)


def pay_ins_found(venue_id: int, *, typed: str, at: datetime) -> list[PayInView]:
    """Return the pay-in of a house that a reference stands for, in whatever state; else those of players by that name."""
    found = found_by(
        PayIn.objects.filter(venue_id=venue_id),
        typed=typed,
        letter="P",
        words="player__full_name",
        number=lambda number: Q(pk=number) | Q(second_of=number),
    )
    return _views(found, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class PayInPlace:
    """Where a pay-in belongs. language: of its house."""

    pay_in_id: int
    currency: str
    language: str


def place_of_pay_in(reference: str) -> PayInPlace | None:
    """Return the pay-in that a reference on a bank's statement stands for; None where there is none."""
    meant = meant_by(reference)
    if meant is None or meant[0] != "P":
        return None
    found = PayIn.objects.filter(pk=meant[1]).values_list("pk", "unit", "venue__language").first()
    return PayInPlace(pay_in_id=found[0], currency=found[1], language=found[2]) if found else None


def _offer(venue: Venue) -> PayInOffer:
    # a surcharge is taken when something is bought: nothing is paid in by that method
    free = not venue.surcharges_bp.get(PaymentMethod.TRANSFER.value, 0)
    pix = (
        PixAccount(key=venue.pix_key, receiver=venue.pix_receiver, city=venue.pix_city)
        if venue.pix_key
        else None
    )
    return PayInOffer(
        venue_id=venue.pk,
        venue=venue.name,
        currency=venue.currency,
        pix=pix if free else None,
        bank_account=venue.bank_account if free else "",
    )


def _one(found: QuerySet[PayIn], *, at: datetime) -> PayInView:
    views = _views(found[:1], at=at)
    if not views:
        raise not_found("pay-in")
    return views[0]


def _views(found: QuerySet[PayIn], *, at: datetime) -> list[PayInView]:
    rows: Sequence[PayIn] = list(found.select_related("venue", "player", "second_of"))
    names = names_of_users({one.settled_by for one in rows if one.settled_by is not None})
    houses = {one.venue_id for one in rows}
    away = {
        (venue_id, player_id)
        for venue_id in houses
        for player_id in excluded_among({one.player_id for one in rows}, venue_id=venue_id, at=at)
    }
    return [
        PayInView(
            pay_in_id=one.pk,
            reference=one.reference,
            venue_id=one.venue_id,
            venue=one.venue.name,
            timezone=one.venue.timezone,
            player_id=one.player_id,
            player=one.player.full_name or one.player.public_name,
            unit=one.unit,
            method=one.method,
            amount_cents=one.amount_cents,
            state=one.state,
            run_out=one.state == PayInState.ASKED and at >= one.open_until,
            asked_at=one.asked_at,
            open_until=one.open_until,
            arrived_cents=one.arrived_cents,
            note=one.note,
            reason=one.reason,
            settled_at=one.settled_at,
            settled_by=_by(one, names),
            deposit_id=one.deposit_id,
            second_of=one.second_of.reference if one.second_of is not None else "",
            excluded=(one.venue_id, one.player_id) in away,
        )
        for one in rows
    ]


def _by(one: PayIn, names: dict[int, str]) -> str:
    """Who of the house: not the player, who took it back."""
    if one.settled_by is None or one.state == PayInState.TAKEN_BACK:
        return ""
    return names.get(one.settled_by, "")
