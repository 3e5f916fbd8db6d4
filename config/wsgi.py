"""Pages and API without sockets: several of these processes serve a big room, see docs/operations.md."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
