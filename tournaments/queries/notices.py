"""Reads of notices: one's own, what is switched off, what could not be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q

from dispatch.queries import dead_letter, dead_letters
from payouts.models import Award, AwardState, Deal, DealState
from payouts.queries.repaying import GivenBack, given_back_to
from people.models import MailOff
from rules.notices import NOTICES, Channel, NoticeKind
from rules.refusals import not_found
from tournaments.models import Entry, EntryState, Notice, NoticeState, Tournament, Venue, VenueMailOff
from tournaments.queries.circuit import venue_of_tournament
from tournaments.streams import tournament_stream, venue_stream

#: how far back the house's page counts what was sent
SINCE = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeView:
    """What somebody was told. tournament: its name; of none, tournament_id is None and table_id, tournament are number and name of the online
    table that it is about; of money they are None and the house's name. told: by the kind; mail: listed (on the page only), waiting, sent, late, failed, dropped."""

    notice_id: int
    kind: str
    at: datetime
    tournament_id: int | None
    table_id: int | None
    tournament: str
    timezone: str
    told: Mapping[str, Any]
    mail: str
    sent_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeSwitch:
    """A kind of notice that may go by mail, and whether it does."""

    kind: str
    title: str
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UntoldView:
    """What could not be told and waits for the house to decide. tournament: "", and tournament_id None, of what is about none. player: the public name, "" where the fact itself could not be
    read; about: the kind of notice, or of the fact; again: somebody has asked to try again."""

    letter_id: int
    tournament_id: int | None
    tournament: str
    player: str
    about: str
    at: datetime
    error: str
    tries: int
    died_at: datetime
    again: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PostView:
    """How the mails of a house stand: those that wait with the oldest of them, and what became of the last thirty days'."""

    waiting: int
    waiting_since: datetime | None
    sent: int
    late: int
    untold: tuple[UntoldView, ...]


def notices_of(
    player_id: int, *, limit: int = 30, only_venue_id: int | None = None
) -> tuple[NoticeView, ...]:
    """Return what a player was told, by any house or by one, the latest first. What only held for a while is left out
    when it does not hold any more: a number in line that is another one now, a vote that is over.
    """
    of_house = Q() if only_venue_id is None else _of_house(only_venue_id)
    paid, back = _paid_prizes(player_id), given_back_to(player_id)
    rows = (
        Notice.objects.filter(of_house, player_id=player_id)
        .filter(~Q(kind=NoticeKind.LINE.value) | Q(pk__in=_numbers_in_line(player_id)))
        .filter(~Q(kind=NoticeKind.DEAL.value) | Q(told__deal_id__in=_open_votes(player_id)))
        .exclude(pk__in=_superseded(player_id))
        .select_related("tournament__venue", "venue")
        .only(
            *("kind", "at", "told", "state", "sent_at"),
            *("tournament__name", "tournament__venue__timezone", "venue__timezone", "venue__name"),
        )
        .order_by("-id")[:limit]
    )
    return tuple(
        NoticeView(
            notice_id=row.pk,
            kind=row.kind,
            at=row.at,
            tournament_id=row.tournament_id,
            table_id=row.told.get("table_id") if row.tournament is None else None,
            tournament=row.told.get("table", _house_of(row).name)
            if row.tournament is None
            else row.tournament.name,
            timezone=_house_of(row).timezone,
            told=_content_now(row, paid=paid, back=back),
            mail=row.state,
            sent_at=row.sent_at,
        )
        for row in rows
    )


def _of_house(venue_id: int) -> Q:
    return Q(tournament__venue_id=venue_id) | Q(venue_id=venue_id)


def _house_of(row: Notice) -> Venue:
    house = row.venue if row.tournament is None else row.tournament.venue
    assert house is not None  # a notice is about one of both
    return house


def _numbers_in_line(player_id: int) -> list[int]:
    """The last notice of the number in each line where the player still waits."""
    waits = Entry.objects.filter(
        player_id=player_id, tournament_id=OuterRef("tournament_id"), state=EntryState.WAITING
    )
    return list(
        Notice.objects.filter(Exists(waits), player_id=player_id, kind=NoticeKind.LINE.value)
        .order_by("tournament_id", "-id")
        .distinct("tournament_id")
        .values_list("pk", flat=True)
    )


def _open_votes(player_id: int) -> list[int]:
    """The deals that are being voted on, in the tournaments of which this player was told."""
    notices = Notice.objects.filter(player_id=player_id, kind=NoticeKind.DEAL.value).values("tournament_id")
    return list(
        Deal.objects.filter(tournament_id__in=notices, state=DealState.OPEN).values_list("pk", flat=True)
    )


