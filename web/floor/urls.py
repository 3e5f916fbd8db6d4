"""Addresses of the floor's tablet."""

from __future__ import annotations

from django.urls import path

from web.floor import book, devices, rulings, views

_T = "floor/<int:tournament_id>/"

urlpatterns = [
    path("floor/", views.home, name="floor"),
    path("floor/pair/", devices.pair, name="floor-pair"),
    path("floor/unlock/", devices.unlock, name="floor-unlock"),
    path("floor/lock/", devices.lock, name="floor-lock"),
    path("floor/pin/", devices.pin, name="floor-pin"),
    path(_T, views.tablet, name="floor-tablet"),
    path(f"{_T}proposals/", views.proposals, name="floor-proposals"),
    path(f"{_T}proposals/<slug:kind>/", views.apply, name="floor-apply"),
    path(f"{_T}find/", views.find, name="floor-find"),
    path(f"{_T}penalties/", views.penalties, name="floor-penalties"),
    path(f"{_T}rulings/", rulings.rulings, name="floor-rulings"),
    path(f"{_T}rulings.json", book.book, name="floor-book"),
    path(f"{_T}rulings/penalty/give/", rulings.give, name="floor-give"),
    path(f"{_T}rulings/<slug:kind>/", rulings.ruling, name="floor-ruling"),
    path(f"{_T}rulings/<slug:kind>/log/", rulings.log, name="floor-log"),
]
