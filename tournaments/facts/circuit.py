"""Facts of venues, series, seasons and stages, and of the letters that a venue sends."""

from __future__ import annotations

from typing import Any

from dispatch.facts import ABSENT, STAFF
from tournaments.streams import SeasonFact, VenueFact


class VenueOpened(VenueFact, kind="venue_opened"):
    """There is a venue, with its owner."""

    venue_id: int
    name: str
    slug: str
    currency: str
    timezone: str


class VenueChanged(VenueFact, kind="venue_changed", audience=STAFF):
    """Settings of a venue changed, `was` and `now`: of accounts and the tax number the last signs, of the terms only that they changed. Facts of before say which, not what."""

    venue_id: int
    fields: list[str]
    was: dict[str, Any] = ABSENT
    now: dict[str, Any] = ABSENT


class VenueLogoChanged(VenueFact, kind="venue_logo_changed"):
    """A venue has another logo, or ("") none."""

    venue_id: int
    logo: str


class VenueColoursChanged(VenueFact, kind="venue_colours_changed"):
    """A venue's displays have other colours, or ("") those of the program."""

    venue_id: int
    first: str
    second: str
    ground: str
    was: dict[str, str] = ABSENT


class SponsorAdded(VenueFact, kind="sponsor_added"):
    """A venue's displays show one more sponsor; `picture`: the name under which its picture is served."""

    venue_id: int
    sponsor_id: int
    name: str
    picture: str
    position: int


class SponsorsOrdered(VenueFact, kind="sponsors_ordered"):
    """A venue's sponsors are shown in another order."""

    venue_id: int
    sponsors: list[int]


class SponsorDropped(VenueFact, kind="sponsor_dropped"):
    """A sponsor is shown no longer; `position`: where it stood."""

    venue_id: int
    sponsor_id: int
    name: str
    position: int


class SponsorRestored(VenueFact, kind="sponsor_restored"):
    """A sponsor that was taken away is shown again."""

    venue_id: int
    sponsor_id: int
    name: str
    position: int


class SeriesFounded(VenueFact, kind="series_founded"):
    """A venue has a series."""

    series_id: int
    name: str
    slug: str


class SeasonBegun(SeasonFact, kind="season_begun"):
    """A series has a season."""

    season_id: int
    name: str
    points_c_milli: int


class StageAdded(SeasonFact, kind="stage_added"):
    """A season has one more stage."""

    stage_id: int
    number: int
    name: str


class RuleSetVaried(VenueFact, kind="rule_set_varied", audience=STAFF):
    """A venue has a rule set of its own: `base` with `changes`."""

    rule_set_id: int
    name: str
    base: str
    changes: dict[str, Any]


class TemplateSaved(VenueFact, kind="template_saved", audience=STAFF):
    """A house keeps the announcement of a tournament to begin others with; `replaced`: one of its name that it had."""

    template_id: int
    name: str
    tournament_id: int
    replaced: int | None = None


class TemplateDropped(VenueFact, kind="template_dropped", audience=STAFF):
    """A house keeps a template no longer."""

    template_id: int
    name: str


class HouseMailsChosen(VenueFact, kind="house_mails_chosen", audience=STAFF):
    """A venue switched kinds of mail off, and all others on."""

    venue_id: int
    off: list[str]


class LetterTriedAgain(VenueFact, kind="letter_tried_again", audience=STAFF):
    """The owner had a dead letter tried again, from the first try on."""

    letter_id: int
    fact_id: int


class LetterDropped(VenueFact, kind="letter_dropped", audience=STAFF):
    """The owner gave a dead letter up."""

    letter_id: int
    fact_id: int
    reason: str
