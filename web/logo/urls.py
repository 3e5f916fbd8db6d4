"""Addresses of the venue's logo and of its sponsors."""

from __future__ import annotations

from django.urls import path

from web.logo import sponsors, views

urlpatterns = [
    path("venues/<int:venue_id>/logo/<slug:name>/", views.picture, name="logo"),
    path("venues/<int:venue_id>/logo/<slug:name>/small/", views.small_picture, name="logo-small"),
    path("director/venues/<int:venue_id>/logo/", views.change, name="director-logo"),
    path("venues/<int:venue_id>/sponsors/<slug:picture>/", sponsors.picture, name="sponsor-picture"),
    path("director/venues/<int:venue_id>/sponsors/", sponsors.manage, name="director-sponsors"),
]
