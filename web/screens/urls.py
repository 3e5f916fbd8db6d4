"""Addresses of the displays."""

from __future__ import annotations

from django.urls import path

from web.screens import control, house, roles, sponsors, theme, views, worker

urlpatterns = [
    path("screens/", views.display, name="display"),
    path("screens/theme/<int:venue_id>-<slug:name>.css", theme.theme, name="display-theme"),
    path("screens/worker.js", worker.worker, name="display-worker"),
    path("screens/where/", views.where, name="display-where"),
    path("screens/<int:tournament_id>/clock/", views.clock, name="clock-screen"),
    path("screens/<int:tournament_id>/seating/", roles.seating, name="seating-screen"),
    path("screens/<int:tournament_id>/seats/", roles.seats, name="seating-list"),
    path("screens/<int:tournament_id>/payouts/", roles.payouts, name="payouts-screen"),
    path("screens/<int:tournament_id>/paid/", roles.paid, name="paid-list"),
    path("screens/<int:tournament_id>/final-table/", roles.final_table, name="final-table-screen"),
    path("screens/<int:tournament_id>/table/<int:table_number>/", roles.table, name="table-screen"),
    path("screens/<int:tournament_id>/sponsors/", sponsors.sponsors, name="sponsors-screen"),
    path("screens/venue/<int:venue_id>/today/", house.today, name="lobby-screen"),
    path("screens/venue/<int:venue_id>/schedule/", house.schedule, name="schedule-screen"),
    path("director/<int:tournament_id>/screens/", control.control, name="screens-control"),
]