def _paid_prizes(player_id: int) -> dict[tuple[int, int], str]:
    """The prizes that were paid out, with the method: each as its number, and as its tournament with its amount (older notices
    name no number)."""
    paid = Award.objects.filter(player_id=player_id, state=AwardState.PAID).values_list(
        "pk", "tournament_id", "amount_cents", "paid_method"
    )
    return {
        pair: method
        for pk, tournament_id, cents, method in paid
        for pair in ((0, pk), (tournament_id, cents))
    }


def _superseded(player_id: int) -> list[int]:
    """The notices of prizes that are owed, where the same prize was told as paid out since: one notice is enough."""
    of_prizes = Notice.objects.filter(player_id=player_id, kind=NoticeKind.PRIZE.value)
    found: dict[int, list[Mapping[str, Any]]] = {}
    gone: list[int] = []
    for pk, told in of_prizes.order_by("-pk").values_list("pk", "told"):
        # the latest first: of one prize only that stands which nothing was told after
        if told.get("due_on") and any(later.get("paid") for later in found.get(told.get("award_id", 0), [])):
            gone.append(pk)
        found.setdefault(told.get("award_id", 0), []).append(told)
    return gone


def _content_now(
    row: Notice, *, paid: Mapping[tuple[int, int], str], back: Mapping[int, GivenBack]
) -> Mapping[str, Any]:
    """What a notice told, as far as it still holds."""
    if row.kind == NoticeKind.CANCELLED:
        return as_it_stands(row.told, back=back.get(row.tournament_id or 0))
    settled = _settled_by(row, paid)
    return {**row.told, "settled": settled} if settled else row.told


def as_it_stands(told: Mapping[str, Any], *, back: GivenBack | None) -> Mapping[str, Any]:
    """Return what was told of a cancelled tournament, with what of the money waits at the desk or was handed over by
    now.
    """
    if back is None:
        return told
    return {**told, "open_cents": back.open_cents, "given_cents": back.given_cents}


def _settled_by(row: Notice, paid: Mapping[tuple[int, int], str]) -> str:
    """By which method the prize that a notice tells as owed has been paid out since; "" where it is owed."""
    body = row.told
    if row.kind != NoticeKind.PRIZE or not body.get("due_on"):
        return ""
    one = (0, body["award_id"]) if "award_id" in body else (row.tournament_id or 0, body["amount_cents"])
    return paid.get(one, "")


def _switches(off: set[str]) -> tuple[NoticeSwitch, ...]:
    return tuple(
        NoticeSwitch(kind=rule.kind.value, title=rule.title, on=rule.kind.value not in off)
        for rule in NOTICES
        if Channel.MAIL in rule.channels
    )


def house_mails(venue_id: int) -> tuple[NoticeSwitch, ...]:
    """Return what a house sends by mail."""
    return _switches(set(VenueMailOff.objects.filter(venue_id=venue_id).values_list("kind", flat=True)))


def own_mails(user_id: int) -> tuple[NoticeSwitch, ...]:
    """Return what somebody gets by mail, where the house sends it."""
    return _switches(set(MailOff.objects.filter(user_id=user_id).values_list("kind", flat=True)))


def venue_of_letter(letter_id: int) -> int:
    """Return the house that a dead letter is of. Refusal: ``not_found``."""
    letter = dead_letter(letter_id)
    if letter is None:
        raise not_found("message")
    kind, _colon, number = letter.stream.rpartition(":")
    return int(number) if kind == "venue" else venue_of_tournament(int(number))


def post_of(venue_id: int, *, since: datetime) -> PostView:
    """Return how the mails of a house stand; what was sent and late since then."""
    names = dict(Tournament.objects.filter(venue_id=venue_id).values_list("pk", "name"))
    counted = Notice.objects.filter(_of_house(venue_id)).aggregate(
        waiting=Count("pk", filter=Q(state=NoticeState.WAITING)),
        waiting_since=Min("at", filter=Q(state=NoticeState.WAITING)),
        sent=Count("pk", filter=Q(state=NoticeState.SENT, at__gte=since)),
        late=Count("pk", filter=Q(state=NoticeState.LATE, at__gte=since)),
    )
    letters = dead_letters([venue_stream(venue_id), *(tournament_stream(number) for number in names)])
    about = {
        pk: (kind, player)
        for pk, kind, player in Notice.objects.filter(
            pk__in=[letter.key for letter in letters if letter.key]
        ).values_list("pk", "kind", "player__public_name")
    }
    untold = []
    for letter in letters:
        stream, _colon, number = letter.stream.rpartition(":")
        tournament_id = int(number) if stream == "tournament" else None
        kind, player = about.get(letter.key, (letter.fact, ""))
        untold.append(
            UntoldView(
                letter_id=letter.letter_id,
                tournament_id=tournament_id,
                tournament=names.get(tournament_id or 0, ""),
                player=player,
                about=kind,
                at=letter.at,
                error=letter.error,
                tries=letter.tries,
                died_at=letter.died_at,
                again=letter.state == "again",
            )
        )
    return PostView(**counted, untold=tuple(untold))
