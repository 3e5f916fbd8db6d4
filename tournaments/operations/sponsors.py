"""Steps on the sponsors of a house: their pictures in order, without gaps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from dispatch.commands import check_as_read, record
from rules import validation
from rules.refusals import N_, Refused, not_found
from tournaments.facts.circuit import SponsorAdded, SponsorDropped, SponsorRestored, SponsorsOrdered
from tournaments.models import Sponsor, Venue
from tournaments.operations.logo import Logo
from tournaments.queries.branding import why_no_more_sponsors, why_sponsor_is_gone, why_sponsor_stays
from tournaments.results import SponsorResult

LONGEST_NAME = 60


def add(venue_id: int, *, name: str, picture: Logo, at: datetime) -> SponsorResult:
    """Show one more sponsor, behind the others. Refusals: ``not_found``, ``too_many_sponsors``, those of a name."""
    name = " ".join(validation.text("name", name, at_most=LONGEST_NAME).split())
    there = _shown(venue_id)
    no = why_no_more_sponsors(venue_id)
    if no is not None:
        raise no
    made = Sponsor.objects.create(
        venue_id=venue_id,
        name=name,
        position=len(there) + 1,
        picture=picture.name,
        media=picture.media,
        width=picture.width,
        height=picture.height,
        content=picture.content,
        added_at=at,
    )
    said = _result(made, position=len(there) + 1)
    record(
        SponsorAdded(
            venue_id=venue_id,
            sponsor_id=made.pk,
            name=name,
            picture=said.picture,
            position=said.position,
        )
    )
    return said


def order(venue_id: int, *, sponsors: Sequence[int]) -> list[int]:
    """Show the sponsors in this order. Refusals: ``not_found``, ``changed_meanwhile`` (other sponsors than there are)."""
    there = _shown(venue_id)
    before = [row.pk for row in there]
    wanted = list(sponsors)
    if sorted(wanted) != sorted(before):
        raise Refused(
            "changed_meanwhile", N_("The sponsors are not those that this page shows. Reload and try again.")
        )
    if wanted != before:
        _number(there, order=wanted)
        record(SponsorsOrdered(venue_id=venue_id, sponsors=wanted))
    return wanted


def drop(venue_id: int, *, sponsor_id: int) -> SponsorResult:
    """Show a sponsor no longer; those behind move up. Refusals: ``not_found``, ``no_such_sponsor``."""
    there = _shown(venue_id)
    check_as_read()
    no = why_sponsor_stays(venue_id, sponsor_id=sponsor_id)
    if no is not None:
        raise no
    gone = next(row for row in there if row.pk == sponsor_id)
    said = _result(gone, position=gone.position or 0)
    gone.position = None
    gone.save(update_fields=["position"])
    left = [row for row in there if row.pk != sponsor_id]
    _number(left, order=[row.pk for row in left])
    record(SponsorDropped(venue_id=venue_id, sponsor_id=sponsor_id, name=gone.name, position=said.position))
    return said


def restore(venue_id: int, *, sponsor_id: int, position: int) -> SponsorResult:
    """Show a sponsor again that was taken away, where it stood.

    Refusals: ``not_found``, ``no_such_sponsor``, ``already_undone``, ``too_many_sponsors``.
    """
    there = _shown(venue_id)
    check_as_read()
    no = why_sponsor_is_gone(venue_id, sponsor_id=sponsor_id)
    if no is not None:
        raise no
    back = Sponsor.objects.select_for_update().get(pk=sponsor_id)
    order = [row.pk for row in there]
    place = max(1, min(position, len(order) + 1))
    order.insert(place - 1, back.pk)
    _number([*there, back], order=order)
    record(SponsorRestored(venue_id=venue_id, sponsor_id=sponsor_id, name=back.name, position=place))
    return _result(back, position=place)


def _shown(venue_id: int) -> list[Sponsor]:
    """The sponsors in their order, and nobody else's: the venue is locked first. Refusal: ``not_found``."""
    if Venue.objects.select_for_update(no_key=True).filter(pk=venue_id).first() is None:
        raise not_found("venue")
    rows = Sponsor.objects.select_for_update().filter(venue_id=venue_id, position__isnull=False)
    return list(rows.defer("content").order_by("position"))


def _number(rows: Sequence[Sponsor], *, order: Sequence[int]) -> None:
    for row in rows:
        position = order.index(row.pk) + 1
        if row.position != position:
            row.position = position
            row.save(update_fields=["position"])


def _result(row: Sponsor, *, position: int) -> SponsorResult:
    return SponsorResult(
        venue_id=row.venue_id, sponsor_id=row.pk, name=row.name, picture=row.picture, position=position
    )
