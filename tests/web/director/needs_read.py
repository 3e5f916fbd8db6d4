"""What the page Now says of one need: the fact in bold, and what follows from it in grey beside its rule."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client


def need_shown(client: Client, tournament_id: int, *, key: str) -> tuple[str, str]:
    """The fact and what follows from it, as the dashboard shows them; two empty texts where the need is not there."""
    html = client.get(f"/director/{tournament_id}/").content.decode()
    found = re.search(
        rf'<li\s+class="need"[^>]*data-need="{re.escape(key)}"[^>]*>(.*?)</li>', html, re.DOTALL
    )
    if found is None:
        return "", ""
    fact = re.search(r"<p><strong>(.*?)</strong></p>", found[1], re.DOTALL)
    reason = re.search(r'<p class="soft">(.*?)(?:<(?:a|span)\s+class="rule"|</p>)', found[1], re.DOTALL)
    return _text(fact), _text(reason)


def _text(found: re.Match[str] | None) -> str:
    return "" if found is None else " ".join(unescape(found[1]).replace("\xa0", " ").split())
