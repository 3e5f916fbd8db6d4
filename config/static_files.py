"""
What is written for who reads the sources is not sent: stylesheets and modules are collected without the lines that are comments.

A fifth of what a phone loads of us was comments (docs/adr/0029-comments-stay-at-home.md).
"""

from __future__ import annotations

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedStaticFilesStorage

_BLOCK = r"/\*(?:(?!\*/).)*\*/[ \t]*"
_COMMENT_LINES = {
    "css": re.compile(rf"^[ \t]*{_BLOCK}\n", re.MULTILINE | re.DOTALL),
    "js": re.compile(rf"^[ \t]*(?://[^\n]*|{_BLOCK})\n", re.MULTILINE | re.DOTALL),
}


def as_served(name: str, *, source: bytes) -> bytes:
    """Return one of our stylesheets or modules (`css/app.css`, `js/live.js`) without the lines that are comments; else the file as it is."""
    folder, kind = name.partition("/")[0], name.rpartition(".")[2]
    if folder != kind or kind not in _COMMENT_LINES:
        return source
    left = _COMMENT_LINES[kind].sub("", source.decode())
    # A line that begins as a comment does is one, unless it stands within a text that began on a line before.
    text_goes_on = any(line.count("`") % 2 or line.endswith("\\") for line in left.splitlines())
    return source if text_goes_on else left.encode()


class StaticFiles(CompressedStaticFilesStorage):
    """Where `collectstatic` puts what is served: ours without comments, and a compressed copy beside each."""

    def _save(self, name: str, content: Any) -> str:
        served: str = super()._save(name, ContentFile(as_served(name, source=content.read())))
        return served
