"""Addresses of the HTML faces."""

from __future__ import annotations

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from web.screens import views as screens

urlpatterns = [
    path("", include("web.public.urls")),
    path("screens/<int:tournament_id>/clock/", screens.clock, name="clock-screen"),
    path("", include("web.floor.urls")),
    path("", include("web.player.urls")),
    path("", include("web.director.urls")),
    path("", include("web.desk.urls")),
    path("sign-in/", LoginView.as_view(template_name="people/sign_in.html"), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
]
