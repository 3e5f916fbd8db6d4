"""Facts of tournaments, venues and seasons, by subject."""

from tournaments.facts import announcements, circuit, clock, eliminations, entries, lines, purchases

__all__ = ["announcements", "circuit", "clock", "eliminations", "entries", "lines", "purchases"]
