"""The one WebSocket address. The composition root puts origin and session checks around it."""

from __future__ import annotations

from typing import Any

from django.urls import path

from dispatch.consumers import LiveSocket

_socket: Any = LiveSocket()  # an ASGI application, where Django's types expect a view
websocket_urlpatterns = [path("ws/", _socket)]
