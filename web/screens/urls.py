"""Addresses of the displays."""

from __future__ import annotations

from django.urls import path

from web.screens import control, roles, theme, views

urlpatterns = [
    path("screens/", views.display, name="display"),
    path("screens/theme/<int:venue_id>-<slug:name>.css", theme.theme, name="display-theme"),
    path("screens/where/", views.where, name="display-where"),
    path("screens/<int:tournament_id>/clock/", views.clock, name="clock-screen"),
    path("screens/<int:tournament_id>/seating/", roles.seating, name="seating-screen"),
    path("screens/<int:tournament_id>/seats/", roles.seats, name="seating-list"),
    path("director/<int:tournament_id>/screens/", control.control, name="screens-control"),
]
