"""Addresses. The pages and the API keep their own; here they are only put together."""

from typing import Any

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from config.health import alive, metrics, ready
from dispatch.routing import websocket_urlpatterns

urlpatterns: list[Any] = [
    path("healthz", alive),
    path("readyz", ready),
    path("metrics", metrics),
    # one page to sign in, where wrong tries are counted
    path("admin/login/", RedirectView.as_view(pattern_name="sign-in", query_string=True)),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("api.urls")),
    path("", include("web.urls")),
]

handler400 = "web.problems.not_understood"
handler403 = "web.problems.not_allowed"
handler404 = "web.problems.not_found"
handler500 = "web.problems.failed"

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns", "websocket_urlpatterns"]
