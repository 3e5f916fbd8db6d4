from tournaments.models.circuit import RuleSet, Season, Series, Stage, Venue, VenueLogo
from tournaments.models.entry import (
    LIVE,
    METHODS,
    Elimination,
    Entry,
    EntryState,
    Purchase,
    PurchaseKind,
    Registration,
    RegistrationState,
    Slot,
)
from tournaments.models.screens import Screen, Wall, WallShow
from tournaments.models.tournament import Clock, Field, Format, LevelAnnouncement, Tournament, TournamentState

__all__ = [
    "LIVE",
    "METHODS",
    "Clock",
    "Elimination",
    "Entry",
    "EntryState",
    "Field",
    "Format",
    "LevelAnnouncement",
    "Purchase",
    "PurchaseKind",
    "Registration",
    "RegistrationState",
    "RuleSet",
    "Screen",
    "Season",
    "Series",
    "Slot",
    "Stage",
    "Tournament",
    "TournamentState",
    "Venue",
    "VenueLogo",
    "Wall",
    "WallShow",
]
