"""Pages and API without sockets: several of these processes serve a big room, see docs/operations.md."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Who waits longer is told to come back: threads that wait for one stuck transaction are missing to everybody else.
for name, seconds in (("DB_LOCK_SECONDS", 4), ("DB_STATEMENT_SECONDS", 15), ("DB_IDLE_SECONDS", 10)):
    os.environ.setdefault(name, str(seconds))

application = get_wsgi_application()
import_module(settings.ROOT_URLCONF)  # with all views, before gunicorn forks

# What is loaded stays: the collector need not walk it, nor copy its pages after a fork.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 20)
