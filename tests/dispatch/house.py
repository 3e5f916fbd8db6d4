"""An ASGI house of its own for the socket tests: pages of boxes, the real door behind the real checks.

Started by test_sockets.py in another process: `uvicorn tests.dispatch.house:application`.
"""

from __future__ import annotations

import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from config.collector import leave_out_what_is_loaded  # noqa: E402
from dispatch import hub  # noqa: E402
from dispatch.routing import websocket_urlpatterns  # noqa: E402
from tests.dispatch import pages  # noqa: E402
from tests.moment import follow_the_file  # noqa: E402

pages.register()
follow_the_file()
hub.ACCESS_SECONDS = 3.0  # so that a test of it need not wait for fifteen
hub.LAG_SECONDS = 0.2
leave_out_what_is_loaded(older=50)  # as config.asgi does


async def _http(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


application = ProtocolTypeRouter(
    {
        "http": _http,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
