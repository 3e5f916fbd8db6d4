"""Pages and sockets in one process."""

import os
import sys

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from config.collector import leave_out_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Who waits longer is told to come back: threads that wait for one stuck transaction are missing to everybody else.
for name, seconds in (("DB_LOCK_SECONDS", 4), ("DB_STATEMENT_SECONDS", 15), ("DB_IDLE_SECONDS", 10)):
    os.environ.setdefault(name, str(seconds))
# Under ASGI every request may run in another thread: a connection per thread would exhaust PostgreSQL.
os.environ.setdefault("DB_POOL", "20")

django.setup()

from config.pages import Pages  # noqa: E402 - needs the apps loaded
from config.urls import websocket_urlpatterns  # noqa: E402
from rules.hands import make_tables  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": Pages(),
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)

# A thread that has its answer from PostgreSQL, and the loop that has a word for sockets, would wait up to 5 ms for a thread that computes:
# a command asks five times.
sys.setswitchinterval(0.0005)
make_tables()
# With thousands of sockets the default thresholds make the collector walk them all many times a second.
leave_out_what_is_loaded(older=50)
