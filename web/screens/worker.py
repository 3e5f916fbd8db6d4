"""What keeps a display's pages for the time without a house (static/js/display_worker.js)."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_GET


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """Show the worker of the displays: of their addresses alone, and another one with every release."""
    del request
    return HttpResponse(
        f'import {{ serve }} from "{static("js/display_worker.js")}";\nserve("{_release()}");\n',
        content_type="text/javascript; charset=utf-8",
        headers={"Service-Worker-Allowed": reverse("display"), "Cache-Control": "no-cache"},
    )


@functools.cache
def _release() -> str:
    """Name what the browser runs by its content: what is kept of another release is dropped."""
    digest = hashlib.sha256()
    for folder in map(Path, settings.STATICFILES_DIRS):
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
