"""Addresses of the desk."""

from __future__ import annotations

from django.urls import path

from web.desk import actions, home, movements, new_player, views

_T = "desk/<int:tournament_id>/"

urlpatterns = [
    path("desk/", home.home, name="desk-home"),
    path(_T, views.desk, name="desk"),
    path(f"{_T}do/<slug:what>/", actions.desk_action, name="desk-do"),
    path(f"{_T}new-player/", new_player.new_player, name="desk-new-player"),
    path(f"{_T}receipts/<str:number>/", views.receipt, name="desk-receipt"),
    path(
        f"{_T}players/<int:player_id>/movements/<int:transfer_id>/", movements.movement, name="desk-movement"
    ),
]
