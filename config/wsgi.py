"""Pages and API without sockets: several of these processes serve a big room, see docs/operations.md."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.collector import leave_out_what_is_loaded
from rules.hands import make_tables

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Who waits longer is told to come back: threads that wait for one stuck transaction are missing to everybody else.
for name, seconds in (("DB_LOCK_SECONDS", 4), ("DB_STATEMENT_SECONDS", 15), ("DB_IDLE_SECONDS", 10)):
    os.environ.setdefault(name, str(seconds))

application = get_wsgi_application()
import_module(settings.ROOT_URLCONF)  # with all views, before gunicorn forks
make_tables()
leave_out_what_is_loaded()
