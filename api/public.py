"""What everybody may see of a tournament. Drafts and rehearsals are as if they did not exist."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers

from api.endpoints import QueryEndpoint
from api.fields import Body, Count
from api.shapes import shape
from dispatch import topics
from dispatch.topics import Listener
from payouts.queries import amounts_of
from rules.permissions import Permission
from rules.refusals import Refused, not_found
from rules.validation import spreadsheet_cell
from tables.queries import draw_record
from tournaments.queries import announcements, results
from tournaments.queries.line import next_in_line
from tournaments.queries.prices import PriceStep
from tournaments.topics import clock_topic, counts_topic, eliminations_topic, prizes_topic, standings_topic

MOST_RESULTS = 100_000
_ANYBODY = Listener()


def _gone() -> Refused:
    return not_found("tournament")


def require_public(tournament_id: int) -> None:
    """Refuse drafts and rehearsals. Refusals: ``not_found``."""
    if not announcements.is_public(tournament_id):
        raise _gone()


# by hand, because its parts are the keys that sockets send
PayloadShape: type[serializers.Serializer[Any]] = type(
    "FaceShape",
    (serializers.Serializer,),
    {
        "__doc__": "What a topic sends, with the number of its stream: of two, the higher number is the newer.",
        "topic": serializers.CharField(),
        "seq": serializers.IntegerField(),
        "face": serializers.DictField(),
    },
)


class AnnouncementShape(serializers.Serializer[Any]):
    """What was announced, and the topics that stay current."""

    tournament_id = serializers.IntegerField()
    name = serializers.CharField()
    venue = serializers.CharField()
    venue_id = serializers.IntegerField()
    timezone = serializers.CharField()
    state = serializers.CharField()
    starts_at = serializers.DateTimeField()
    currency = serializers.CharField()
    price_cents = serializers.IntegerField(help_text="What an entry costs now.")
    prices = shape(PriceStep)(many=True, help_text="All prices still to come, that of now first.")
    guarantee_cents = serializers.IntegerField()
    game = serializers.CharField()
    cancel_reason = serializers.CharField(
        allow_blank=True, help_text="Why it is not held, as the house wrote it; empty while it is."
    )
    topics = serializers.DictField(child=serializers.CharField())


class ResultShape(serializers.Serializer[Any]):
    """One place. tied: how many share it. amount_cents: 0 where nothing was won."""

    place = serializers.IntegerField()
    tied = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    player_id = serializers.IntegerField()
    player = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    ordinal = serializers.IntegerField()
    amount_cents = serializers.IntegerField()


class ResultsPage(Body):
    offset = Count(max_value=MOST_RESULTS, default=0)
    limit = Count(min_value=1, max_value=1000, default=200)


_PAYLOADS = {
    "clock": (clock_topic, "The clock: anchors and structure, so that a screen counts by itself"),
    "counts": (counts_topic, "Entries, players left, chips, average, pool, places paid"),
    "prizes": (prizes_topic, "What each place is worth; a forecast until entries close"),
    "eliminations": (eliminations_topic, "The last eliminations with place and prize"),
    "standings": (standings_topic, "The final table"),
}


def _announcement(*, tournament_id: int, at: datetime, **_more: Any) -> dict[str, Any]:
    require_public(tournament_id)
    found = asdict(announcements.announcement(tournament_id, at=at))
    found["topics"] = {name: topic(tournament_id) for name, (topic, _) in _PAYLOADS.items()}
    return found


def _payload_of(name: str) -> Any:
    def payload(*, tournament_id: int, **_more: Any) -> dict[str, Any]:
        try:
            return topics.snapshot(_PAYLOADS[name][0](tournament_id), listener=_ANYBODY)
        except Refused:
            raise _gone() from None

    return payload


def results_rows(tournament_id: int, *, at: datetime, offset: int, limit: int) -> list[dict[str, Any]]:
    """Return the places decided so far with what they won, best first."""
    require_public(tournament_id)
    rows = results.results(tournament_id, at=at, offset=offset, limit=limit)
    won = amounts_of([row.entry_id for row in rows])
    return [{**asdict(row), "amount_cents": won.get(row.entry_id, 0)} for row in rows]


def _results(
    *, tournament_id: int, at: datetime, offset: int, limit: int, **_more: Any
) -> list[dict[str, Any]]:
    return results_rows(tournament_id, at=at, offset=offset, limit=limit)


def spreadsheet(columns: Sequence[str], *, rows: Iterable[Mapping[str, Any]], file: str) -> HttpResponse:
    """Answer with a table for spreadsheets, UTF-8 with its mark; no cell is computed there."""
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(columns)
    for row in rows:
        sheet.writerow([spreadsheet_cell(row[column]) for column in columns])
    return HttpResponse(
        "\ufeff" + text.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{file}.csv"',
            "Cache-Control": "public, max-age=10",
        },
    )


def _results_csv(*, tournament_id: int, at: datetime, **_more: Any) -> HttpResponse:
    columns = ["place", "tied", "player", "country", "ordinal", "amount_cents"]
    rows = results_rows(tournament_id, at=at, offset=0, limit=MOST_RESULTS)
    return spreadsheet(columns, rows=rows, file=f"results-{tournament_id}")


def _draw(*, tournament_id: int, **_more: Any) -> dict[str, Any]:
    require_public(tournament_id)
    try:
        return draw_record(tournament_id)
    except LookupError:
        raise _gone() from None


class LineShape(serializers.Serializer[Any]):
    """full: no seat is free. number: which one in line who pays now would be; none for a seat, or where there is no line:
    then nobody can enter. waiting: how many stand in it. What was told is sent with the payment as `waits`."""

    full = serializers.BooleanField()
    number = serializers.IntegerField(allow_null=True)
    waiting = serializers.IntegerField()


def _line(*, tournament_id: int, **_more: Any) -> dict[str, Any]:
    require_public(tournament_id)
    return asdict(next_in_line(tournament_id))


_T = "tournaments/<id:tournament_id>"

QUERY_ENDPOINTS = [
    QueryEndpoint(
        path=_T,
        name="tournament",
        query=_announcement,
        action=Permission.VIEW_PUBLIC,
        answer=AnnouncementShape,
        fresh_seconds=5,
        summary="A tournament as announced",
    ),
    *(
        QueryEndpoint(
            path=f"{_T}/{name}",
            name=f"tournament_{name}",
            query=_payload_of(name),
            action=Permission.VIEW_PUBLIC,
            answer=PayloadShape,
            summary=summary,
        )
        for name, (_, summary) in _PAYLOADS.items()
    ),
    QueryEndpoint(
        path=f"{_T}/line",
        name="tournament_line",
        query=_line,
        action=Permission.VIEW_PUBLIC,
        answer=LineShape,
        summary="Whether who pays now sits down, or which number in line that would be",
    ),
    QueryEndpoint(
        path=f"{_T}/results",
        name="results",
        query=_results,
        action=Permission.VIEW_PUBLIC,
        params=ResultsPage,
        answer=ResultShape,
        many=True,
        fresh_seconds=5,
        summary="The places decided so far with what they won, best first",
    ),
    QueryEndpoint(
        path=f"{_T}/results.csv",
        name="results_csv",
        query=_results_csv,
        action=Permission.VIEW_PUBLIC,
        media="text/csv",
        fresh_seconds=10,
        summary="The same as a table for spreadsheets, whole",
    ),
    QueryEndpoint(
        path=f"{_T}/draw",
        name="draw_record",
        url_name="draw-record",
        query=_draw,
        action=Permission.VIEW_PUBLIC,
        summary="The public record of the seat draw, for static/verify_draw.py",
        fresh_seconds=5,
    ),
]
