"""What a house shows of itself: its picture, where it is paid; and how its tournaments begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models.functions import Coalesce

from rules.entries import PaymentMethod, price_line
from rules.refusals import N_, Refused, not_found, possible
from tournaments.models import (
    Registration,
    RegistrationState,
    Sponsor,
    Venue,
    VenueColours,
    VenueLogo,
)
from tournaments.queries.pix import PixAccount, br_code

# as the database holds them
MOST_SPONSORS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class LogoView:
    """A picture as it is served. name: another one for another picture. width, height: pixels."""

    venue_id: int
    name: str
    media: str
    width: int
    height: int


def logo_of(venue_id: int) -> LogoView | None:
    """Return the venue's picture, without its bytes; None where there is none."""
    found = (
        VenueLogo.objects.filter(pk=venue_id).values("venue_id", "name", "media", "width", "height").first()
    )
    return LogoView(**found) if found else None


def logo_content(venue_id: int, *, name: str) -> tuple[str, bytes] | None:
    """Media type and bytes of the picture of that name; None when it is another one by now."""
    found = VenueLogo.objects.filter(pk=venue_id, name=name).values_list("media", "content").first()
    return (found[0], bytes(found[1])) if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorView:
    """Who supports a house. position: from 1 on. picture: its name, another one for another picture. width, height:
    pixels."""

    sponsor_id: int
    name: str
    position: int
    picture: str
    width: int
    height: int


def sponsors_of(venue_id: int) -> list[SponsorView]:
    """Return the sponsors of a venue in their order, without the bytes of their pictures."""
    rows = Sponsor.objects.filter(venue_id=venue_id, position__isnull=False).order_by("position")
    return [
        SponsorView(
            sponsor_id=row.pk,
            name=row.name,
            position=position,
            picture=row.picture,
            width=row.width,
            height=row.height,
        )
        for position, row in enumerate(rows.defer("content"), 1)
    ]


def sponsor_content(venue_id: int, *, picture: str) -> tuple[str, bytes] | None:
    """Media type and bytes of a sponsor's picture; None when no sponsor of the venue has it any more."""
    found = (
        Sponsor.objects.filter(venue_id=venue_id, picture=picture, position__isnull=False)
        .values_list("media", "content")
        .first()
    )
    return (found[0], bytes(found[1])) if found else None


def why_sponsor_stays(venue_id: int, *, sponsor_id: int) -> Refused | None:
    """Return why a sponsor cannot be taken away; None where it can. Refusal: ``no_such_sponsor``."""
    if Sponsor.objects.filter(pk=sponsor_id, venue_id=venue_id, position__isnull=False).exists():
        return None
    return Refused("no_such_sponsor", N_("This sponsor was removed. Reload the page."))


def why_sponsor_is_gone(venue_id: int, *, sponsor_id: int) -> Refused | None:
    """Return why a sponsor that was taken away cannot come back; None where it can.

    Refusals: ``no_such_sponsor``, ``already_undone``, ``too_many_sponsors``.
    """
    there = Sponsor.objects.filter(pk=sponsor_id, venue_id=venue_id).values_list("position").first()
    if there is None:
        return Refused("no_such_sponsor", N_("This sponsor was removed. Reload the page."))
    if there[0] is not None:
        return Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    return why_no_more_sponsors(venue_id)


def why_no_more_sponsors(venue_id: int) -> Refused | None:
    """Return why a venue takes no more sponsors; None where it does. Refusal: ``too_many_sponsors``."""
    if Sponsor.objects.filter(venue_id=venue_id, position__isnull=False).count() < MOST_SPONSORS:
        return None
    return Refused(
        "too_many_sponsors",
        N_("There are %(most)s sponsors already. Remove one first."),
        most=MOST_SPONSORS,
    )


