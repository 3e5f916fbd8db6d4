"""Addresses of a venue's own pages."""

from __future__ import annotations

from django.urls import path

from web.venue import (
    bank,
    books,
    cases,
    circuit,
    complaints,
    entries_sheet,
    hand_review,
    history,
    integrity,
    origins,
    play_style,
    play_tables,
    players,
    rule_sets,
    settings,
    staff,
    takings,
    unclaimed,
)

_T = "director/<int:tournament_id>/"
_V = "director/venues/<int:venue_id>/"

urlpatterns = [
    path("director/venues/open/", settings.open_house, name="director-open-house"),
    path(_V, settings.house, name="director-house"),
    path(f"{_V}history/", history.history, name="director-house-history"),
    path(f"{_V}circuit/", circuit.circuit, name="director-circuit"),
    path("director/seasons/<int:season_id>/", circuit.season, name="director-season"),
    path(f"{_V}play-tables/", play_tables.play_tables, name="director-play-tables"),
    path(f"{_V}complaints/<int:complaint_id>/", complaints.complaint, name="director-complaint"),
    path(f"{_V}bank/", bank.bank, name="director-bank"),
    path(f"{_V}bank/pay-ins/<int:pay_in_id>/", bank.pay_in, name="director-pay-in"),
    path(f"{_V}bank/unclaimed/<int:unclaimed_id>/", unclaimed.unclaimed, name="director-unclaimed"),
    path(f"{_V}bank/withdrawals/<int:withdrawal_id>/", bank.withdrawal, name="director-withdrawal"),
    path(f"{_V}integrity/", integrity.integrity, name="director-integrity"),
    path(f"{_V}integrity/players/", integrity.players, name="director-integrity-players"),
    path(
        f"{_V}integrity/pairs/<int:first_id>/<int:second_id>/",
        integrity.pair,
        name="director-integrity-pair",
    ),
    path(
        f"{_V}integrity/hands/<int:table_id>/<int:number>/",
        hand_review.hand,
        name="director-integrity-hand",
    ),
    path(
        f"{_V}integrity/openings/<int:opening_id>/",
        hand_review.opening,
        name="director-integrity-opening",
    ),
    path(f"{_V}integrity/standing-out/", integrity.standing_out, name="director-integrity-standing-out"),
    path(f"{_V}integrity/players/<int:player_id>/", play_style.player, name="director-integrity-player"),
    path(f"{_V}integrity/origins/", origins.origins, name="director-integrity-origins"),
    path(f"{_V}integrity/cases/new/", cases.new_case, name="director-integrity-case-new"),
    path(f"{_V}integrity/cases/add/", cases.add, name="director-integrity-case-add"),
    path(f"{_V}integrity/cases/<int:case_id>/", cases.case, name="director-integrity-case"),
    path(f"{_V}staff/", staff.staff, name="director-staff"),
    path(f"{_V}staff/do/<slug:what>/", staff.staff_do, name="director-staff-do"),
    path(f"{_V}rule-sets/", rule_sets.rule_sets, name="director-rule-sets"),
    path(f"{_V}rule-sets/check/", rule_sets.rule_check, name="director-rule-check"),
    path(f"{_V}books/", books.books, name="director-books"),
    path(f"{_V}takings/", takings.takings, name="director-takings"),
    path(f"{_V}players/import/", players.import_players, name="director-import"),
    path(f"{_T}entries.csv", entries_sheet.entries_sheet, name="director-entries-sheet"),
]
