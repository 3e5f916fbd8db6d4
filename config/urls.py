"""Addresses. Each face keeps its own; here they are only put together."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.contrib import admin
from django.urls import include, path

from config.health import alive, metrics, ready


def _built(module: str) -> bool:
    # Temporary: faces appear one by one while the house is being built.
    package = module.partition(".")[0]
    return find_spec(package) is not None and find_spec(module) is not None


urlpatterns: list[Any] = [
    path("healthz", alive),
    path("readyz", ready),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
]
if _built("api.urls"):
    urlpatterns.append(path("api/", include("api.urls")))
if _built("web.urls"):
    urlpatterns.append(path("", include("web.urls")))

websocket_urlpatterns: list[Any] = (
    import_module("dispatch.routing").websocket_urlpatterns if _built("dispatch.routing") else []
)
