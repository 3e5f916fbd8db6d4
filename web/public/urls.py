"""Addresses that anybody may open."""

from __future__ import annotations

from django.urls import path

from web.public import cards, views

_T = "t/<int:tournament_id>/"

urlpatterns = [
    path("", views.home, name="home"),
    path("calendar/", views.month, name="calendar"),
    path(_T, views.tournament, name="tournament"),
    path(f"{_T}results/", views.results, name="results"),
    path(f"{_T}structure/", views.structure, name="structure"),
    path(f"{_T}rules/", views.rules, name="rules"),
    path(f"{_T}draw/", views.draw, name="draw"),
    path(f"{_T}card/<slug:language>.png", cards.card, name="card"),
    path("venues/<int:venue_id>/card/<slug:language>.png", cards.of_house, name="house-card"),
    path("seasons/", views.seasons, name="seasons"),
    path("seasons/<int:season_id>/", views.season, name="season"),
    path("receipts/", views.receipt, name="receipt-check"),
    path("words/", views.glossary, name="glossary"),
    path("language/<slug:code>/", views.language, name="language"),
]
