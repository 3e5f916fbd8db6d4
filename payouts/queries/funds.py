"""The funds: whose they are and what they can pay."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.queries import fund_balance
from rules.accounts import AccountKind
from rules.refusals import N_, Refused, not_found
from tournaments.models import Season, Tournament, TournamentState

_OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FundHome:
    """Whose fund it is: a tournament's (staff) or a season's (ranking; season None where a venue has none)."""

    fund: str
    venue_id: int
    unit: str
    tournament_id: int | None
    season_id: int | None


def home_of_fund(fund: str, *, tournament_id: int | None, season_id: int | None) -> FundHome:
    """Return the fund that is meant; the ranking fund also by a tournament that pays into it.

    Refusals: ``not_found``, ``one_fund`` when both are named: money leaves one fund, and nobody guesses which.
    """
    if tournament_id is not None and season_id is not None:
        raise Refused(
            "one_fund",
            N_("Name the tournament or the season whose fund pays, not both."),
            rule="SCPT.R",
        )
    if fund == "ranking" and season_id is not None:
        season = Season.objects.select_related("series__venue").filter(pk=season_id).first()
        if season is None:
            raise not_found("season")
        venue = season.series.venue
        return FundHome(
            fund=fund, venue_id=venue.pk, unit=venue.currency, tournament_id=None, season_id=season_id
        )
    found = (
        None
        if tournament_id is None
        else Tournament.objects.select_related("stage").filter(pk=tournament_id).first()
    )
    if found is None:
        raise not_found("tournament")
    return FundHome(
        fund=fund,
        venue_id=found.venue_id,
        unit=found.currency,
        tournament_id=found.pk if fund == "staff" else None,
        season_id=None if fund == "staff" or found.stage is None else found.stage.season_id,
    )


def balance_of(home: FundHome) -> int:
    """Return what is in the fund, cents."""
    return fund_balance(
        _kind(home),
        unit=home.unit,
        venue_id=home.venue_id,
        tournament_id=home.tournament_id,
        season_id=home.season_id,
    )


def available(home: FundHome) -> int:
    """Return what the fund can pay now: all but what tournaments that are not over have brought."""
    going_on = Tournament.objects.filter(venue_id=home.venue_id).exclude(state__in=_OVER)
    if home.tournament_id is not None:
        going_on = going_on.filter(pk=home.tournament_id)
    return fund_balance(
        _kind(home),
        unit=home.unit,
        venue_id=home.venue_id,
        tournament_id=home.tournament_id,
        season_id=home.season_id,
        without=list(going_on.values_list("id", flat=True)),
    )


def _kind(home: FundHome) -> AccountKind:
    return AccountKind.STAFF_FUND if home.fund == "staff" else AccountKind.RANKING_FUND
