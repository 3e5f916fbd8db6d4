"""A process that has loaded the whole product once and forks a server as often as it is asked.

`python -m tests.browser.nursery`: a line of JSON says what is wanted (application, port, environment), a line with the
number of the new process answers. Whoever asks watches it by that number. When standard input ends, everybody ends.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
from importlib import import_module

PR_SET_PDEATHSIG = 1
LOADED = (
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "config.asgi",  # takes seconds
)


def serve(application: str, port: int) -> None:
    import uvicorn
    from uvicorn.importer import import_from_string

    from tests.browser.slow import slowly

    uvicorn.run(
        slowly(import_from_string(application)),
        port=port,
        lifespan="off",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
    )


def read_ahead() -> None:
    """Read what a server's first pages would: templates, words and addresses. Nothing of it asks the database."""
    from django.conf import settings
    from django.template import loader
    from django.urls import get_resolver
    from django.utils import translation
    from django.views.i18n import get_formats

    folder = settings.BASE_DIR / "templates"
    for template in folder.rglob("*.html"):
        loader.get_template(str(template.relative_to(folder)))
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Name")
            get_formats()
            assert get_resolver().reverse_dict  # made when it is asked for, one for each language
    gc.freeze()  # a collection in a fork would copy what all share


def main() -> None:
    for name in LOADED:
        import_module(name)
    read_ahead()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    print("ready", flush=True)
    for line in sys.stdin:
        wanted = json.loads(line)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, 0)
            os.dup2(2, 1)
            os.environ.update(wanted["environment"])
            code = 1
            try:
                serve(wanted["application"], wanted["port"])
                code = 0
            finally:
                os._exit(code)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