def drop_preview(venue_id: int, *, sponsor_id: int) -> dict[str, Any]:
    """{sponsor_id, possible, code, sentence}: what taking a sponsor away would do."""
    return {"sponsor_id": sponsor_id, **possible(why_sponsor_stays(venue_id, sponsor_id=sponsor_id))}


def restore_preview(venue_id: int, *, position: int, sponsor_id: int) -> dict[str, Any]:
    """{sponsor_id, position, possible, code, sentence}: what bringing a sponsor back would do."""
    no = why_sponsor_is_gone(venue_id, sponsor_id=sponsor_id)
    return {"sponsor_id": sponsor_id, "position": position, **possible(no)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ColoursView:
    """The colours that a house chose. tokens: ground -> name -> colour. name: another one for other colours."""

    venue_id: int
    first: str
    second: str
    ground: str
    tokens: dict[str, dict[str, str]]
    name: str


def colours_of(venue_id: int) -> ColoursView | None:
    """Return the colours of a venue's displays; None where it chose none."""
    found = (
        VenueColours.objects.filter(pk=venue_id)
        .values("venue_id", "first", "second", "ground", "tokens", "name")
        .first()
    )
    return ColoursView(**found) if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PixDue:
    """What a registration that waits still owes, as a bank's app pays it.

    code: to paste or to draw as a QR code. reference: the registration's short code, which the desk's list shows too.
    """

    registration_id: int
    reference: str
    amount_cents: int
    surcharge_cents: int
    receiver: str
    code: str


def pix_of(venue_id: int) -> PixAccount | None:
    """Return where a house is paid by PIX; None where it is not. For its staff, and inside a code for who pays."""
    found = Venue.objects.filter(pk=venue_id).values_list("pix_key", "pix_receiver", "pix_city").first()
    return PixAccount(key=found[0], receiver=found[1], city=found[2]) if found and found[0] else None


def bank_of(venue_id: int) -> tuple[str, bool]:
    """Return the account to which players transfer, as they copy it, and whether they ask on their phones."""
    account, on = Venue.objects.values_list("bank_account", "phone_money").get(pk=venue_id)
    return str(account), bool(on)


def excluded_prizes_of(venue_id: int) -> str:
    """Return what a house does with the prize of somebody who is excluded: pay, hold or refuse."""
    return str(Venue.objects.values_list("excluded_prizes", flat=True).get(pk=venue_id))


def pix_due(registration_id: int) -> PixDue:
    """Return the PIX code of a waiting registration: the price it was made at with what the house adds for transfers,
    to the cent.

    Nobody is told by a bank that it was paid: the desk confirms when the money has arrived.
    Refusals: ``not_found``, ``not_pending``, ``no_pix``. Rule: SCPT.D, SCPT.E
    """
    row = (
        Registration.objects.filter(pk=registration_id)
        .values_list(
            "state",
            "code",
            Coalesce("price_cents", "tournament__price_cents"),
            "tournament__currency",
            "tournament__venue_id",
        )
        .first()
    )
    if row is None:
        raise not_found("registration")
    state, reference, price_cents, currency, venue_id = row
    if state != RegistrationState.PENDING:
        raise Refused(
            "not_pending",
            N_("This registration does not wait for a payment. Reload to see how it stands."),
            rule="SCPT.D",
        )
    to = pix_of(venue_id)
    if to is None or currency != "BRL":
        raise Refused("no_pix", N_("This house takes no PIX. Pay at the desk."), rule="SCPT.E")
    surcharges = Venue.objects.values_list("surcharges_bp", flat=True).get(pk=venue_id)
    line = price_line(
        price_cents=price_cents,
        method=PaymentMethod.TRANSFER,
        surcharges_bp={PaymentMethod(method): bp for method, bp in surcharges.items()},
    )
    return PixDue(
        registration_id=registration_id,
        reference=reference,
        amount_cents=line.total_cents,
        surcharge_cents=line.surcharge_cents,
        receiver=to.receiver,
        code=br_code(to, amount_cents=line.total_cents, reference=reference),
    )
