"""Addresses that anybody may open."""

from __future__ import annotations

from django.urls import path

from web.public import (
    calendar,
    feeds,
    finding,
    houses,
    language,
    online_rules,
    players,
    receipts,
    seasons,
    sheets,
    views,
)
from web.public.cards.views import card, of_house, of_season

_T = "t/<int:tournament_id>/"

urlpatterns = [
    path("", calendar.home, name="home"),
    path("calendar/", calendar.month, name="calendar"),
    path(_T, views.tournament, name="tournament"),
    path(f"{_T}results/", views.results, name="results"),
    path(f"{_T}results.csv", sheets.results_sheet, name="results-sheet"),
    path(f"{_T}structure/", views.structure, name="structure"),
    path(f"{_T}rules/", views.rules, name="rules"),
    path(f"{_T}draw/", views.draw, name="draw"),
    path(f"{_T}card/<slug:language>.png", card, name="card"),
    path("venues/<int:venue_id>/", houses.house, name="house"),
    path("venues/<int:venue_id>/card/<slug:language>.png", of_house, name="house-card"),
    path("calendar.ics", feeds.calendar_file, name="calendar-file"),
    path(f"{_T}event.ics", feeds.event_file, name="event-file"),
    path("results.atom", feeds.results_feed, name="results-feed"),
    path("robots.txt", finding.robots, name="robots"),
    path("sitemap.xml", finding.sitemap, name="sitemap"),
    path("favicon.ico", finding.favicon, name="favicon"),
    path("manifest.webmanifest", finding.manifest, name="manifest"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/<int:season_id>/", seasons.season, name="season"),
    path("seasons/<int:season_id>/card/<slug:language>.png", of_season, name="season-card"),
    path("seasons/<int:season_id>/ranking.csv", sheets.season_sheet, name="season-sheet"),
    path("players/<int:player_id>/", players.player, name="player"),
    path("receipts/", receipts.receipt, name="receipt-check"),
    path("tables/rules/", online_rules.rules_of_tables, name="online-rules"),
    path("words/", language.glossary, name="glossary"),
    path("language/<slug:code>/", language.language, name="language"),
]
