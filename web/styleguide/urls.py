"""Addresses of the style guide."""

from __future__ import annotations

from django.urls import path

from web.styleguide import views

urlpatterns = [
    path("styleguide/", views.guide, name="styleguide"),
    path("styleguide/table/<str:theme>/<str:moment>/", views.table, name="styleguide-table"),
    path("styleguide/page/<str:theme>/<str:name>/", views.page, name="styleguide-page"),
    path("styleguide/display/<str:ground>/<str:name>/", views.display, name="styleguide-display"),
]
