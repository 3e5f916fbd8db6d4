"""A calendar as calendar programs read it (RFC 5545): text lines, escaped, folded after 75 octets, ended by CR LF."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_OCTETS = 75


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvent:
    """One event. uid: the same in every copy of it, for ever. sequence and stamp: of this version of it."""

    uid: str
    sequence: int
    stamp: datetime
    starts_at: datetime
    ends_at: datetime
    summary: str
    place: str
    description: str
    url: str
    cancelled: bool = False


def calendar_text(name: str, *, events: Iterable[CalendarEvent]) -> str:
    """Return the whole file."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Shuffle Up//Tournaments//EN",
        "CALSCALE:GREGORIAN",
        f"NAME:{_text(name)}",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ]
    for event in events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_text(event.uid)}",
            # without a METHOD both say when the event became what it is (RFC 5545, 3.8.7.2)
            f"DTSTAMP:{_moment(event.stamp)}",
            f"LAST-MODIFIED:{_moment(event.stamp)}",
            f"SEQUENCE:{event.sequence}",
            f"DTSTART:{_moment(event.starts_at)}",
            # an end is later than its start
            f"DTEND:{_moment(max(event.ends_at, event.starts_at + timedelta(minutes=1)))}",
            f"SUMMARY:{_text(event.summary)}",
            *([f"LOCATION:{_text(event.place)}"] if event.place else []),
            *([f"DESCRIPTION:{_text(event.description)}"] if event.description else []),
            f"URL:{_one_line(event.url)}",
            f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _one_line(text: str) -> str:
    return "".join(sign for sign in text if sign >= " " and sign != "\x7f")


def _text(text: str) -> str:
    """A value of type TEXT: what separates is escaped, line ends are written, other control characters have no place."""
    written = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return _one_line(written.replace("\r\n", "\\n").replace("\n", "\\n"))


def _folded(line: str) -> str:
    """Broken where 75 octets are full, never within a character; what goes on begins with a space."""
    parts: list[str] = []
    kept, octets = "", 0
    for sign in line:
        size = len(sign.encode())
        if octets + size > _OCTETS:
            parts.append(kept)
            kept, octets = "", 1  # the space before what goes on
        kept += sign
        octets += size
    return "\r\n ".join([*parts, kept])
