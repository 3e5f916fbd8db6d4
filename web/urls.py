"""Addresses of the pages."""

from __future__ import annotations

from django.urls import include, path

from web.sign_in import SignInPage, second_step
from web.sign_out import SignOutPage
from web.theme import theme

urlpatterns = [
    path("", include("web.public.urls")),
    path("", include("web.screens.urls")),
    path("", include("web.floor.urls")),
    path("", include("web.player.urls")),
    path("", include("web.venue.urls")),
    path("", include("web.director.urls")),
    path("", include("web.desk.urls")),
    path("", include("web.logo.urls")),
    path("", include("web.styleguide.urls")),
    path("", include("web.people.urls")),
    path("theme/<slug:choice>/", theme, name="theme"),
    path("sign-in/", SignInPage.as_view(), name="sign-in"),
    path("sign-in/code/", second_step, name="sign-in-code"),
    path("sign-out/", SignOutPage.as_view(), name="sign-out"),
]
